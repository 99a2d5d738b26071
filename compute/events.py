"""What a run says, in order: one frozen model for each event.

A client's picture of a run is the fold of its events (compute/fold.py, frontend/src/lib/fold.ts).
`seq` counts from 1 within a run without a gap; 0 marks a passing remark that is not part of the log.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from compute.errors import ErrorBody
from compute.measured import RunCache, RunKernels, RunParts, RunPrefill
from compute.wire import Event, PackedArray, Scalar, Wire

Architecture = Literal["decoder", "encoder", "encoder_decoder"]
Family = Literal["pretrained", "lab"]
Kind = Literal["encoder", "decoder", "cross"]
KINDS: Mapping[Architecture, tuple[Kind, ...]] = {
    "encoder": ("encoder",),
    "decoder": ("decoder",),
    "encoder_decoder": ("encoder", "decoder", "cross"),
}


class Notice(Wire):
    """A remark with a code: on a text on its way to tokens, or on a config."""

    code: str
    message: str
    data: Mapping[str, Scalar] = Field(default_factory=dict)


def _in_words(given: object) -> object:
    """Cards once had the message alone."""
    return {"code": "remark", "message": given} if isinstance(given, str) else given


class OwnMask(Wire):
    """A mask that a model was trained with, and the layers that have it."""

    row: str = Field(description="its row in the list of masks")
    params: Mapping[str, Scalar] = Field(default_factory=dict, description="of that row")
    layers: tuple[int, ...] = Field(description="of the stack that writes the output, from 0")
    words: str = Field(description="what a query sees")


class ModelCard(Wire):
    """A model's facts, read from its config."""

    name: str
    title: str
    architecture: Architecture
    layers: int
    query_heads: int = Field(description="query heads in a layer")
    kv_heads: int = Field(description="key-value heads in a layer; query head h reads h // (query_heads / kv_heads)")
    head_dim: int
    model_dim: int
    vocab: int
    context_tokens: int = Field(description="most tokens in one row, special tokens included")
    parameters: int = Field(description="trainable values, tied matrices once")
    position: str = Field(description="position encoding, in words")
    norm: str
    ffn: str
    source: str
    license: str
    accepts_second: bool
    start_token: int | None = Field(
        None, description="the token that the decoder of a pretrained encoder-decoder begins with"
    )
    end_token: int | None = Field(None, description="the token with which it ends")
    family: Family = Field("pretrained", description="lab: trained for this program")
    position_row: str | None = Field(None, description="its row in the list of positions, where it is one of them")
    position_params: Mapping[str, Scalar] = Field(default_factory=dict, description="of that row, as far as known")
    mask_row: str | None = Field(None, description="its row in the list of masks, for models of the lab")
    mask_params: Mapping[str, Scalar] = Field(default_factory=dict, description="of that row, all of them")
    own_masks: tuple[OwnMask, ...] = Field((), description="of each layer, by the config of a model that was prepared")
    mask_notices: tuple[Annotated[Notice, BeforeValidator(_in_words)], ...] = Field(
        (), description="what its config says of masks without effect"
    )
    trained_tokens: int | None = Field(None, description="longest text of its training, for models of the lab")


class Token(Wire):
    """One token and how to show it."""

    id: int
    label: str = Field(description="the characters it stands for, readable in every script; blank ␣, newline ⏎, tab ⇥")
    raw: str = Field(description="the vocabulary's own form")
    start: int = Field(description="first character in its text, in code points")
    end: int = Field(description="one past the last character")
    text: int = Field(description="0: the first text, 1: the second, -1: neither")
    word: int = Field(description="tokens with the same number touch, being pieces of one word; -1: none")
    part: int = Field(
        description="1, 2, …: which piece of a shared character, whose label all pieces show; 0: not shared"
    )
    role: Literal["text", "special", "padding"]


class TokenRow(Wire):
    tokens: tuple[Token, ...]
    notices: tuple[Notice, ...] = ()


class HeadMeasures(Wire):
    """One value for each head of the event, averaged over the query rows measured; None: not defined here."""

    entropy: tuple[float | None, ...] = Field(description="nats")
    distance: tuple[float | None, ...] = Field(description="mean of |query - key|, tokens")
    first_token: tuple[float | None, ...] = Field(description="share on the first real token")
    previous_token: tuple[float | None, ...] = Field(description="share on the token before the query")
    self_token: tuple[float | None, ...] = Field(description="share on the query's own token")
    separator: tuple[float | None, ...] = Field(description="share on special tokens other than the first token")
    induction: tuple[float | None, ...] = Field(
        description="share on the tokens that followed earlier occurrences of the query's token"
    )
    largest: tuple[float | None, ...] = Field(description="largest weight of a row")


class Candidate(Wire):
    id: int
    label: str
    probability: float


class RunQueued(Event):
    type: Literal["run.queued"] = "run.queued"
    run_id: str
    digest: str


class QueuePosition(Event):
    """How many runs stand before this one; a passing remark, so `seq` is 0."""

    type: Literal["queue.position"] = "queue.position"
    ahead: int = Field(ge=0)
    worker_alive: bool = Field(True, description="False: no worker is up, so nothing moves until one starts")


class RunStarted(Event):
    type: Literal["run.started"] = "run.started"
    attempt: int = Field(ge=1)
    device: str
    dtype: str
    threads: int


class RunStage(Event):
    """Work beside the layers that can take over a second: before the first one, and measuring after all of them.

    Writing is said anew before each token.
    """

    type: Literal["run.stage"] = "run.stage"
    stage: Literal["loading_model", "tokenising", "writing", "computing", "measuring"]
    done: int | None = Field(None, description="tokens written so far; null: it is not writing")
    total: int | None = Field(None, description="tokens after which it ends at the latest")


class RunTokens(Event):
    """The model and the rows that it reads; every row of a side has the same number of tokens.

    Said again when the model has written some of them itself: the maps are those of the last one said.
    """

    type: Literal["run.tokens"] = "run.tokens"
    model: ModelCard
    rows: tuple[TokenRow, ...]
    target: tuple[TokenRow, ...] = Field(
        (), description="what the decoder of an encoder-decoder reads: its start token, then what was written or given"
    )

    def queries(self, kind: Kind) -> tuple[TokenRow, ...]:
        """The rows that ask in maps of this kind."""
        return self.rows if kind == "encoder" or not self.target else self.target

    def keys(self, kind: Kind) -> tuple[TokenRow, ...]:
        """The rows that are looked at in maps of this kind."""
        return self.target if kind == "decoder" and self.target else self.rows


class RunHeads(Event):
    """The overview of some heads of one layer and batch row: at most 64 x 64 cells a head.

    Cell [r, c] is the largest weight among queries r*block … r*block+block-1 and the same for keys;
    NaN where all of them are masked. With block 1 it is the whole map.
    """

    type: Literal["run.heads"] = "run.heads"
    kind: Kind
    layer: int
    row: int
    first_head: int
    queries: int
    keys: int
    block: int
    overview: PackedArray = Field(description="[head, query block, key block]")
    measures: HeadMeasures
    measured_queries: int = Field(description="query rows behind the measures; fewer than all for long texts")


class Routes(Wire):
    """Where the router of a mixture of experts sent the tokens of one row."""

    experts: int = Field(description="how many there are to choose from")
    expert: tuple[tuple[int, ...], ...] = Field(description="[token, choice], counted from 0, largest share first")
    share: PackedArray = Field(description="[token, choice], of what the experts give together")


class RunLayer(Event):
    """One layer is complete: all its heads were sent and its capture is stored."""

    type: Literal["run.layer"] = "run.layer"
    kind: Kind
    layer: int
    elapsed_ms: float = Field(description="time of the whole layer, as measured; a cross-attention's is its layer's")
    attention_ms: float = Field(description="of it, time inside the attention kernel")
    captured_bytes: int
    kernel: str
    routes: tuple[Routes, ...] = Field((), description="of each row, where the layer has experts")


class RunNextToken(Event):
    """What a decoder says of one row."""

    type: Literal["run.next_token"] = "run.next_token"
    row: int
    top: tuple[Candidate, ...] = Field(description="the ten likeliest next tokens, likeliest first")
    losses: tuple[float | None, ...] = Field(description="nats, of each token given those before; None for the first")
    mean_loss: float | None


class RunSentences(Event):
    """What a sentence encoder says: mean-pooled vectors and their cosines."""

    type: Literal["run.sentences"] = "run.sentences"
    similarity: tuple[tuple[float, ...], ...] = Field(description="[sentence, sentence], cosine")
    token_similarity: tuple[tuple[float | None, ...], ...] = Field(
        description="[row, token], cosine of the token's vector with its own sentence's; None for padding"
    )
    dimensions: int


class WrittenToken(Wire):
    """A token of a text that was written, with what else could have stood there."""

    id: int
    label: str
    probability: float
    top: tuple[Candidate, ...] = Field(description="the ten likeliest tokens there, likeliest first")


class Hypothesis(Wire):
    text: str
    score: float = Field(description="log-probability a token, nats")


class RunWritten(Event):
    """What a model wrote, token by token, or was given to write.

    The token of step i was told by query `first_query` + i of the decoder.
    """

    type: Literal["run.written"] = "run.written"
    row: int
    how: Literal["greedy", "beam", "given"]
    text: str = Field(description="without special tokens")
    first_query: int
    steps: tuple[WrittenToken, ...] = Field(description="the end token included, if it came")
    ended: bool = Field(description="False: as many tokens as may be written were written before the end token came")
    hypotheses: tuple[Hypothesis, ...] = Field(description="what was found, best first; none for a text that was given")


class Filled(Wire):
    """What an encoder would put in the place of a masked token."""

    place: int = Field(description="index of the token in its row")
    top: tuple[Candidate, ...] = Field(description="the ten likeliest tokens, likeliest first")
    masked: Candidate | None = Field(description="the token that was masked; None where the text itself has a mask")


class RunFilled(Event):
    """What an encoder says of the masked tokens of one row."""

    type: Literal["run.filled"] = "run.filled"
    row: int
    places: tuple[Filled, ...]


class RunShuffled(Event):
    """What becomes of one row's outputs when its words are read in another order, asked for by `word_shuffle`.

    Where nothing tells positions apart, each token's output goes with it, and every change is 0 but for rounding.
    """

    type: Literal["run.shuffled"] = "run.shuffled"
    row: int
    side: Literal["tokens", "target"] = Field(
        description="whose outputs are compared: of the tokens that were moved, or of an encoder-decoder's target"
    )
    order: tuple[int, ...] = Field(description="the token of the row that was put at each place")
    words: int = Field(description="how many words were dealt out anew, whole; one word stays where it is")
    changes: tuple[float | None, ...] = Field(
        description="[token]: largest change of a number of its last state, in root mean squares of all; None: padding"
    )
    largest: float = Field(description="of these")
    divergences: tuple[float | None, ...] | None = Field(
        description="[token]: KL divergence of its output from that before, nats; null: the model has no output head"
    )
    agreeing: int | None = Field(description="tokens whose likeliest output is the same")
    compared: int = Field(description="of so many")


class LeakingPair(Wire):
    """An output that moved when a token was changed of which it was to hear nothing."""

    output: int
    token: int
    moved: float


class LeakingCell(Wire):
    """A cell that the masks in use allow and the promise does not."""

    query: int
    key: int
    layers: tuple[int, ...]
    weight: float = Field(description="largest of these layers and all heads")


class RunLeaks(Event):
    """What changes of the outputs when tokens of the first row are changed, one at a time."""

    type: Literal["run.leaks"] = "run.leaks"
    kind: Kind = Field(description="the side that is looked at")
    promise: str = Field(description="the mask that the outputs are held against, followed through all layers")
    changed: tuple[int, ...] = Field(description="the tokens that were changed, padding not counted")
    moved: PackedArray = Field(
        description="[output, changed]: largest change of a number of the last state, of the largest of all"
    )
    tolerance: float = Field(description="a change up to this is none")
    pairs: tuple[LeakingPair, ...] = Field(description="those that the promise rules out, the largest change first")
    pairs_in_all: int
    cells: tuple[LeakingCell, ...] = Field(description="the way they take, the largest weight first")
    cells_in_all: int


class RunFinished(Event):
    type: Literal["run.finished"] = "run.finished"
    elapsed_ms: float = Field(description="of the run and its capture, without what was measured beside it")
    captured_bytes: int


class RunFailed(Event):
    """Ended for a reason that the user can act on."""

    type: Literal["run.failed"] = "run.failed"
    error: ErrorBody


class RunCrashed(Event):
    """Ended by our fault: code `internal`, with the run's id; details stand only in the log."""

    type: Literal["run.crashed"] = "run.crashed"
    error: ErrorBody


class RunCancelled(Event):
    type: Literal["run.cancelled"] = "run.cancelled"


RunEvent = Annotated[
    RunQueued
    | QueuePosition
    | RunStarted
    | RunStage
    | RunTokens
    | RunHeads
    | RunLayer
    | RunNextToken
    | RunSentences
    | RunWritten
    | RunFilled
    | RunShuffled
    | RunLeaks
    | RunParts
    | RunCache
    | RunKernels
    | RunPrefill
    | RunFinished
    | RunFailed
    | RunCrashed
    | RunCancelled,
    Field(discriminator="type"),
]

EVENT: TypeAdapter[RunEvent] = TypeAdapter(RunEvent)

FINAL_TYPES = frozenset({"run.finished", "run.failed", "run.crashed", "run.cancelled"})
