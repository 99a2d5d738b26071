"""Connects a transformers model to the one door, or refuses it by name when its attention would bypass it."""

from collections import Counter
from collections.abc import Callable
from weakref import WeakKeyDictionary

import torch
from torch import Tensor
from transformers import PreTrainedModel

from compute.engine import bridge
from compute.engine.probe import Place
from compute.errors import UnsupportedModel
from compute.events import Kind

# Different lengths, so that a call's kind of map can be told from its numbers of queries and keys.
SOURCE_TOKENS, TARGET_TOKENS = 5, 3

KIND_BY_LENGTHS: dict[tuple[int, int], Kind] = {
    (SOURCE_TOKENS, SOURCE_TOKENS): "encoder",
    (TARGET_TOKENS, TARGET_TOKENS): "decoder",
    (TARGET_TOKENS, SOURCE_TOKENS): "cross",
}

# How far the output on the trial text may be from transformers' own eager attention, relative to its largest value.
TRIAL_TOLERANCE = {torch.float32: 1e-3, torch.float16: 2e-2, torch.bfloat16: 1e-1}

_connected: WeakKeyDictionary[PreTrainedModel, tuple[Place, ...]] = WeakKeyDictionary()


def connect(model: PreTrainedModel) -> tuple[Place, ...]:
    """Makes the model's attention run through `attend`, and returns its calls in the order in which they come.

    The model is tried on a few tokens: every layer has to call the door, and the output has to be that of
    transformers' eager attention. It is set to evaluation, so dropout is off. Connecting twice does nothing.

    Raises: UnsupportedModel, naming the model, when its attention does not follow AttentionInterface.
    """
    if model in _connected:
        return _connected[model]
    model.train(False)
    before = model.config._attn_implementation
    try:
        places = _trial(model)
    except UnsupportedModel:
        if model.config._attn_implementation != before:
            model.set_attn_implementation(before)
        raise
    _connected[model] = places
    return places


def _trial(model: PreTrainedModel) -> tuple[Place, ...]:
    model.set_attn_implementation(bridge.NAME)
    if model.config._attn_implementation != bridge.NAME:
        raise _refused(model, "its attention is computed inside the model, past AttentionInterface.")
    if model.main_input_name != "input_ids":
        raise _refused(model, f"it reads {model.main_input_name}, not tokens.")
    model.set_attn_implementation("eager")
    expected = _run_on_few_tokens(model)
    model.set_attn_implementation(bridge.NAME)
    visits: list[bridge.Visit] = []
    token = bridge.survey.set(visits)
    try:
        given = _run_on_few_tokens(model)
    finally:
        bridge.survey.reset(token)

    kinds = [_kind(model, visit) for visit in visits]
    _check_layers(model, Counter(kinds))
    difference = float((given - expected).abs().max() / expected.abs().max().clamp(min=1e-6))
    if not difference <= TRIAL_TOLERANCE.get(expected.dtype, 1e-3):
        raise _refused(model, f"on a trial text its output differs by {difference:.1g} from its own attention's.")
    return _assign(model, visits, kinds)


@torch.no_grad()
def _run_on_few_tokens(model: PreTrainedModel) -> Tensor:
    vocab: int = model.config.get_text_config().vocab_size

    def tokens(count: int) -> Tensor:
        return (torch.arange(count, device=model.device) % vocab)[None]

    inputs = {"input_ids": tokens(SOURCE_TOKENS)}
    if model.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = tokens(TARGET_TOKENS)
    output: Tensor = model(**inputs)[0]
    return output


def _kind(model: PreTrainedModel, visit: bridge.Visit) -> Kind:
    lengths = (visit.n_query, visit.n_key)
    if lengths not in KIND_BY_LENGTHS:
        raise _refused(model, f"{SOURCE_TOKENS} tokens became {visit.n_query} queries and {visit.n_key} keys.")
    if model.config.is_encoder_decoder:
        return KIND_BY_LENGTHS[lengths]
    return "decoder" if visit.causal else "encoder"


def _check_layers(model: PreTrainedModel, calls: Counter[Kind]) -> None:
    layers = model.config.get_text_config().num_hidden_layers
    stack = calls["encoder"] if model.config.is_encoder_decoder else calls.total()
    if stack != layers:
        raise _refused(model, f"{stack} of its {layers} layers call AttentionInterface.")
    if calls["cross"] != (calls["decoder"] if model.config.is_encoder_decoder else 0):
        raise _refused(model, f"it has {calls['decoder']} decoder calls but {calls['cross']} cross-attention calls.")


def _assign(model: PreTrainedModel, visits: list[bridge.Visit], kinds: list[Kind]) -> tuple[Place, ...]:
    itineraries = {visit.module: bridge.Itinerary() for visit in visits}
    seen: Counter[Kind] = Counter()
    places = []
    for visit, kind in zip(visits, kinds, strict=True):
        place = Place(kind, seen[kind])
        seen[kind] += 1
        itineraries[visit.module].places.append(place)
        places.append(place)
    bridge.itineraries.update(itineraries)
    shared = [itinerary for itinerary in itineraries.values() if len(itinerary.places) > 1]
    if shared:
        model.register_forward_pre_hook(_restarting(shared))
    return tuple(places)


def _restarting(shared: list[bridge.Itinerary]) -> Callable[[object, object], None]:
    """A forward pass that was stopped half-way must not shift the layers of the next."""

    def restart(module: object, arguments: object) -> None:
        for itinerary in shared:
            itinerary.passed = 0

    return restart


def _refused(model: PreTrainedModel, why: str) -> UnsupportedModel:
    return UnsupportedModel(f"{type(model).__name__} ({model.config.model_type})", why)
