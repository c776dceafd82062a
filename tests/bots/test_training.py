"""Training: it can be stopped, wild moves teach nothing wrong, and rehearsals come near exhaustive play."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from expectation import Round, late_positions
from fulgence.bots import training
from fulgence.bots.bot import GreedyBot
from fulgence.bots.known import known_pile
from fulgence.bots.search import Search
from fulgence.bots.study import Study
from fulgence.bots.training import Training, subsets, trial
from fulgence.bots.value import Trainer, Value
from fulgence.bots.weights import ANY, BadWeights, facts_of
from fulgence.build import is_compiled
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game

TOY = load_city("toy")

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    games, rehearsals = (30, 10) if is_compiled() else (1, 1)
    monkeypatch.setattr(training, "GAMES", games)
    monkeypatch.setattr(training, "REHEARSALS", rehearsals)
    monkeypatch.setattr(training, "GAMES_OF_A_DEAL", 5 if is_compiled() else 1)


def state(made: Training) -> tuple[object, ...]:
    numbers = b"".join(part.tobytes() for part in made.trainer.state())
    return numbers, made.batches, made.games, made.minutes, made.seed, made.about()


@pytest.mark.parametrize("addons", [(), ("powers", "objectives"), (ANY,)] if is_compiled() else [(ANY,)])
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not(
    tmp_path: Path, addons: tuple[str, ...]
) -> None:
    """Games on one side, rehearsals on the other."""
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
    assert made.trainer.averaged().tobytes() == resumed.trainer.averaged().tobytes()
    assert made.batches == 3
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["toy.state"]


@needs_compiling
def test_the_same_seed_learns_the_same() -> None:
    weights = []
    for seed in (5, 5, 6):
        made = Training(TOY, (), seed)
        made.batch(0.1)
        weights.append(made.trainer.averaged().tobytes())
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
    assert str(caught.value) == f"{path} is not a stopped training of this game"


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
    with pytest.raises(BadWeights, match="is not a stopped training of this game"):
        made.restore(path)


def test_any_means_every_choice_of_addons_but_none() -> None:
    assert subsets(TOY) == [("objectives",), ("powers",), ("objectives", "powers")]
    assert len(subsets(load_city("london"))) == 7


# What is learned


def trained(games: int, seed: int = 3) -> Trainer:
    teacher = Trainer(Value(facts_of(TOY)))
    teacher.scatter(Generator(seed))
    teacher.rate = 2e-3
    study_of(teacher).games(games, Generator(5), 50, 0.7)
    return teacher


def study_of(teacher: Trainer) -> Study:
    return Study(deal(TOY, (), 1, Generator(1)).terms(0), teacher)


def copied(teacher: Trainer) -> Trainer:
    return Trainer(Value(facts_of(TOY), array("f", teacher.value.kept)))


def said_at_first(value: Value) -> float:
    """What the value expects of a whole game, after the best first move."""
    said = []
    for seed in range(20):
        made = deal(TOY, (), 1, Generator(seed))
        view = Game(made).view(0)
        search = Search(view.sheet.terms, value, 3.0)
        search.begin(view.sheet, known_pile(view), 0, 10)
        said.append(max(mean for _, mean, _ in search.listed()))
    return sum(said) / len(said)


@needs_compiling
def test_random_moves_do_not_teach_that_games_are_worth_little() -> None:
    teacher = trained(2000)
    before = said_at_first(teacher.value)
    wild = copied(teacher)
    wild.rate = 5e-4
    at_random = study_of(wild).games(500, Generator(6), 1000, 0.7) / 500
    good = study_of(teacher).trial_games(500, Generator(6)) / 500
    assert before == pytest.approx(good, abs=3)
    assert at_random < good - 8
    assert said_at_first(wild.value) > good - 4


@needs_compiling
def test_rehearsals_come_near_what_exhaustive_play_expects() -> None:
    places = late_positions(3, 40, seed=500, bot=GreedyBot)
    expected = [Round(TOY).moves(game.view(0).sheet, out, left) for game, out, left in places]

    def mistake(value: Value) -> float:
        """The mean difference, over all moves of all places, from the expectation."""
        off = []
        for (game, _, _), wanted in zip(places, expected, strict=True):
            view = game.view(0)
            search = Search(view.sheet.terms, value, 3.0)
            search.begin(view.sheet, known_pile(view), 0, 10)
            off += [abs(mean - wanted[move]) for move, mean, _ in search.listed()]
        return sum(off) / len(off)

    teacher = trained(0)
    before = mistake(teacher.value)
    teacher.rate = 1e-3
    study_of(teacher).rehearsals(800, Generator(8), 50)
    assert mistake(teacher.value) < before / 3


@needs_compiling
def test_a_trial_tells_how_well_a_value_plays() -> None:
    mean, error = trial(TOY, (), trained(1500).value, 300, 1)
    untaught, _ = trial(TOY, (), trained(0).value, 300, 1)
    assert mean > untaught + 5 * error
    assert 0 < error < 1
    assert trial(TOY, (ANY,), trained(0).value, 30, 1)[0] > 5
