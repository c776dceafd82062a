"""Why a move is not legal, in words: "crosses d2-g2"."""

from __future__ import annotations

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet

SYMBOL_NAMES = ("square", "triangle", "pentagon", "circle", "any symbol")


def why_not(city: City, sheet: Sheet, move: int) -> str:
    """The first reason that forbids the move now; it must not be a legal one."""
    if sheet.permit == kinds.TURN_OVER:
        return "the turn has no decision left"
    if move >= city.first_circle:
        return why_no_circle(city, sheet, move - city.first_circle)
    if sheet.permit == kinds.CIRCLE_STATION:
        return "a station is to be circled now, no section drawn"
    section, backwards = divmod(move - 1, 2)
    start, end = city.sections[section][::-1] if backwards else city.sections[section]
    if not sheet.wide_sources >> start & 1:
        return why_no_start(city, sheet, start)
    own = sheet.side[1] if sheet.side[1] >> start & 1 else sheet.side[0]
    if own >> end & 1:
        return f"{city.cells[end]} is already on the line"
    if not sheet.wide_targets >> end & 1:
        return f"{city.cells[end]} is a {SYMBOL_NAMES[city.symbols[end]]}, which is not asked for"
    return why_closed(city, sheet, section)


def why_no_circle(city: City, sheet: Sheet, cell: int) -> str:
    if sheet.permit != kinds.CIRCLE_STATION:
        return "no station is to be circled now"
    if not (sheet.side[0] | sheet.side[1]) >> cell & 1:
        return f"{city.cells[cell]} is not on the line"
    return f"{city.cells[cell]} is a special station"


def why_no_start(city: City, sheet: Sheet, start: int) -> str:
    name = city.cells[start]
    if not (sheet.side[0] | sheet.side[1]) >> start & 1:
        return f"{name} is not on the line"
    if sheet.permit == kinds.TOUR_ON:
        return f"{name} is not the monument just reached"
    if sheet.inner >> start & 1:
        return f"{name} is not an end of the line"
    return f"{name} is on the line of the other side"


def why_closed(city: City, sheet: Sheet, section: int) -> str:
    if sheet.drawn[section]:
        return "is drawn already"
    for pair in city.crossing_pairs:
        if section in pair:
            other = pair[0] + pair[1] - section
            if sheet.drawn[other]:
                return f"crosses {city.move_names[1 + 2 * other]}"
    return "another section joins these two stations"
