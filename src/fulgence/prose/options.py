"""The legal moves of a decision as a numbered list."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.stations import station
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

CHOICE = N_("{start} to {end}, {what}, district {district}")
CIRCLE_CHOICE = N_("circle {end}, {what}, district {district}")


@dataclass(frozen=True)
class Option:
    """A section from `start` to `end`; if both are the same, a station to circle."""

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
    """Numbered from 1, sorted by start and end station; `pass` has no number."""
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
            crosses_river=(city.moves[move] - 1) // 2 in city.river,
            links=links(view.sheet, *ends[move]),
        )
        for number, move in enumerate(moves, 1)
    ]


def ends_of(city: City, move: str) -> tuple[int, int]:
    start, _, end = move.rstrip("*").partition("-")
    return city.cell_numbers[start], city.cell_numbers[end or start]


def needs_power(sheet: Sheet, start: int, end: int) -> bool:
    """Whether the section is legal only with the pencil's power."""
    return sheet.permit == kinds.CARD and not (sheet.sources >> start & sheet.targets >> end & 1)


def links(sheet: Sheet, start: int, end: int) -> bool:
    """Whether the section joins the two lines of the round."""
    first, second = sheet.side
    return bool((first >> start & second >> end | second >> start & first >> end) & 1)


def option_text(view: View, option: Option) -> str:
    """A legal move in words, with everything it does."""
    city = view.city
    text = translate(
        CIRCLE_CHOICE if option.is_circle else CHOICE,
        start=city.cells[option.start],
        end=city.cells[option.end],
        what=station(city, view.sheet, option.end).in_words,
        district=city.districts[city.district_of[option.end]],
    )
    if option.crosses_river:
        text += f", {wording.under_river(city)}"
    if option.needs_power:
        text += f", {translate(wording.POWER_FLAG)}"
    if option.links:
        text += f", {translate(wording.LINK_FLAG)}"
    return text
