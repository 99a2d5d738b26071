"""Masks beside the table's: by content, in words of one's own, and cell by cell. Described as rows are."""

from pydantic import Field

from compute.catalog.masks.words import FUNCTIONS, HELP, MOST_CHARACTERS
from compute.catalog.params import Params, describe
from compute.registry import Row, Source

WORDS = "; ".join(f"{word}: {said}" for word, said in HELP.items())


class TopK(Params):
    top_k: int = Field(8, ge=1, le=65_536, description="keys that a query keeps, those with the largest scores")


class Words(Params):
    text: str = Field(
        "0 <= distance < 4 or first",
        max_length=MOST_CHARACTERS,
        description="true where the query may see the key; read by hand, never run as code",
    )


class Cells(Params):
    cells: str = Field(
        "", description="one row a query, one column a key of the text, 1 = may attend; CSV, NPY or JSON"
    )


CUSTOM: tuple[tuple[Row, Params], ...] = (
    (
        Row(
            name="top_k",
            title="Top-k by score",
            formula=r"k \in \operatorname{top}_n(s_q)",
            source=Source("Gupta et al. 2021, Memory-efficient Transformers via Top-k Attention", "arXiv:2106.06899"),
            help="Of the keys that a query may see, those with the largest scores stay; of equal ones the earlier. A "
            "mask by content: which cells it hides is known only once the scores are.",
        ),
        TopK(),
    ),
    (
        Row(
            name="expression",
            title="Expression",
            formula=r"f(q, k)",
            source=None,
            help=f"{WORDS}. Also {', '.join(FUNCTIONS)}, + - * // %, < <= > >= == != (which may be chained), and, or, "
            "not, brackets, and every mask of the list by its name, such as sink_window(sinks=2, window=4).",
        ),
        Words(),
    ),
    (
        Row(
            name="cells",
            title="Cell by cell",
            formula=r"M_{qk} = 1",
            source=None,
            help="Painted, or read from a file. It fits texts of one length only.",
        ),
        Cells(),
    ),
)


def described() -> list[dict[str, object]]:
    """As `describe` does the rows of the table."""
    return [describe(row, type(example), example) for row, example in CUSTOM]
