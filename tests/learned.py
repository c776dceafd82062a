"""Values for tests: scattered ones, which have learned nothing and say something, and files of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from fulgence.bots import weights
from fulgence.bots.value import Trainer, Value
from fulgence.bots.weights import About, facts_of, file_name, map_of, write_weights
from fulgence.rules.chance import Generator
from fulgence.rules.city import City


@cache
def scattered(city: City, seed: int = 1) -> Value:
    """Not to be trained: all who ask get the same."""
    value = Value(facts_of(city))
    Trainer(value).scatter(Generator(seed))
    return value


def write_scattered(folder: Path, city: City, addons: Sequence[str] = (), seed: int = 1) -> Path:
    """A file of weights in the `weights` folder of a data folder."""
    path = folder / "weights" / file_name(city.key, addons)
    about = About(city.key, tuple(addons), map_of(city), 7, 0.5)
    write_weights(path, about, scattered(city, seed).kept)
    return path


def without_weights(patch: pytest.MonkeyPatch, folder: Path) -> Path:
    """An own data folder with nothing in it, and a package without weights; the data folder."""
    patch.setenv("FULGENCE_DATA", str(folder / "data"))
    patch.setattr(weights, "SHIPPED", folder / "shipped" / "weights")
    return folder / "data"
