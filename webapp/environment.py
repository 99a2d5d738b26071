"""How an environment variable becomes a typed setting; read by webapp/settings.py alone."""

import os
import re
import secrets
import tempfile
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

CONNECTION_KEPT_S = 600  # by a thread of the web; making one takes longer than most requests


def text(name: str, default: str) -> str:
    return os.environ.get(name, "") or default


def flag(name: str, default: bool = False) -> bool:
    return text(name, "1" if default else "0").lower() in ("1", "true", "yes", "on")


def number(name: str, default: int) -> int:
    given = text(name, str(default))
    if not given.isdecimal():
        raise ImproperlyConfigured(f"{name} is “{given}”, which is not a whole number.")
    return int(given)


def database(name: str, default: str) -> dj_database_url.DBConfig:
    """An address, whose text is not repeated in what is said of it: it may hold a password."""
    try:
        return dj_database_url.parse(text(name, default), conn_max_age=CONNECTION_KEPT_S, conn_health_checks=True)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} is not the address of a database, such as postgres://user:password@host/name."
        ) from None


def words(name: str, default: str) -> list[str]:
    """A list, separated by commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def origins(name: str) -> list[str]:
    """Origins with their scheme, separated by commas; * is every page."""
    given = words(name, "")
    for one in given:
        if not re.fullmatch(r"\*|https?://[\w.*-]+(:\d{1,5})?", one):
            raise ImproperlyConfigured(f"{name} has “{one}”, which is no origin, such as https://blog.example.org.")
    return given


def secret_key(path: Path) -> str:
    """SECRET_KEY, or the contents of a file that only its owner may read, made at the first start."""
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)  # mode 600
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            # A link never replaces a file: of several processes that start at once, one makes the key.
            Path(path).hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text()
