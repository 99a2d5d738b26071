"""A head's picture is its map's block maxima, its measures are those of its rows, and its record gives its weights."""

import msgpack
import numpy as np
import pytest
import torch
import transformers as hf
from torch import Tensor

from compute.capture.record import BiasRecord
from compute.capture.tiles import tile
from compute.capture.weights import weights
from compute.engine.attend import attend
from compute.engine.connect import connect
from compute.engine.keep import compact_bias, keep, record_of
from compute.engine.mask import Mask
from compute.engine.overview import MEASURED_ROWS, overview
from compute.engine.pooled import pooled
from compute.engine.probe import AttentionCall, Probe
from compute.events import RunHeads, Token, TokenRow
from compute.publish import pack


def call_of(q: Tensor, k: Tensor, mask: Mask = Mask(), **given: object) -> AttentionCall:  # noqa: B008  (frozen)
    bias, softcap, sink = given.get("bias"), given.get("softcap"), given.get("sink")
    v = torch.randn(k.shape).to(k.dtype)
    _, lse = attend(q, k, v, scale=0.3, mask=mask, bias=bias, softcap=softcap, sink=sink)
    return AttentionCall("decoder", 0, q, k, v, lse, 0.3, mask, bias, softcap, sink, "", 0.0)


def exactly(call: AttentionCall) -> Tensor:
    """All weights [batch, head, query, key] in double precision by torch's softmax; NaN where masked or padding."""
    q, k = call.q.double(), call.k.double().repeat_interleave(call.q.shape[1] // call.k.shape[1], 1)
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) * call.scale
    if call.softcap is not None:
        scores = call.softcap * torch.tanh(scores / call.softcap)
    if call.bias is not None:
        scores = scores + call.bias.double()
    allowed = call.mask.to_dense(q.shape[2], k.shape[2]).expand(scores.shape)
    if call.mask.key_valid is not None:
        allowed = allowed & call.mask.key_valid[:, None, -q.shape[2] :, None]
    scores = scores.masked_fill(~allowed, -torch.inf)
    if call.sink is not None:
        column = call.sink.double()[None, :, None, None].expand(*scores.shape[:3], 1)
        found = torch.cat([scores, column], -1).softmax(-1)[..., :-1]
    else:
        found = scores.softmax(-1)
    return found.masked_fill(~allowed, torch.nan)


def block_maxima(cells: Tensor, size: int) -> Tensor:
    """Block by block; NaN where all cells are."""
    rows, columns = (-(-length // size) for length in cells.shape[2:])
    found = torch.full((*cells.shape[:2], rows, columns), torch.nan, dtype=cells.dtype)
    for r in range(rows):
        for c in range(columns):
            block = cells[:, :, r * size : (r + 1) * size, c * size : (c + 1) * size].flatten(2)
            largest = block.nan_to_num(-1).amax(-1)
            found[:, :, r, c] = largest.where(largest >= 0, torch.nan)
    return found


def random_call(name: str, queries: int, keys: int) -> AttentionCall:
    torch.manual_seed(0)
    batch = 2 if "padded" in name else 1
    q, k = torch.randn(batch, 4, queries, 8), torch.randn(batch, 2, keys, 8)
    valid = torch.ones(batch, keys, dtype=torch.bool)
    valid[-1, :3] = False
    dense = torch.rand(1, 4, queries, keys) < 0.6
    dense[:, :, 1] = False
    distance = torch.arange(keys)[None, :] - torch.arange(queries)[:, None]
    return {
        "plain": lambda: call_of(q, k),
        "causal": lambda: call_of(q, k, Mask(causal=True)),
        "causal window": lambda: call_of(q, k, Mask(causal=True, window=5)),
        "two-sided window": lambda: call_of(q, k, Mask(window=9)),
        "padded": lambda: call_of(q, k, Mask(key_valid=valid)),
        "padded and causal": lambda: call_of(q, k, Mask(causal=True, key_valid=valid)),
        "dense with a blind row": lambda: call_of(q, k, Mask(dense=dense)),
        "bias by distance": lambda: call_of(q, k, bias=torch.randn(1, 4, 1, 1) * distance.abs() / 10),
        "one bias for all heads": lambda: call_of(q, k, Mask(causal=True), bias=torch.randn(1, 1, queries, keys)),
        "softcap": lambda: call_of(q, k, Mask(causal=True), softcap=1.5),
        "sink": lambda: call_of(q, k, Mask(causal=True), sink=torch.tensor([0.0, 1.0, 2.0, -3.0])),
    }[name]()


NAMES = (
    "plain", "causal", "causal window", "two-sided window", "padded", "padded and causal", "dense with a blind row",
    "bias by distance", "one bias for all heads", "softcap", "sink",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("queries", "keys", "size"), [(20, 20, 1), (37, 37, 4), (21, 30, 3)])
def test_a_picture_holds_the_largest_weight_of_each_block(name: str, queries: int, keys: int, size: int) -> None:
    """C033, C041, C044: blocks that are masked throughout, blind rows and padding queries are NaN, nothing else is."""
    call = random_call(name, queries, keys)
    torch.testing.assert_close(
        pooled(call, size).maxima.double(), block_maxima(exactly(call), size), atol=1e-5, rtol=0, equal_nan=True
    )


@pytest.mark.parametrize("name", ["causal", "causal window", "padded"])
def test_long_texts_go_by_bands_of_rows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compute.engine.pooled.BLOCK_CELLS", 3000)
    call = random_call(name, 101, 101)
    torch.testing.assert_close(
        pooled(call, 2).maxima.double(), block_maxima(exactly(call), 2), atol=1e-5, rtol=0, equal_nan=True
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_a_record_gives_every_weight_and_rows_that_sum_to_one(name: str, dtype: torch.dtype) -> None:
    full = random_call(name, 20, 20)
    call = call_of(full.q.to(dtype), full.k.to(dtype), full.mask, bias=full.bias, softcap=full.softcap, sink=full.sink)
    record, expected = record_of(keep(call)), exactly(call)
    for row in range(record.rows):
        for head in range(record.heads):
            found = weights(record, row, head, slice(0, 20), slice(0, 20))
            np.testing.assert_allclose(found, expected[row, head], atol=2e-4)
            total = expected[row, head].nansum(-1)
            np.testing.assert_allclose(np.nansum(found, 1), total, atol=1e-5 if call.sink is None else 1e-4)


def test_a_bias_of_distance_alone_is_kept_as_one_line() -> None:
    line = torch.randn(1, 3, 11)  # 5 queries, 7 keys: distances -4 … 6
    place = torch.arange(7)[None, :] - torch.arange(5)[:, None] + 4
    kept = compact_bias(line[:, :, place])
    assert isinstance(kept, BiasRecord)
    assert kept.dense is None
    np.testing.assert_array_equal(kept.by_distance, line.numpy())
    other = torch.randn(1, 3, 5, 7)
    assert compact_bias(other).by_distance is None


def row_of(ids: list[int], padding: int = 0) -> TokenRow:
    def token(place: int, number: int) -> Token:
        role = "padding" if place < padding else "text"
        return Token(id=number, label="", raw="", start=0, end=0, text=0, word=0, part=0, role=role)

    return TokenRow(tokens=tuple(token(place, number) for place, number in enumerate(ids)))


def test_a_short_text_is_sent_whole_with_its_measures() -> None:
    call = random_call("causal", 20, 20)
    (event,) = overview(keep(call), [row_of(list(range(20)))])
    assert (event.block, event.queries, event.keys, event.measured_queries) == (1, 20, 20, 20)
    expected = exactly(call)[0]
    np.testing.assert_allclose(event.overview.numpy(), expected, atol=5e-4)  # half precision
    np.testing.assert_allclose(event.measures.largest, expected.nan_to_num().amax(-1).mean(-1), atol=1e-5)
    np.testing.assert_allclose(event.measures.first_token, expected[..., 0].mean(-1), atol=1e-5)
    entropy = -(expected * expected.log()).nansum(-1).mean(-1)
    np.testing.assert_allclose(event.measures.entropy, entropy, atol=1e-5)


def test_padding_is_in_no_measure() -> None:
    """C033: the measures of a padded row are those of its real tokens."""
    call = random_call("padded and causal", 20, 20)
    rows = [row_of(list(range(20))), row_of([0, 0, 0, *range(1, 18)], padding=3)]
    first, second = overview(keep(call), rows)
    expected = exactly(call)[1, :, 3:, 3:]
    assert (first.row, second.row, first.measured_queries, second.measured_queries) == (0, 1, 20, 17)
    np.testing.assert_allclose(second.measures.largest, expected.nan_to_num().amax(-1).mean(-1), atol=1e-5)
    np.testing.assert_allclose(second.measures.first_token, expected[..., 0].mean(-1), atol=1e-5)
    diagonal = expected.diagonal(dim1=-2, dim2=-1).mean(-1)
    np.testing.assert_allclose(second.measures.self_token, diagonal, atol=1e-5)


def test_a_long_text_is_measured_on_evenly_spaced_rows_with_the_last_among_them() -> None:
    torch.manual_seed(1)
    n = 2000
    call = call_of(torch.randn(1, 4, n, 8), torch.randn(1, 4, n, 8), Mask(causal=True))
    (event,) = overview(keep(call), [row_of([7] * n)])
    step = -(-n // MEASURED_ROWS)
    chosen = list(range((n - 1) % step, n, step))
    assert chosen[-1] == n - 1
    assert (event.block, event.overview.shape, event.measured_queries) == (32, (4, 63, 63), len(chosen))
    np.testing.assert_allclose(event.measures.largest, _largest(call, chosen), atol=1e-4)


def _largest(call: AttentionCall, chosen: list[int]) -> list[float]:
    q, k = call.q[0].double(), call.k[0].double()
    rows = torch.stack([(q[:, i : i + 1] @ k[:, : i + 1].mT * call.scale).softmax(-1).amax((-1, -2)) for i in chosen])
    return rows.mean(0).tolist()


def test_many_heads_travel_in_several_events_each_under_a_mebibyte() -> None:
    q = torch.randn(1, 100, 64, 4)
    events = list(overview(keep(call_of(q, q)), [row_of(list(range(64)))]))
    assert [(event.first_head, event.overview.shape[0]) for event in events] == [(0, 64), (64, 36)]
    assert [len(event.measures.entropy) for event in events] == [64, 36]
    assert all(len(pack(event)) < 2**20 for event in events)
    assert msgpack.unpackb(pack(events[0]))["type"] == "run.heads"


@pytest.mark.parametrize("tokens", [12, 150])
def test_pictures_and_tiles_of_a_tiny_model_are_those_of_eager_attention(tokens: int) -> None:
    config = hf.LlamaConfig(
        vocab_size=97, hidden_size=32, intermediate_size=48, num_attention_heads=4, num_key_value_heads=2,
        num_hidden_layers=2, initializer_range=0.3,
    )  # fmt: skip
    torch.manual_seed(2)
    model = hf.LlamaForCausalLM._from_config(config, attn_implementation="eager").eval()
    ids = torch.randint(0, 97, (1, tokens))
    with torch.inference_mode():
        reference = model(ids, output_attentions=True).attentions
        connect(model)
        calls: list[AttentionCall] = []
        with Probe(on_call=calls.append):
            model(ids)
        unseen = ~torch.ones(tokens, tokens, dtype=torch.bool).tril()
        for call, eager in zip(calls, reference, strict=True):
            exact = eager.masked_fill(unseen, torch.nan)
            (event,) = overview(keep(call), [row_of(ids[0].tolist())])
            assert isinstance(event, RunHeads)
            picture = block_maxima(exact, event.block)[0]
            np.testing.assert_allclose(event.overview.numpy(), picture, atol=5e-4)  # half precision
            record = record_of(keep(call))
            for head in range(4):
                np.testing.assert_allclose(tile(record, 0, head, 0, 0, 0), exact[0, head], atol=1e-3)
