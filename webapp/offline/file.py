"""The file itself: the page as Vite built it in one piece (standalone.html), with what it holds written into it."""

import base64
import gzip
from html import escape
from pathlib import Path

import msgpack
from django.conf import settings

from compute.errors import AtlasError
from webapp.offline.wire import Held

TITLE = "<title>Attention Atlas</title>"
PLACE = "<!--held-->"


class PageNotBuilt(AtlasError):
    """There is no page to write into."""

    code = "page_not_built"
    status = 503

    def __init__(self) -> None:
        super().__init__("The page is not built yet. Run “make run”, which builds it, or “npm run build” in frontend/.")


def template() -> str:
    """Raises: PageNotBuilt."""
    file = Path(settings.PAGE) / "standalone.html"
    if not file.exists():
        raise PageNotBuilt
    return file.read_text("utf-8")


def size(numbers: int) -> int:
    """Bytes of a file that holds so many bytes of answers, at most."""
    return len(template().encode()) + numbers * 4 // 3


def written(held: Held) -> bytes:
    """Raises: PageNotBuilt."""
    page = template()
    # Base64 holds no “<”, so that no text of a user's can end the block that it stands in.
    packed = base64.b64encode(gzip.compress(msgpack.packb(held.model_dump() | {"run": str(held.run)}), 6)).decode()
    title = f"<title>{escape(held.title)}</title>"
    return (
        page.replace(TITLE, title, 1)
        .replace(PLACE, f'<script type="text/plain" id="held">{packed}</script>', 1)
        .encode()
    )
