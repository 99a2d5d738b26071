"""A trained lab model's folder, as far as it can be read without torch: its files, its card, its facts."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pydantic import Field

from compute import events
from compute.catalog.blocks import feed_forwards, norms
from compute.catalog.masks import masks
from compute.catalog.params import Params, fill
from compute.catalog.positions import positions
from compute.events import ModelCard
from compute.lab.spec import Architecture, Choice, LabSpec, Wiring
from compute.lab.training import Ended, TrainSpec
from compute.wire import Scalar, Wire

SPEC, TOKENIZER, WEIGHTS, CARD = "spec.json", "tokenizer.json", "model.safetensors", "card.json"

# How far beyond the longest text of its training a model without a table of positions can be read.
BEYOND_TRAINING = 8

# Masks that go without saying.
UNNAMED = ("full", "causal")

ARCHITECTURES: Mapping[Architecture, tuple[events.Architecture, str]] = {
    "encoder": ("encoder", "Lab encoder"),
    "decoder": ("decoder", "Lab decoder"),
    "encoder-decoder": ("encoder_decoder", "Lab encoder-decoder"),
}
WIRINGS: Mapping[Wiring, str] = {
    "pre": "before each block",
    "post": "after each block",
    "parallel": "before each layer, its blocks side by side",
}


class Score(Wire):
    """Translations of all held-out English sentences, each against every translation of its own, by sacrebleu."""

    width: int = Field(description="continuations kept in step; 1 = greedy")
    sentences: int
    chrf: float = Field(description="chrF2, 0 to 100")
    bleu: float = Field(description="BLEU with the tokenisation for Chinese, 0 to 100")


class Sample(Wire):
    """Figures over a few held-out pairs that stand beside the tests, so that the file is checked without the corpus."""

    pairs: int
    loss: float = Field(description="nats a token")
    accuracy: float = Field(description="share of tokens predicted first")
    labels: int = Field(description="how many tokens were predicted")


class Card(Wire):
    """What is known of a stored model. The figures are those of the stored file, in its half precision.

    Its specification stands beside it, in spec.json. What follows its seed is of models trained on sentence pairs.
    """

    digest: str
    parameters: int
    vocabulary: int
    ended: Ended
    held_out_loss: float = Field(description="nats a token")
    held_out_accuracy: float = Field(description="share of tokens predicted first")
    held_out_labels: int = Field(description="how many tokens were predicted")
    licence: str | None = Field(description="of the data, with its attribution")
    torch: str
    seed: int | None = Field(None, description="of its training")
    pairs: int | None = Field(None, description="sentence pairs that it was trained on")
    epochs: float | None = Field(None, description="how often it was shown each of them")
    scores: tuple[Score, ...] = Field((), description="how it translates; none for an encoder, which does not")
    sample: Sample | None = None


def read_card(folder: Path) -> Card:
    return Card.model_validate_json((folder / CARD).read_bytes())


def write_card(folder: Path, card: Card) -> None:
    """Last and at once: a folder with a card is whole."""
    draft = folder / f".{CARD}"
    draft.write_text(card.model_dump_json(indent=1) + "\n", "utf-8")
    draft.replace(folder / CARD)


def facts(folder: Path) -> ModelCard:
    """The card that a picker shows; the folder's name is the model's. Read again when the file changes."""
    return _facts(folder, (folder / CARD).stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _facts(folder: Path, changed_ns: int) -> ModelCard:
    card = read_card(folder)
    training = TrainSpec.model_validate_json((folder / SPEC).read_bytes())
    spec = training.model
    architecture, title = ARCHITECTURES[spec.architecture]
    position, mask = positions.rows[spec.position.name], masks.rows[_mask(spec).name]
    named = [mask.title] if mask.name not in UNNAMED else []
    return ModelCard(
        name=folder.name,
        title=", ".join([title, position.title, *named]),
        architecture=architecture,
        layers=spec.layers,
        query_heads=spec.heads,
        kv_heads=spec.n_kv_heads,
        head_dim=spec.head_size,
        model_dim=spec.model_dim,
        vocab=card.vocabulary,
        context_tokens=_most_tokens(spec),
        parameters=card.parameters,
        position=position.title,
        norm=f"{norms.rows[spec.norm].title}, {WIRINGS[spec.wiring]}",
        ffn=_feed_forward(spec),
        source=f"trained for this program: {training.task.name}",
        license=card.licence or "none needed: made for this program",
        accepts_second=spec.architecture != "decoder",
        family="lab",
        position_row=position.name,
        position_params=_filled(position.params, spec.position),
        mask_row=mask.name,
        mask_params=_filled(mask.params, _mask(spec)),
        trained_tokens=spec.max_tokens,
    )


def _mask(spec: LabSpec) -> Choice:
    """Of the decoder, or else of the encoder, which sees everything."""
    return Choice(name="full") if spec.architecture == "encoder" else spec.mask


def _filled(params: type[Params], choice: Choice) -> Mapping[str, Scalar]:
    filled: Mapping[str, Scalar] = fill(params, choice.params).model_dump(mode="json")
    return filled


def _most_tokens(spec: LabSpec) -> int:
    limit = spec.encoding(two_way=True).limit
    return BEYOND_TRAINING * spec.max_tokens if limit is None else limit


def _feed_forward(spec: LabSpec) -> str:
    one = f"{feed_forwards.rows[spec.feed_forward].title}, {spec.ffn_dim:,} wide"
    return one if spec.experts == 1 else f"{spec.experts} experts, {spec.top_k} for each token: {one}"
