"""A comparison between the web, which asks for it, and the worker, which makes it: both meet in Redis."""

from dataclasses import dataclass

import redis

from compute.compare.wire import Comparison
from compute.publish import LOG_TTL_S
from compute.queue import enqueue_comparison
from compute.spec import RunSpec

ASK_AGAIN_S = 60  # a worker that died with a comparison in hand leaves nothing behind


def answer_key(base: str, variant: str) -> str:
    """Where the answer for two digests stands."""
    return f"compare:{base}:{variant}"


@dataclass(frozen=True)
class Comparisons:
    """Every comparison behind one connection. An answer is made once for each two digests, and kept a day."""

    client: "redis.Redis"

    def answer(self, base: RunSpec, variant: RunSpec) -> Comparison | None:
        stored = self.client.get(answer_key(base.digest(), variant.digest()))
        return Comparison.model_validate_json(stored) if isinstance(stored, bytes) else None

    def ask(self, base: RunSpec, variant: RunSpec) -> Comparison:
        """The answer, or that it is waited for: a worker is asked, once in a while at most."""
        found = self.answer(base, variant)
        if found is not None:
            return found
        asked = f"{answer_key(base.digest(), variant.digest())}:asked"
        if self.client.set(asked, 1, nx=True, ex=ASK_AGAIN_S):
            enqueue_comparison(base.model_dump_json(), variant.model_dump_json())
        return Comparison(status="waiting")

    def keep(self, base: RunSpec, variant: RunSpec, answer: Comparison, ttl_s: int = LOG_TTL_S) -> None:
        self.client.set(answer_key(base.digest(), variant.digest()), answer.model_dump_json(), ex=ttl_s)
