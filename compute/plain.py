"""Events as plain values that strict JSON can carry."""

import numpy as np
from pydantic import BaseModel

from compute.wire import PackedArray, Wire

Plain = dict[str, "Plain"] | list["Plain"] | str | int | float | bool | None


def plain(value: Wire) -> dict[str, Plain]:
    """The fields of an event or body. An array becomes nested lists; a masked cell, NaN, becomes None."""
    return {name: _plain(getattr(value, name)) for name in type(value).model_fields}


def _plain(value: object) -> Plain:
    match value:
        case PackedArray():
            return _cells(value)
        case BaseModel():
            return {name: _plain(getattr(value, name)) for name in type(value).model_fields}
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case tuple() | list():
            return [_plain(item) for item in value]
        case str() | int() | float() | None:
            return value
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def _cells(array: PackedArray) -> list[Plain]:
    values = array.numpy()
    # The fewest digits that read back as the same half or single: 0.1, not 0.0999755859375.
    flat: list[float | None] = [None if np.isnan(value) else float(str(value)) for value in values.ravel()]
    nested: list[Plain] = list(flat)
    for length in reversed(values.shape[1:]):
        nested = [nested[start : start + length] for start in range(0, len(nested), length)] if length else []
    return nested
