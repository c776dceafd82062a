"""A learned value: what it looks at, how it is corrected, and that self-play teaches it something."""

from __future__ import annotations

from array import array

import pytest

from fulgence.bots.inputs import Inputs
from fulgence.bots.sizes import HEADS, MOST_FACTS
from fulgence.bots.study import Study
from fulgence.bots.value import Trainer, Value
from fulgence.build import is_compiled
from fulgence.rules.chance import Generator, Pile
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from games import SAMPLER

CITIES = ["london", "paris", "berlin", "toy", SAMPLER]


def facts_of(seen: Inputs) -> list[int]:
    return sorted(seen.listed())


def played(city: str, turns: int, seed: int, addons: tuple[str, ...] = ()) -> tuple[Game, list[int]]:
    """A game after so many turns of its first round, and the cards that are left then."""
    luck = Generator(seed)
    game = Game(deal(load_city(city), addons, 1, luck))
    for _ in range(turns):
        while not game.is_done(0):
            moves = game.view(0).moves
            game.play(0, moves[luck.draw(len(moves))])
        shown = sum(map(len, game.deal.turns[0][: game.turn + 1]))
        if game.turn + 1 == len(game.deal.turns[0]):
            break
        game.flip()
    left = [game.city.card_numbers[name] for name in game.deal.rounds[0][shown:]]
    return game, left


@pytest.mark.parametrize("city", CITIES)
def test_facts_are_few_different_and_known(city: str) -> None:
    for seed in range(5):
        game, left = played(city, 4, seed, tuple(load_city(city).addons))
        seen = Inputs(game.deal.terms(0))
        seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left or [0]))
        facts = facts_of(seen)
        assert 20 < len(facts) < MOST_FACTS
        assert len(set(facts)) == len(facts)
        assert facts[0] >= 0 and facts[-1] < seen.size


def test_facts_do_not_tell_the_order_of_the_pile() -> None:
    game, left = played("london", 3, 2)
    seen = Inputs(game.deal.terms(0))
    seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left))
    before = facts_of(seen)
    seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left[::-1]))
    assert facts_of(seen) == before


def test_facts_tell_two_sheets_apart() -> None:
    found = set()
    for seed in range(20):
        game, left = played("london", 4, seed)
        seen = Inputs(game.deal.terms(0))
        seen.read(game.sheets[0], Pile(game.deal.terms(0).tables, left))
        found.add(tuple(facts_of(seen)))
    assert len(found) == 20


def test_facts_tell_which_of_two_lines_the_cards_are_for() -> None:
    game, _ = played("berlin", 3, 2)
    assert game.sheets[0].side[1]  # not linked yet
    seen = Inputs(game.deal.terms(0))
    found = []
    for card in ("B:circle", "C:circle"):
        seen.read(game.sheets[0], Pile(game.city.tables, [game.city.card_numbers[card]]))
        found.append(set(facts_of(seen)))
    bear, crown = found
    assert len(bear - crown) > 2 and len(crown - bear) > 2  # more than the card itself


def taught(size: int) -> Trainer:
    teacher = Trainer(Value(size))
    teacher.scatter(Generator(1))
    return teacher


def test_a_value_learns_what_it_is_told() -> None:
    teacher = taught(30)
    samples = [(array("i", [n, n + 10, 29]), n % 4, n % HEADS, 3.0 * n - 5) for n in range(10)]
    for step in range(400):
        teacher.rate = 0.02 if step < 300 else 0.002
        for facts, number, head, wanted in samples:
            teacher.learn(facts, 3, number, head, wanted)
    for facts, number, head, wanted in samples:
        assert teacher.value.of(facts, 3, number, head) == pytest.approx(wanted, abs=1.5)


def test_a_step_goes_downhill() -> None:
    """The first step of every weight has the same length, so its sign is all there is to see."""
    facts = array("i", [1, 4])
    teacher = taught(8)
    value = teacher.value
    said = value.of(facts, 2, 2, 3)
    before = array("f", value.kept)
    slopes = []
    for place in range(2 * value.room, 3 * value.room):
        value.kept[place] = before[place] + 0.004
        more = value.of(facts, 2, 2, 3)
        value.kept[place] = before[place] - 0.004
        less = value.of(facts, 2, 2, 3)
        value.kept[place] = before[place]
        slopes.append(more - less)
    teacher.rate = 1e-4
    teacher.learn(facts, 2, 2, 3, said - 1)  # it should say less
    moved = [value.kept[2 * value.room + n] - before[2 * value.room + n] for n in range(value.room)]
    steep = [(slope, step) for slope, step in zip(slopes, moved, strict=True) if abs(slope) > 1e-4]
    still = sum(step == 0 for _, step in steep)  # where a unit is just switched on by what was added
    assert len(steep) > 100 and still < 10
    assert all(slope * step < 0 for slope, step in steep if step)
    untouched = [n for n in range(len(before)) if n // value.room != 2]
    assert all(value.kept[n] == before[n] for n in untouched)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="weights"):
        Value(10, array("f", [0.0]))


def test_the_running_mean_follows_the_weights() -> None:
    teacher = taught(8)
    start = array("f", teacher.value.kept)
    teacher.value.kept[5] += 1
    teacher.blend(0.25)
    assert teacher.averaged()[5] == pytest.approx(start[5] + 0.25)


def study_of(city: str, seed: int) -> Study:
    terms = deal(load_city(city), (), 1, Generator(1)).terms(0)
    teacher = Trainer(Value(Inputs(terms).size))
    teacher.scatter(Generator(seed))
    teacher.rate = 2e-3
    return Study(terms, teacher)


def test_the_same_seed_teaches_the_same() -> None:
    totals = []
    for _ in range(2):
        study = study_of("toy", 3)
        totals.append([study.games(2, Generator(n), 50, 0.7) for n in range(3)])
    assert totals[0] == totals[1]


@pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")
def test_self_play_gets_better() -> None:
    study = study_of("toy", 3)
    before = study.trial_games(200, Generator(9)) / 200
    study.games(1200, Generator(5), 50, 0.7)
    after = study.trial_games(200, Generator(9)) / 200
    assert after > before + 2
