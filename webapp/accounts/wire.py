"""Every body of the HTTP interface of accounts."""

from datetime import datetime

from pydantic import Field

from compute.wire import Wire

Password = Field(min_length=1, max_length=1000, json_schema_extra={"format": "password"})


class SignUp(Wire):
    username: str = Field(min_length=1, max_length=150)
    password: str = Password
    email: str = Field("", max_length=254, description="only to reset a forgotten password")


class SignIn(Wire):
    username: str = Field(min_length=1, max_length=150)
    password: str = Password


class Proof(Wire):
    password: str = Password


class NewPassword(Wire):
    password: str = Password
    new_password: str = Password


class Account(Wire):
    """Who the browser is signed in as, and what it keeps."""

    signed_in: bool
    username: str = Field(description="empty if nobody is signed in")
    email: str
    since: datetime | None
    studies: int
    runs: int
    kept_bytes: int = Field(description="captures that the studies refer to")
    kept_limit: int
