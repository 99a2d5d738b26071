"""Every skip stands in tests/skips.md with the condition that ends it, and nothing else does."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SKIP = re.compile(r"(?:mark\.skipif\(.*?reason=|pytest\.skip\(|mark\.skip\(.*?reason=)\"(.+?)\"", re.DOTALL)


def test_every_skip_has_a_listed_exit_condition() -> None:
    rows = (ROOT / "tests" / "skips.md").read_text().splitlines()[7:]
    listed = {(row.split("|")[1].strip(" `"), row.split("|")[2].strip()) for row in rows}
    found = {
        (str(path.relative_to(ROOT)), reason)
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__)
        for reason in SKIP.findall(path.read_text())
    }
    assert found == listed
    assert all(row.split("|")[3].strip() for row in rows)
