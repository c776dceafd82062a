"""The legal moves of a decision as a numbered list."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.notation import parse_move
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View


@dataclass(frozen=True)
class Option:
    """A section from `start` to `end`, or a station to circle, which is both."""

    number: int
    move: str
    start: int
    end: int
    needs_power: bool = False
    crosses_river: bool = False
    links: bool = False

    @property
    def is_circle(self) -> bool:
        return self.start == self.end


def options(view: View) -> list[Option]:
    """Numbered from 1, in the order of the stations they start and end at; `pass` has no number."""
    city = view.city
    moves = [move for move in view.moves if move != "pass"]
    ends = {move: ends_of(city, move) for move in moves}
    moves.sort(key=lambda move: [city.points[cell] for cell in ends[move]])
    return [
        Option(
            number,
            move,
            *ends[move],
            needs_power=needs_power(view.sheet, *ends[move]),
            crosses_river=(parse_move(city, move) - 1) // 2 in city.river,
            links=links(view.sheet, *ends[move]),
        )
        for number, move in enumerate(moves, 1)
    ]


def ends_of(city: City, move: str) -> tuple[int, int]:
    start, _, end = move.rstrip("*").partition("-")
    return city.cell_numbers[start], city.cell_numbers[end or start]


def needs_power(sheet: Sheet, start: int, end: int) -> bool:
    """Whether the card alone does not allow the section."""
    return sheet.permit == kinds.CARD and not (sheet.sources >> start & sheet.targets >> end & 1)


def links(sheet: Sheet, start: int, end: int) -> bool:
    """Whether the section joins the two lines of the round."""
    return any(sheet.side[a] >> start & sheet.side[1 - a] >> end & 1 for a in (0, 1))
