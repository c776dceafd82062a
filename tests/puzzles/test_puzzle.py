"""A puzzle as text, and what its moves lose."""

from __future__ import annotations

import pytest

from fulgence.puzzles.puzzle import BadPuzzle, Value, format_puzzle, parse_puzzle, points_lost, position
from fulgence.puzzles.verdict import verdict

TEXT = (
    '{"puzzle":1,"city":"london","pencils":"blue green pink purple",'
    '"cards":["switch U:joker U:triangle U:circle S:pentagon S:joker S:square S:triangle S:circle U:square"],'
    '"moves":"f8-d10 pass d10-d8 f8-g9 g9-i9 i9-g7 g7-e7 e7-e6 .",'
    '"values":[["d8-c8",139.28,0.0],["e6-f5",137.36,0.07],["d8-b10",136.54,0.08],["e6-c6",135.7,0.08],'
    '["pass",132.76,0.08]],"source":"seed 1 game 0"}'
)


def test_a_puzzle_survives_its_text() -> None:
    puzzle = parse_puzzle(TEXT)
    assert format_puzzle(puzzle) == TEXT
    assert parse_puzzle(format_puzzle(puzzle)) == puzzle
    assert puzzle.values[1] == Value("e6-f5", 137.36, 0.07)


def test_a_puzzle_is_a_position_that_can_be_played() -> None:
    view = position(parse_puzzle(TEXT))
    assert (view.round, view.turn, view.cards) == (0, 8, ("U:square",))
    assert view.moves == ("d8-b10", "d8-c8", "e6-c6", "e6-f5", "pass")


def test_the_id_depends_on_the_position_only() -> None:
    puzzle = parse_puzzle(TEXT)
    assert parse_puzzle(TEXT.replace("139.28", "141.5").replace("game 0", "game 9")).id == puzzle.id
    assert parse_puzzle(TEXT.replace("blue green", "green blue")).id != puzzle.id


def test_a_move_loses_its_distance_to_the_best_one() -> None:
    puzzle = parse_puzzle(TEXT)
    assert points_lost(puzzle, "d8-c8") == 0
    assert points_lost(puzzle, "pass") == pytest.approx(6.52)
    with pytest.raises(BadPuzzle, match="a1-a2 is not possible here"):
        points_lost(puzzle, "a1-a2")


def test_the_answer_says_how_good_a_move_is_and_why_the_best_one_is_better() -> None:
    puzzle = parse_puzzle(TEXT)
    best, second, last = (verdict(puzzle, move) for move in ("d8-c8", "e6-f5", "pass"))
    assert (best.is_solved, best.lost, best.text) == (True, 0, "The best move!")
    assert not second.is_solved and second.text == "Close, but there is a better one."
    assert [value.move for value in second.best] == ["d8-c8", "e6-f5", "d8-b10"]
    assert last.text == "There is a much better one."
    assert last.why == "passing gave d8-c8 away"
    assert best.why == second.why  # compared with the second


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('{"puzzle":1', '{"puzzle":2', "version 2; this program reads version 1"),
        ('"city":"london",', "", "city is missing"),
        ("139.28", '"much"', r"values\[0\] must be a move and two numbers"),
        ("139.28", "100", "values must begin with the best move"),
        ("}", "", "this is not a puzzle: the text ends too early"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadPuzzle, match=reason):
        parse_puzzle(TEXT.replace(old, new))
