"""A growing set of puzzles that is spread over rounds and difficulty; no two come from the same game."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from fulgence.puzzles.puzzle import Puzzle
from fulgence.rules import kinds

LEVELS = (2.5, 4.5)  # points of the gap from which a puzzle is medium, and easy
MAX_LEVEL_SHARE = 0.6  # of the set in one level


class Collection:
    """Wants `count` puzzles, the same number in each round; to be offered in the order of their games."""

    def __init__(self, count: int, puzzles: Sequence[Puzzle] = ()) -> None:
        self.count = count
        self.puzzles = list(puzzles)
        self.ids = {puzzle.id for puzzle in puzzles}
        self.rounds = Counter(puzzle.round for puzzle in puzzles)
        self.levels = Counter(map(level, puzzles))

    @property
    def is_full(self) -> bool:
        return len(self.puzzles) >= self.count

    @property
    def next_game(self) -> int:
        """The game after that of the last puzzle."""
        return game_number(self.puzzles[-1]) + 1 if self.puzzles else 0

    def wants_round(self, number: int) -> bool:
        return self.rounds[number] < math.ceil(self.count / kinds.ROUNDS)

    def add(self, puzzle: Puzzle) -> bool:
        """Take a puzzle if it is wanted."""
        wanted = (
            not self.is_full
            and puzzle.id not in self.ids
            and self.wants_round(puzzle.round)
            and self.levels[level(puzzle)] < math.ceil(self.count * MAX_LEVEL_SHARE)
        )
        if wanted:
            self.puzzles.append(puzzle)
            self.ids.add(puzzle.id)
            self.rounds[puzzle.round] += 1
            self.levels[level(puzzle)] += 1
        return wanted


def level(puzzle: Puzzle) -> int:
    """How easy a puzzle is: 0 is hard, 2 is easy. The smaller the gap, the harder it is to see."""
    return sum(puzzle.gap >= points for points in LEVELS)


def game_number(puzzle: Puzzle) -> int:
    """The number of the game in its source."""
    found = re.search(r"(\d+)$", puzzle.source)
    return int(found[1]) if found else -1
