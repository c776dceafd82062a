"""The value network: its features, its gradients, and that self-play teaches it something."""

from __future__ import annotations

from array import array

import pytest

from fulgence.bots.limits import HEADS, MAX_FEATURES
from fulgence.bots.network.features import Features
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import feature_count
from fulgence.bots.training.adam import Adam
from fulgence.build import is_compiled
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from random_games import SAMPLER
from self_taught import greedy_mean, learn

TOY = load_city("toy")
CITIES = ["london", "paris", "berlin", "toy", SAMPLER]


def features_of(seen: Features) -> list[int]:
    return sorted(seen.active_features())


def played(city: str, turns: int, seed: int, addons: tuple[str, ...] = ()) -> tuple[Game, list[int]]:
    """A game after so many turns of its first round, and the cards that are left then."""
    rng = Generator(seed)
    game = Game(deal(load_city(city), addons, 1, rng))
    for _ in range(turns):
        while not game.is_done(0):
            moves = game.view(0).moves
            game.play(0, moves[rng.draw(len(moves))])
        shown = sum(map(len, game.deal.turns[0][: game.turn + 1]))
        if game.turn + 1 == len(game.deal.turns[0]):
            break
        game.flip()
    left = [game.city.card_numbers[name] for name in game.deal.rounds[0][shown:]]
    return game, left


@pytest.mark.parametrize("city", CITIES)
def test_active_features_are_few_distinct_and_in_range(city: str) -> None:
    for seed in range(5):
        game, left = played(city, 4, seed, tuple(load_city(city).addons))
        seen = Features(game.deal.terms(0))
        seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left or [0]))
        features = features_of(seen)
        assert 20 < len(features) < MAX_FEATURES
        assert len(set(features)) == len(features)
        assert features[0] >= 0 and features[-1] < seen.size


def test_features_do_not_depend_on_the_order_of_the_pile() -> None:
    game, left = played("london", 3, 2)
    seen = Features(game.deal.terms(0))
    seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left))
    before = features_of(seen)
    seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left[::-1]))
    assert features_of(seen) == before


def test_different_sheets_have_different_features() -> None:
    found = set()
    for seed in range(20):
        game, left = played("london", 4, seed)
        seen = Features(game.deal.terms(0))
        seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left))
        found.add(tuple(features_of(seen)))
    assert len(found) == 20


def test_features_tell_which_of_two_lines_the_cards_are_for() -> None:
    game, _ = played("berlin", 3, 2)
    assert game.sheets[0].side[1]  # not linked yet
    seen = Features(game.deal.terms(0))
    found = []
    for card in ("B:circle", "C:circle"):
        seen.read(game.sheets[0], Pile(game.city.tables, [game.city.card_numbers[card]]))
        found.append(set(features_of(seen)))
    bear, crown = found
    assert len(bear - crown) > 2 and len(crown - bear) > 2  # more than the card itself


def taught(size: int) -> Adam:
    optimizer = Adam(ValueNetwork(size))
    optimizer.initialize(Generator(1))
    return optimizer


def test_a_network_learns_its_targets() -> None:
    optimizer = taught(30)
    samples = [(array("i", [n, n + 10, 29]), n % 4, n % HEADS, 3.0 * n - 5) for n in range(10)]
    for step in range(400):
        optimizer.learning_rate = 0.02 if step < 300 else 0.002
        for features, number, head, wanted in samples:
            optimizer.learn(features, 3, number, head, wanted)
            optimizer.step()
    for features, number, head, wanted in samples:
        assert optimizer.network.evaluate(features, 3, number, head) == pytest.approx(wanted, abs=1.5)


def test_an_adam_step_follows_the_gradient() -> None:
    """The first step of every weight has the same length, so its sign is all there is to see."""
    features = array("i", [1, 4])
    optimizer = taught(8)
    network = optimizer.network
    said = network.evaluate(features, 2, 2, 3)
    before = array("f", network.weights_array)
    slopes = []
    for place in range(2 * network.round_size, 3 * network.round_size):
        network.weights_array[place] = before[place] + 0.004
        more = network.evaluate(features, 2, 2, 3)
        network.weights_array[place] = before[place] - 0.004
        less = network.evaluate(features, 2, 2, 3)
        network.weights_array[place] = before[place]
        slopes.append(more - less)
    optimizer.learning_rate = 1e-4
    optimizer.learn(features, 2, 2, 3, said - 1)  # it should say less
    optimizer.step()
    moved = [
        network.weights_array[2 * network.round_size + n] - before[2 * network.round_size + n]
        for n in range(network.round_size)
    ]
    steep = [(slope, step) for slope, step in zip(slopes, moved, strict=True) if abs(slope) > 1e-4]
    still = sum(step == 0 for _, step in steep)  # where a unit is just switched on by what was added
    assert len(steep) > 100 and still < 10
    assert all(slope * step < 0 for slope, step in steep if step)
    untouched = [n for n in range(len(before)) if n // network.round_size != 2]
    assert all(network.weights_array[n] == before[n] for n in untouched)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="weights"):
        ValueNetwork(10, array("f", [0.0]))


def test_the_average_follows_the_weights() -> None:
    optimizer = taught(8)
    start = array("f", optimizer.network.weights_array)
    optimizer.network.weights_array[5] += 1
    optimizer.update_average(0.25)
    assert optimizer.average_weights()[5] == pytest.approx(start[5] + 0.25)


def beginner(city: City, seed: int) -> Adam:
    optimizer = Adam(ValueNetwork(feature_count(city)))
    optimizer.initialize(Generator(seed))
    optimizer.learning_rate = 2e-3
    return optimizer


def test_the_same_seed_teaches_the_same() -> None:
    totals = []
    for _ in range(2):
        optimizer = beginner(TOY, 3)
        totals.append([learn(TOY, optimizer, 2, n) for n in range(3)])
    assert totals[0] == totals[1]


@pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")
def test_self_play_gets_better() -> None:
    optimizer = beginner(TOY, 3)
    before = greedy_mean(TOY, optimizer.network, 200, 9)
    learn(TOY, optimizer, 1200, 5)
    assert greedy_mean(TOY, optimizer.network, 200, 9) > before + 2
