"""Bytes of a value by precision, and of the scales that a group of quantised values shares."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from compute.registry import Source

Precision = Literal["fp32", "tf32", "bf16", "fp16", "fp8", "int8", "int4", "mxfp4"]


@dataclass(frozen=True)
class Kept:
    """bits of a value; group: values that share `scale_bits` more (a scale, and a zero point where there is one)."""

    bits: int
    group: int
    scale_bits: int
    source: Source


IEEE = Source("IEEE 754-2019; bfloat16 has 16 bits too", "https://standards.ieee.org/ieee/754/6210/")
GPTQ = Source(
    "Frantar et al. 2022, GPTQ: a scale (and at 4 bits a zero point) for each group of 128", "arXiv:2210.17323"
)
BLOCKS = Source("DeepSeek-AI 2024, DeepSeek-V3, section 3.3: a scale for each 128 × 128 block", "arXiv:2412.19437")
OCP = Source("Open Compute Project 2023, Microscaling Formats 1.0, section 5", "https://www.opencompute.org/documents")

PRECISIONS: Mapping[Precision, Kept] = {
    "fp32": Kept(32, 0, 0, IEEE),
    "tf32": Kept(32, 0, 0, IEEE),  # stored like fp32, multiplied with fewer bits
    "bf16": Kept(16, 0, 0, IEEE),
    "fp16": Kept(16, 0, 0, IEEE),
    "fp8": Kept(8, 128 * 128, 32, BLOCKS),
    "int8": Kept(8, 128, 16, GPTQ),
    "int4": Kept(4, 128, 16 + 4, GPTQ),
    "mxfp4": Kept(4, 32, 8, OCP),
}


def bytes_of(precision: Precision) -> float:
    """Bytes of one value, scales not counted; a whole number stays one."""
    bits = PRECISIONS[precision].bits
    return bits // 8 if bits % 8 == 0 else bits / 8
