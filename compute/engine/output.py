"""What a model says at the end: a decoder its next token and losses, an encoder its sentence vectors."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from typing import cast

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity, normalize
from transformers import PreTrainedModel

from compute.engine.connect import TRIAL_TOLERANCE
from compute.engine.reader import Writing
from compute.errors import UnsupportedModel
from compute.events import Candidate, Hypothesis, RunNextToken, RunSentences, RunWritten, TokenRow, WrittenToken
from compute.labels import label_alone
from compute.vocabulary import Vocabulary
from compute.writing import written_tokens

CANDIDATES = 10
LOGIT_CELLS = 2**23  # logits held at once: 32 MiB of float32

Logits = Callable[[Float[Tensor, "token model_dim"]], Float[Tensor, "token vocab"]]  # an output head


def last_hidden(model: PreTrainedModel, inputs: Mapping[str, Tensor]) -> Float[Tensor, "batch token model_dim"]:
    """The states that the output is made of, from one pass that makes the logits of the last position only.

    Raises:
        UnsupportedModel: the model does to its logits what `logits_of` does not know.
    """
    body = model.base_model
    if body is model:
        states: Tensor = model(**inputs).last_hidden_state
        return states
    caught: list[Tensor] = []
    # OPT's head asks the decoder inside its body; the others ask the body.
    hooks = [
        module.register_forward_hook(lambda module, arguments, result: caught.append(result[0]))
        for module in {body, cast("Callable[[], nn.Module]", model.get_decoder)()} - {model}
    ]
    known = signature(model.forward).parameters
    options = {name: value for name, value in (("use_cache", False), ("logits_to_keep", 1)) if name in known}
    try:
        logits: Tensor = model(**inputs, **options).logits[:, -1].float()
    finally:
        for hook in hooks:
            hook.remove()
    if not caught:
        raise UnsupportedModel(type(model).__name__, "its output head does not read its last layer's states.")
    states = caught[-1]
    ours = logits_of(model, states[:, -1]).float()
    if not torch.allclose(ours, logits, rtol=0.0, atol=TRIAL_TOLERANCE[states.dtype] * float(logits.abs().max())):
        raise UnsupportedModel(type(model).__name__, "its output head does more than multiply.")
    return states


def next_tokens(
    logits_of: Logits,
    hidden: Float[Tensor, "batch token model_dim"],
    rows: Sequence[TokenRow],
    vocabulary: Vocabulary,
    between: Callable[[], None],
) -> Iterator[RunNextToken]:
    """What a decoder with this output head says of each row.

    `between` is called between chunks of positions and may stop the run by raising.
    """
    for number, row in enumerate(rows):
        real = [place for place, token in enumerate(row.tokens) if token.role != "padding"]
        ids = torch.tensor([row.tokens[place].id for place in real], device=hidden.device)
        states = hidden[number, real]
        losses: list[float | None] = [None] * len(row.tokens)
        for places, values in _losses(logits_of, states, ids, between):
            for place, loss in zip(places, values.tolist(), strict=True):
                losses[real[place]] = loss if math.isfinite(loss) else None
        told = [loss for loss in losses if loss is not None]
        probabilities = logits_of(states[-1:]).float().softmax(-1)[0]
        yield RunNextToken(
            seq=0,
            row=number,
            top=likeliest(probabilities, vocabulary),
            losses=tuple(losses),
            mean_loss=sum(told) / len(told) if told else None,
        )


def written(
    logits_of: Logits, states: Float[Tensor, "token model_dim"], writing: Writing, vocabulary: Vocabulary
) -> RunWritten:
    """What was written in the first row, from the states of its side: what each step chose, and from what."""
    last = writing.first + len(writing.ids)
    shares = logits_of(states[writing.first : last]).float().softmax(-1)
    return RunWritten(
        seq=0,
        row=0,
        how=writing.how,
        text=vocabulary.tokenizer.decode(list(writing.ids)),
        first_query=writing.first,
        steps=tuple(
            WrittenToken(
                id=token.id,
                label=token.label,
                probability=float(share[token.id]),
                top=likeliest(share, vocabulary),
            )
            for token, share in zip(written_tokens(vocabulary, writing.ids, ()), shares, strict=True)
        ),
        ended=writing.ended,
        hypotheses=tuple(
            Hypothesis(text=vocabulary.tokenizer.decode(list(found.tokens)), score=found.score)
            for found in writing.found
        ),
    )


def likeliest(probabilities: Float[Tensor, " vocab"], vocabulary: Vocabulary) -> tuple[Candidate, ...]:
    """The ten likeliest tokens, likeliest first."""
    best = probabilities.topk(min(CANDIDATES, len(probabilities)))
    return tuple(
        Candidate(id=token_id, label=label_alone(vocabulary, token_id), probability=probability)
        for token_id, probability in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def _losses(
    logits_of: Logits,
    states: Float[Tensor, "token model_dim"],
    ids: Tensor,
    between: Callable[[], None],
) -> Iterator[tuple[range, Float[Tensor, " token"]]]:
    """Losses of tokens 1 … n - 1, a few positions at a time: all logits of a long text would take gigabytes."""
    step = max(1, LOGIT_CELLS // logits_of(states[:1]).shape[-1])
    for start in range(1, len(ids), step):
        between()
        places = range(start, min(start + step, len(ids)))
        logits = logits_of(states[places.start - 1 : places.stop - 1]).float()
        right = logits.gather(-1, ids[places.start : places.stop, None])[:, 0]
        yield places, logits.logsumexp(-1) - right


def logits_of(model: PreTrainedModel, states: Float[Tensor, "token model_dim"]) -> Float[Tensor, "token vocab"]:
    """The output head, with what a family does to logits after it.

    Gemma 2 bends them by a soft cap (arXiv:2408.00118, section 2); Cohere multiplies, Granite divides them.
    """
    logits: Tensor = head_of(model)(states)
    config = model.config.get_text_config()
    logits = logits * float(getattr(config, "logit_scale", None) or 1.0)
    logits = logits / float(getattr(config, "logits_scaling", None) or 1.0)
    cap = getattr(config, "final_logit_softcapping", None)
    return cap * torch.tanh(logits / cap) if cap else logits


def head_of(model: PreTrainedModel) -> nn.Linear:
    head = cast("Callable[[], object]", model.get_output_embeddings)()
    if not isinstance(head, nn.Linear):
        raise UnsupportedModel(type(model).__name__, "it has no linear output head.")
    return head


def sentences(hidden: Float[Tensor, "batch token model_dim"], rows: Sequence[TokenRow]) -> RunSentences:
    """Sentence vectors: the mean over a row's real tokens, special ones included; in a pair, over each text's own.

    Source: Reimers and Gurevych 2019, Sentence-BERT, section 3 (mean pooling).
    """
    states = hidden.float()
    members = sentence_members(rows)
    vectors = torch.stack([states[number, places].mean(0) for number, places in members])
    unit = normalize(vectors, dim=-1)
    closeness: list[list[float | None]] = [[None] * len(row.tokens) for row in rows]
    for vector, (number, places) in zip(vectors, members, strict=True):
        values = cosine_similarity(states[number, places], vector[None], dim=-1)
        for place, value in zip(places, values.tolist(), strict=True):
            closeness[number][place] = value if math.isfinite(value) else None
    return RunSentences(
        seq=0,
        similarity=tuple(tuple(line) for line in (unit @ unit.T).tolist()),
        token_similarity=tuple(tuple(line) for line in closeness),
        dimensions=states.shape[-1],
    )


def sentence_members(rows: Sequence[TokenRow]) -> list[tuple[int, list[int]]]:
    """Each sentence's row and the places of its tokens there."""
    return [members for number, row in enumerate(rows) for members in _sentences_of(number, row)]


def _sentences_of(number: int, row: TokenRow) -> list[tuple[int, list[int]]]:
    texts = sorted({token.text for token in row.tokens if token.text >= 0})
    if len(texts) < 2:
        return [(number, [place for place, token in enumerate(row.tokens) if token.role != "padding"])]
    return [(number, [place for place, token in enumerate(row.tokens) if token.text == text]) for text in texts]
