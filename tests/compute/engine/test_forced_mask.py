"""Forced masks: any model under any mask gives what its own eager attention gives under that mask."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product

import numpy as np
import pytest
import torch
from torch import Tensor
from transformers import PreTrainedModel

from compute.catalog.masks import Allowed, Text, masks
from compute.catalog.masks.choice import ForcedMask, rule_of
from compute.catalog.masks.rule import seen
from compute.engine.attend import attend
from compute.engine.connect import connect
from compute.engine.forced import Forcing
from compute.engine.mask import Mask
from compute.engine.probe import Asked, AttentionCall, Place, Probe
from compute.engine.transformer import Transformer
from tests.compute import tiny
from tests.compute.engine.labs import lab
from tests.compute.forced import forced, named, row, tokens

WeightsOf = Callable[[AttentionCall], Tensor]
N = 11
WORDS = [f"w{number}" for number in range(N)]
IDS = (torch.arange(N) * 7 % 59)[None]
DTYPES = {torch.float32: 2e-5, torch.bfloat16: 6e-2, torch.float16: 8e-3}

SINKS = named("sink_window", sinks=1, window=3)
MASKS: dict[str, dict[str, object]] = {
    "in words": named("sliding_window", window=3),
    "a rule": SINKS,
    "gathered": named("dilated_window", window=3, dilation=2),
    "an expression": {"type": "expression", "text": "distance == 0 or key % 3 == 1"},
    "joined": {"type": "or", "masks": [named("local", radius=1), {"type": "expression", "text": "first"}]},
}


@contextmanager
def hearing(mask: ForcedMask, architecture: str, *, rows: int = 1) -> Iterator[list[AttentionCall]]:
    calls: list[AttentionCall] = []
    given = tokens(architecture, *[row(*WORDS)] * rows)
    with Probe(calls.append, Forcing(mask, given)):
        yield calls


def cells(choice: dict[str, object]) -> Allowed:
    forced_mask = ForcedMask.model_validate({"mask": choice})
    assert forced_mask.mask is not None
    return np.array(seen(rule_of(forced_mask.mask), Text(N), range(N)))


def eagerly(model: PreTrainedModel, allowed: Tensor) -> Tensor:
    """What transformers' own eager attention makes of a 4-D mask that is added to the scores."""
    lowest = torch.finfo(model.dtype).min
    added = torch.zeros(allowed.shape, dtype=model.dtype).masked_fill(~allowed, lowest)
    model.set_attn_implementation("eager")
    out: Tensor = model(IDS, attention_mask=added)[0]
    return out


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("choice", MASKS)
@pytest.mark.parametrize(("make", "architecture"), [(tiny.llama, "decoder"), (tiny.bert, "encoder")])
@torch.no_grad()
def test_a_forced_mask_gives_what_eager_attention_gives_with_that_mask(
    make: Callable[[], PreTrainedModel], architecture: str, choice: str, dtype: torch.dtype
) -> None:
    """C044, C045: in float32, bfloat16 and float16; a cell hidden twice is hidden once."""
    torch.manual_seed(0)
    model = make().to(dtype).eval()
    allowed = torch.from_numpy(cells(MASKS[choice]))
    own = torch.ones(N, N).tril().bool() if architecture == "decoder" else torch.ones(N, N).bool()
    for how, expected in (("restrict", allowed & own), ("replace", allowed)):
        eager = eagerly(model, expected[None, None])
        connect(model)
        model.set_attn_implementation("attention_atlas")
        with hearing(ForcedMask.model_validate({"mask": MASKS[choice], "how": how}), architecture) as calls:
            out = model(IDS)[0]
        assert not out.isnan().any()
        torch.testing.assert_close(out.float(), eager.float(), atol=DTYPES[dtype], rtol=0)
        for call in calls:
            assert torch.equal(call.mask.to_dense(N, N)[0, 0], expected)


@pytest.mark.parametrize("how", ["restrict", "replace"])
@torch.no_grad()
def test_a_mask_on_some_heads_leaves_the_others_their_own(how: str) -> None:
    torch.manual_seed(0)
    model = tiny.llama().eval()
    own, allowed = torch.ones(N, N).tril().bool(), torch.from_numpy(cells(MASKS["an expression"]))
    per_head = own.expand(4, N, N).clone()
    per_head[[1, 3]] = allowed & own if how == "restrict" else allowed
    eager = eagerly(model, per_head[None])
    connect(model)
    model.set_attn_implementation("attention_atlas")
    on_two = ForcedMask.model_validate({"mask": MASKS["an expression"], "how": how, "heads": (1, 3)})
    with hearing(on_two, "decoder") as calls:
        out = model(IDS)[0]
    torch.testing.assert_close(out, eager, atol=2e-5, rtol=0)
    assert torch.equal(calls[0].mask.to_dense(N, N)[0], per_head)


@torch.no_grad()
def test_a_mask_on_some_layers_leaves_the_others_as_they_are() -> None:
    model = lab("decoder", layers=3)
    causal = torch.ones(N, N).tril().bool()
    with hearing(ForcedMask.model_validate({"mask": SINKS, "layers": (0, 2)}), "decoder") as calls:
        model(IDS)
    assert [torch.equal(call.mask.to_dense(N, N)[0, 0], causal) for call in calls] == [False, True, False]


@pytest.mark.parametrize("side", ["left", "right"])
@torch.no_grad()
def test_padding_is_seen_under_no_mask(side: str) -> None:
    """C033: replaced by a mask that allows everything, it stays hidden, and the real tokens' numbers are the same."""
    model = lab("encoder")
    everything = ForcedMask.model_validate({"mask": named("full"), "how": "replace"})
    pads = ["_"] * 3
    short = row(*pads, *WORDS[3:]) if side == "left" else row(*WORDS[3:], *pads)
    ids = torch.cat([IDS, IDS.roll(0)])
    ids[1] = torch.cat([torch.zeros(3), IDS[0, 3:]]) if side == "left" else torch.cat([IDS[0, 3:], torch.zeros(3)])
    valid = torch.tensor([[True] * N, [token.role != "padding" for token in short.tokens]])
    calls: list[AttentionCall] = []
    with Probe(calls.append, Forcing(everything, tokens("encoder", row(*WORDS), short))):
        both = model(ids, valid=valid)
    assert not calls[0].mask.to_dense(N, N)[1, 0][:, ~valid[1]].any()
    alone = model(IDS[:, 3:])
    torch.testing.assert_close(both[1][valid[1]], alone[0], atol=1e-5, rtol=0)


@torch.no_grad()
def test_the_positions_of_a_mask_count_real_tokens_so_that_left_padding_moves_it() -> None:
    model = lab("encoder")
    first_only = forced("key == 1", how="replace")
    calls: list[AttentionCall] = []
    with Probe(calls.append, Forcing(first_only, tokens("encoder", row(*["_"] * 4, *WORDS[4:])))):
        model(IDS, valid=(torch.arange(N) >= 4)[None])
    assert torch.nonzero(calls[0].mask.to_dense(N, N)[0, 0, -1]).flatten().tolist() == [5]


@pytest.mark.parametrize("kind", [None, "encoder", "decoder", "cross"])
@torch.no_grad()
def test_in_an_encoder_decoder_the_kind_that_is_meant_is_reached(kind: str | None) -> None:
    model = lab("encoder-decoder")
    mask = ForcedMask.model_validate(
        {"mask": {"type": "expression", "text": "key == 0"}, "how": "replace", "kind": kind}
    )
    calls: list[AttentionCall] = []
    given = tokens("encoder_decoder", row(*WORDS), target=row("[s]", "a", "b", "c", "d"))
    with Probe(calls.append, Forcing(mask, given)):
        model(IDS[:, :5], memory=model.encode(IDS))
    only_first = {
        call.kind: bool((call.mask.to_dense(call.q.shape[2], call.k.shape[2]).sum(-1) == 1).all()) for call in calls
    }
    meant = {"encoder", "decoder"} if kind is None else {kind}
    assert only_first == {"encoder": "encoder" in meant, "decoder": "decoder" in meant, "cross": "cross" in meant}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", list(masks.rows))
@torch.no_grad()
def test_every_mask_of_the_list_runs_in_every_precision(name: str, dtype: torch.dtype) -> None:
    """C041, C045: also one that leaves queries blind; no NaN comes of it."""
    model = lab("decoder").to(dtype)
    for how, key in product(("restrict", "replace"), ("mask", "not")):
        choice = named(name, **masks.rows[name].example.model_dump())
        given = choice if key == "mask" else {"type": "not", "mask": choice}
        with hearing(ForcedMask.model_validate({"mask": given, "how": how}), "decoder") as calls:
            out = model(IDS)
        assert not out.isnan().any()
        for call in calls:
            blind = ~call.mask.to_dense(N, N).any(-1).expand(1, 4, -1)
            assert torch.equal(call.lse == torch.inf, blind)


@torch.no_grad()
def test_the_causal_preset_hides_the_whole_upper_triangle_of_a_two_way_model(weights_of: WeightsOf) -> None:
    """C028: one text without padding: weights above the diagonal are exactly 0."""
    with hearing(ForcedMask.model_validate({"mask": named("causal")}), "encoder") as calls:
        lab("encoder")(IDS)
    for call in calls:
        assert weights_of(call).triu(1).eq(0).all()
        torch.testing.assert_close(weights_of(call).sum(-1), torch.ones(1, 4, N), atol=1e-5, rtol=0)


def test_a_prefix_is_seen_by_its_own_tokens() -> None:
    """C026: 10 tokens, prefix 6, forced on a causal model: rows see 6 x 6, 7, 8, 9, 10; 70 pairs."""
    model = lab("decoder")
    mask = ForcedMask.model_validate({"mask": named("prefix_lm", prefix=6), "how": "replace"})
    calls: list[AttentionCall] = []
    with Probe(calls.append, Forcing(mask, tokens("decoder", row(*WORDS[:10])))), torch.no_grad():
        model(IDS[:, :10])
    sums = calls[0].mask.to_dense(10, 10)[0, 0].sum(-1).tolist()
    assert (sums, sum(sums)) == ([6] * 6 + [7, 8, 9, 10], 70)


def by_hand(scores: np.ndarray, allowed: np.ndarray, count: int) -> np.ndarray:
    """The cells that stay, one row at a time: the largest first, of equal ones the earlier."""
    kept = np.zeros(scores.shape, np.bool_)
    for place in np.ndindex(scores.shape[:-1]):
        seen_keys = np.flatnonzero(allowed[place])
        order = sorted(seen_keys, key=lambda key: (-scores[place][key], key))
        kept[place][order[:count]] = True
    return kept


@pytest.mark.parametrize("count", [1, 2, 4, 10, 11, 500])
@pytest.mark.parametrize("parts", ["", "softcap bias", "mask"])
def test_the_largest_scores_stay_and_of_equal_ones_the_earlier_key(count: int, parts: str) -> None:
    """Keys 2, 5 and 7 are one and the same, so that their scores are equal in every row."""
    generator = torch.Generator().manual_seed(3)
    q, k, v = (torch.randn(2, heads, N, 8, generator=generator) for heads in (4, 2, 2))
    k[:, :, [5, 7]] = k[:, :, [2]]
    bias = torch.randn(1, 4, N, N, generator=generator) if "bias" in parts else None
    if bias is not None:
        bias[..., [5, 7]] = bias[..., [2]]
    softcap = 1.5 if "softcap" in parts else None
    given = {"top_k": count} | ({"mask": SINKS} if "mask" in parts else {})
    forcing = Forcing(ForcedMask.model_validate(given), tokens("decoder", row(*WORDS), row(*WORDS)))
    mask = forcing(Asked(Place("decoder", 0), q, k, 0.4, Mask(causal=True), bias, softcap))

    scores = 0.4 * np.einsum("bhqd,bhkd->bhqk", q.numpy(), k.numpy().repeat(2, 1), dtype=np.float32)
    scores[..., [5, 7]] = scores[..., [2]]
    if softcap is not None:
        scores = softcap * np.tanh(scores / softcap)
    if bias is not None:
        scores = scores + bias.numpy()
    allowed = np.tri(N, dtype=np.bool_) & (cells(SINKS) if "mask" in parts else True)
    kept = by_hand(scores, np.broadcast_to(allowed, scores.shape), count)
    assert np.array_equal(mask.to_dense(N, N).expand(2, 4, -1, -1).numpy(), kept)

    out, _ = attend(q, k, v, scale=0.4, mask=mask, bias=bias, softcap=softcap)
    weights = np.exp(scores - scores.max(-1, keepdims=True)) * kept
    expected = np.einsum("bhqk,bhkd->bhqd", weights / weights.sum(-1, keepdims=True), v.numpy().repeat(2, 1))
    np.testing.assert_allclose(out.numpy(), expected, atol=2e-6)


def test_top_k_on_some_heads_leaves_the_others_whole() -> None:
    q, k = torch.randn(1, 4, N, 8), torch.randn(1, 2, N, 8)
    forcing = Forcing(ForcedMask(top_k=2, heads=(2,)), tokens("encoder", row(*WORDS)))
    mask = forcing(Asked(Place("encoder", 0), q, k, 0.4, Mask(), None, None))
    assert mask.to_dense(N, N)[0].sum(-1).tolist() == [[N] * N, [N] * N, [2] * N, [N] * N]


def token_by_token(model: Transformer, ids: Tensor) -> Tensor:
    cache = model.new_cache()
    return torch.cat([model(ids[:, [place]], cache=cache) for place in range(ids.shape[1])], 1)


@pytest.mark.parametrize("choice", MASKS)
@pytest.mark.parametrize("top_k", [None, 2])
@torch.no_grad()
def test_writing_token_by_token_is_under_the_forced_mask_too(choice: str, top_k: int | None) -> None:
    """One token at a time with a cache gives what one pass gives, to 1e-4."""
    model = lab("decoder")
    mask = ForcedMask.model_validate({"mask": MASKS[choice], "top_k": top_k})
    with Probe(before=Forcing(mask, tokens("decoder", row(*WORDS)))):
        whole = model(IDS)
    with Probe(before=Forcing(mask, tokens("decoder", row(*WORDS[:1])))):
        torch.testing.assert_close(token_by_token(model, IDS), whole, atol=1e-4, rtol=0)


@torch.no_grad()
def test_a_cross_mask_follows_the_query_of_each_step() -> None:
    """Query i of the target may see source tokens up to i: so does the only query of step i."""
    model = lab("encoder-decoder")
    mask = forced("key <= query", kind="cross")
    given = tokens("encoder_decoder", row(*WORDS), target=row("[s]"))
    with Probe(before=Forcing(mask, given)):
        memory = model.encode(IDS)
        whole = model(IDS[:, :6], memory=memory)
    cache = model.new_cache()
    with Probe(before=Forcing(mask, given)):
        steps = [model(IDS[:, [place]], memory=memory, cache=cache) for place in range(6)]
    torch.testing.assert_close(torch.cat(steps, 1), whole, atol=1e-4, rtol=0)
