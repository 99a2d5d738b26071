"""What every body and event on the wire is made of."""

from typing import Literal

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, ConfigDict, Field


class Wire(BaseModel):
    """A frozen value that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Event(Wire):
    """Something that a run says. `seq` counts from 1 without a gap; 0: a passing remark."""

    seq: int = Field(ge=0)


class PackedArray(Wire):
    """Numbers as little-endian bytes with their shape, row-major.

    A masked cell is NaN, so that masked and zero stay apart; half precision keeps small weights that
    eight linear bits would round to zero.
    """

    shape: tuple[int, ...]
    dtype: Literal["float16", "float32"]
    data: bytes = Field(json_schema_extra={"format": "binary"})

    @classmethod
    def of(cls, values: npt.NDArray[np.floating], dtype: Literal["float16", "float32"] = "float16") -> "PackedArray":
        little = np.ascontiguousarray(values, dtype=np.dtype(dtype).newbyteorder("<"))
        return cls(shape=values.shape, dtype=dtype, data=little.tobytes())

    def numpy(self) -> npt.NDArray[np.floating]:
        return np.frombuffer(self.data, dtype=np.dtype(self.dtype).newbyteorder("<")).reshape(self.shape)


Scalar = str | int | float | bool | None
