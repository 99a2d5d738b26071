"""`python -m compute position`: every row's numbers, by hand and by closed forms."""

import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from compute.__main__ import main
from compute.catalog.positions import positions

Told = Callable[[str], Any]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """The JSON that the command prints for these words."""

    def ask(words: str) -> Any:
        monkeypatch.setattr("sys.argv", ["compute", "position", *words.split(), "--json"])
        assert main() == 0
        return json.loads(capsys.readouterr().out)

    return ask


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, str]]:
    def ask(words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["compute", "position", *words.split()])
        code = main()
        said = capsys.readouterr()
        return code, said.out or said.err

    return ask


@pytest.mark.parametrize("name", sorted(positions.rows))
def test_every_row_prints_its_numbers_and_their_drawing(name: str, told: Told, printed: Any) -> None:
    said = told(f"{name} --tokens 3 --heads 2 --head-dim 4")
    assert said["position"] == name
    assert said["params"] == positions.rows[name].params().model_dump(mode="json")
    code, text = printed(f"{name} --tokens 3 --heads 2 --head-dim 4")
    assert code == 0
    assert text.startswith(positions.rows[name].title)
    assert name == "none" or "█" in text


def test_alibi_takes_the_slope_times_the_distance(told: Told, printed: Any) -> None:
    """C052: -slope * (i - j), 0 on the diagonal, negative left of it. C054: head 0 of 8 has slope 0.5, head 7 1/256."""
    said = told("alibi --heads 8 --tokens 6")
    assert said["facts"]["slopes"] == [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]
    bias = said["bias"]["values"]
    assert bias[0][5] == [-2.5, -2.0, -1.5, -1.0, -0.5, 0.0]
    assert bias[7][5][4] == -0.00390625
    assert "0 on the diagonal, negative beside it" in printed("alibi --heads 8 --tokens 6")[1]


def test_t5_puts_distances_into_the_published_buckets(told: Told) -> None:
    """C056: two-way for key - query -128 … 127, one-way for -127 … +5, of 32 buckets up to 128 tokens."""
    two_way = told("t5 --tokens 257 --two-way")["bias"]["values"][128]
    offsets = (-128, -16, -8, -1, 0, 1, 8, 16, 127)
    assert [two_way[128 + offset] for offset in offsets] == [15, 10, 8, 1, 0, 17, 24, 26, 31]
    one_way = told("t5 --tokens 257")["bias"]["values"][128]
    offsets = (-127, -64, -32, -16, -15, -1, 0, 5)
    assert [one_way[128 + offset] for offset in offsets] == [31, 26, 21, 16, 15, 1, 0, 0]


@pytest.mark.parametrize(("length", "base"), [(1, 10_000.0), (2048, 10_000.0), (4096, 30_527.74), (8192, 72_195.86)])
def test_the_base_of_dynamic_ntk_follows_the_length(told: Told, length: int, base: float) -> None:
    """C057."""
    words = f"rope_dynamic --factor 2 --trained-tokens 2048 --head-dim 128 --tokens 1 --length {length}"
    assert told(words)["facts"]["base"] == pytest.approx(base, abs=0.01)


def test_what_is_printed_of_a_base_has_no_digits_of_rounding_and_no_holes(printed: Any) -> None:
    assert "\nbase: 10000\n" in printed("rope --tokens 1")[1]
    assert "base" not in printed("rope_linear --tokens 1")[1]


@pytest.mark.parametrize(
    ("factor", "expected"), [(4, 1.13863), (16, 1.27726), (40, 1.36889), (64, 1.41588), (128, 1.4852)]
)
def test_yarns_attention_factor(told: Told, factor: int, expected: float) -> None:
    """C059: 0.1 ln(f) + 1; an explicit one replaces it; applied once."""
    said = told(f"rope_yarn --factor {factor} --tokens 1")
    assert said["facts"]["factor"] == pytest.approx(expected, abs=1e-5)
    assert said["cos"]["values"][0] == [said["facts"]["factor"]] * 4
    assert told(f"rope_yarn --factor {factor} --attention-factor 1.25 --tokens 1")["facts"]["factor"] == 1.25
    ratio = told(f"rope_yarn --factor {factor} --mscale 0.5 --mscale-all-dim 1.0 --tokens 1")["facts"]["factor"]
    assert ratio == pytest.approx((0.05 * math.log(factor) + 1) / (0.1 * math.log(factor) + 1))


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
def test_rotary_names_its_pairing_and_leaves_position_0_as_it_is(told: Told, printed: Any, pairing: str) -> None:
    """C062."""
    said = told(f"rope --pairing {pairing} --tokens 4")
    assert said["facts"]["pairing"] == pairing
    assert said["cos"]["values"][0] == [1, 1, 1, 1]
    assert said["sin"]["values"][0] == [0, 0, 0, 0]
    assert said["facts"]["speeds"] == pytest.approx([1, 0.1, 0.01, 0.001])
    assert said["facts"]["base"] == pytest.approx(10_000)
    assert f"cosine of the {pairing} pairs" in printed(f"rope --pairing {pairing} --tokens 4")[1]


def test_sinusoids_of_the_paper(told: Told) -> None:
    """C064: d = 4."""
    rows = told("sinusoidal --heads 1 --head-dim 4 --tokens 2")["embed"]["values"]
    assert rows[1] == pytest.approx([0.841471, 0.540302, 0.00999983, 0.99995], abs=1e-6)
    for row in told("sinusoidal --heads 2 --head-dim 8 --tokens 50")["embed"]["values"]:
        for sine, cosine in zip(row[0::2], row[1::2], strict=True):
            assert sine**2 + cosine**2 == pytest.approx(1)


def test_a_scaling_that_treats_pairs_differently_has_no_base(told: Told) -> None:
    assert told("rope_llama3 --head-dim 64 --tokens 1")["facts"]["base"] is None
    linear = told("rope_linear --factor 4 --tokens 2")["facts"]
    assert linear["speeds"] == pytest.approx([0.25, 0.025, 0.0025, 0.00025])


def test_a_learned_table_says_where_it_ends(told: Told) -> None:
    """C065: its positions are as many as its rows."""
    assert told("learned --tokens 5")["facts"]["limit"] == 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rope --theta 0.5", "theta = 0.5 can't be used. It is more than 1"),
        ("rope_yarn --factor 0", "factor = 0 can't be used. It is at least 1"),
        ("rope_llama3 --low-freq-factor 4", "It is less than high_freq_factor (4)"),
        ("t5 --buckets 6", "buckets = 6 can't be used"),
        ("rope --head-dim 7", "head_dim = 7 can't be used. It is even."),
        ("rope --tokens 0", "tokens = 0 can't be used. It is 1 to 4,096."),
        ("rope_dynamic --length 0", "length = 0 can't be used"),
        ("rope --pairing odd", "pairing = odd can't be used"),
    ],
)
def test_a_wrong_number_is_refused_in_one_sentence(printed: Any, words: str, sentence: str) -> None:
    code, said = printed(words)
    assert code == 2
    assert sentence in said
    assert said.count("\n") == 1


def test_heads_of_one_pair_are_turned_too(told: Told) -> None:
    assert told("rope_dynamic --head-dim 2 --trained-tokens 1 --tokens 4")["facts"]["speeds"] == pytest.approx([1.0])
