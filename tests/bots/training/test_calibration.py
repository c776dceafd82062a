"""Calibration: a value that is too cautious or too bold ends up expecting what the expert reaches."""

from __future__ import annotations

from statistics import fmean

import pytest

from fulgence.bots.network.quantized_network import quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import feature_count
from fulgence.bots.training.adam import Adam
from fulgence.bots.training.calibration import (
    Residual,
    apply_corrections,
    bias_corrections,
    expert_residuals,
    head_for,
    standard_errors,
)
from fulgence.build import is_compiled
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator
from self_taught import learn

TOY = load_city("toy")
GAMES, SIMULATIONS = 80, 60


def taught(games: int) -> ValueNetwork:
    optimizer = Adam(ValueNetwork(feature_count(TOY)))
    optimizer.initialize(Generator(3))
    optimizer.learning_rate = 0.002
    learn(TOY, optimizer, games, 2)
    return optimizer.network


def watched(value: ValueNetwork, seed: int) -> list[Residual]:
    rng = Generator(seed)
    player = quantized(value)
    return [miss for _ in range(GAMES) for miss in expert_residuals(TOY, (), player, rng, SIMULATIONS)]


@pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")
@pytest.mark.parametrize("wrong", [-9.0, pytest.param(7.0, marks=pytest.mark.long)])
def test_a_value_that_is_wrong_everywhere_is_put_right(wrong: float) -> None:
    value = taught(1500)
    apply_corrections(value, bias_corrections(watched(value, 4)))
    every = {(number, head): wrong for number in range(kinds.ROUNDS) for head in range(7)}
    apply_corrections(value, every)
    misses = watched(value, 5)
    assert fmean(miss.points for miss in misses) == pytest.approx(-wrong, abs=2.5)
    apply_corrections(value, bias_corrections(misses))
    left = watched(value, 6)
    for number in range(kinds.ROUNDS):
        assert abs(fmean(miss.points for miss in left if miss.head[0] == number)) < 4


def test_a_lift_follows_the_line_of_a_round() -> None:
    misses = [Residual((2, head), 8.0 - 2 * head) for head in range(5) for _ in range(500)]
    found = bias_corrections([*misses, Residual((3, 1), 4.0)])
    assert set(found) == {(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (3, 0), (3, 1)}
    for head in range(5):
        assert found[2, head] == pytest.approx(8 - 2 * head, abs=0.1)
    assert found[3, 0] == found[3, 1] == pytest.approx(4)


def test_a_doubt_is_the_standard_error_over_games() -> None:
    games = [
        [Residual((1, 0), 2.0), Residual((1, 3), 4.0)],
        [Residual((1, 0), 7.0), Residual((2, 0), 1.0)],
    ]
    assert standard_errors(games) == (0.0, 2.0, 0.0, 0.0)  # of 3 and 7; a single game tells nothing


def test_nothing_seen_changes_nothing() -> None:
    assert bias_corrections([]) == {}
    assert standard_errors([]) == (0.0, 0.0, 0.0, 0.0)


def test_the_last_card_of_a_round_expects_something_of_the_next_only() -> None:
    assert head_for(1, is_last=False, head=4) == (1, 4)
    assert head_for(1, is_last=True, head=5) == (2, 0)
