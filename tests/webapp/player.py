"""Plays the worker: takes a run as compute/tasks.py does and says what a small model would say.

The numbers are random but real: queries and keys from a seed, normalised by a slow loop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import numpy as np
import redis
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from compute import events as e
from compute.capture.record import AttentionRecord, Coded, MaskRecord
from compute.capture.store import CaptureStore
from compute.publish import WAITING, Leases, RunLog, attempt_key, spec_key
from compute.spec import RunSpec
from compute.text import encode
from compute.wire import PackedArray

CARD = e.ModelCard(
    name="tiny",
    title="Tiny",
    architecture="decoder",
    layers=2,
    query_heads=4,
    kv_heads=2,
    head_dim=8,
    model_dim=32,
    vocab=30,
    context_tokens=512,
    parameters=1000,
    position="none",
    norm="none",
    ffn="none",
    source="made for tests",
    license="Apache-2.0",
    accepts_second=False,
)


def write_model(models_file: Path, models_dir: Path) -> None:
    """The operator's list with one prepared model, whose tokens are words."""
    models_file.write_text('[[model]]\nname = "tiny"\ntitle = "Tiny"\npath = "tiny"\nlicense = "Apache-2.0"\n')
    folder = models_dir / "tiny"
    folder.mkdir(parents=True)
    (folder / "card.json").write_text(CARD.model_dump_json())
    (folder / "config.json").write_text("{}")
    words = WordLevel({"[UNK]": 0} | {letter: n for n, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 1)}, "[UNK]")
    tokenizer = Tokenizer(words)
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))


@dataclass(frozen=True)
class Player:
    client: "redis.Redis"
    capture_url: str

    @property
    def log(self) -> RunLog:
        return RunLog(self.client)

    @property
    def store(self) -> CaptureStore:
        return CaptureStore(self.capture_url)

    def takes(self, run_id: UUID, owner: str = "player") -> None:
        """Takes the lease and says that the run has started."""
        name = str(run_id)
        assert Leases(self.client).take(name, owner)
        attempt = int(self.client.incr(attempt_key(name)))
        self.client.zrem(WAITING, name)
        self.log.append(name, e.RunStarted(seq=0, attempt=attempt, device="cpu", dtype="float32", threads=1))

    def dies(self, run_id: UUID) -> None:
        """The lease lapses at once, as it would seconds after the worker was killed."""
        Leases(self.client).release(str(run_id), "player")

    def plays(self, run_id: UUID, layers: int = CARD.layers, heads_at_once: int = CARD.query_heads) -> list[e.RunEvent]:
        """The whole run, from taking it to its end."""
        name = str(run_id)
        self.takes(run_id)
        spec = self.spec_of(run_id)
        said = list(self.says(spec, layers, heads_at_once))
        self.store.writer(spec.digest()).finish(said)
        for event in said:
            self.log.append(name, event)
        Leases(self.client).release(name, "player")
        return said

    def plays_end(self, run_id: UUID) -> None:
        """Nothing but the last event."""
        self.log.append(str(run_id), e.RunFinished(seq=0, elapsed_ms=2.0, captured_bytes=1))
        Leases(self.client).release(str(run_id), "player")

    def spec_of(self, run_id: UUID) -> RunSpec:
        raw = self.client.get(spec_key(str(run_id)))
        assert isinstance(raw, bytes)
        return RunSpec.model_validate_json(raw)

    def says_of(self, run_id: UUID) -> Iterator[e.RunEvent]:
        """What the run says and stores, as far as it is asked."""
        return self.says(self.spec_of(run_id), CARD.layers, CARD.query_heads)

    def says(self, spec: RunSpec, layers: int, heads_at_once: int) -> Iterator[e.RunEvent]:
        folder = Path(self.capture_url).parent / "models" / "tiny"
        rows = encode(spec, CARD, folder)
        tokens = len(rows[0].tokens)
        yield e.RunTokens(seq=0, model=CARD.model_copy(update={"layers": layers}), rows=rows)
        for layer in range(layers):
            kept = record(layer, tokens)
            size = self.store.writer(spec.digest()).put(kept)
            for first in range(0, CARD.query_heads, heads_at_once):
                yield heads_event(layer, first, heads_at_once, tokens)
            yield e.RunLayer(
                seq=0,
                kind="decoder",
                layer=layer,
                elapsed_ms=1.0,
                attention_ms=0.5,
                captured_bytes=size,
                kernel="played",
            )
        yield e.RunNextToken(
            seq=0, row=0, top=(e.Candidate(id=1, label="a", probability=1.0),), losses=(None,) * tokens, mean_loss=None
        )
        yield e.RunFinished(seq=0, elapsed_ms=2.0, captured_bytes=1)


def heads_event(layer: int, first: int, heads: int, tokens: int) -> e.RunHeads:
    side = min(tokens, 64)
    none = (None,) * heads
    return e.RunHeads(
        seq=0,
        kind="decoder",
        layer=layer,
        row=0,
        first_head=first,
        queries=tokens,
        keys=tokens,
        block=-(-tokens // side),
        overview=PackedArray.of(np.full((heads, side, side), np.nan)),
        measures=e.HeadMeasures(
            entropy=none,
            distance=none,
            first_token=none,
            previous_token=none,
            self_token=none,
            separator=none,
            induction=none,
            largest=none,
        ),
        measured_queries=tokens,
    )


def record(layer: int, tokens: int) -> AttentionRecord:
    """Causal attention of random queries and keys, its row normalisers by a loop over the rows."""
    random = np.random.default_rng(layer)
    query = Coded.of(random.normal(size=(1, CARD.query_heads, tokens, CARD.head_dim)).astype("f4"))
    key = Coded.of(random.normal(size=(1, CARD.kv_heads, tokens, CARD.head_dim)).astype("f4"))
    scale = CARD.head_dim**-0.5
    lse = np.empty((1, CARD.query_heads, tokens), "f4")
    for head in range(CARD.query_heads):
        scores = scale * query.values()[0, head] @ key.values()[0, head // 2].T
        for i in range(tokens):
            lse[0, head, i] = np.log(np.exp(scores[i, : i + 1]).sum())
    return AttentionRecord(
        kind="decoder",
        layer=layer,
        query=query,
        key=key,
        lse=lse,
        scale=scale,
        softcap=None,
        mask=MaskRecord(causal=True),
        bias=None,
        sink=None,
    )
