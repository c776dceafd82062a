"""The answer to a puzzle in words: how good a move is, and why the best one is better."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import N_
from fulgence.puzzles.puzzle import Puzzle, Value, points_lost, position
from fulgence.review.labels import label
from fulgence.rules.message import Message

BEST = 3  # moves shown with the answer
# Points lost, and what to call that; the first that is not exceeded.
VERDICTS = (
    (0.0, N_("The best move!")),
    (3.0, N_("Close, but there is a better one.")),
    (7.0, N_("There is a much better one.")),
)
WORST = N_("That would hurt: there is a far better one.")


@dataclass(frozen=True)
class Verdict:
    """`why`: what the best move does better than `own`, or than the second if it is the best."""

    own: Value
    best: tuple[Value, ...]
    lost: float
    text: Message
    why: Message

    @property
    def is_solved(self) -> bool:
        return self.own.move == self.best[0].move


def verdict(puzzle: Puzzle, move: str) -> Verdict:
    """BadPuzzle if the move is not legal here."""
    own, best = puzzle.value_of(move), puzzle.best
    lost = points_lost(puzzle, move)
    other = puzzle.values[1] if own.move == best.move else own
    text = next((text for most, text in VERDICTS if lost <= most), WORST)
    return Verdict(
        own, puzzle.values[:BEST], lost, Message(text), label(position(puzzle), other.move, best.move)
    )
