"""Everything that is kept of somebody, as one archive."""

import io
import json
import zipfile

from webapp import belongings
from webapp.accounts.wire import Account

README = """Everything that Attention Atlas keeps of you.

account.json       your account
runs.json          every run: what was asked for, and how it ended. The same spec gives the same numbers again.
comments.json      what you wrote to studies, yours and others'
drafts.json        texts kept for the address
studies/ID/        each study: study.json opens in any Attention Atlas (Import); history.json holds its earlier states,
                   comments.json what was said of it, links.json the links without their secrets
"""


def archive(owner: str, account: Account) -> bytes:
    """A ZIP of JSON files and a README."""
    content = io.BytesIO()
    said = {"account": json.loads(account.model_dump_json()), **(belongings.files(owner) if owner else {})}
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", README)
        for name, value in said.items():
            file.writestr(f"{name}.json", json.dumps(value, indent=1, ensure_ascii=False, default=str))
    return content.getvalue()
