"""What `list` shows of the costs: published models, devices, figures and formulas."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compute.catalog.costs import FigureRow, FormulaRow
    from compute.catalog.devices import Device


def list_published(as_json: bool) -> None:
    from compute.catalog.configs.published import published, shape_of_published
    from compute.catalog.costs import figure_of

    rows = published().values()
    if as_json:
        said = [{"name": one.name, "title": one.title, "source": one.source, "config": one.config} for one in rows]
        print(json.dumps(said, ensure_ascii=False, indent=1))
        return
    for one in rows:
        (total,) = figure_of(shape_of_published(one.name), "parameters")
        print(f"{one.name:26} {total.value:>19,} parameters   {one.title}")


def list_devices(as_json: bool) -> None:
    from compute.catalog.devices import devices

    if as_json:
        print(json.dumps([_device(one) for one in devices()], ensure_ascii=False, indent=1))
        return
    for one in devices():
        print_device(one)


def print_device(one: "Device") -> None:
    peaks = "  ".join(f"{name} {peak / 1e12:,.4g}" for name, peak in one.peaks.items())
    size = f"{one.memory_bytes / 1e9:,.0f} GB, {one.bytes_per_s / 1e9:,.5g} GB/s"
    print(f"{one.name:14} {one.title:26} {size:22} TFLOP/s: {peaks}")


def _device(one: "Device") -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "memory_bytes": one.memory_bytes,
        "bytes_per_s": one.bytes_per_s,
        "flops_per_s": dict(one.peaks),
        "link": one.link,
        "link_bytes_per_s": one.link_bytes_per_s,
        "source": {"work": one.source.work, "address": one.source.address},
        "measured": one.measured,
    }


def list_figures(as_json: bool) -> None:
    from compute.catalog.costs import figures

    _print_rows(figures, as_json)


def list_formulas(as_json: bool) -> None:
    from compute.catalog.costs import formulas

    _print_rows(formulas, as_json)


def _print_rows(rows: "Iterable[FigureRow | FormulaRow]", as_json: bool) -> None:
    from compute.catalog.params import describe

    if as_json:
        said = [
            {**describe(row, row.params, row.params()), "unit": _unit(row.unit), "group": row.group} for row in rows
        ]
        print(json.dumps(said, ensure_ascii=False, indent=1))
        return
    for row in rows:
        print(f"{row.name:26} {row.group:12} {row.title}")


def _unit(unit: str | Mapping[str, str]) -> str | dict[str, str]:
    return unit if isinstance(unit, str) else dict(unit)
