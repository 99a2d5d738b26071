"""What a model costs: figures of a model, and formulas of plain numbers. No torch here."""

from compute.catalog.costs import (  # the rows register themselves
    bounds,
    cache,
    flops,
    generation,
    memory,
    memory_rules,
    operations,
    parameters,
    plans,
    roofline,
    rotary,
    rules,
    serving,
)
from compute.catalog.costs.row import Figure, FigureRow, FormulaRow, figure_of, figures, formula_of, formulas

__all__ = [
    "Figure",
    "FigureRow",
    "FormulaRow",
    "bounds",
    "cache",
    "figure_of",
    "figures",
    "flops",
    "formula_of",
    "formulas",
    "generation",
    "memory",
    "memory_rules",
    "operations",
    "parameters",
    "plans",
    "roofline",
    "rotary",
    "rules",
    "serving",
]
