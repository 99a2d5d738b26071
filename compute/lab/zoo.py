"""The trained models that ship: which there are, and how each is trained."""

from collections.abc import Mapping

from compute.lab.spec import Architecture, Choice, LabSpec
from compute.lab.training import TrainSpec

# In this order they are offered: of each architecture first the one that is best known today.
POSITIONS = ("rope", "alibi", "t5", "sinusoidal", "learned", "none")

CAUSAL = Choice(name="causal")

# Masks that a decoder with RoPE is trained under, beside the causal one. The prefix is one that nearly every English
# sentence fills, so that what is written stands after it.
MASKS = {
    "window": Choice(name="sliding_window", params={"window": 8}),
    "sink": Choice(name="sink_window", params={"sinks": 2, "window": 8}),
    "dilated": Choice(name="dilated_window", params={"window": 8, "dilation": 2}),
    "block": Choice(name="block_local", params={"block": 8}),
    "prefix": Choice(name="prefix_lm", params={"prefix": 6}),
}

# Within an architecture all positions and masks are trained equally long, so that they can be compared; the one that
# translates best was trained for longer.
EPOCHS: Mapping[Architecture, int] = {"encoder-decoder": 8, "decoder": 6, "encoder": 10}
LONGER = {"encoder-decoder-rope": 16}

Choices = tuple[Architecture, Choice, Choice]  # architecture, position, mask

BATCHES_OF_AN_EPOCH = 438  # of 64 pairs


def zoo() -> dict[str, TrainSpec]:
    """Every shipped model by its name, such as `encoder-decoder-rope` or `decoder-rope-window`."""
    by_position: dict[str, Choices] = {
        f"{architecture}-{position}": (architecture, Choice(name=position), CAUSAL)
        for architecture in EPOCHS
        for position in POSITIONS
    }
    by_mask: dict[str, Choices] = {
        f"decoder-rope-{name}": ("decoder", Choice(name="rope"), mask) for name, mask in MASKS.items()
    }
    return {name: _on_pairs(name, *choices) for name, choices in (by_position | by_mask).items()}


def lessons() -> dict[str, TrainSpec]:
    """Small trainings that show one thing in a minute or two on two cores."""
    return {
        "copy": _lesson("copy", steps=1_500, ffn_dim=192),
        "induction": _lesson("induction", steps=2_500, ffn_dim=128),
    }


def _on_pairs(name: str, architecture: Architecture, position: Choice, mask: Choice) -> TrainSpec:
    steps = LONGER.get(name, EPOCHS[architecture]) * BATCHES_OF_AN_EPOCH
    return TrainSpec(
        model=LabSpec(
            architecture=architecture,
            position=position,
            mask=mask,
            layers=3,
            model_dim=144,
            heads=4,
            ffn_dim=320,
            max_tokens=128,
            dropout=0.15,
        ),
        task=Choice(name="pairs"),
        steps=steps,
        batch=64,
        learning_rate=2e-3,
        warmup_steps=200,
        label_smoothing=0.1,
        average=0.998,
        precision="bfloat16",
        report_every=146,
        evaluate_every=2 * BATCHES_OF_AN_EPOCH,
    )


def _lesson(task: str, *, steps: int, ffn_dim: int) -> TrainSpec:
    return TrainSpec(
        model=LabSpec(architecture="decoder", layers=2, model_dim=64, heads=4, ffn_dim=ffn_dim, max_tokens=64),
        task=Choice(name=task),
        steps=steps,
        learning_rate=4e-3,
        warmup_steps=50,
        report_every=50,
        evaluate_every=100,
        stop_at_accuracy=0.995,
    )
