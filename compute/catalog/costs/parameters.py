"""Trained values of a model, by part; those that a token meets; those beside the tables."""

from collections.abc import Callable, Mapping
from typing import Literal

from pydantic import Field

from compute.catalog.configs.shape import HeadKind, Shape
from compute.catalog.costs.number import Number, number, product, total
from compute.catalog.costs.row import figure
from compute.catalog.costs.sources import DEEPSEEK_V2, KAPLAN, SHAZEER, VASWANI
from compute.catalog.costs.tensors import PARTS, Tensor, head_product, tensors
from compute.catalog.params import Params

TABLES = ("embedding", "position")


class Counted(Params):
    head: Literal["own"] | HeadKind = Field(
        "own", description="what stands at the end: own = as the config says, none, pooler, language_model, masked_lm"
    )
    biases: bool = Field(True, description="count trained constants: of projections, and shifts of norms")
    fixed: bool = Field(True, description="count fixed sinusoids where they are stored as a table (Marian)")
    buffers: bool = Field(
        False, description="count what a checkpoint stores beside: routing corrections of DeepSeek-V3"
    )


class ByPart(Counted):
    active: bool = Field(False, description="only those that one token passes through")


class Active(Counted):
    embedding: bool = Field(True, description="count the token table, which is only looked up")
    with_head: bool = Field(True, description="count the product with the vocabulary")


def size(tensor: Tensor, *, biases: bool = True, active: bool = False) -> Number:
    """Its values, all copies."""
    copies = tensor.used if active else tensor.copies
    if not biases or not tensor.bias:
        return product(tensor.rows_in, tensor.columns, copies)
    return (product(tensor.rows_in, tensor.columns) + tensor.bias) * copies


def count(shape: Shape, keep: Callable[[Tensor], bool] = lambda tensor: True, **how: bool) -> Number:
    """The values of all tensors that `keep` is true of."""
    return total(size(tensor, **how) for tensor in tensors(shape) if keep(tensor))


def headed(shape: Shape, wish: Literal["own"] | HeadKind) -> Shape:
    return shape if wish == "own" else shape.with_head(wish)


@figure(
    title="Parameters",
    unit="parameters",
    formula=r"\sum_t c_t\,(r_t\,s_t + b_t)",
    source=VASWANI,
    params=Counted,
    group="parameters",
)
def parameters(shape: Shape, p: Counted) -> Number:
    """Trained values: tied matrices once, buffers not. c copies of r × s matrices with b constants each."""
    shape = headed(shape, p.head)
    found = count(shape, _not_fixed(shape, p.fixed), biases=p.biases)
    return found + corrections(shape) if p.buffers else found


def _not_fixed(shape: Shape, fixed: bool) -> Callable[[Tensor], bool]:
    sinusoids = shape.position.kind == "sinusoidal" and not fixed
    return lambda tensor: not (sinusoids and tensor.part == "position")


def corrections(shape: Shape) -> Number:
    """One number for each routed expert and layer, kept as a buffer."""
    if shape.model_type != "deepseek_v3":
        return number(0)
    return total(number(layer.ffn.experts) * layers for layer, layers in shape.main.kinds)


@figure(
    title="Parameters by part",
    unit="parameters",
    formula=r"N_{\text{part}} = \sum_{t \in \text{part}} c_t\,(r_t\,s_t + b_t)",
    source=VASWANI,
    params=ByPart,
    group="parameters",
)
def parameters_by_part(shape: Shape, p: ByPart) -> Mapping[str, Number]:
    """The parts add up to the total: tables, projections, feed-forward parts or experts, router, norms, head."""
    shape = headed(shape, p.head)
    kept = _not_fixed(shape, p.fixed)

    def of(part: str) -> Number:
        return count(shape, lambda tensor: tensor.part == part and kept(tensor), biases=p.biases, active=p.active)

    found = {part: of(part) for part in PARTS}
    return {part: values for part, values in found.items() if values.value}


@figure(
    title="Active parameters",
    unit="parameters",
    formula=r"\sum_t a_t\,(r_t\,s_t + b_t)",
    source=SHAZEER,
    params=Active,
    group="parameters",
)
def active_parameters(shape: Shape, p: Active) -> Number:
    """Those that one token meets: of the experts only the chosen ones; router, shared parts and all else in full.

    A tied head is the token table itself: it stays counted unless both are left out.
    """
    shape = headed(shape, p.head)
    product = head_product(shape)
    found = count(shape, lambda tensor: tensor.part not in ("embedding", "head"), biases=p.biases, active=True)
    ends = count(shape, lambda tensor: tensor.part == "head", biases=p.biases) if p.with_head else number(0)
    if product and shape.tied and p.with_head and not p.embedding:
        ends = ends + size(product)
    tables = count(shape, lambda tensor: tensor.part == "embedding") if p.embedding else number(0)
    return tables + found + ends


@figure(
    title="Parameters beside the tables",
    unit="parameters",
    formula=r"N - V d - P d",
    source=KAPLAN,
    params=Counted,
    group="parameters",
)
def non_embedding_parameters(shape: Shape, p: Counted) -> Number:
    """All but the tables of tokens, types and positions, and the matrix of an untied head."""
    shape = headed(shape, p.head)
    product = head_product(shape)

    def beside(tensor: Tensor) -> bool:
        return tensor.part not in TABLES and tensor != product

    return count(shape, beside, biases=p.biases)


@figure(
    title="Parameters of the further-token layers",
    unit="parameters",
    formula=r"n\,(N_{\text{layer}} + 2d^2 + 3d)",
    source=DEEPSEEK_V2,
    params=Counted,
    group="parameters",
)
def extra_parameters(shape: Shape, p: Counted) -> Number:
    """Layers that predict further tokens (multi-token prediction), not in the total: a last layer each, a projection
    of two widths to one, and three norms; table and head are the model's own."""
    from dataclasses import replace

    stack = shape.main
    last = replace(stack, layers=stack.layers[-1:], position_rows=0, norms=0, bias_buckets=0)
    alone = replace(shape, encoder=None, decoder=last, head="none", types=0)
    layer = count(alone, lambda tensor: tensor.part != "embedding", biases=p.biases)
    d = number(shape.width)
    return shape.extra_layers * (layer + 2 * d * d + 3 * d) if shape.extra_layers else number(0)
