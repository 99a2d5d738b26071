"""The addresses of studies, links, comments and drafts."""

from compute import errors as compute_errors
from webapp import errors
from webapp.endpoint import Endpoint, File, Operation
from webapp.studies import api, api_share, export, wire
from webapp.studies import errors as study_errors
from webapp.studies.files import StudyFile
from webapp.studies.notebook import NOTEBOOK_MEDIA

STUDY = "studies/<uuid:study_id>"
UNREAD = (compute_errors.InvalidRequest,)
NOT_THERE = (compute_errors.NotFound, compute_errors.InvalidRequest)
NOT_MINE = (*NOT_THERE, study_errors.NotAllowed)
BODY = (errors.WrongContentType, errors.BodyTooLarge, errors.CsrfFailed, compute_errors.InvalidRequest)
TEXT = (compute_errors.BadCharacter, study_errors.StudyTextRefused)
ROOM = (study_errors.TooManyStudies, study_errors.QuotaExceeded)
CHANGE = (*NOT_MINE, errors.CsrfFailed)
EDIT = (*NOT_MINE, *BODY, *TEXT, study_errors.QuotaExceeded, study_errors.Conflict)

STUDIES = (
    Endpoint(
        "studies",
        api.Studies,
        (
            Operation(
                "get",
                "The asker's own studies, last changed first.",
                wire.StudyList,
                query=wire.StudyQuery,
                refuses=UNREAD,
            ),
            Operation(
                "post",
                "Saves a new study. Variants that were run keep their runs.",
                wire.Study,
                status=201,
                body=wire.NewStudy,
                refuses=(*BODY, *TEXT, *ROOM),
            ),
        ),
    ),
    Endpoint(
        "studies/import",
        api.Import,
        (
            Operation(
                "post",
                "A new study from a study file of this version or an earlier one.",
                wire.Study,
                status=201,
                body=StudyFile,
                refuses=(*BODY, *TEXT, *ROOM, study_errors.StudyFileBroken, study_errors.StudyFileNewer),
            ),
        ),
    ),
    Endpoint(
        STUDY,
        api.OneStudy,
        (
            Operation("get", "One study.", wire.Study, refuses=NOT_MINE),
            Operation(
                "patch", "Changes a study, from the revision named.", wire.Study, body=wire.StudyChange, refuses=EDIT
            ),
            Operation("delete", "Puts a study aside; it can be brought back for a while.", wire.Done, refuses=CHANGE),
        ),
    ),
    Endpoint(
        f"{STUDY}/undelete",
        api.Undelete,
        (Operation("post", "Brings a deleted study back.", wire.Study, refuses=CHANGE),),
    ),
    Endpoint(
        f"{STUDY}/open",
        api.Open,
        (
            Operation(
                "post", "A study with its runs; one whose numbers are gone is run again.", wire.Study, refuses=CHANGE
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/copy",
        api.Copy,
        (
            Operation(
                "post",
                "A copy of the asker's own; the original stays.",
                wire.Study,
                status=201,
                refuses=(*CHANGE, *ROOM),
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/revisions",
        api.Revisions,
        (Operation("get", "The study's history, newest first.", wire.RevisionList, refuses=NOT_MINE),),
    ),
    Endpoint(
        f"{STUDY}/revisions/<int:number>",
        api.OneRevision,
        (Operation("get", "The study as it once was.", wire.Revision, refuses=NOT_MINE),),
    ),
    Endpoint(
        f"{STUDY}/revisions/<int:number>/restore",
        api.Restore,
        (Operation("post", "An earlier state becomes the newest.", wire.Study, body=wire.AtRevision, refuses=EDIT),),
    ),
    Endpoint(
        f"{STUDY}/gallery",
        api.Publish,
        (
            Operation(
                "post",
                "Puts a study into the public gallery, or takes it out.",
                wire.Study,
                body=wire.Gallery,
                refuses=(*NOT_MINE, *BODY, study_errors.GalleryOff),
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/file",
        export.AsFile,
        (Operation("get", "The study as a study file.", StudyFile, refuses=NOT_MINE),),
    ),
    Endpoint(
        f"{STUDY}/notebook",
        export.AsNotebook,
        (
            Operation(
                "get", "A notebook that reproduces the runs with the library.", File(NOTEBOOK_MEDIA), refuses=NOT_MINE
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/links",
        api_share.Links,
        (
            Operation("get", "Every link of the study, without its token.", wire.LinkList, refuses=NOT_MINE),
            Operation(
                "post",
                "A new link; its token is told this once.",
                wire.Link,
                status=201,
                body=wire.LinkChange,
                refuses=(*NOT_MINE, *BODY, study_errors.TooMany),
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/links/<int:link_id>",
        api_share.OneLink,
        (
            Operation(
                "patch", "Other conditions for a link.", wire.Link, body=wire.LinkChange, refuses=(*NOT_MINE, *BODY)
            ),
            Operation("delete", "Revokes a link at once and for good.", wire.Link, refuses=CHANGE),
        ),
    ),
    Endpoint(
        f"{STUDY}/comments",
        api_share.Comments,
        (
            Operation(
                "get", "The comments, oldest first.", wire.CommentList, refuses=(*NOT_MINE, study_errors.CommentsOff)
            ),
            Operation(
                "post",
                "A new comment, or a reply to one.",
                wire.Comment,
                status=201,
                body=wire.NewComment,
                refuses=(
                    *NOT_MINE,
                    *BODY,
                    *TEXT,
                    study_errors.CommentsOff,
                    study_errors.AccountNeeded,
                    study_errors.TooMany,
                ),
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/comments/<int:comment_id>",
        api_share.OneComment,
        (
            Operation(
                "patch",
                "Hides a comment or resolves its thread, or takes that back.",
                wire.Comment,
                body=wire.Moderation,
                refuses=(*NOT_MINE, *BODY),
            ),
            Operation(
                "delete",
                "Removes a comment: its author may, and the study's owner.",
                wire.Done,
                refuses=(*CHANGE, study_errors.CommentsOff),
            ),
        ),
    ),
    Endpoint(
        f"{STUDY}/comments/<int:comment_id>/text",
        api_share.CommentText,
        (
            Operation(
                "patch",
                "Other words for one's own comment.",
                wire.Comment,
                body=wire.CommentChange,
                refuses=(*NOT_MINE, *BODY, *TEXT, study_errors.CommentsOff),
            ),
        ),
    ),
    Endpoint(
        "links/open",
        api_share.OpenByLink,
        (
            Operation(
                "post",
                "Opens a shared study: this browser may then read it and its runs for as long as the link holds.",
                wire.Study,
                body=wire.OpenLink,
                refuses=(*BODY, compute_errors.NotFound),
            ),
        ),
    ),
    Endpoint(
        "links/study",
        api_share.Embedded,
        (
            Operation(
                "get",
                "The study of a link, for a frame: the token stands in the header X-Share-Token, here and wherever "
                "the study's runs are read. Needs no cookie, sets none, and changes nothing.",
                wire.Study,
                refuses=NOT_THERE,
            ),
        ),
    ),
    Endpoint(
        "gallery",
        api_share.GalleryList,
        (Operation("get", "The public gallery.", wire.StudyList, query=wire.StudyQuery, refuses=UNREAD),),
    ),
    Endpoint(
        "drafts",
        api.Drafts,
        (
            Operation(
                "post",
                "Keeps a text that is too long for an address.",
                wire.Draft,
                status=201,
                body=wire.NewDraft,
                refuses=(*BODY, compute_errors.EmptyText, compute_errors.TextTooLong, compute_errors.BadCharacter),
            ),
        ),
    ),
    Endpoint(
        "drafts/<uuid:draft_id>",
        api.OneDraft,
        (Operation("get", "Words of an address, for whoever has it.", wire.Draft, refuses=NOT_THERE),),
    ),
)
