"""Weight files: their format, where they are found, and which one fits a game.

A file is one line of JSON about the training, then the weights as half-precision floats.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from fulgence.bots.network.features import Features
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.build import is_search_interpreted
from fulgence.files import write_atomically
from fulgence.folders import data_folder
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

ANY = "any"  # trained with varying add-ons
SHIPPED = Path(__file__).parent / "learned"


class BadWeights(FulgenceError):
    """A weight file that cannot be read or belongs to something else."""


@dataclass(frozen=True)
class About:
    """The first line of a weight file: what was trained."""

    city: str
    addons: tuple[str, ...]
    map: str
    games: int
    minutes: float
    doubt: tuple[float, ...] = ()  # by round, the standard error of the calibration


def file_name(city: str, addons: Sequence[str]) -> str:
    return "+".join([city, *sorted(addons)]) + ".weights"


def map_of(city: City) -> str:
    """Weights fit a city only if this is the same."""
    return f"{city.digest}-{feature_count(city)}"


def feature_count(city: City) -> int:
    """How many features the value network of a city has."""
    return Features(Terms(city.tables, range(4))).size


@lru_cache
def weight_count(features: int) -> int:
    """How many weights a network with so many features has."""
    return len(ValueNetwork(features).weights_array)


def write_weights(path: Path, about: About, weights: array[float]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps(asdict(about)).encode() + b"\n"
    write_atomically(path, [line, struct.pack(f"<{len(weights)}e", *weights)])


def read_weights(path: Path) -> tuple[About, array[float]]:
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        fields = json.loads(line)
        lists = {"addons": tuple(fields["addons"]), "doubt": tuple(fields.get("doubt", ()))}
        about = About(**{**fields, **lists})
        return about, array("f", struct.unpack(f"<{len(packed) // 2}e", packed))
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        raise BadWeights(Message("{path} is not a readable weight file", path=str(path))) from None


def fitting_names(city: str, addons: Sequence[str]) -> list[str]:
    """Of the files for a game: for exactly these add-ons, or else for any."""
    return [file_name(city, addons), *([file_name(city, [ANY])] if addons else [])]


def find_weights(city: City, addons: Sequence[str]) -> Path | None:
    """The best of the fitting files; the user's before those of the package."""
    for name in fitting_names(city.key, addons):
        for folder in folders():
            path = folder / name
            if path.is_file() and fits(path, city):
                return path
    return None


def folders() -> tuple[Path, Path]:
    """The user's weights, and those of the package."""
    return data_folder() / "weights", SHIPPED


def learned_games(city: City) -> list[str]:
    """The games of a city that have weights, by file name: `london`, `london+any`."""
    files = (path for folder in folders() for path in folder.glob("*.weights"))
    return sorted({path.stem for path in files if path.stem.split("+")[0] == city.key and fits(path, city)})


def custom_games() -> list[str]:
    """The games of custom cities that the user has trained, by file name: `vienna.toml+any`. Without the
    city file it is not known whether they still fit it."""
    found = []
    for path in folders()[0].glob("*.weights"):
        try:
            about, weights = read_weights(path)
            is_complete = len(weights) == weight_count(int(about.map.rpartition("-")[2]))
        except (BadWeights, ValueError):
            continue
        if is_complete and about.city not in city_names():
            found.append(path.stem)
    return sorted(found)


def fits(path: Path, city: City) -> bool:
    """Whether a file is complete and for this city."""
    try:
        with path.open("rb") as file:
            line = file.readline()
        if json.loads(line)["map"] != map_of(city):
            return False
        return path.stat().st_size == len(line) + 2 * weight_count(feature_count(city))
    except (OSError, ValueError, KeyError, TypeError):
        return False


@dataclass(frozen=True)
class LearnedValue:
    """What was learned for a game; without a network nothing was. Whoever plays or reviews a game looks it
    up once and keeps it, so that a new training shows in the next game and never within one."""

    network: ValueNetwork | None = None
    doubt: tuple[float, ...] = ()

    @property
    def is_trained(self) -> bool:
        return self.network is not None

    def round_doubt(self, number: int) -> float:
        """The standard error that all expected totals of a round share; 0 if it was not measured."""
        return self.doubt[number] if number < len(self.doubt) else 0.0


NOTHING_LEARNED = LearnedValue()


def learned_value(city: City, addons: Sequence[str]) -> LearnedValue:
    path = find_weights(city, addons)
    if path is None:
        return NOTHING_LEARNED
    return load_learned(path, path.stat().st_mtime_ns, feature_count(city))


@lru_cache(maxsize=8)
def load_learned(path: Path, modified: int, features: int) -> LearnedValue:
    """`modified`: so that weights that were trained again are loaded again."""
    about, weights = read_weights(path)
    try:
        return LearnedValue(frozen_network(features, weights), about.doubt)
    except ValueError:
        raise BadWeights(Message("{path} is not a readable weight file", path=str(path))) from None


def frozen_network(features: int, weights: array[float]) -> ValueNetwork:
    """A network that does not learn, in the form that is fastest here."""
    if not is_search_interpreted():
        return ValueNetwork(features, weights)
    from fulgence.bots.network.plain_network import PlainNetwork

    return PlainNetwork(features, weights)
