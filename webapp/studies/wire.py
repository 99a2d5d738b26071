"""Every body of the HTTP interface of studies."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from django.conf import settings
from pydantic import Field

from compute.errors import ErrorBody
from compute.events import Kind
from compute.wire import Wire
from webapp.studies import models
from webapp.studies.state import Letter, Notes, StudyState, Tags, Title

Count = Annotated[int, Field(ge=0, le=2**31 - 1)]


class NewStudy(Wire):
    title: Title
    notes: Notes = ""
    tags: Tags = ()
    state: StudyState


class StudyChange(Wire):
    """What is left out stays as it is."""

    revision: int = Field(ge=1, le=2**31 - 1, description="the one that was changed; another one stored: conflict")
    title: Title | None = None
    notes: Notes | None = None
    tags: Tags | None = None
    state: StudyState | None = None
    autosave: bool = Field(False, description="saved by the page by itself; among the first to leave a long history")


class Done(Wire):
    """Nothing more is to be said."""


class AtRevision(Wire):
    revision: int = Field(ge=1, le=2**31 - 1, description="the one that is on screen; another one stored: conflict")


class VariantRun(Wire):
    """The run of one variant. A variant that was never run has none."""

    letter: Letter
    digest: str
    run: UUID | None = Field(description="None: to be computed when the study is opened")
    state: Literal["kept", "running", "missing", "ended"] = Field(
        description="kept: its numbers are stored; missing: they are not; ended: it failed, crashed or was cancelled"
    )
    recomputed_at: datetime | None = Field(description="its stored numbers were gone, so that it was run again")
    renumbered: bool = Field(description="run again by a program that gives other numbers than those saved")
    problem: ErrorBody | None = Field(None, description="why it cannot be run again")


class Study(Wire):
    id: UUID
    title: Title
    notes: Notes
    tags: Tags
    state: StudyState
    revision: int
    runs: tuple[VariantRun, ...]
    role: Literal["owner", "copier", "reader"] = Field(
        description="what the asker is to it: copier and reader came by a link"
    )
    comments: bool = Field(description="comments can be read and written")
    in_gallery: bool
    created_at: datetime
    updated_at: datetime


class ListedVariant(Wire):
    letter: Letter
    name: str
    model: str
    text: str = Field(description="the first 120 characters")
    run: UUID | None


class ListedStudy(Wire):
    id: UUID
    title: Title
    notes: str = Field(description="the first 200 characters")
    tags: Tags
    address: str
    variants: tuple[ListedVariant, ...]
    revision: int
    is_shared: bool = Field(description="some link opens it now")
    in_gallery: bool
    updated_at: datetime
    deleted_at: datetime | None


class StudyList(Wire):
    studies: tuple[ListedStudy, ...] = Field(description="last changed first, at most 50")
    total: int = Field(description="how many there are in all")
    tags: tuple[str, ...] = Field((), description="every tag of the asker's studies")


class StudyQuery(Wire):
    search: str = Field("", max_length=200, description="every word has to stand in title, notes, tags or a text")
    tag: str = Field("", max_length=40)
    deleted: bool = Field(False, description="those that can still be brought back")
    skip: Count = Field(0, description="studies before the first one listed")


class RevisionEntry(Wire):
    number: int
    title: str
    is_autosave: bool
    created_at: datetime


class RevisionList(Wire):
    revisions: tuple[RevisionEntry, ...] = Field(description="newest first")


class Revision(RevisionEntry):
    notes: Notes
    tags: Tags
    state: StudyState


class LinkChange(Wire):
    may_copy: bool = Field(False, description="guests may make a copy of their own, and export the study")
    comments: bool = Field(False, description="guests may read and, with an account, write comments")
    expires_at: datetime | None = Field(None, description="with a time zone; None: never")


class Link(Wire):
    id: int
    may_copy: bool
    comments: bool
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    token: str | None = Field(None, description="told once, when the link is made: /s/TOKEN")
    frames: tuple[str, ...] = Field(
        description="origins whose pages may show /embed/TOKEN in a frame; *: all; none: no page may"
    )

    @classmethod
    def of(cls, row: models.ShareLink, token: str | None = None) -> "Link":
        return cls(
            id=row.pk,
            may_copy=row.may_copy,
            comments=row.comments,
            created_at=row.created_at,
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
            token=token,
            frames=tuple(settings.EMBED_ORIGINS),
        )


class LinkList(Wire):
    links: tuple[Link, ...] = Field(description="newest first, revoked ones too")


class OpenLink(Wire):
    token: str = Field(min_length=1, max_length=200)


class Gallery(Wire):
    in_gallery: bool


Label = Annotated[str, Field(max_length=80, description="the token as it read then; empty: not told")]


class AnchorNone(Wire):
    type: Literal["none"] = "none"


class AnchorToken(Wire):
    type: Literal["token"] = "token"
    letter: Letter
    row: Count = 0
    side: Literal["query", "key"] = Field("query", description="of cross-attention, key: a source token")
    token: Count
    label: Label = ""


class AnchorHead(Wire):
    type: Literal["head"] = "head"
    letter: Letter
    kind: Kind
    layer: Count
    head: Count


class AnchorCell(Wire):
    type: Literal["cell"] = "cell"
    letter: Letter
    kind: Kind
    layer: Count
    head: Count
    row: Count = 0
    query: Count
    key: Count
    query_label: Label = ""
    key_label: Label = ""


Anchor = Annotated[AnchorNone | AnchorToken | AnchorHead | AnchorCell, Field(discriminator="type")]


CommentText = Annotated[str, Field(min_length=1, max_length=4000, description="Markdown")]


class NewComment(Wire):
    text: CommentText
    anchor: Anchor = AnchorNone()
    reply_to: int | None = Field(None, ge=1, le=2**31 - 1, description="a comment that is not a reply itself")


class CommentChange(Wire):
    text: CommentText


class Moderation(Wire):
    """What is left out stays as it is."""

    hidden: bool | None = Field(None, description="out of everybody's sight but the author's and the owner's")
    resolved: bool | None = Field(None, description="nothing is left to be done; only of a comment that is no reply")


class Comment(Wire):
    id: int
    text: str = Field(description="empty where it was deleted, and for guests where it is hidden")
    author: str = Field(description="user name; empty: a browser without an account")
    by_owner: bool
    is_own: bool = Field(description="the asker's")
    anchor: Anchor
    reply_to: int | None
    hidden: bool
    resolved: bool
    deleted: bool
    created_at: datetime
    edited_at: datetime | None


class CommentList(Wire):
    comments: tuple[Comment, ...] = Field(description="oldest first")


class NewDraft(Wire):
    text: str = Field(min_length=1, max_length=100_000, description="the words of one part of the address")


class Draft(Wire):
    id: UUID
    text: str
    created_at: datetime
