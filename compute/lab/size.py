"""How large a lab model is, counted from its specification: nothing is built, and no torch is needed."""

from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.positions import LearnedTable
from compute.lab.spec import LabSpec

ONE_NORM = ("parallel",)  # wirings whose blocks have one norm for all branches
ENDS_RAW = ("pre", "parallel")  # wirings whose stacks end in a norm of their own


def parameters(spec: LabSpec, vocabulary: int) -> int:
    """Trained numbers, a tied table once; equal to those of the model that the engine builds."""
    decodes, encodes = spec.architecture != "encoder", spec.architecture != "decoder"
    stacks = (_stack(spec, reads=False, two_way=True) if encodes else 0) + (
        _stack(spec, reads=encodes, two_way=False) if decodes else 0
    )
    return vocabulary * spec.model_dim * (1 if spec.tied else 2) + stacks


def flops(spec: LabSpec, vocabulary: int, tokens: int, longest: int) -> float:
    """Of one step of training: forward once and backward twice as much; attention over all pairs of each example."""
    cells = tokens * longest * spec.heads * spec.head_size * 4 * spec.layers
    return 3.0 * (2 * tokens * parameters(spec, vocabulary) + cells)


def _stack(spec: LabSpec, *, reads: bool, two_way: bool) -> int:
    norm = spec.model_dim * (2 if norms.rows[spec.norm].shifts else 1)
    in_block = 1 if spec.wiring in ONE_NORM else 3 if reads else 2
    block = _attention(spec) * (2 if reads else 1) + _feed_forward(spec) + in_block * norm
    around = norm * (spec.embedding_norm + (spec.wiring in ENDS_RAW))
    return spec.layers * block + around + _positions(spec, two_way=two_way)


def _attention(spec: LabSpec) -> int:
    own, shared = spec.heads * spec.head_size, spec.n_kv_heads * spec.head_size
    constants = own + 2 * shared + spec.model_dim if spec.bias else 0
    return 2 * spec.model_dim * own + 2 * spec.model_dim * shared + constants


def _feed_forward(spec: LabSpec) -> int:
    up = spec.ffn_dim * (2 if feed_forwards.rows[spec.feed_forward].gated else 1)
    one = spec.model_dim * (up + spec.ffn_dim) + (up + spec.model_dim if spec.bias else 0)
    return one if spec.experts == 1 else spec.experts * (one + spec.model_dim)


def _positions(spec: LabSpec, *, two_way: bool) -> int:
    encoding = spec.encoding(two_way=two_way)
    tables = ((encoding.embed, spec.model_dim), (encoding.bias, spec.heads))
    return sum(part.rows * width for part, width in tables if isinstance(part, LearnedTable))
