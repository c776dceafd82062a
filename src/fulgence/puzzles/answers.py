"""Answers to puzzles: how many were solved in a row, and which ones are possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fulgence.puzzles.puzzle import BadPuzzle, points_lost
from fulgence.puzzles.shipped import find_puzzle


@dataclass(frozen=True)
class Streak:
    """Puzzles solved in a row: up to now, and at best."""

    now: int
    longest: int


def streak_of(losses: Iterable[float]) -> Streak:
    """`losses`: points lost with the first answer to each puzzle, the earliest first."""
    now = longest = 0
    for lost in losses:
        now = 0 if lost else now + 1
        longest = max(longest, now)
    return Streak(now, longest)


def is_possible(id: str, lost: float) -> bool:
    """Whether some move of the puzzle loses so many points; False if there is no such puzzle."""
    try:
        puzzle = find_puzzle(id)
    except BadPuzzle:
        return False
    return any(lost == round(points_lost(puzzle, value.move), 2) for value in puzzle.values)
