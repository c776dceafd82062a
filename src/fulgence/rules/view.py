"""What one seat may know. Built from a list of what is allowed: the pile is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.scorepad import ScorePad, score_pad
from fulgence.rules.sheet import Sheet

PERMITS = (
    "turn-over",
    "card",
    "tour",
    "double-switch",
    "switch-and-free-entry",
    "double-free-entry",
    "double-free-entry-again",
    "double-station",
    "second-section",
)


@dataclass(frozen=True)
class View:
    """Sheets are the view's own copies; the others' are as of the last flip."""

    city: City
    addons: tuple[str, ...]
    objectives: tuple[str, ...]
    powers: Mapping[str, str]
    gates: Mapping[str, str]
    acceleration: tuple[str, ...]
    names: tuple[str, ...]
    pencils: tuple[tuple[str, ...], ...]
    handicap: int
    seat: int
    round: int
    cards: tuple[str, ...]  # of this turn
    played: tuple[tuple[str, ...], ...]  # of the earlier turns of this round
    remaining: tuple[str, ...]  # still in the pile, in the order of the city file
    next_card: str | None  # with Visible Cards only (R19)
    done: tuple[bool, ...]
    is_over: bool
    sheets: tuple[Sheet, ...]
    sheet: Sheet

    @property
    def turn(self) -> int:
        return len(self.played)

    @property
    def pencil(self) -> str:
        return self.pencils[self.seat][min(self.round, kinds.ROUNDS - 1)]

    @property
    def permit(self) -> str:
        """What is to be decided now."""
        return PERMITS[self.sheet.permit]

    @cached_property
    def moves(self) -> tuple[str, ...]:
        return move_texts(self.city, self.sheet)

    def pad(self, seat: int | None = None) -> ScorePad:
        """The score pad of this seat as it is now, or of another as of the last flip."""
        if seat is None or seat == self.seat:
            return score_pad(self.sheet, self.pencils[self.seat], self.handicap)
        return score_pad(self.sheets[seat], self.pencils[seat], self.handicap)


def move_texts(city: City, sheet: Sheet) -> tuple[str, ...]:
    """The legal moves of the decision, sorted, `pass` last; empty when the seat is done."""
    if sheet.permit == kinds.TURN_OVER:
        return ()
    names = city.move_names
    return (*sorted([names[move] for move in sheet.legal_moves()]), "pass")
