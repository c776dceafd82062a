"""Files of learned weights: where they are, how they are written, and which one fits a game.

A file is one line of JSON that says what was learned, then the weights as half-precision floats.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from fulgence.bots.inputs import Inputs
from fulgence.bots.value import Value
from fulgence.folders import data_folder
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.tables import Terms

ANY = "any"  # add-ons that were drawn anew for every game
SHIPPED = Path(__file__).parent / "learned"


class BadWeights(FulgenceError):
    """A file of weights that cannot be read or is for something else."""


@dataclass(frozen=True)
class About:
    """What a file of weights was learned from."""

    city: str
    addons: tuple[str, ...]
    map: str
    games: int
    minutes: float
    doubt: tuple[float, ...] = ()  # standard errors of what is expected on the average, by round


def file_name(city: str, addons: Sequence[str]) -> str:
    return "+".join([city, *sorted(addons)]) + ".weights"


def map_of(city: City) -> str:
    """Weights fit a city only as long as this stays the same."""
    return f"{city.digest}-{facts_of(city)}"


def facts_of(city: City) -> int:
    """How many facts the value of a city looks at."""
    return Inputs(Terms(city.tables, range(4))).size


@lru_cache
def weights_of(facts: int) -> int:
    """How many weights the value of so many facts has."""
    return len(Value(facts).kept)


def write_weights(path: Path, about: About, weights: array[float]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    line = json.dumps(asdict(about)).encode() + b"\n"
    new.write_bytes(line + struct.pack(f"<{len(weights)}e", *weights))
    new.replace(path)


def read_weights(path: Path) -> tuple[About, array[float]]:
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        fields = json.loads(line)
        lists = {"addons": tuple(fields["addons"]), "doubt": tuple(fields.get("doubt", ()))}
        about = About(**{**fields, **lists})
        return about, array("f", struct.unpack(f"<{len(packed) // 2}e", packed))
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        raise BadWeights(Message("{path} holds no weights that can be read", path=str(path))) from None


def find_weights(city: City, addons: Sequence[str]) -> Path | None:
    """Weights for exactly these add-ons or else for any; one's own before those of the package."""
    wanted = [file_name(city.key, addons)]
    if addons:
        wanted.append(file_name(city.key, [ANY]))
    for name in wanted:
        for folder in folders():
            path = folder / name
            if path.is_file() and fits(path, city):
                return path
    return None


def folders() -> tuple[Path, Path]:
    """One's own weights, and those of the package."""
    return data_folder() / "weights", SHIPPED


def learned_games(city: City) -> list[str]:
    """The games of a city that somebody has learned, by their files: `london`, `london+any`."""
    files = (path for folder in folders() for path in folder.glob("*.weights"))
    return sorted({path.stem for path in files if path.stem.split("+")[0] == city.key and fits(path, city)})


def custom_games() -> list[str]:
    """The games of custom cities that the user has trained, by their files: `vienna.toml+any`. Whether
    they fit the city's file as it is now shows only with that file."""
    found = []
    for path in folders()[0].glob("*.weights"):
        try:
            about, weights = read_weights(path)
            is_whole = len(weights) == weights_of(int(about.map.rpartition("-")[2]))
        except (BadWeights, ValueError):
            continue
        if is_whole and about.city not in city_names():
            found.append(path.stem)
    return sorted(found)


def fits(path: Path, city: City) -> bool:
    """Whether a file is whole and for this city."""
    try:
        with path.open("rb") as file:
            line = file.readline()
        if json.loads(line)["map"] != map_of(city):
            return False
        return path.stat().st_size == len(line) + 2 * weights_of(facts_of(city))
    except (OSError, ValueError, KeyError, TypeError):
        return False


@lru_cache(maxsize=8)
def load_value(path: Path, written: int, facts: int) -> Value:
    """`written`: when, so that a value that was trained again is read again."""
    _, weights = read_weights(path)
    try:
        return Value(facts, weights)
    except ValueError:
        raise BadWeights(Message("{path} holds no weights that can be read", path=str(path))) from None


def value_for(city: City, addons: Sequence[str]) -> Value | None:
    """The learned value for a game, None where nobody has learned it."""
    path = find_weights(city, addons)
    return load_value(path, path.stat().st_mtime_ns, facts_of(city)) if path else None


def doubt_of(city: City, addons: Sequence[str], number: int) -> float:
    """The standard error that all expected totals of a round have in common; 0 where nobody has looked."""
    path = find_weights(city, addons)
    if path is None:
        return 0.0
    with path.open("rb") as file:
        doubt = json.loads(file.readline()).get("doubt", ())
    return float(doubt[number]) if number < len(doubt) else 0.0
