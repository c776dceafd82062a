"""Weight files: their format, where they are found, and which one fits a game.

A file is one line of JSON about the training, then the whole numbers of a quantized network, compressed: all
low bytes, then all high bytes. Files of format 1, which had half-precision floats, fewer features and a
smaller hidden layer, are still read.
"""

from __future__ import annotations

import json
import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from fulgence.bots import limits
from fulgence.bots.network.features import Features
from fulgence.bots.network.quantized_network import QuantizedNetwork, empty_parts, quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.files import write_atomically
from fulgence.folders import data_folder
from fulgence.rules import kinds
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


def write_weights(path: Path, about: About, network: QuantizedNetwork) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = zlib.compress(b"".join(map(planes, network.parts)), 9)
    head = {
        "format": 2,
        **asdict(about),
        "bits": [network.first_bits, network.second_bits],
        "bytes": len(packed),
    }
    write_atomically(path, [json.dumps(head).encode() + b"\n", packed])


def read_weights(path: Path, features: int = 0) -> tuple[About, QuantizedNetwork]:
    """`features`: of the city, for files of format 1, which have fewer."""
    try:
        line, _, packed = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        names = ("city", "addons", "map", "games", "minutes")
        city, addons, fits_map, games, minutes = (head[name] for name in names)
        about = About(city, tuple(addons), fits_map, games, minutes, tuple(head.get("doubt", ())))
        size = int(about.map.rpartition("-")[2])
        if head.get("format", 1) == 1:
            floats = array("f", struct.unpack(f"<{len(packed) // 2}e", packed))
            return about, quantized(widened(size, floats, max(size, features)))
        first_bits, second_bits = map(int, head["bits"])
        return about, QuantizedNetwork(size, first_bits, second_bits, unpacked(size, zlib.decompress(packed)))
    except (OSError, ValueError, KeyError, TypeError, struct.error, zlib.error):
        raise BadWeights(Message("{path} is not a readable weight file", path=str(path))) from None


def planes(part: array[int]) -> bytes:
    """All lowest bytes, then all higher ones, which are zero for small numbers of either sign."""
    numbers = array(part.typecode.upper(), [2 * n if n >= 0 else -2 * n - 1 for n in part])
    if sys.byteorder == "big":
        numbers.byteswap()
    data = numbers.tobytes()
    return b"".join(data[rank :: part.itemsize] for rank in range(part.itemsize))


def unpacked(size: int, data: bytes) -> list[array[int]]:
    parts = []
    start = 0
    for part in empty_parts(size):
        end = start + len(part) * part.itemsize
        mixed = bytearray(end - start)
        for rank in range(part.itemsize):
            mixed[rank :: part.itemsize] = data[start + rank * len(part) : start + (rank + 1) * len(part)]
        numbers = array(part.typecode.upper(), bytes(mixed))
        if sys.byteorder == "big":
            numbers.byteswap()
        parts.append(array(part.typecode, [n >> 1 ^ -(n & 1) for n in numbers]))
        start = end
    if start != len(data):
        raise ValueError(f"{len(data)} bytes, {start} wanted")
    return parts


def old_round_size(size: int) -> int:
    """How many weights a round has in files of format 1."""
    hidden, second = limits.OLD_HIDDEN, limits.SECOND_HIDDEN
    return size * (hidden + 1) + hidden + hidden * second + second + limits.HEADS * (second + 1)


def widened(size: int, weights: array[float], new_size: int) -> ValueNetwork:
    """A network of today with the weights of a file of format 1; what is new has no effect."""
    if len(weights) != kinds.ROUNDS * old_round_size(size):
        raise ValueError(f"{len(weights)} weights, {kinds.ROUNDS * old_round_size(size)} wanted")
    network = ValueNetwork(new_size)
    found = network.weights_array
    hidden, second = limits.OLD_HIDDEN, limits.SECOND_HIDDEN
    for number in range(kinds.ROUNDS):
        start, old = number * network.round_size, number * old_round_size(size)
        for feature in range(size):
            place = start + feature * limits.HIDDEN
            found[place : place + hidden] = weights[old + feature * hidden : old + (feature + 1) * hidden]
        old += size * hidden
        found[start + network.linear_at : start + network.linear_at + size] = weights[old : old + size]
        old += size
        for place, length in (
            (network.hidden_bias_at, hidden),
            (network.second_hidden_at, hidden * second),
            (network.second_bias_at, second),
            (network.output_at, limits.HEADS * (second + 1)),
        ):
            found[start + place : start + place + length] = weights[old : old + length]
            old += length
    return network


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
            about, _ = read_weights(path)
        except BadWeights:
            continue
        if about.city not in city_names():
            found.append(path.stem)
    return sorted(found)


def fits(path: Path, city: City) -> bool:
    """Whether a file is complete and for this city."""
    try:
        with path.open("rb") as file:
            line = file.readline()
        head = json.loads(line)
        features = Features(Terms(city.tables, range(4)))
        if head.get("format", 1) == 1:
            size, length = features.old_size, 2 * kinds.ROUNDS * old_round_size(features.old_size)
        else:
            size, length = features.size, head["bytes"]
        return head["map"] == f"{city.digest}-{size}" and path.stat().st_size == len(line) + length
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


@dataclass(frozen=True)
class LearnedValue:
    """What was learned for a game; without a network nothing was. Whoever plays or reviews a game looks it
    up once and keeps it, so that a new training shows in the next game and never within one."""

    network: QuantizedNetwork | None = None
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
    about, network = read_weights(path, features)
    if network.size != features:
        raise BadWeights(Message("{path} is not a readable weight file", path=str(path)))
    return LearnedValue(network, about.doubt)
