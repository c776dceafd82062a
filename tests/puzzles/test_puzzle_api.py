"""Puzzles over the API: the position without its solution, then the answer."""

from __future__ import annotations

import datetime

import msgspec
import pytest

from fulgence.api.puzzles import daily_puzzles, known_puzzle, puzzle_answer, puzzle_sets, puzzle_view
from fulgence.language import load_language
from fulgence.puzzles.shipped import puzzle_of_day, puzzle_set
from fulgence.table.refusals import Refused

ENGLISH = load_language("en")
PUZZLE = puzzle_set("berlin", with_addons=False)[3]


def test_a_position_does_not_tell_what_its_moves_are_worth() -> None:
    shown = msgspec.json.decode(msgspec.json.encode(puzzle_view(PUZZLE, ENGLISH)))
    assert set(shown) == {
        *("id", "city", "addons", "level", "game", "words", "explained", "highlights"),
    }
    text = str(shown)
    for value in PUZZLE.values:
        assert str(value.expected) not in text
    assert sorted(shown["game"]["moves"]) == sorted(value.move for value in PUZZLE.values)


def test_the_answer_has_the_points_lost_the_reason_and_the_best_three() -> None:
    best, second = PUZZLE.values[:2]
    right = puzzle_answer(PUZZLE, best.move, ENGLISH)
    assert (right.solved, right.lost, right.verdict) == (True, 0, "The best move!")
    wrong = puzzle_answer(PUZZLE, second.move, ENGLISH)
    assert (wrong.solved, wrong.lost) == (False, round(PUZZLE.gap, 2))
    assert [each.move for each in wrong.best] == [value.move for value in PUZZLE.values[:3]]
    assert wrong.why.endswith(".")
    assert wrong.own.move == second.move


def test_a_move_that_is_not_legal_and_an_unknown_puzzle_are_refused() -> None:
    with pytest.raises(Refused, match="a1-b1 is not possible here") as refused:
        puzzle_answer(PUZZLE, "a1-b1", ENGLISH)
    assert (refused.value.code, refused.value.status) == ("illegal-move", 422)
    with pytest.raises(Refused) as missing:
        known_puzzle("berlin-nothing")
    assert (missing.value.code, missing.value.status) == ("not-found", 404)


def test_a_day_has_a_puzzle_for_each_city() -> None:
    day = datetime.date(2026, 11, 18)
    daily = {each.city: each.id for each in daily_puzzles("2026-11-18")}
    assert daily == {city: puzzle_of_day(city, day).id for city in ("berlin", "london", "paris")}
    with pytest.raises(Refused, match="2026-02-30 is not a date"):
        daily_puzzles("2026-02-30")


def test_the_list_names_every_puzzle_once() -> None:
    ids = [id for each in puzzle_sets() for id in each.ids]
    assert len(ids) == len(set(ids))
    assert all(known_puzzle(each.ids[0]).id == each.ids[0] for each in puzzle_sets() if each.ids)
