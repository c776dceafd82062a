"""The best game for known cards: it can be played, nothing simple beats it, and small rounds are exact."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from fulgence.bots.bot import GreedyBot
from fulgence.bots.hindsight.hindsight import BestGame, Hindsight, best_game, best_round
from fulgence.bots.hindsight.rounds import Rounds
from fulgence.build import is_compiled
from fulgence.rules import kinds, score
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import BadRecord, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import parse_move
from fulgence.rules.text.record import Record, record_of, replay
from random_games import SAMPLER, addon_sets, played, random_choice
from random_weights import random_network

CITIES = ["london", "paris", "berlin", "toy", SAMPLER]
WIDTH = 200 if is_compiled() else 5

LOCAL_SEARCHES = 30 if is_compiled() else 2

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


def dealt(city: str, addons: Sequence[str] = (), seats: int = 1, seed: int = 0) -> Deal:
    return deal(load_city(city), addons, seats, Generator(seed))


def total_of(made: Deal, seat: int, moves: Sequence[Sequence[str]]) -> int:
    """What a record says of these moves, the other seats passing all the time."""
    turns = sum(map(len, made.turns))
    own = tuple(map(tuple, moves))
    assert len(own) == turns
    everybody = [own if other == seat else ((),) * turns for other in range(len(made.pencils))]
    record = Record(made, tuple(f"seat {n}" for n in range(len(everybody))), tuple(everybody))
    return replay(record).pads[seat].total


def finished(search: Hindsight) -> BestGame:
    while search.step():
        pass
    return search.result()


@pytest.mark.parametrize("city", CITIES)
def test_the_best_game_can_be_played_and_has_its_total(city: str) -> None:
    sets = addon_sets(load_city(city))
    if not is_compiled():
        sets = [sets[-1]]
    for seed, addons in enumerate(sets):
        made = dealt(city, addons, 1 + seed % 4, seed)
        seat = seed % len(made.pencils)
        best = best_game(made, seat, width=WIDTH // 5, local_searches=LOCAL_SEARCHES)
        assert best.total == total_of(made, seat, best.moves)


@needs_compiling
@pytest.mark.parametrize("city", CITIES)
def test_a_learned_value_guides_to_games_that_can_be_played(city: str) -> None:
    for addons in ((), tuple(load_city(city).addons)):
        made = dealt(city, addons, 1, 3)
        best = best_game(made, 0, random_network(load_city(city)), 30, local_searches=LOCAL_SEARCHES)
        assert best.total == total_of(made, 0, best.moves)
        assert best == best_game(made, 0, random_network(load_city(city)), 30, local_searches=LOCAL_SEARCHES)


@needs_compiling
@pytest.mark.parametrize("city", CITIES)
def test_greedy_is_never_better(city: str) -> None:
    rng = Generator(8)
    for seed, addons in enumerate(addon_sets(load_city(city))):
        made = dealt(city, addons, 1, seed)
        game = played(Game(made), GreedyBot(rng).choose)
        assert best_game(made, 0, width=WIDTH, local_searches=0).total >= game.pads()[0].total


def test_a_known_game_is_a_floor() -> None:
    made = dealt("toy", seed=4)
    strong = best_game(made, 0, width=100, local_searches=0)
    weak = finished(Hindsight(made, 0, width=1, local_searches=0))
    assert weak.total < strong.total
    assert finished(Hindsight(made, 0, width=1, known=strong.moves, local_searches=0)).total == strong.total
    assert finished(Hindsight(made, 0, width=100, known=weak.moves, local_searches=0)) == strong


def test_a_known_game_of_other_moves_is_no_floor() -> None:
    made = dealt("toy", seed=4)
    strong = best_game(made, 0, width=100, local_searches=0)
    other = (("pass",),) * 3
    from_there = finished(Hindsight(made, 0, width=100, played=other, known=strong.moves, local_searches=0))
    assert from_there.moves[:3] == other
    assert from_there.total < strong.total


@pytest.mark.parametrize("city", ["toy", SAMPLER])
def test_the_search_goes_on_from_any_decision(city: str) -> None:
    addons = tuple(load_city(city).addons)
    rng = Generator(2)
    game = Game(dealt(city, addons, 1, 6))
    choose = random_choice(rng)
    while not game.is_over:
        turns = [tuple(turn) for turn in game.move_texts(0)]
        begun: list[str] = []
        while not game.is_done(0):
            move = choose(game.view(0))
            game.play(0, move)
            begun.append(move)
            if game.turn % 3 == 0 and (is_compiled() or game.round == 3):
                best = finished(
                    Hindsight(
                        game.deal, 0, width=10, played=turns, begun=begun, local_searches=LOCAL_SEARCHES
                    )
                )
                assert best.moves[: len(turns)] == tuple(turns)
                assert list(best.moves[len(turns)][: len(begun)]) == begun
                assert best.total == total_of(game.deal, 0, best.moves)
        game.flip()
    over = Hindsight(game.deal, 0, played=record_of(game).moves[0])
    assert over.share == 1 and not over.step()
    assert over.result() == BestGame(game.pads()[0].total, record_of(game).moves[0], True)


def test_moves_that_are_not_legal_are_refused() -> None:
    made = dealt("toy")
    with pytest.raises(BadRecord):
        Hindsight(made, 0, played=[["a1-a2"], []])
    with pytest.raises(IllegalMove):
        Hindsight(made, 0, begun=["pass", "pass"])


def test_a_search_can_be_left_and_taken_up_again() -> None:
    made = dealt("toy", ("powers",), 1, 1)
    search = Hindsight(made, 0, width=40, local_searches=LOCAL_SEARCHES)
    shares = [search.share]
    with pytest.raises(ValueError, match="not over"):
        search.result()
    while search.step():
        shares.append(search.share)
    shares.append(search.share)
    assert shares[0] == 0 and shares[-1] == 1
    assert shares == sorted(shares) and len(set(shares)) > 10
    assert search.result() == best_game(made, 0, width=40, local_searches=LOCAL_SEARCHES)


# Rounds that are searched again


@needs_compiling
@pytest.mark.parametrize("city", CITIES)
def test_searching_again_never_makes_a_game_worse_and_mostly_better(city: str) -> None:
    better = 0
    for seed in range(6):
        made = dealt(city, (), 1, seed)
        once = best_game(made, 0, width=10, local_searches=0)
        local_searches = best_game(made, 0, width=10, local_searches=LOCAL_SEARCHES)
        assert local_searches.total >= once.total
        better += local_searches.total > once.total
    assert better >= 3


@pytest.mark.parametrize("city", CITIES)
def test_there_is_a_game_at_any_time_after_the_first_search(city: str) -> None:
    made = dealt(city, tuple(load_city(city).addons), 1, 2)
    search = Hindsight(made, 0, width=3, local_searches=LOCAL_SEARCHES)
    totals, shares = [], []
    while search.step():
        shares.append(search.share)
        if search.local is not None:
            totals.append(search.result().total)
            if search.local.done % 10 == 1:
                assert totals[-1] == total_of(made, 0, search.result().moves)
    assert totals == sorted(totals) and totals[0] >= best_game(made, 0, width=3, local_searches=0).total
    assert shares == sorted(shares) and search.share == 1


def rounds_after(made: Deal, turns: int, begun: int = 0) -> Rounds:
    """The rounds of a game without a section, so many turns of which are played."""
    return Rounds(made, 0, ((kinds.PASS,),) * turns, (kinds.PASS,) * begun)


def test_rounds_come_in_all_orders_that_what_is_played_allows() -> None:
    made = dealt("toy", seed=1)
    first = len(made.turns[0])
    assert len(rounds_after(made, 0).orders(0)) == 24
    assert rounds_after(made, 0).orders(1)[:5] == [
        (0, 1, 2, 3),
        (1, 0, 2, 3),
        (2, 0, 1, 3),
        (3, 0, 1, 2),
        (0, 1, 3, 2),
    ]
    assert len(rounds_after(made, first).orders(0)) == 6
    # A round that is partly played is kept or the first that is searched.
    for begun in (rounds_after(made, first + 1), rounds_after(made, first, 1)):
        assert begun.orders(0) == [(0, 1, 2, 3), (0, 1, 3, 2)]
        assert begun.orders(1) == [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (0, 1, 3, 2)]
    assert rounds_after(made, sum(map(len, made.turns[:3]))).orders(1) == []


@needs_compiling
def test_lines_of_any_order_are_the_same_game_where_nothing_depends_on_it() -> None:
    made = dealt("london", seed=3)
    rounds = Rounds(made, 0)
    best = best_game(made, 0, width=10, local_searches=0)
    ways = tuple(tuple(parse_move(made.city, move) for move in turn) for turn in best.moves)
    assert rounds.replayed(ways) == (best.total, ways)
    for order in rounds.orders(0):
        start = rounds.start_position(order, 3, ways)
        assert start is not None
        page, piles = start
        assert len(piles) == 1
        assert rounds.draw(page, order[3], rounds.of_round(ways, order[3])) is not None
        assert score.total(page) == best.total


def test_a_game_that_breaks_the_rules_does_not_count() -> None:
    made = dealt("london", seed=3)
    rounds = Rounds(made, 0)
    best = best_game(made, 0, width=5, local_searches=0)
    ways = tuple(tuple(parse_move(made.city, move) for move in turn) for turn in best.moves)
    assert rounds.replayed(ways[::-1]) is None
    assert rounds.start_position((1, 0, 2, 3), 2, ways[::-1]) is None


# Whole rounds


def brute_force(sheet: Sheet, cards: Sequence[tuple[int, int]]) -> int:
    """The highest total after these cards, by trying everything."""
    if sheet.permit:
        return max(brute_force(sheet.after(move), cards) for move in [0, *sheet.legal_moves()])
    if not cards:
        return score.total(sheet)
    later = sheet.copy()
    later.begin_turn(*cards[0])
    return brute_force(later, cards[1:])


@needs_compiling
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("addons", [(), ("objectives", "powers")])
def test_the_best_round_is_what_brute_force_finds(addons: tuple[str, ...], seed: int) -> None:
    made = dealt("toy", addons, 1, seed)
    turns: list[tuple[str, ...]] = []
    sheet = Sheet(made.terms(0))
    for shown in made.turns:
        cards = [(made.city.card_numbers[turn[-1]], len(turn) - 1) for turn in shown]
        before = score.total(sheet)
        best = best_round(made, 0, turns)
        assert best.is_exact
        assert best.gain == brute_force(sheet, cards) - before
        for card, turn in zip(cards, best.moves, strict=True):
            sheet.begin_turn(*card)
            for move in turn:
                sheet.play(parse_move(made.city, move))
        assert score.total(sheet) - before == best.gain
        sheet.end_round()
        turns += best.moves


@needs_compiling
def test_a_wide_beam_drops_nothing_and_says_so() -> None:
    made = dealt("toy", seed=2)
    turns = sum(map(len, made.turns[:3]))
    start = best_game(made, 0, width=100, local_searches=0).moves[:turns]
    wide = finished(Hindsight(made, 0, width=5000, played=start))
    passed = total_of(made, 0, (*start, *((),) * len(made.turns[3])))
    assert wide.is_exact
    assert wide.total == passed + best_round(made, 0, start).gain
    assert not finished(Hindsight(made, 0, width=1, played=start)).is_exact


def test_a_round_that_is_too_large_is_not_called_exact() -> None:
    made = dealt("london", seed=1)
    best = best_round(made, 0, limit=50)
    assert not best.is_exact and best.gain > 10
    assert len(best.moves) == len(made.turns[0])


# One source, two forms

SEARCHES = """
import json
from fulgence.bots.hindsight.hindsight import best_game, best_round
from fulgence.rules.generator import Generator
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal

found = []
for seed, addons in enumerate([(), ("powers",), ("objectives", "powers")]):
    made = deal(load_city("toy"), addons, 1, Generator(seed))
    best = best_game(made, 0, width=8, local_searches=3)
    last = best_round(made, 0, best.moves[: sum(map(len, made.turns[:3]))], limit=2000)
    found.append([best.total, best.moves, last.gain, last.moves, last.is_exact])
print(json.dumps(found))
"""


def test_searches_are_the_same_compiled_and_interpreted() -> None:
    texts = []
    for interpreted in "01":
        environment = {**os.environ, "FULGENCE_INTERPRETED": interpreted}
        command = [sys.executable, "-c", SEARCHES]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        texts.append(json.loads(done.stdout))
    assert texts[0] == texts[1]
