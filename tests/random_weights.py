"""Value networks with random weights, which know nothing but answer, and weight files of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from fulgence.bots.network import weights
from fulgence.bots.network.quantized_network import QuantizedNetwork, quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import About, feature_count, file_name, map_of, write_weights
from fulgence.bots.training.adam import Adam
from fulgence.rules.city import City
from fulgence.rules.generator import Generator


@cache
def random_network(city: City, seed: int = 1) -> QuantizedNetwork:
    value = ValueNetwork(feature_count(city))
    Adam(value).initialize(Generator(seed))
    return quantized(value)


@cache
def zero_network(city: City) -> QuantizedNetwork:
    """Expects nothing more of any sheet."""
    return quantized(ValueNetwork(feature_count(city)))


def write_random_weights(folder: Path, city: City, addons: Sequence[str] = (), seed: int = 1) -> Path:
    """A weight file in the `weights` folder of a data folder."""
    path = folder / "weights" / file_name(city.key, addons)
    about = About(city.key, tuple(addons), map_of(city), 7, 0.5)
    write_weights(path, about, random_network(city, seed))
    return path


def without_weights(patch: pytest.MonkeyPatch, folder: Path) -> Path:
    """An empty data folder and a package without weights; the data folder."""
    patch.setenv("FULGENCE_DATA", str(folder / "data"))
    patch.setattr(weights, "SHIPPED", folder / "shipped" / "weights")
    return folder / "data"
