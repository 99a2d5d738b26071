"""Forty questions on models, masks, lengths, batches, precisions, devices and plans: the command line alone answers,
and each answer is worked out by hand from the config's numbers."""

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

from compute.__main__ import main

GPT2, LLAMA2, LLAMA70, MISTRAL = "--model gpt2", "--model llama-2-7b", "--model llama-3-70b", "--model mistral-7b-v0.1"
GEMMA, MIXTRAL, SMOL, BERT = (
    "--model gemma-2-9b",
    "--model mixtral-8x7b",
    "--model smollm2-135m",
    "--model bert-base-uncased",
)
T5, QWEN, DEEPSEEK, FALCON = "--model t5-base", "--model qwen3-4b", "--model deepseek-v3", "--model falcon-7b"
T5_LAYER = 4 * 768 * 768 + 2 * 768 * 3_072


def causal(n: int) -> int:
    return n * (n + 1) // 2


def window(n: int, w: int) -> int:
    return sum(min(i + 1, w) for i in range(n))


QUESTIONS: list[tuple[str, float | str]] = [
    # Parameters
    (f"figure parameters {GPT2}", 50_257 * 768 + 1_024 * 768 + 12 * (12 * 768**2 + 13 * 768) + 2 * 768),
    (f"figure non_embedding_parameters {GPT2}", 12 * (12 * 768**2 + 13 * 768) + 2 * 768),
    (f"figure parameters_by_part.ffn {LLAMA2}", 32 * 3 * 4_096 * 11_008),
    (f"figure active_parameters {MIXTRAL}", 46_702_792_704 - 32 * 6 * 3 * 4_096 * 14_336),
    (f"figure parameters {BERT} --head none", 109_482_240 - 768 * 769),
    ("formula training_flops --parameters 70e9 --train-tokens 1.4e12", 6 * 70e9 * 1.4e12),
    # Compute
    (f"figure forward_flops_by_part.scores {GPT2} --tokens 100", 2 * 12 * 12 * 64 * causal(100)),
    (f"figure forward_flops_by_part.scores {GPT2} --tokens 100 --mask dense", 2 * 12 * 12 * 64 * 100**2),
    (f"figure attention_flops {GPT2} --tokens 100 --mask sliding_window:window=10 --batch 3",
     3 * 4 * 144 * 64 * window(100, 10)),
    (f"figure forward_flops_by_part.head {GPT2} --tokens 100 --logits last", 2 * 50_257 * 768),
    (f"figure decode_flops {LLAMA2} --context 4096",
     2 * (6_738_415_616 - 32_000 * 4_096 - 65 * 4_096) + 4 * 32 * 32 * 128 * 4_096),
    (f"figure decode_flops {MISTRAL} --context 9000",
     2 * (7_241_732_096 - 32_000 * 4_096 - 65 * 4_096) + 4 * 32 * 32 * 128 * 4_096),
    (f"figure allowed_pairs.allowed {GEMMA} --tokens 5000", 21 * (causal(5_000) + window(5_000, 4_096))),
    (f"figure pairs_by_layer.decoder_21_layers_from_0 {GEMMA} --tokens 5000", window(5_000, 4_096)),
    ("formula mask_pairs --mask sink_window:sinks=4,window=60 --tokens 500", window(500, 64)),
    ("formula mask_pairs --mask local:radius=64 --tokens 512", 512 * 129 - 64 * 65),
    (f"figure forward_flops_by_part.scores {T5} --tokens 20 --encoder-tokens 30",
     2 * 12 * 12 * 64 * (900 + causal(20) + 600)),
    (f"figure attention_overtakes {LLAMA2}", 3 * 4_096 * 11_008 / (2 * 32 * 128)),
    (f"figure generation_flops {GPT2} --prompt 3 --new-tokens 1",
     3 * 2 * 12 * 12 * 768**2 + 2 * 50_257 * 768 + 4 * 144 * 64 * 6),
    # Cache
    (f"figure kv_bytes {LLAMA70} --tokens 8192 --batch 16", 16 * 8_192 * 80 * 2 * 8 * 128 * 2),
    (f"figure kv_bytes {QWEN} --tokens 1000 --precision fp8", 1_000 * 36 * 2 * 8 * 128),
    (f"figure kv_bytes {QWEN} --tokens 1000 --precision int4", 1_000 * 36 * 2 * 8 * 128 * 2),
    (f"figure kv_bytes {DEEPSEEK} --tokens 1000 --concurrency 7", 7 * 1_000 * 61 * 576 * 2),
    (f"figure kv_bytes {MISTRAL} --tokens 10000", 4_096 * 32 * 2 * 8 * 128 * 2),
    (f"figure kv_bytes {GEMMA} --tokens 6000", 21 * (6_000 + 4_096) * 2 * 8 * 256 * 2),
    (f"figure kv_bytes {FALCON} --tokens 2048", 2_048 * 32 * 2 * 64 * 2),
    (f"figure kv_bytes {T5} --tokens 20 --encoder-tokens 300 --part cross --precision fp32", 300 * 12 * 2 * 768 * 4),
    (f"figure kv_bytes {LLAMA2} --tokens 900 --mask sink_window:sinks=4,window=60", 64 * 32 * 2 * 4_096 * 2),
    (f"figure kv_ratio {LLAMA70}", 8),
    (f"figure paged_cache.waste {LLAMA2} --tokens 1000 --block-size 32", (1_024 - 1_000) / 1_024),
    # Memory and what fits
    (f"figure weight_bytes {LLAMA2} --precision int8", 6_738_415_616),
    (f"figure score_bytes {GPT2} --tokens 1024 --precision fp32", 12 * 1_024**2 * 4),
    (f"figure total_memory {LLAMA2} --tokens 4096 --activations false --overhead-bytes 0", 2 * 6_738_415_616 + 2**31),
    (f"figure largest_batch {LLAMA2} --tokens 4096 --device h100 --activations false --overhead-bytes 0",
     (80 * 10**9 - 2 * 6_738_415_616) // 2**31),
    # Time
    (f"figure step_time.seconds {LLAMA2} --context 4096 --device a100", (2 * 6_738_415_616 + 2**31) / 2.039e12),
    (f"figure step_time.bound {LLAMA2} --tokens 4096 --device h100", "compute"),
    ("formula ridge_point --flops-per-s 312e12 --bytes-per-s 2.039e12", 312e12 / 2.039e12),
    # Plans
    (f"figure parallel_plan.kv_cache {LLAMA70} --tensor 8 --tokens 4096 --batch 4", 4 * 4_096 * 80 * 2 * 128 * 2),
    (f"figure parallel_plan.all_reduce {LLAMA70} --tensor 4 --tokens 4096 --new-tokens 1 --batch 8",
     160 * 8 * 8_192 * 2 * 2 * 3 / 4),
    (f"figure parallel_plan.bubble {LLAMA70} --pipeline 4 --microbatches 12", 3 / 15),
    (f"figure parallel_plan.weights {T5} --pipeline 2",
     2 * (32_128 * 768 + 6 * (2 * T5_LAYER + 4 * 768**2 + 5 * 768) + 2 * 32 * 12)),
    # Positions
    ("formula longest_wavelength --head-dim 128 --theta 10000", 2 * math.pi * 10_000 ** (126 / 128)),
    ("formula alibi.head_7 --heads 8", 2.0**-8),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "expected"), QUESTIONS, ids=[asked for asked, _ in QUESTIONS])
def test_the_command_line_answers(
    asked: str, expected: float | str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name after the dot is one of several figures that a row prints. C016, C020, C073, C075, C081, C083, C100."""
    command, name, *flags = asked.split()
    row, _, part = name.partition(".")
    monkeypatch.setattr(sys, "argv", ["compute", command, row, *flags, "--json"])
    code = main()
    printed = capsys.readouterr()
    assert code == 0, printed.err
    found = {one["name"]: one["value"] for one in json.loads(printed.out)}
    value = found[f"{row}.{part}" if part else row]
    assert value == expected if isinstance(expected, int | str) else value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("config", "answers"),
    [
        ({"model_type": "llama", "max_position_embeddings": 4_096, "rope_scaling": {"type": "linear", "factor": 2.0}},
         {"limit": 8_192, "stated": 4_096, "attention": "MHA"}),
        ({"model_type": "gemma2", "num_hidden_layers": 4}, {"window": 4_096, "window_layers": 2, "attention": "GQA"}),
        ({"model_type": "roberta", "max_position_embeddings": 130}, {"limit": 128, "position_rows": 130}),
        ({"model_type": "bart", "encoder_layers": 3}, {"encoder_layers": 3, "cross_attention": True}),
    ],
)  # fmt: skip
def test_the_command_line_reads_a_config(
    config: dict[str, Any],
    answers: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config))
    monkeypatch.setattr(sys, "argv", ["compute", "config", str(file), "--json"])
    assert main() == 0
    found = json.loads(capsys.readouterr().out)
    assert {name: found[name] for name in answers} == answers
