"""What only accounts refuse."""

from compute.errors import AtlasError, quoted


class SignInFailed(AtlasError):
    """One answer for an unknown name and a wrong password."""

    code = "sign_in_failed"
    status = 403

    def __init__(self) -> None:
        super().__init__("User name and password do not belong together. Check both, or reset the password.")


class NotSignedIn(AtlasError):
    code = "not_signed_in"
    status = 403

    def __init__(self) -> None:
        super().__init__("This needs an account. Sign in or sign up.")


class NameTaken(AtlasError):
    code = "name_taken"
    status = 409

    def __init__(self, given: str) -> None:
        super().__init__(f"{quoted(given)} is taken. Choose another user name.", field="username")


class NameRefused(AtlasError):
    code = "name_refused"

    def __init__(self) -> None:
        super().__init__(
            "A user name has 1 to 150 letters, digits and @ . + - _ and nothing else. Choose another.", field="username"
        )


class WeakPassword(AtlasError):
    code = "weak_password"

    def __init__(self, why: str) -> None:
        super().__init__(f"{why} Choose another password.", field="password")


class BadEmail(AtlasError):
    code = "bad_email"

    def __init__(self) -> None:
        super().__init__("This is not an e-mail address. Mend it, or leave it out.", field="email")
