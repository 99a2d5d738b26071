"""Which public function answers which question: names are matched to names, and nothing is computed here."""

from collections.abc import Callable, Mapping
from typing import Any

from compute.catalog.configs import facts, read_config
from compute.catalog.costs import figure_of, formula_of
from compute.catalog.costs.rotary import rotary_of

Row = Mapping[str, Any]
Answer = Callable[[Row], Any]


def figure(name: str, part: str = "", **fixed: object) -> Answer:
    """The answer of one row of the figures, with the question's own inputs."""

    def answer(row: Row) -> Any:
        found = figure_of(read_config(row["config"]), name, **{**asked(row, FIGURE_INPUTS), **fixed})
        return one(found, part)

    return answer


def formula(name: str, part: str = "", **fixed: object) -> Answer:
    """The answer of one formula of plain numbers, with what the question says of them."""

    def answer(row: Row) -> Any:
        return one(formula_of(name, **{**asked(row, FORMULA_INPUTS, config=True), **fixed}), part)

    return answer


def rotary(name: str, part: str = "", **fixed: object) -> Answer:
    """The answer of a formula on rotary positions, with the config's own numbers."""

    def answer(row: Row) -> Any:
        found = rotary_of(row["config"], **{**row["inputs"], **fixed})
        return one(formula_of(name, **found.model_dump()), part)

    return answer


def one(found: Any, part: str) -> Any:
    if part == "object":
        return {figure.name.partition(".")[2]: figure.value for figure in found}
    return next(figure.value for figure in found if figure.name.endswith(part) or not part)


# What a question calls its inputs, and what the functions call them; None = said otherwise.
FIGURE_INPUTS: Mapping[str, str | None] = {
    "decoder_tokens": "tokens", "stream_tokens": "tokens", "logits": None, "head": None, "sinks": None, "recent": None,
}  # fmt: skip
FORMULA_INPUTS: Mapping[str, str | None] = {
    "N": "parameters", "gpus": "devices", "flops_per_gpu": "flops_per_s", "radius": None, "sinks": None,
    "window": None, "mask": None,
    "num_layers": "layers", "n_layers": "layers", "num_hidden_layers": "layers", "n_layer": "layers",
    "hidden_size": "hidden", "d_model": "model_dim", "n_embd": "model_dim", "vocab_size": "vocab",
    "num_attention_heads": "heads", "num_heads": "heads", "n_head": "heads", "seq_length": "tokens",
    "d_ff": "ffn_dim", "ffw_size": "ffn_dim", "kq_size": "head_dim", "heads_times_head_dim": "attention_dim",
    "bf16_flops_per_s": "flops_per_s", "chips": "devices", "bytes_per_s_per_chip": "bytes_per_s",
    "flops_per_s_per_chip": "flops_per_s",
}  # fmt: skip


def asked(row: Row, names: Mapping[str, str | None], *, config: bool = False) -> dict[str, object]:
    given = {**(row["config"] if config else {}), **row["inputs"]}
    renamed = {names.get(name, name): value for name, value in given.items()}
    wanted = row.get("wanted")
    return {name: value for name, value in renamed.items() if name and (wanted is None or name in wanted)}


def only(wanted: str, answer: Answer) -> Answer:
    """With the named inputs alone."""
    return lambda row: answer({**row, "wanted": wanted.split()})


def config_facts(row: Row) -> Any:
    found = facts(read_config(row["config"])).model_dump()
    return {name: found[name] for name in row["expected"]}


FULL = {"mask": "dense"}
SOFTMAX = {"softmax, 5 operations per score": "softmax"}
OPERATIONS = "batch bytes_per_value tokens"


def operation(phase: str) -> Answer:
    def answer(row: Row) -> Any:
        name = row["quantity"].partition(": ")[2]
        machine = {"flops_per_s": row["config"]["bf16_flops_per_s"], "bytes_per_s": row["config"]["bytes_per_s"]}
        return figure("operation", "object", operation=SOFTMAX.get(name, name), phase=phase, **machine)(row)

    return answer


def logits(row: Row) -> Any:
    """The forward pass: `logits` and `head` in the questions' words, dense unless they say otherwise."""
    wish = "none" if row["inputs"].get("head") == "absent" else "all"
    mask = row["inputs"].get("mask", "dense")
    return figure("forward_flops", mask=mask, logits=wish, pooler="pooler" in row["quantity"])(row)


def buckets(row: Row) -> Any:
    table = {"buckets": "relative_attention_num_buckets", "max_distance": "relative_attention_max_distance"}
    numbers = {name: row["config"][field] for name, field in table.items()}
    return {way: formula_of("t5_bucket_of", distance=int(way), **numbers)[0].value for way in row["expected"]}


def mask(row: Row) -> Any:
    """Pairs of a row of the masks, whose parameters are the question's other inputs."""
    name = (
        MASKS[row["quantity"].partition(": ")[2].partition(" ")[0].strip(",")]
        if "4 sinks" not in row["quantity"]
        else "sink_window"
    )
    if "window" in row["inputs"] and name == "causal":
        name = "sliding_window"
    params = {key: value for key, value in row["inputs"].items() if key != "tokens"}
    choice = {"type": "row", "name": name, "params": params}
    return formula_of("mask_pairs", tokens=row["inputs"]["tokens"], mask=choice)[0].value


MASKS = {"causal": "causal", "bidirectional": "local"}


def streaming(row: Row) -> Any:
    sizes = {"sinks": row["inputs"]["sinks"], "window": row["inputs"]["recent"]}
    return figure("kv_bytes", mask={"type": "row", "name": "sink_window", "params": sizes})(row)


def chinchilla(row: Row) -> Any:
    return formula("chinchilla_flops")(row)


def palm(row: Row) -> Any:
    shape = facts(read_config(row["config"]))
    return formula_of(
        "palm_flops", parameters=row["inputs"]["N"], tokens=row["inputs"]["tokens"], layers=shape.layers,
        heads=shape.heads, head_dim=shape.head_dim,
    )[0].value  # fmt: skip


def alibi(row: Row) -> Any:
    found = {
        figure.name.partition(".")[2]: figure.value
        for figure in formula_of("alibi", heads=facts(read_config(row["config"])).heads)
    }
    return {name: found[name] for name in row["expected"]}


def by_totals(row: Row) -> Any:
    weights = {
        "weight_bytes": f"{row['config']['weight_gb']}e9",
        "kv_bytes_per_text": f"{row['config']['kv_gb_per_sequence']}e9",
    }
    return only("batch devices bytes_per_s", formula("decode_step", "seconds", **weights))(row)


ANSWERS: Mapping[tuple[str, str], Answer] = {
    ("params", "total parameters"): figure("parameters"),
    ("lab", "total parameters"): figure("parameters"),
    ("params", "total parameters with bias=False everywhere"): figure("parameters", biases=False),
    ("params", "non-embedding parameters"): figure("non_embedding_parameters"),
    ("params", "parameters of the encoder with pooler (BertModel)"): figure("parameters", head="pooler"),
    ("params", "parameters of the encoder with pooler"): figure("parameters", head="pooler"),
    ("params", "parameters of RobertaForMaskedLM"): figure("parameters", head="masked_lm"),
    ("params", "parameters of DistilBertForMaskedLM"): figure("parameters", head="masked_lm"),
    ("params", "parameters as the library counts them (sinusoidal tables included)"): figure("parameters"),
    ("params", "parameters by Megatron Eq. 2"): formula("megatron_parameters"),
    ("params", "parameters by the stated formula"): only(
        "layers model_dim ffn_dim vocab attention_dim", formula("book_parameters")
    ),
    ("kv", "KV cache bytes"): figure("kv_bytes"),
    ("kv", "KV cache bytes, fp8"): figure("kv_bytes"),
    ("kv", "KV cache bytes per token (MLA, bf16)"): figure("kv_bytes"),
    ("kv", "KV cache bytes (MLA, bf16)"): figure("kv_bytes"),
    ("kv", "KV bytes per token per layer"): figure("kv_bytes"),
    ("kv", "KV cache elements per token (MLA)"): figure("kv_values"),
    ("lab", "KV cache bytes, fp32"): figure("kv_bytes", precision="fp32"),
    ("lab", "self + cross KV cache bytes, fp32"): figure("kv_bytes", precision="fp32"),
    ("flops", "forward FLOPs"): logits,
    ("lab", "forward FLOPs"): logits,
    ("lab", "forward FLOPs with pooler"): logits,
    ("flops", "score + value FLOPs counting only allowed pairs"): figure("attention_flops"),
    ("flops", "training FLOPs by 6ND"): only("parameters train_tokens", formula("training_flops")),
    ("flops", "training FLOPs per sequence by the PaLM rule"): palm,
    ("flops", "forward FLOPs by the Appendix F formula"): chinchilla,
    ("flops", "training time"): only("parameters train_tokens devices flops_per_s", formula("training_days")),
    ("flops", "kernel FLOPs, forward, causal"): formula("kernel_flops", mask="causal_half"),
    ("flops", "share of score + value FLOPs in the encoder"): figure("attention_share", mask="dense"),
    ("flops", "length where score + value FLOPs equal FFN FLOPs"): figure("attention_overtakes", against="ffn"),
    ("flops", "length where score + value FLOPs equal FFN FLOPs (full layer)"): figure(
        "attention_overtakes", against="ffn"
    ),
    ("flops", "length where score + value FLOPs equal all other block FLOPs"): figure(
        "attention_overtakes", against="rest"
    ),
    ("flops", "length where attention FLOPs equal matmul FLOPs"): formula("overtakes"),
    ("flops", "matmul FLOPs per token without attention scores"): figure("matrix_flops"),
    ("flops", "FLOPs to produce 64 tokens with a KV cache"): figure("generation_flops"),
    ("lab", "decode FLOPs of one token at context 64"): figure("forward_flops"),
    ("memory", "attention matrix of one layer, all heads"): figure("score_bytes"),
    ("memory", "attention matrix of one layer"): formula("score_matrix_bytes"),
    ("memory", "attention matrices of one encoder and one decoder layer"): figure("score_bytes"),
    ("lab", "attention-matrix bytes of all layers, fp32"): figure("score_bytes", layers="all", precision="fp32"),
    ("memory", "extra memory of FlashAttention-2 per layer (log-sum-exp rows)"): figure("normaliser_bytes"),
    ("memory", "standard attention HBM accesses by the Theta bound (constant 1)"): formula("attention_accesses"),
    ("memory", "activation bytes per layer"): only("tokens batch hidden heads", formula("activation_bytes")),
    ("memory", "activation bytes per layer with full recomputation"): only(
        "tokens batch hidden heads", formula("activation_bytes", recompute="full")
    ),
    ("memory", "activation bytes per layer and GPU, tensor + sequence parallel 8"): only(
        "tokens batch hidden heads tensor_parallel sequence_parallel", formula("activation_bytes")
    ),
    ("memory", "activation share removed by selective recomputation"): only(
        "tokens hidden heads", formula("selective_share")
    ),
    ("memory", "length where score activations equal all other activations of a layer"): formula(
        "score_activations_equal"
    ),
    ("memory", "weight bytes, bf16"): figure("weight_bytes", precision="bf16"),
    ("memory", "weight bytes, fp32"): figure("weight_bytes", precision="fp32"),
    ("memory", "weight bytes, fp8 without scales, main model"): figure("weight_bytes", precision="fp8"),
    ("memory", "tensor bytes of the fp32 checkpoint"): figure("checkpoint_bytes", precision="fp32", position_ids=True),
    ("memory", "logit bytes if every position is kept in fp32"): figure("logit_bytes"),
    ("memory", "weights + KV cache, bf16"): figure("total_memory", activations=False, overhead_bytes=0),
    ("memory", "bytes of one hidden-state tensor in an 8k prefill"): lambda row: (
        formula_of("state_bytes", width=row["config"]["hidden_size"], **row["inputs"])[0].value
    ),
    ("serving", "blocks for one sequence"): figure("paged_cache", ".blocks"),
    ("serving", "unused bytes in the last block"): figure("paged_cache", ".unused_bytes"),
    ("serving", "mean unused slots per sequence, lengths uniform modulo 16"): formula("mean_unused_slots"),
    ("serving", "smallest mean length for which average waste is below 4 percent"): formula(
        "least_mean_length", waste=0.04
    ),
    ("serving", "paged cache use for a batch"): figure("paged_cache", "object"),
    ("serving", "bytes of one block over all layers"): figure("paged_cache", ".block_bytes"),
    ("serving", "largest batch at 8192 tokens in 80e9 bytes"): figure(
        "largest_batch", activations=False, overhead_bytes=0
    ),
    ("serving", "theoretical attention span"): figure("attention_span"),
    ("serving", "bytes transformers 5.24 keeps between steps"): figure("kv_bytes", keeps="one_less"),
    ("serving", "largest StreamingLLM cache"): streaming,
    ("serving", "peak score matrix bytes of one layer with chunked prefill"): figure(
        "chunked_prefill", ".largest_scores"
    ),
    ("serving", "difference in KV cache bytes between chunked and one-shot prefill"): figure(
        "chunked_prefill", ".cache_difference"
    ),
    ("serving", "MHA / MQA cache ratio"): figure("kv_ratio"),
    ("serving", "MHA / GQA cache ratio"): figure("kv_ratio"),
    ("serving", "GQA groups with the same cache as MLA"): figure("equal_kv_heads"),
    ("config", 'what "read the config" must report'): config_facts,
    ("position", "longest rotary wavelength"): rotary("longest_wavelength"),
    ("position", "rotary pairs per band under llama3 scaling (64 pairs)"): rotary("rotary_bands", "object"),
    ("position", "rotary pairs per band under YaRN (64 pairs)"): rotary("rotary_bands", "object"),
    ("position", "YaRN factor applied to cos and sin"): rotary("yarn_factor"),
    ("position", "effective theta under dynamic NTK at n = 65,536"): rotary("dynamic_theta"),
    ("position", "unscaled position that has the same rotation as position 10,000"): rotary(
        "unscaled_position", position=10_000
    ),
    ("position", "ALiBi slopes of 16 heads"): alibi,
    ("position", "encoder bias bucket by (key position - query position)"): buckets,
    ("roofline", "ridge point"): formula("ridge_point"),
    ("roofline", "ridge point and critical token batch in bf16"): formula("ridge_point"),
    ("roofline", "smallest token batch at which a large bf16 matrix product is compute bound"): formula(
        "compute_bound_tokens"
    ),
    ("roofline", "lower bound of a decode step, all weights read once, bf16"): figure(
        "step_time", ".seconds", precision="bf16", cache=False, bytes_per_s=3.35e12
    ),
    ("roofline", "decode step"): formula("decode_step", ".seconds", bytes_per_value=1),
    ("roofline", "decode step, bandwidth only"): by_totals,
    ("roofline", "prefill time"): formula("prefill_seconds"),
    ("roofline", "SmolLM2-135M decode step bound, fp32"): formula("decode_step", ".seconds"),
    ("lab", "roofline of one decode step at context 64, batch 1, fp32"): lambda row: figure(
        "step_time", "object", flops_per_s=row["config"]["flops_per_s"], bytes_per_s=row["config"]["bytes_per_s"]
    )(row),
}


def answer(row: Row) -> Any:
    area, quantity = row["area"], row["quantity"]
    if quantity.startswith("allowed query-key pairs"):
        return mask(row)
    phase = quantity.partition(": ")[0]
    if phase in ("prefill", "decode"):
        return operation(phase)(row)
    return ANSWERS[area, quantity](row)
