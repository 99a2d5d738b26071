"""A record as one safetensors file: its arrays by name, its numbers in the header. No pickle."""

import json

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load, save

from compute.capture.record import AttentionRecord, BiasRecord, Coded, MaskRecord
from compute.events import Kind
from compute.wire import Wire


class Header(Wire):
    """What a record says beside its arrays."""

    format: int = 1
    kind: Kind
    layer: int
    scale: float
    softcap: float | None
    causal: bool
    window: int | None


def written(record: AttentionRecord) -> bytes:
    mask, bias = record.mask, record.bias
    arrays = {
        "query.code": record.query.code,
        "query.middle": record.query.middle,
        "query.step": record.query.step,
        "key.code": record.key.code,
        "key.middle": record.key.middle,
        "key.step": record.key.step,
        "lse": record.lse,
        "mask.key_valid": mask.key_valid,
        "mask.query_valid": mask.query_valid,
        # Eight cells to a byte: of a long text every layer has its own.
        "mask.packed": None if mask.dense is None else np.packbits(mask.dense, axis=-1),
        "mask.top": mask.top,
        "mask.top_heads": mask.top_heads,
        "bias.by_distance": bias and bias.by_distance,
        "bias.dense": bias and bias.dense,
        "sink": record.sink,
    }
    header = Header(
        kind=record.kind,
        layer=record.layer,
        scale=record.scale,
        softcap=record.softcap,
        causal=mask.causal,
        window=mask.window,
    )
    there = {name: np.ascontiguousarray(array) for name, array in arrays.items() if array is not None}
    content: bytes = save(there, {"record": header.model_dump_json()})
    return content


def read(content: bytes) -> AttentionRecord:
    length = int.from_bytes(content[:8], "little")
    header = Header.model_validate_json(json.loads(content[8 : 8 + length])["__metadata__"]["record"])
    arrays: dict[str, npt.NDArray[np.generic]] = load(content)

    def single(name: str) -> npt.NDArray[np.float32] | None:
        return arrays[name].astype(np.float32, copy=False) if name in arrays else None

    def boolean(name: str) -> npt.NDArray[np.bool_] | None:
        return arrays[name].astype(np.bool_, copy=False) if name in arrays else None

    def unpacked(name: str) -> npt.NDArray[np.bool_] | None:
        if name not in arrays:
            return boolean("mask.dense")  # as it was stored before cells were packed
        keys = arrays["key.code"].shape[2]
        return np.unpackbits(arrays[name].astype(np.uint8, copy=False), axis=-1, count=keys).astype(np.bool_)

    def coded(name: str) -> Coded:
        code = arrays[f"{name}.code"].astype(np.int16, copy=False)
        return Coded(code, needed(single(f"{name}.middle")), needed(single(f"{name}.step")))

    by_distance, dense = single("bias.by_distance"), single("bias.dense")
    return AttentionRecord(
        kind=header.kind,
        layer=header.layer,
        query=coded("query"),
        key=coded("key"),
        lse=needed(single("lse")),
        scale=header.scale,
        softcap=header.softcap,
        mask=MaskRecord(
            causal=header.causal,
            window=header.window,
            key_valid=boolean("mask.key_valid"),
            query_valid=boolean("mask.query_valid"),
            dense=unpacked("mask.packed"),
            top=arrays["mask.top"].astype(np.int32, copy=False) if "mask.top" in arrays else None,
            top_heads=boolean("mask.top_heads"),
        ),
        bias=None if by_distance is None and dense is None else BiasRecord(by_distance, dense),
        sink=single("sink"),
    )


def needed(array: npt.NDArray[np.float32] | None) -> npt.NDArray[np.float32]:
    if array is None:
        raise ValueError("an array is missing from the capture file")
    return array
