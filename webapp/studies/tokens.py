"""The secret of a share link."""

import hashlib
import secrets

TOKEN_BYTES = 24  # 192 random bits


def new_token() -> str:
    """32 letters, digits, dashes and underscores that nothing leads to."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What is kept of it: a stolen database opens no link. Random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
