"""What a stand-alone file is refused for."""

from compute.errors import AtlasError


class RunUnfinished(AtlasError):
    """A file is made of finished runs."""

    code = "run_unfinished"
    status = 409

    def __init__(self, letter: str) -> None:
        super().__init__(
            f"The run of {letter} has not finished, so that a file would hold part of it. Export it when it has.",
            letter=letter,
        )
