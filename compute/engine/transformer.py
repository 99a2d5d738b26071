"""The lab's Transformer: encoder-only, decoder-only and encoder-decoder from one specification.

What differs between models is rows of tables (mask, position, norm, feed-forward, wiring); nothing here asks which.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from compute.catalog.masks import Rule, masks
from compute.engine.blocks import NORMS, Experts, FeedForward
from compute.engine.cache import Cache, KeyValue
from compute.engine.mask import Mask
from compute.engine.place import Positions, Turn
from compute.engine.probe import Place, attention
from compute.engine.seen import as_mask
from compute.errors import InvalidRequest
from compute.events import Kind
from compute.lab.spec import LabSpec, Wiring

Hidden = Float[Tensor, "batch token model_dim"]
Valid = Bool[Tensor, "batch _token"]  # with a cache it covers the cached tokens too
Source = Float[Tensor, "batch source_token model_dim"]
Branch = Callable[[Tensor], Tensor]
FULL = masks.rows["full"].rule(masks.rows["full"].example)


@dataclass(frozen=True)
class Sight:
    """What all layers of a stack share in one pass: who sees whom, the bias, and how queries and keys are turned."""

    mask: Mask
    bias: Float[Tensor, "1 head query key"] | None
    turn_query: Turn
    turn_key: Turn


@dataclass(frozen=True)
class Memory:
    """What a decoder reads from an encoder."""

    hidden: Source
    valid: Bool[Tensor, "batch source_token"] | None = None

    def branch(self, rows: Int[Tensor, " row"]) -> "Memory":
        """For continuations that go on from these rows."""
        return Memory(self.hidden[rows], None if self.valid is None else self.valid[rows])


class Attention(nn.Module):
    """One attention of one layer; queries from one sequence, keys and values from the same or another."""

    def __init__(self, spec: LabSpec, place: Place) -> None:
        super().__init__()
        self.place, self.head_dim = place, spec.head_size
        self.scale = spec.head_size**-0.5 if spec.attention_scale is None else spec.attention_scale
        self.query = nn.Linear(spec.model_dim, spec.heads * spec.head_size, bias=spec.bias)
        self.key = nn.Linear(spec.model_dim, spec.n_kv_heads * spec.head_size, bias=spec.bias)
        self.value = nn.Linear(spec.model_dim, spec.n_kv_heads * spec.head_size, bias=spec.bias)
        self.out = nn.Linear(spec.heads * spec.head_size, spec.model_dim, bias=spec.bias)

    def forward(self, x: Hidden, source: Source, sight: Sight, kept: KeyValue | None) -> Hidden:
        q, k, v = (
            self._heads(part(read)) for part, read in ((self.query, x), (self.key, source), (self.value, source))
        )
        if kept is not None:
            k, v = kept.grow(k, v)
        q, k = sight.turn_query(q), sight.turn_key(k)
        mixed = attention(self.place, q, k, v, scale=self.scale, mask=sight.mask, bias=sight.bias)
        out: Tensor = self.out(mixed.transpose(1, 2).flatten(2))
        return out

    def _heads(self, x: Tensor) -> Tensor:
        x = x.to(
            self.query.weight.dtype
        )  # under autocast projections give half precision; scores are not to be rounded
        return x.view(*x.shape[:2], -1, self.head_dim).transpose(1, 2)  # batch head token head_dim


def _pre(x: Tensor, norms: Sequence[nn.Module], branches: Sequence[Branch]) -> Tensor:
    for norm, branch in zip(norms, branches, strict=True):
        x = x + branch(norm(x))
    return x


def _post(x: Tensor, norms: Sequence[nn.Module], branches: Sequence[Branch]) -> Tensor:
    for norm, branch in zip(norms, branches, strict=True):
        x = norm(x + branch(x))
    return x


def _parallel(x: Tensor, norms: Sequence[nn.Module], branches: Sequence[Branch]) -> Tensor:
    normal = norms[0](x)
    for branch in branches:
        x = x + branch(normal)
    return x


@dataclass(frozen=True)
class WiringRow:
    """How norms and branches of a block are joined. one_norm: a block has one; ends_raw: the stack needs a last one."""

    join: Callable[[Tensor, Sequence[nn.Module], Sequence[Branch]], Tensor]
    one_norm: bool
    ends_raw: bool


WIRINGS: dict[Wiring, WiringRow] = {
    "pre": WiringRow(_pre, one_norm=False, ends_raw=True),
    "post": WiringRow(_post, one_norm=False, ends_raw=False),
    "parallel": WiringRow(_parallel, one_norm=True, ends_raw=True),
}


class Block(nn.Module):
    """One layer: self-attention, cross-attention if there is something to read, feed-forward."""

    def __init__(self, spec: LabSpec, kind: Kind, layer: int, reads: bool) -> None:
        super().__init__()
        self.wiring = WIRINGS[spec.wiring]
        self.own = Attention(spec, Place(kind, layer))
        self.cross = Attention(spec, Place("cross", layer)) if reads else None
        self.feed_forward = _feed_forward(spec, Place(kind, layer))
        self.dropout = nn.Dropout(spec.dropout)
        count = 1 if self.wiring.one_norm else 3 if reads else 2
        self.norms = nn.ModuleList(NORMS[spec.norm](spec.model_dim, spec.norm_eps) for _ in range(count))

    def forward(self, x: Hidden, sight: Sight, kept: KeyValue | None, memory: Memory | None) -> Hidden:
        branches: list[Branch] = [lambda y: self.dropout(self.own(y, y, sight, kept))]
        if self.cross is not None and memory is not None:
            cross, across = self.cross, Sight(Mask(key_valid=memory.valid), None, _same, _same)
            branches.append(lambda y: self.dropout(cross(y, memory.hidden, across, None)))
        branches.append(lambda y: self.dropout(self.feed_forward(y)))
        return self.wiring.join(x, list(self.norms), branches)


def _same(x: Tensor) -> Tensor:
    return x


def _feed_forward(spec: LabSpec, place: Place) -> nn.Module:
    def make() -> FeedForward:
        return FeedForward(spec.model_dim, spec.ffn_dim, spec.feed_forward, spec.bias)

    return make() if spec.experts == 1 else Experts(make, spec.experts, spec.top_k, spec.model_dim, place)


class Layers(nn.Module):
    """A stack of blocks with its positions and its mask: embeddings in, hidden vectors out."""

    def __init__(self, spec: LabSpec, kind: Kind, rule: Rule, *, two_way: bool, reads: bool) -> None:
        super().__init__()
        self.rule = rule
        self.positions = Positions(spec.encoding(two_way=two_way), spec.model_dim, spec.heads, kind)
        self.embedding_norm = NORMS[spec.norm](spec.model_dim, spec.norm_eps) if spec.embedding_norm else nn.Identity()
        self.dropout = nn.Dropout(spec.dropout)
        self.blocks = nn.ModuleList(Block(spec, kind, layer, reads) for layer in range(spec.layers))
        ends_raw = WIRINGS[spec.wiring].ends_raw
        self.last_norm = NORMS[spec.norm](spec.model_dim, spec.norm_eps) if ends_raw else nn.Identity()

    def forward(
        self, x: Hidden, valid: Valid | None, memory: Memory | None = None, cache: Cache | None = None
    ) -> Hidden:
        n_new, n_token = x.shape[1], x.shape[1] + (cache.tokens if cache else 0)
        place = self.positions.places(n_token, valid)
        tokens = int(place.max()) + 1
        self._check_length(tokens)
        x = self.dropout(self.embedding_norm(self.positions.embed(x, place[:, n_token - n_new :])))
        columns = cache.columns(n_new) if cache else None
        sight = Sight(
            _seen(as_mask(self.rule, n_new, n_token, valid), n_new, n_token, columns),
            _columns_of(self.positions.bias(n_new, place, x), columns),
            self.positions.turn(place[:, n_token - n_new :], tokens, x),
            self.positions.turn(place if columns is None else place[:, columns], tokens, x),
        )
        for layer, block in enumerate(self.blocks):
            x = block(x, sight, cache.layers[layer] if cache else None, memory)
        if cache is not None:
            cache.read(n_new)
        out: Tensor = self.last_norm(x)
        return out

    def _check_length(self, tokens: int) -> None:
        limit = self.positions.limit
        if limit is not None and tokens > limit:
            raise InvalidRequest(
                f"The text is {tokens} tokens; this model's learned positions end at {limit}. Shorten it.",
                field="text",
                given=tokens,
                limit=limit,
            )


def _seen(mask: Mask, n_query: int, n_key: int, columns: Tensor | None) -> Mask:
    """The mask over the keys that are still there."""
    return mask if columns is None else Mask(dense=mask.to_dense(n_query, n_key)[..., columns])


def _columns_of(bias: Tensor | None, columns: Tensor | None) -> Tensor | None:
    return bias if bias is None or columns is None else bias[..., columns]


class Transformer(nn.Module):
    """Token ids in, one logit a token of the vocabulary out. `valid` False = padding, on either side."""

    def __init__(self, spec: LabSpec, vocab: int) -> None:
        super().__init__()
        self.spec = spec
        self.embedding = nn.Embedding(vocab, spec.model_dim)
        encodes, decodes = spec.architecture != "decoder", spec.architecture != "encoder"
        self.encoder = Layers(spec, "encoder", FULL, two_way=True, reads=False) if encodes else None
        self.decoder = Layers(spec, "decoder", spec.mask_rule(), two_way=False, reads=encodes) if decodes else None
        self.head = nn.Linear(spec.model_dim, vocab, bias=False)
        self.apply(_initialise)
        if spec.tied:
            self.head.weight = self.embedding.weight

    def forward(
        self,
        tokens: Int[Tensor, "batch token"],
        *,
        valid: Valid | None = None,
        memory: Memory | None = None,
        cache: Cache | None = None,
    ) -> Float[Tensor, "batch token vocab"]:
        """Logits of an encoder's or a decoder's tokens. With a cache, `valid` covers the cached tokens too."""
        logits: Tensor = self.head(self.hidden(tokens, valid=valid, memory=memory, cache=cache))
        return logits

    def hidden(
        self,
        tokens: Int[Tensor, "batch token"],
        *,
        valid: Valid | None = None,
        memory: Memory | None = None,
        cache: Cache | None = None,
    ) -> Hidden:
        """What the output projection reads."""
        stack = self.encoder if self.decoder is None else self.decoder
        assert stack is not None
        out: Tensor = stack(self._embed(tokens), valid, memory, cache)
        return out

    def encode(self, source: Int[Tensor, "batch token"], valid: Valid | None = None) -> Memory:
        """What the decoder will read of the source."""
        assert self.encoder is not None
        return Memory(self.encoder(self._embed(source), valid), valid)

    def new_cache(self) -> Cache:
        return Cache([KeyValue() for _ in range(self.spec.layers)])

    def _embed(self, tokens: Int[Tensor, "batch token"]) -> Hidden:
        x: Tensor = self.embedding(tokens)
        return x * math.sqrt(self.spec.model_dim) if self.spec.scaled_embedding else x


def _initialise(module: nn.Module) -> None:
    """Glorot for projections; embeddings of length about 1, so that a tied output starts with small logits."""
    if isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        if module.bias is not None:
            nn.init.zeros_(module.bias)
    if isinstance(module, nn.Embedding):
        nn.init.normal_(module.weight, std=module.embedding_dim**-0.5)
