"""What only studies refuse."""

from compute.errors import AtlasError, quoted


class NotAllowed(AtlasError):
    """The asker may look at the study, and knows that it is there, but may not do this."""

    code = "not_allowed"
    status = 403

    def __init__(self, action: str) -> None:
        super().__init__(
            f"The link that you opened does not allow this ({action}). Ask whoever sent it, or save your own study.",
            action=action,
        )


class Conflict(AtlasError):
    """Somebody, perhaps another tab, saved in between; nothing is overwritten."""

    code = "conflict"
    status = 409

    def __init__(self, expected: int, current: int, saved_at: str) -> None:
        super().__init__(
            f"The study was saved elsewhere in between: you changed revision {expected}, and revision {current} is "
            "stored by now. Load that one, or save yours as a copy.",
            field="revision",
            expected=expected,
            current=current,
            saved_at=saved_at,
        )


class TooManyStudies(AtlasError):
    code = "too_many_studies"
    status = 409

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"You have {limit:,} studies, which is the most. Delete one that you no longer need.", limit=limit
        )


class QuotaExceeded(AtlasError):
    """What studies refer to is kept for good, so there is a limit to it."""

    code = "quota_exceeded"
    status = 409

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"The results that your studies keep would be {given:,} bytes; at most {limit:,} are kept. "
            "Delete a study, or save this one without its longest runs.",
            given=given,
            limit=limit,
        )


class CommentsOff(AtlasError):
    code = "comments_off"
    status = 403

    def __init__(self) -> None:
        super().__init__("Comments are off for this link. Write to whoever sent it.")


class AccountNeeded(AtlasError):
    """A guest's comment carries a name, so that the owner knows whose it is."""

    code = "account_needed"
    status = 403

    def __init__(self) -> None:
        super().__init__("A comment on somebody else's study needs an account. Sign in or sign up.")


class TooMany(AtlasError):
    """A list that has reached its end."""

    code = "too_many"
    status = 409

    def __init__(self, what: str, limit: int) -> None:
        super().__init__(f"There are {limit:,} {what} already, which is the most. Remove one.", what=what, limit=limit)


class StudyFileBroken(AtlasError):
    """Nothing of the file was kept."""

    code = "study_file_broken"

    def __init__(self, why: str) -> None:
        super().__init__(f"This is not a study file that can be read: {why[:300]} Nothing was changed.")


class StudyFileNewer(AtlasError):
    code = "study_file_newer"

    def __init__(self, given: int, limit: int) -> None:
        super().__init__(
            f"The study file has version {given}; this program reads versions up to {limit}. Update the program. "
            "Nothing was changed.",
            given=given,
            limit=limit,
        )


class GalleryOff(AtlasError):
    code = "gallery_off"
    status = 403

    def __init__(self) -> None:
        super().__init__("This site has no public gallery. Share the study by a link.")


class StudyTextRefused(AtlasError):
    """A NUL somewhere in a study: no database keeps it."""

    code = "study_text_refused"

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{quoted(text, 40)} holds a NUL (U+0000), which is not text. Remove it.", field=field)
