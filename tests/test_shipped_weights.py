"""The weights of the package: there is one for every game that its cities can be, and bots use it."""

from itertools import combinations
from pathlib import Path

import pytest

from fulgence.bots.bot import advice
from fulgence.bots.network.weights import SHIPPED, find_weights, learned_value
from fulgence.rules.cityfile.city_reader import load_city


@pytest.mark.parametrize("key", ["london", "paris", "berlin"])
def test_the_expert_has_learned_every_choice_of_add_ons(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    city = load_city(key)
    for size in range(len(city.addons) + 1):
        for addons in combinations(city.addons, size):
            path = find_weights(city, addons)
            assert path is not None and path.parent == SHIPPED
            assert learned_value(city, addons).is_trained
            assert advice(["expert"], city, addons) is None


def test_nobody_has_learned_the_toy_city_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    city = load_city("toy")
    assert find_weights(city, ()) is None
    assert "mcts:9 is not trained" in str(advice(["greedy", "mcts:9"], city, ()))
    assert advice(["greedy"], city, ()) is None
