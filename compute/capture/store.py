"""Where captures lie: a folder for each digest, on the local disk or any other fsspec file system.

    {url}/{digest}/{kind}-{layer:03}.safetensors   one attention call, with everything needed to read it
    {url}/{digest}/states.safetensors              the last states, from which the whole output comes back
    {url}/{digest}/events.msgpack                  what the run said
    {url}/{digest}/manifest.json                   written last: the capture is complete

A file is visible only when it is whole, so that readers need no lock while a run writes.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast, get_args
from uuid import uuid4

import fsspec
import msgpack
import numpy as np
from fsspec.implementations.local import LocalFileSystem
from safetensors import SafetensorError
from safetensors.numpy import load, save

from compute.capture.cache import CACHE
from compute.capture.file import read, written
from compute.capture.record import AttentionRecord, Single
from compute.errors import NotCapturedYet, NotFound
from compute.events import EVENT, Kind, RunEvent
from compute.publish import pack

DIGEST = re.compile(r"[0-9a-f]{64}")
OWN_FILE = re.compile(
    r"((encoder|decoder|cross)-\d{3}\.safetensors|states\.safetensors|events\.msgpack|manifest\.json)"
    r"(\.[0-9a-f]{32}\.part)?"
)


class Damaged(ValueError):
    """A file of a capture is not what was written."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} is damaged. Make the run again.")


class Files(Protocol):
    """What is used of an fsspec file system."""

    def cat_file(self, path: str) -> bytes: ...
    def pipe_file(self, path: str, value: bytes) -> None: ...
    def makedirs(self, path: str, exist_ok: bool) -> None: ...
    def exists(self, path: str) -> bool: ...
    def find(self, path: str, detail: bool) -> dict[str, dict[str, int]]: ...
    def ls(self, path: str, detail: bool) -> list[str]: ...
    def rm(self, path: str, recursive: bool) -> None: ...


@dataclass(frozen=True)
class Capture:
    """One capture: its folder on its file system."""

    files: Files
    folder: str

    @classmethod
    def at(cls, folder: str | Path) -> "Capture":
        """The capture in this folder, whatever its name."""
        files, path = _open(str(folder))
        return cls(files, path)

    def clear(self) -> None:
        """Makes room for a new run: removes what is left of an earlier one, the manifest first, and nothing else.

        Raises:
            OSError: the folder cannot be written.
        """
        CACHE.forget(self.folder)
        trial = f"{self.folder}/manifest.json"
        self._write(trial, b"")
        self.files.rm(trial, recursive=False)
        for path in self.files.find(self.folder, detail=True):
            parent, _, name = path.rpartition("/")
            if parent == self.folder and OWN_FILE.fullmatch(name):
                self.files.rm(path, recursive=False)

    def put(self, record: AttentionRecord) -> int:
        """Keeps one call, to be read at once; returns its bytes. A second put of the same call replaces the first."""
        path = self._path(record.kind, record.layer)
        content = written(record)
        self._write(path, content)
        CACHE.forget(path)
        return len(content)

    def keep_states(self, states: Single) -> int:
        """Keeps the last states [batch, token, model_dim] and returns their bytes."""
        content: bytes = save({"states": np.ascontiguousarray(states)})
        self._write(f"{self.folder}/states.safetensors", content)
        return len(content)

    def states(self) -> Single | None:
        """The last states [batch, token, model_dim]; None where none are kept. Raises: Damaged."""
        path = f"{self.folder}/states.safetensors"
        try:
            found: Single = load(self.files.cat_file(path))["states"].astype(np.float32, copy=False)
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, SafetensorError) as error:
            raise Damaged(path) from error
        return found

    def finish(self, events: Sequence[RunEvent]) -> None:
        """Keeps what the run said and marks the capture complete."""
        self._write(f"{self.folder}/events.msgpack", b"".join(map(pack, events)))
        self._write(f"{self.folder}/manifest.json", json.dumps({"format": 1, "bytes": self.size()}).encode())

    def is_complete(self) -> bool:
        return self.files.exists(f"{self.folder}/manifest.json")

    def record(self, kind: Kind, layer: int) -> AttentionRecord:
        """Raises: NotCapturedYet if the call is not stored, Damaged if it cannot be read."""
        path = self._path(kind, layer)
        try:
            return CACHE.get(path, lambda: read(self.files.cat_file(path)))
        except FileNotFoundError:
            raise NotCapturedYet(layer) from None
        except (ValueError, KeyError, TypeError, SafetensorError) as error:
            raise Damaged(path) from error

    def events(self) -> list[RunEvent]:
        """What the run said. Raises: NotFound if it has not finished, Damaged if it cannot be read."""
        path = f"{self.folder}/events.msgpack"
        try:
            content = self.files.cat_file(path)
        except (FileNotFoundError, NotADirectoryError):
            raise NotFound from None
        unpacker = msgpack.Unpacker(max_buffer_size=0)
        unpacker.feed(content)
        said: list[RunEvent] = []
        read_to = 0
        try:
            for event in unpacker:
                said.append(EVENT.validate_python(event))
                read_to = unpacker.tell()
        except (ValueError, msgpack.UnpackException) as error:
            raise Damaged(path) from error
        if read_to != len(content):
            raise Damaged(path)
        return said

    def size(self) -> int:
        """Bytes of all its files; 0 if there are none."""
        try:
            return sum(entry["size"] for entry in self.files.find(self.folder, detail=True).values())
        except FileNotFoundError:
            return 0

    def delete(self) -> None:
        """Removes it, the manifest first, so that a half-removed capture is not taken for a complete one."""
        CACHE.forget(self.folder)
        for path in (f"{self.folder}/manifest.json", self.folder):
            if self.files.exists(path):
                self.files.rm(path, recursive=path == self.folder)

    def _path(self, kind: Kind, layer: int) -> str:
        if kind not in get_args(Kind) or not 0 <= layer < 1000:
            raise NotFound
        return f"{self.folder}/{kind}-{layer:03}.safetensors"

    def _write(self, path: str, content: bytes) -> None:
        self.files.makedirs(self.folder, exist_ok=True)
        if isinstance(self.files, LocalFileSystem):
            part = Path(f"{path}.{uuid4().hex}.part")
            part.write_bytes(content)
            part.replace(path)
        else:
            self.files.pipe_file(path, content)  # an object appears whole or not at all


@dataclass(frozen=True)
class CaptureStore:
    """All captures under one URL, by digest (64 hexadecimal digits, else ValueError)."""

    url: str

    def writer(self, digest: str) -> Capture:
        return self._capture(digest)

    def is_complete(self, digest: str) -> bool:
        return self._capture(digest).is_complete()

    def record(self, digest: str, kind: Kind, layer: int) -> AttentionRecord:
        """Raises: NotCapturedYet if the call is not stored."""
        return self._capture(digest).record(kind, layer)

    def events(self, digest: str) -> list[RunEvent]:
        """What the run said. Raises: NotFound if it has not finished."""
        return self._capture(digest).events()

    def states(self, digest: str) -> Single | None:
        """The last states [batch, token, model_dim]; None where none are kept."""
        return self._capture(digest).states()

    def size(self, digest: str) -> int:
        return self._capture(digest).size()

    def delete(self, digest: str) -> None:
        self._capture(digest).delete()

    def digests(self) -> list[str]:
        """Every capture that there is, half-written ones too."""
        files, root = _open(self.url)
        try:
            names = [path.rstrip("/").rpartition("/")[2] for path in files.ls(root, detail=False)]
        except FileNotFoundError:
            return []
        return sorted(name for name in names if DIGEST.fullmatch(name))

    def _capture(self, digest: str) -> Capture:
        if not DIGEST.fullmatch(digest):
            raise ValueError(f"a digest is 64 hexadecimal digits, not {digest[:80]!r}")
        files, root = _open(self.url)
        return Capture(files, f"{root}/{digest}")


def _open(url: str) -> tuple[Files, str]:
    # What another process wrote has to be seen, so no listing is remembered.
    files, path = fsspec.core.url_to_fs(url, use_listings_cache=False)
    return cast(Files, files), str(path).rstrip("/")
