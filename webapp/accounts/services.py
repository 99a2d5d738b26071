"""Signing up, in and out, and leaving. The only writer of accounts and of whose things are whose."""

import secrets

from django.contrib.auth import authenticate, get_user, login, logout, password_validation, update_session_auth_hash
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from webapp import belongings
from webapp.accounts.errors import BadEmail, NameRefused, NameTaken, NotSignedIn, SignInFailed, WeakPassword
from webapp.accounts.models import Account
from webapp.browser import SESSION_KEY, visitor_in


def sign_up(request: HttpRequest, username: str, password: str, email: str) -> User:
    """A new account, which the browser is signed in to; all that it kept is the account's.

    Raises:
        NameRefused, NameTaken, BadEmail, WeakPassword.
    """
    user = User(username=User.normalize_username(username), email=User.objects.normalize_email(email))
    try:
        User.username_validator(user.username)
    except ValidationError:
        raise NameRefused from None
    if email:
        try:
            validate_email(email)
        except ValidationError:
            raise BadEmail from None
    _check_password(password, user)
    user.set_password(password)
    try:
        with transaction.atomic():
            if User.objects.filter(username__iexact=user.username).exists():
                raise NameTaken(username)
            user.save()
            Account.objects.create(user=user, owner=secrets.token_urlsafe(16))
    except IntegrityError:
        raise NameTaken(username) from None
    _enter(request, user)
    return user


def sign_in(request: HttpRequest, username: str, password: str) -> User:
    """Raises: SignInFailed, after the same work for an unknown name as for a wrong password."""
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise SignInFailed
    _enter(request, user)
    return user


def sign_out(request: HttpRequest) -> None:
    """Ends the session, and with it its streams."""
    logout(request)


def change_password(request: HttpRequest, user: User, old: str, new: str) -> None:
    """Every other session of the account ends; this one goes on. Raises: SignInFailed, WeakPassword."""
    if not user.check_password(old):
        raise SignInFailed
    _check_password(new, user)
    user.set_password(new)
    user.save(update_fields=("password",))
    request.user = user  # or Django would not take it for this session's
    update_session_auth_hash(request, user)


def delete(request: HttpRequest, user: User, password: str) -> None:
    """Deletes the account with everything in it, for good. Raises: SignInFailed."""
    if not user.check_password(password):
        raise SignInFailed
    owner = account_of(user).owner
    belongings.delete(owner)
    user.delete()
    logout(request)


def account_of(user: User) -> Account:
    """A user made by the operator gets an account at the first sign-in."""
    return Account.objects.get_or_create(user=user, defaults={"owner": secrets.token_urlsafe(16)})[0]


def signed_in(request: HttpRequest) -> User:
    """Raises: NotSignedIn."""
    user = user_in(request)
    if user is None:
        raise NotSignedIn
    return user


def user_in(request: HttpRequest) -> User | None:
    """Whoever the session is signed in as. REST framework's request knows nobody: it logs nobody in."""
    user = get_user(request)
    return user if isinstance(user, User) else None


def _enter(request: HttpRequest, user: User) -> None:
    """Signs in. What the browser had kept without an account moves into it; links that it opened stay open."""
    before = visitor_in(request.session)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    account = account_of(user)
    request.session[SESSION_KEY] = account.owner
    if before.owner and not before.name:
        belongings.move(before.owner, account.owner)


def _check_password(password: str, user: User) -> None:
    try:
        password_validation.validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(error.messages[0]) from None
