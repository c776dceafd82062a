"""The puzzles of the package: every one can be replayed, and its answer is what it says."""

from __future__ import annotations

import datetime
import gzip
from pathlib import Path

import pytest

from fulgence.bots.network.weights import learned_value
from fulgence.puzzles.collection import level
from fulgence.puzzles.make import MIN_ERRORS, MIN_GAP, MIN_MOVES
from fulgence.puzzles.playouts import played_values
from fulgence.puzzles.puzzle import BadPuzzle, format_puzzle, position, position_game
from fulgence.puzzles.search import greedy_moves
from fulgence.puzzles.shipped import (
    BUNDLED,
    FOLDER,
    find_puzzle,
    puzzle_cities,
    puzzle_of_day,
    puzzle_set,
)
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.generator import Generator
from fulgence.site.bundle import packed, packed_files

CITIES = ["berlin", "london", "paris"]
SETS = [(city, with_addons) for city in CITIES for with_addons in (False, True)]
SHIPPED = {  # how many there are in each set
    ("london", False): 300,
    ("london", True): 300,
    ("paris", False): 300,
    ("paris", True): 300,
    ("berlin", False): 300,
    ("berlin", True): 300,
}
MAX_BYTES = 100_000  # of a set, gzipped
DAY = datetime.date(2026, 11, 18)


def test_there_are_puzzles_for_the_three_cities_without_and_with_add_ons() -> None:
    assert puzzle_cities() == CITIES
    assert {key: len(puzzle_set(key[0], with_addons=key[1])) for key in SETS} == SHIPPED


@pytest.mark.parametrize(("city", "with_addons"), SETS)
def test_every_puzzle_replays_to_a_decision_with_the_moves_that_have_values(
    city: str, with_addons: bool
) -> None:
    for puzzle in puzzle_set(city, with_addons=with_addons):
        view = position(puzzle)
        assert sorted(view.moves) == sorted(value.move for value in puzzle.values), puzzle.id
        assert len(view.moves) >= MIN_MOVES
        assert (view.city.key, view.round, bool(view.addons)) == (city, puzzle.round, with_addons)


@pytest.mark.parametrize(("city", "with_addons"), SETS)
def test_the_best_move_is_clearly_ahead_and_not_the_greedy_one(city: str, with_addons: bool) -> None:
    for puzzle in puzzle_set(city, with_addons=with_addons):
        assert puzzle.gap >= max(MIN_GAP, MIN_ERRORS * puzzle.gap_error) - 0.02, puzzle.id  # rounded
        assert puzzle.best.move not in greedy_moves(position(puzzle)), puzzle.id


@pytest.mark.parametrize(("city", "with_addons"), SETS)
def test_a_puzzle_holds_no_card_that_nobody_has_seen(city: str, with_addons: bool) -> None:
    for puzzle in puzzle_set(city, with_addons=with_addons):
        game = position_game(puzzle)
        shown = [card for turn in game.shown_turns()[-1] for card in turn]
        coming = game.next_card()
        assert list(puzzle.cards[-1]) == shown + ([coming] if coming else []), puzzle.id


@pytest.mark.parametrize(("city", "with_addons"), SETS)
def test_no_two_puzzles_are_of_the_same_game_and_all_rounds_and_levels_occur(
    city: str, with_addons: bool
) -> None:
    puzzles = puzzle_set(city, with_addons=with_addons)
    assert len({puzzle.source for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.round for puzzle in puzzles} == {0, 1, 2, 3}
    assert {level(puzzle) for puzzle in puzzles} == {0, 1, 2}


@pytest.mark.parametrize("city", CITIES)
def test_sets_with_add_ons_have_every_combination(city: str) -> None:
    combinations = {puzzle.addons for puzzle in puzzle_set(city, with_addons=True)}
    assert len(combinations) == 2 ** len(load_city(city).addons) - 1


@pytest.mark.parametrize("city", CITIES)
def test_values_hold_when_they_are_estimated_again(city: str) -> None:
    """Four standard errors: of fifteen distances none is likely to be further away."""
    for puzzle in puzzle_set(city, with_addons=False)[:5]:
        view = position(puzzle)
        moves = [value.move for value in puzzle.values[:2]]
        again = {
            value.move: value
            for value in played_values(view, moves, learned_value(view.city, view.addons), 100, Generator(77))
        }
        gap = again[moves[0]].expected - again[moves[1]].expected
        error = max(value.error for value in again.values()) + puzzle.gap_error
        assert abs(gap - puzzle.gap) <= 4 * error + 0.02, puzzle.id


def test_files_are_small_and_hold_one_puzzle_per_line_as_it_is_written() -> None:
    for path in FOLDER.glob("*.jsonl.gz"):
        assert path.stat().st_size <= MAX_BYTES, path.name
        content = gzip.decompress(path.read_bytes())
        city, _, addons = path.name.removesuffix(".jsonl.gz").partition("+")
        lines = [format_puzzle(puzzle) for puzzle in puzzle_set(city, with_addons=bool(addons))]
        assert content.decode() == "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("city", CITIES)
def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_another_one_tomorrow(city: str) -> None:
    days = [DAY + datetime.timedelta(days=number) for number in range(BUNDLED)]
    daily = [puzzle_of_day(city, day).id for day in days]
    assert daily == [puzzle_of_day(city, day).id for day in days]
    assert len(set(daily)) == min(BUNDLED, len(puzzle_set(city, with_addons=False)))
    assert set(daily) <= {puzzle.id for puzzle in puzzle_set(city, with_addons=False)[:BUNDLED]}


def test_a_puzzle_is_found_by_its_id() -> None:
    puzzle = puzzle_set("paris", with_addons=True)[0]
    assert find_puzzle(puzzle.id) is puzzle
    for wrong in ("paris-00000000", "rome-12345678", "", "../x-1"):
        with pytest.raises(BadPuzzle, match="there is no puzzle"):
            find_puzzle(wrong)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl.gz")), ids=lambda path: path.stem)
def test_the_bundle_for_browsers_has_the_first_puzzles_of_each_set(path: Path) -> None:
    assert packed_files()[f"fulgence/puzzles/data/{path.name}"] == path
    lines = gzip.decompress(path.read_bytes()).splitlines()
    assert gzip.decompress(packed(path)).splitlines() == lines[:BUNDLED]
