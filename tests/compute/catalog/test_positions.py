"""Position encodings against closed forms, hand-made tables and transformers' own code."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.t5.modeling_t5 import T5Attention

from compute.catalog.drawing import drawn_numbers
from compute.catalog.params import fill
from compute.catalog.positions import Encoding, LearnedTable, Stack, positions
from compute.catalog.positions.picture import parts
from compute.catalog.positions.relative import alibi_slopes, t5_bucket
from compute.catalog.positions.rope import Yarn, ntk_theta, yarn_attention_factor
from compute.errors import InvalidRequest

SMALL = Stack(model_dim=4, heads=8, head_dim=8, max_tokens=16, two_way=False)


def encoding(name: str, stack: Stack = SMALL, **params: object) -> Encoding:
    row = positions.rows[name]
    return row.function(fill(row.params, params), stack)


def turned(name: str, vectors: np.ndarray, at: np.ndarray, **params: object) -> np.ndarray:
    """The vectors [n, head_dim] after rotation, by complex numbers."""
    rotate = encoding(name, Stack(4, 1, vectors.shape[1], 4096, False), **params).rotate
    assert rotate is not None
    cos, sin = rotate.turn(at, int(at.max()) + 1)
    half = vectors.shape[1] // 2
    first, second = (
        (vectors[:, :half], vectors[:, half:])
        if rotate.pairing == "half"
        else (
            vectors[:, 0::2],
            vectors[:, 1::2],
        )
    )
    turned = (first + 1j * second) * (cos + 1j * sin)
    return np.concatenate([turned.real, turned.imag], axis=1)


@pytest.mark.parametrize("name", [row.name for row in positions])
def test_the_numbers_in_the_docstring_are_those_of_its_example(name: str) -> None:
    row = positions.rows[name]
    drawn = drawn_numbers(row.help)
    shown = parts(row.function(row.example, SMALL), SMALL, len(drawn))
    values = shown[0].values if shown else np.zeros((len(drawn), SMALL.model_dim))
    first = values[0] if values.ndim == 3 else values
    assert first.shape == drawn.shape
    assert np.allclose(first, drawn, atol=5.1e-4, rtol=5e-3), first


def test_sinusoids_of_the_paper() -> None:
    """C064: d = 4, PE(1); sine and cosine of a pair have one frequency."""
    embed = encoding("sinusoidal").embed
    assert callable(embed)
    table = embed(np.arange(200))
    assert np.allclose(table[1], [0.841471, 0.540302, 0.00999983, 0.99995], atol=1e-6)
    assert np.allclose(table[:, 0::2] ** 2 + table[:, 1::2] ** 2, 1.0)


def test_alibi_with_8_heads_starts_at_a_half() -> None:
    """C054: head 0 has slope 0.5, head 7 has 0.00390625."""
    assert alibi_slopes(8) == [2.0**-power for power in range(1, 9)]


@pytest.mark.parametrize("heads", [1, 2, 3, 6, 12, 16, 20, 40])
def test_alibi_slopes_of_any_number_of_heads(heads: int) -> None:
    """The rule by the ratio of a geometric sequence, as the authors state it."""

    def power_of_two(n: int) -> list[float]:
        start = 2 ** -(2 ** -(math.log2(n) - 3))
        return [start * start**i for i in range(n)]

    below = 2 ** math.floor(math.log2(heads))
    expected = power_of_two(below) + (power_of_two(2 * below)[0::2][: heads - below])
    assert alibi_slopes(heads) == pytest.approx(expected)


def test_alibi_is_zero_on_the_diagonal_and_negative_beside_it() -> None:
    """C052: -slope * (i - j); a bias of +slope * j gives the same weights."""
    bias = encoding("alibi").bias
    assert callable(bias)
    values = bias(np.arange(6), np.arange(6))
    for head, slope in enumerate(alibi_slopes(8)):
        for i in range(6):
            for j in range(6):
                assert values[head, i, j] == -slope * abs(i - j)
    causal = torch.full((6, 6), -torch.inf).triu(1)
    ours = torch.softmax(torch.tensor(values) + causal, -1)
    columns = torch.softmax(torch.tensor(alibi_slopes(8))[:, None, None] * torch.arange(6.0) + causal, -1)
    assert torch.allclose(ours, columns.double(), atol=1e-6)


def test_t5_buckets() -> None:
    """C056: 32 buckets up to 128, two-way and one-way, and transformers' own function at every distance."""
    two_way = np.array([-128, -16, -8, -1, 0, 1, 8, 16, 127])
    assert t5_bucket(two_way, two_way=True, buckets=32, max_distance=128).tolist() == [15, 10, 8, 1, 0, 17, 24, 26, 31]
    one_way = np.array([-127, -64, -32, -16, -15, -1, 0, 5])
    assert t5_bucket(one_way, two_way=False, buckets=32, max_distance=128).tolist() == [31, 26, 21, 16, 15, 1, 0, 0]
    every = np.arange(-400, 401)
    for both in (True, False):
        for buckets, most in ((32, 128), (16, 64), (32, 20)):
            expected = T5Attention._relative_position_bucket(torch.tensor(every), both, buckets, most)
            assert t5_bucket(every, two_way=both, buckets=buckets, max_distance=most).tolist() == expected.tolist()


def test_a_learned_table_says_where_it_ends() -> None:
    assert encoding("learned").limit == 16
    assert isinstance(encoding("learned").embed, LearnedTable)
    assert {row.name for row in positions if row.function(row.example, SMALL).limit} == {"learned"}


@pytest.mark.parametrize("name", [row.name for row in positions if row.name.startswith("rope")])
@pytest.mark.parametrize("pairing", ["half", "interleaved"])
def test_rotary_scores_depend_on_the_distance_alone(name: str, pairing: str) -> None:
    """C062: position 0 is the identity (up to YaRN's factor); moving all by 5 leaves the scores."""
    rng = np.random.default_rng(0)
    q, k = rng.normal(size=(2, 7, 16))
    at = np.arange(7)
    # Dynamic NTK turns by the length of the text, which has to stay in the trained range for this law.
    scores = turned(name, q, at, pairing=pairing) @ turned(name, k, at, pairing=pairing).T
    moved = turned(name, q, at + 5, pairing=pairing) @ turned(name, k, at + 5, pairing=pairing).T
    assert np.abs(scores - moved).max() < 1e-9
    factor = yarn_attention_factor(Yarn()) if name == "rope_yarn" else 1.0
    norms = np.linalg.norm(turned(name, q, at, pairing=pairing), axis=1)
    assert np.allclose(norms, np.linalg.norm(q, axis=1) * factor)


def test_dynamic_ntk_base() -> None:
    """C057: unchanged up to the trained length; then it depends on the length."""
    assert ntk_theta(10_000, 128, 2, 2048, 2048) == 10_000
    assert ntk_theta(10_000, 128, 2, 2048, 4096) == pytest.approx(30_527.74, abs=0.01)
    assert ntk_theta(10_000, 128, 2, 2048, 8192) == pytest.approx(72_195.86, abs=0.01)


def test_yarn_attention_factor() -> None:
    """C059: the formula for five factors; an explicit one replaces it; a pair of mscales is a ratio."""
    for factor, expected in ((4, 1.13863), (16, 1.27726), (40, 1.36889), (64, 1.41588), (128, 1.48520)):
        assert yarn_attention_factor(Yarn(factor=factor)) == pytest.approx(expected, abs=1e-5)
    assert yarn_attention_factor(Yarn(factor=128, attention_factor=1.25)) == 1.25
    assert yarn_attention_factor(Yarn(factor=40, mscale=1.0, mscale_all_dim=1.0)) == 1.0
    assert yarn_attention_factor(Yarn(factor=40, mscale=0.707, mscale_all_dim=1.0)) == pytest.approx(
        (0.0707 * math.log(40) + 1) / (0.1 * math.log(40) + 1)
    )


def test_yarn_multiplies_cosine_and_sine_by_its_factor_once() -> None:
    """C059: not twice."""
    rotate = encoding("rope_yarn", factor=128.0).rotate
    assert rotate is not None
    cos, sin = rotate.turn(np.arange(5), 5)
    assert np.allclose(np.sqrt(cos**2 + sin**2), 1.48520, atol=1e-5)


SCALINGS: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("rope", {}, {"rope_type": "default"}, 64),
    ("rope_linear", {"factor": 3.0}, {"rope_type": "linear", "factor": 3.0}, 64),
    ("rope_dynamic", {"factor": 2.0, "trained_tokens": 64}, {"rope_type": "dynamic", "factor": 2.0}, 200),
    (
        "rope_yarn",
        {"factor": 4.0, "trained_tokens": 64},
        {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64},
        64,
    ),
    (
        "rope_yarn",
        {"factor": 8.0, "trained_tokens": 64, "beta_fast": 8.0, "beta_slow": 2.0, "attention_factor": 1.1},
        {
            "rope_type": "yarn",
            "factor": 8.0,
            "original_max_position_embeddings": 64,
            "beta_fast": 8.0,
            "beta_slow": 2.0,
            "attention_factor": 1.1,
        },
        64,
    ),
    (
        "rope_llama3",
        {"factor": 8.0, "trained_tokens": 256, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
        {
            "rope_type": "llama3",
            "factor": 8.0,
            "original_max_position_embeddings": 256,
            "low_freq_factor": 1.0,
            "high_freq_factor": 4.0,
        },
        64,
    ),
]


@pytest.mark.parametrize(("name", "ours", "theirs", "tokens"), SCALINGS)
def test_every_rotary_scaling_turns_as_transformers_does(
    name: str, ours: dict[str, Any], theirs: dict[str, Any], tokens: int
) -> None:
    config = LlamaConfig(
        hidden_size=128,
        num_attention_heads=2,
        head_dim=64,
        max_position_embeddings=64,
        rope_parameters={"rope_theta": 10_000.0, **theirs},
    )
    if theirs["rope_type"] == "default":
        frequency, factor = 10_000.0 ** -(torch.arange(0, 64, 2) / 64), 1.0
    else:
        frequency, factor = ROPE_INIT_FUNCTIONS[theirs["rope_type"]](config, torch.device("cpu"), seq_len=tokens)
    rotate = encoding(name, Stack(128, 2, 64, 64, False), **ours).rotate
    assert rotate is not None
    cos, sin = rotate.turn(np.arange(tokens), tokens)
    angle = torch.arange(tokens)[:, None].double() * frequency.double()
    assert np.abs(cos - (angle.cos() * factor).numpy()).max() < 1e-4
    assert np.abs(sin - (angle.sin() * factor).numpy()).max() < 1e-4


def test_a_pairing_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="pairing = third can't be used"):
        encoding("rope", pairing="third")
