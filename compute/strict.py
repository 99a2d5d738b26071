"""JSON by the letter."""

import json
from typing import NoReturn


def read_json(content: bytes) -> object:
    """The value of a text in UTF-8, with a byte order mark or without; NaN and Infinity are not JSON.

    An unpaired surrogate, written as \\ud800, passes: whoever reads the text refuses it by its place.

    Raises:
        ValueError: with what is wrong, for a sentence of the caller's.
    """
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise ValueError("it is not text in UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(str(error)[:200]) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")
