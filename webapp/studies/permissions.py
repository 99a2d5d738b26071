"""Who may do what with a study. This is the only table; every address looks here."""

from collections.abc import Mapping
from enum import Enum


class Role(Enum):
    """What a visitor is to one study.

    copier, reader: a guest with a link that allows copying, or only reading. A study in the gallery makes everybody
    a copier.
    """

    OWNER = "owner"
    COPIER = "copier"
    READER = "reader"
    STRANGER = "stranger"


class Action(Enum):
    READ = "read"  # the study: title, notes, settings
    RUNS = "runs"  # events, streams, tiles, rows, cells, margins and numbers of exactly the runs it refers to
    EXPORT = "export"  # the study file, the notebook: as good as a copy
    COPY = "copy"
    COMMENTS = "comments"  # read them and write one, where the link has them on
    MODERATE = "moderate"
    EDIT = "edit"
    HISTORY = "history"
    DELETE = "delete"
    UNDELETE = "undelete"
    SHARE = "share"
    PUBLISH = "publish"  # to the gallery
    CANCEL = "cancel"  # a run


_OWNER = frozenset({Role.OWNER})
_COPIERS = _OWNER | {Role.COPIER}
_GUESTS = _COPIERS | {Role.READER}

TABLE: Mapping[Action, frozenset[Role]] = {
    Action.READ: _GUESTS,
    Action.RUNS: _GUESTS,
    Action.EXPORT: _COPIERS,
    Action.COPY: _COPIERS,
    Action.COMMENTS: _GUESTS,
    Action.MODERATE: _OWNER,
    Action.EDIT: _OWNER,
    Action.HISTORY: _OWNER,
    Action.DELETE: _OWNER,
    Action.UNDELETE: _OWNER,
    Action.SHARE: _OWNER,
    Action.PUBLISH: _OWNER,
    Action.CANCEL: _OWNER,
}
