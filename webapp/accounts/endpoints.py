"""The addresses of accounts."""

from compute import errors as compute_errors
from webapp import errors
from webapp.accounts import api, wire
from webapp.accounts import errors as account_errors
from webapp.endpoint import Endpoint, File, Operation

UNREAD = (compute_errors.InvalidRequest,)
BODY = (errors.WrongContentType, errors.BodyTooLarge, errors.CsrfFailed, compute_errors.InvalidRequest)
PROVEN = (*BODY, account_errors.NotSignedIn, account_errors.SignInFailed)

ACCOUNTS = (
    Endpoint(
        "account",
        api.Account,
        (
            Operation("get", "Who the browser is signed in as. Brings the CSRF cookie.", wire.Account, refuses=UNREAD),
            Operation(
                "delete", "Deletes the account with everything in it.", wire.Account, body=wire.Proof, refuses=PROVEN
            ),
        ),
    ),
    Endpoint(
        "account/sign-up",
        api.SignUp,
        (
            Operation(
                "post",
                "A new account; what this browser kept moves into it.",
                wire.Account,
                status=201,
                body=wire.SignUp,
                refuses=(
                    *BODY,
                    account_errors.NameRefused,
                    account_errors.NameTaken,
                    account_errors.WeakPassword,
                    account_errors.BadEmail,
                ),
            ),
        ),
    ),
    Endpoint(
        "account/sign-in",
        api.SignIn,
        (
            Operation(
                "post",
                "Signs in; what this browser kept without an account moves into it.",
                wire.Account,
                body=wire.SignIn,
                refuses=(*BODY, account_errors.SignInFailed),
            ),
        ),
    ),
    Endpoint(
        "account/sign-out",
        api.SignOut,
        (Operation("post", "Ends the session and its streams.", wire.Account, refuses=(*UNREAD, errors.CsrfFailed)),),
    ),
    Endpoint(
        "account/password",
        api.Password,
        (
            Operation(
                "post",
                "Another password; every other session of the account ends.",
                wire.Account,
                body=wire.NewPassword,
                refuses=(*PROVEN, account_errors.WeakPassword),
            ),
        ),
    ),
    Endpoint(
        "account/export",
        api.Export,
        (
            Operation(
                "get",
                "Everything that is kept of this account, or of this browser without one, as one archive.",
                File("application/zip"),
                refuses=UNREAD,
            ),
        ),
    ),
)
