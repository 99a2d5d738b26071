"""Devices: dense peaks, memory, bandwidth and links, as their makers state them; and this machine, measured.

Peaks are without sparsity, which datasheets often double. A peak is never reached; a roofline is a bound.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from compute.catalog.costs.precision import Precision
from compute.errors import InvalidRequest, quoted
from compute.registry import Source
from compute.settings import settings

GB, TB, TERA = 10**9, 10**12, 10**12


@dataclass(frozen=True)
class Device:
    """peaks: FLOP/s by precision, dense. link_bytes_per_s: to its neighbours, both directions together."""

    name: str
    title: str
    memory_bytes: int
    bytes_per_s: float
    peaks: Mapping[str, float]
    link: str
    link_bytes_per_s: float
    source: Source
    measured: bool = False

    def peak(self, precision: Precision) -> float:
        """FLOP/s at that precision. What the device can't multiply is widened: 4-bit weights and fp8 to 16 bits."""
        for candidate in (precision, *WIDER[precision]):
            if candidate in self.peaks:
                return self.peaks[candidate]
        raise InvalidRequest(f"{self.title} states no peak for {precision}.", field="precision")


# What a product is computed in where the device has no unit for the precision itself.
WIDER: Mapping[Precision, tuple[Precision, ...]] = {
    "fp32": (),
    "tf32": ("fp32",),
    "bf16": ("fp16", "fp32"),
    "fp16": ("bf16", "fp32"),
    "fp8": ("bf16", "fp16", "fp32"),
    "int8": ("bf16", "fp16", "fp32"),
    "int4": ("bf16", "fp16", "fp32"),
    "mxfp4": ("bf16", "fp16", "fp32"),
}


def _peaks(**tera: float) -> Mapping[str, float]:
    return {precision: value * TERA for precision, value in tera.items()}


HOPPER = _peaks(fp32=66.9, tf32=494.7, bf16=989.4, fp16=989.4, fp8=1978.9, int8=1978.9)
AMPERE = _peaks(fp32=19.5, tf32=156, bf16=312, fp16=312, int8=624)
BLACKWELL = _peaks(fp32=80, tf32=1_100, bf16=2_250, fp16=2_250, fp8=4_500, int8=4_500, mxfp4=9_000)
ADA_L4 = _peaks(fp32=30.3, tf32=60, bf16=121, fp16=121, fp8=242.5, int8=242.5)
ADA_4090 = _peaks(fp32=82.6, tf32=82.6, bf16=165.2, fp16=165.2, fp8=330.3, int8=660.6, int4=1_321.2)
AMPERE_A6000 = _peaks(fp32=38.7, tf32=77.4, bf16=154.8385, fp16=154.8385, int8=309.7)

NVIDIA = "https://www.nvidia.com/en-us"
WHITEPAPER = Source("NVIDIA H100 Tensor Core GPU Architecture, table 2", f"{NVIDIA}/data-center/h100/")
PUBLISHED = (
    Device("a100", "A100 SXM 80 GB", 80 * GB, 2_039 * GB, AMPERE, "NVLink 3", 600 * GB,
           Source("NVIDIA A100 datasheet", f"{NVIDIA}/data-center/a100/")),
    Device("a100-40", "A100 SXM 40 GB", 40 * GB, 1_555 * GB, AMPERE, "NVLink 3", 600 * GB,
           Source("NVIDIA A100 Tensor Core GPU Architecture, table 4", f"{NVIDIA}/data-center/a100/")),
    Device("h100", "H100 SXM 80 GB", 80 * GB, 3_350 * GB, HOPPER, "NVLink 4", 900 * GB, WHITEPAPER),
    Device("h200", "H200 SXM 141 GB", 141 * GB, 4_800 * GB, HOPPER, "NVLink 4", 900 * GB,
           Source("NVIDIA H200 datasheet", f"{NVIDIA}/data-center/h200/")),
    Device("b200", "B200 SXM 180 GB", 180 * GB, 8_000 * GB, BLACKWELL, "NVLink 5", 1_800 * GB,
           Source("NVIDIA Blackwell Architecture brief, HGX B200, one of eight", f"{NVIDIA}/data-center/dgx-b200/")),
    Device("l4", "L4 24 GB", 24 * GB, 300 * GB, ADA_L4, "PCIe 4 x16", 64 * GB,
           Source("NVIDIA L4 datasheet, without sparsity", f"{NVIDIA}/data-center/l4/")),
    Device("rtx-4090", "GeForce RTX 4090 24 GB", 24 * GB, 1_008 * GB, ADA_4090, "PCIe 4 x16", 64 * GB,
           Source("NVIDIA Ada GPU Architecture, appendix A", f"{NVIDIA}/geforce/ada-lovelace-architecture/")),
    Device("rtx-a6000", "RTX A6000 48 GB", 48 * GB, 768 * GB, AMPERE_A6000, "NVLink 3", 112.5 * GB,
           Source("NVIDIA RTX A6000 datasheet, without sparsity", f"{NVIDIA}/design-visualization/rtx-a6000/")),
    Device("tpu-v5e", "TPU v5e 16 GB", 16 * GB, 820 * GB, _peaks(bf16=197, int8=394), "ICI", 400 * GB,
           Source("Google Cloud, TPU v5e", "https://cloud.google.com/tpu/docs/v5e")),
)  # fmt: skip

BY_NAME = {one.name: one for one in PUBLISHED}
THIS = "this-machine"


def devices() -> tuple[Device, ...]:
    """Every device; this machine last, once it was measured (`python -m compute measure-device`)."""
    own = measured()
    return PUBLISHED if own is None else (*PUBLISHED, own)


def device(name: str) -> Device:
    """The device of that name. Raises: InvalidRequest, with the names that there are."""
    if name in BY_NAME:
        return BY_NAME[name]
    found = {one.name: one for one in devices()}
    if name in found:
        return found[name]
    if name == THIS:
        raise InvalidRequest("This machine was not measured yet. Run: python -m compute measure-device", field="device")
    raise InvalidRequest(f"There is no device {quoted(name, 40)}. Choose one of: {', '.join(found)}.", field="device")


def measured() -> Device | None:
    """This machine, as it was measured; None before that, or where the file can't be read."""
    try:
        said = json.loads(settings().device_file.read_text("utf-8"))
        return Device(
            **{**said, "source": Source(**said["source"]), "measured": True},
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep_measured(found: Device) -> None:
    """Stores what was measured of this machine."""
    file = settings().device_file
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(json.dumps({**asdict(found), "peaks": dict(found.peaks)}, indent=1) + "\n", "utf-8")
    part.replace(file)
