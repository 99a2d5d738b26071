"""What is refused of a run, of its numbers and of comparing it."""

from compute.errors.base import AtlasError


class NotCapturedYet(AtlasError):
    """The layer is not computed yet, or its capture was pruned."""

    code = "not_captured_yet"
    status = 409

    def __init__(self, layer: int) -> None:
        super().__init__(
            f"Layer {layer} is not stored for this run. Wait for it, or run again.", field="layer", layer=layer
        )


class IncomparableRuns(AtlasError):
    """Two runs whose places do not stand for each other."""

    code = "incomparable_runs"

    def __init__(self, base: int, variant: int, same_vocabulary: bool) -> None:
        why = "" if same_vocabulary else " of another vocabulary"
        super().__init__(
            f"The two runs read {base:,} tokens and {variant:,} tokens{why}, whose places do not stand for each other. "
            "Compare runs of one text whose tokens match.",
            field="base",
            base=base,
            variant=variant,
        )


class RunTimedOut(AtlasError):
    code = "run_timed_out"

    def __init__(self, limit_s: float) -> None:
        super().__init__(f"The run took longer than {limit_s:g} s and was stopped. Shorten the text.", limit_s=limit_s)


class WorkerLost(AtlasError):
    """The worker died, more often than a run is taken up again."""

    code = "worker_lost"

    def __init__(self, attempts: int) -> None:
        super().__init__(
            f"The worker stopped in the middle of this run, {attempts} times. Nothing of yours is lost; run it again.",
            attempts=attempts,
        )


class TooManyRuns(AtlasError):
    code = "too_many_runs"
    status = 429

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"You have {limit} runs waiting or running, which is the most at once. Wait for one, or cancel it.",
            limit=limit,
        )
