"""Rows of tokens and forced masks, made by hand."""

from compute.catalog.masks.choice import ForcedMask
from compute.events import RunTokens, Token, TokenRow
from tests.compute.tokenizers_ import card


def row(*labels: str) -> TokenRow:
    """[X] is a special token, _ is padding."""

    def role(label: str) -> str:
        return "special" if label.startswith("[") else "padding" if label == "_" else "text"

    return TokenRow(
        tokens=tuple(
            Token.model_validate(
                {"id": 1, "label": label, "raw": label, "start": 0, "end": 1, "text": 0, "word": -1, "part": 0}
                | {"role": role(label)}
            )
            for label in labels
        )
    )


def tokens(architecture: str, *rows: TokenRow, target: TokenRow | None = None) -> RunTokens:
    model = card().model_copy(update={"architecture": architecture, "layers": 3, "query_heads": 4, "title": "Tiny"})
    return RunTokens(seq=0, model=model, rows=rows, target=() if target is None else (target,))


def forced(text: str, **how: object) -> ForcedMask:
    return ForcedMask.model_validate({"mask": {"type": "expression", "text": text}, **how})


def named(name: str, **params: object) -> dict[str, object]:
    """A row of the list of masks."""
    return {"type": "row", "name": name, "params": params}
