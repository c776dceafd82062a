"""Training: it can be stopped, exploration teaches nothing wrong, and expectimax nears exhaustive play."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from exhaustive_play import LastRound, late_positions
from fulgence.bots.bot import GreedyBot
from fulgence.bots.expectimax import ExpectimaxSearch
from fulgence.bots.known_pile import known_pile
from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.quantized_network import quantized
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import ANY, BadWeights, feature_count
from fulgence.bots.training import training
from fulgence.bots.training.adam import Adam
from fulgence.bots.training.training import Training, evaluate, subsets
from fulgence.build import is_compiled
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.view import View
from self_taught import greedy_mean, learn

TOY = load_city("toy")

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES", 20 if is_compiled() else 1)
    monkeypatch.setattr(training, "GAMES_PER_DEAL", 5 if is_compiled() else 1)


def state(made: Training) -> tuple[object, ...]:
    numbers = b"".join(part.tobytes() for part in made.optimizer.state())
    return numbers, made.batches, made.games, made.minutes, made.seed, made.about()


@pytest.mark.parametrize("addons", [(), ("powers", "objectives"), (ANY,)] if is_compiled() else [(ANY,)])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not(
    tmp_path: Path, addons: tuple[str, ...]
) -> None:
    made = Training(TOY, addons, seed=5)
    made.batch(0.1)
    made.minutes = 1.5
    made.save(tmp_path / "new" / "toy.state")
    resumed = Training(TOY, addons, seed=99)
    assert state(resumed) != state(made)
    resumed.restore(tmp_path / "new" / "toy.state")
    assert state(resumed) == state(made)
    for one in (made, resumed):
        one.batch(0.59)
        one.batch(0.61)
    assert state(resumed) == state(made)
    assert made.optimizer.average_weights().tobytes() == resumed.optimizer.average_weights().tobytes()
    assert made.batches == 3
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["toy.state"]


@needs_compiling
def test_the_same_seed_learns_the_same() -> None:
    weights = []
    for seed in (5, 5, 6):
        made = Training(TOY, (), seed)
        made.batch(0.1)
        weights.append(made.optimizer.average_weights().tobytes())
    assert weights[0] == weights[1] != weights[2]


@pytest.mark.parametrize(
    ("city", "addons"),
    [("london", ()), ("toy", ("powers",)), ("toy", (ANY,))] if is_compiled() else [("toy", (ANY,))],
)
def test_another_game_does_not_go_on_from_there(tmp_path: Path, city: str, addons: tuple[str, ...]) -> None:
    path = tmp_path / "toy.state"
    Training(TOY, ()).save(path)
    with pytest.raises(BadWeights) as caught:
        Training(load_city(city), addons).restore(path)
    assert str(caught.value) == f"{path} is not an interrupted training of this game"


@pytest.mark.parametrize("damage", ["empty", "cut", "longer", "no head", "list", "fewer fields"])
def test_a_damaged_state_is_refused(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "toy.state"
    made = Training(TOY, ())
    made.save(path)
    content = path.read_bytes()
    head, _, rest = content.partition(b"\n")
    path.write_bytes(
        {
            "empty": b"",
            "cut": content[:-4],
            "longer": content + b"abc",
            "no head": rest,
            "list": b"[]\n" + rest,
            "fewer fields": head.replace(b'"games"', b'"gamez"') + b"\n" + rest,
        }[damage]
    )
    with pytest.raises(BadWeights, match="is not an interrupted training of this game"):
        made.restore(path)


def test_any_means_every_choice_of_addons_but_none() -> None:
    assert subsets(TOY) == [("objectives",), ("powers",), ("objectives", "powers")]
    assert len(subsets(load_city("london"))) == 7


# What is learned


def trained(games: int, seed: int = 3) -> Adam:
    optimizer = Adam(ValueNetwork(feature_count(TOY)))
    optimizer.initialize(Generator(seed))
    optimizer.learning_rate = 2e-3
    learn(TOY, optimizer, games, 5)
    return optimizer


def copied(optimizer: Adam) -> Adam:
    return Adam(ValueNetwork(feature_count(TOY), array("f", optimizer.network.weights_array)))


def search_of(view: View, value: ValueNetwork) -> ExpectimaxSearch:
    terms = view.sheet.terms
    return ExpectimaxSearch(terms, make_evaluator(terms, quantized(value)), 3.0)


def said_at_first(value: ValueNetwork) -> float:
    """What the value expects of a whole game, after the best first move."""
    said = []
    for seed in range(20):
        made = deal(TOY, (), 1, Generator(seed))
        view = Game(made).view(0)
        search = search_of(view, value)
        search.begin(view.sheet, known_pile(view), 0, 10)
        said.append(max(mean for _, mean, _ in search.root_moves()))
    return sum(said) / len(said)


@needs_compiling
def test_random_moves_do_not_teach_that_games_are_worth_little() -> None:
    optimizer = trained(2000)
    before = said_at_first(optimizer.network)
    wild = copied(optimizer)
    wild.learning_rate = 5e-4
    at_random = learn(TOY, wild, 500, 6, epsilon=1000)
    good = greedy_mean(TOY, optimizer.network, 500, 6)
    assert before == pytest.approx(good, abs=3)
    assert at_random < good - 8
    assert said_at_first(wild.network) > good - 4


@needs_compiling
def test_a_trained_value_comes_near_what_exhaustive_play_expects() -> None:
    places = late_positions(3, 40, seed=500, bot=GreedyBot)
    expected = [LastRound(TOY).moves(game.view(0).sheet, out, left) for game, out, left in places]

    def mistake(value: ValueNetwork) -> float:
        """The mean difference, over all moves of all places, from the expectation."""
        off = []
        for (game, _, _), wanted in zip(places, expected, strict=True):
            view = game.view(0)
            search = search_of(view, value)
            search.begin(view.sheet, known_pile(view), 0, 10)
            off += [abs(mean - wanted[move]) for move, mean, _ in search.root_moves()]
        return sum(off) / len(off)

    optimizer = trained(0)
    before = mistake(optimizer.network)
    optimizer.learning_rate = 2e-3
    learn(TOY, optimizer, 2000, 8)
    assert mistake(optimizer.network) < before / 3


@needs_compiling
def test_a_trial_tells_how_well_a_value_plays() -> None:
    mean, error = evaluate(TOY, (), trained(1500).network, 300, 1)
    untaught, _ = evaluate(TOY, (), trained(0).network, 300, 1)
    assert mean > untaught + 5 * error
    assert 0 < error < 1
    assert evaluate(TOY, (ANY,), trained(0).network, 30, 1)[0] > 5
