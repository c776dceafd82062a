"""Why a move is illegal, in words: "crosses d2-g2"."""

from __future__ import annotations

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.message import Message
from fulgence.rules.sheet import Sheet

SYMBOL_NAMES = (  # by the numbers of kinds.py
    Message("square"),
    Message("triangle"),
    Message("pentagon"),
    Message("circle"),
    Message("any symbol"),
)


def why_not(city: City, sheet: Sheet, move: int) -> Message:
    """The first reason why an illegal move is illegal now."""
    if sheet.permit == kinds.TURN_OVER:
        return Message("the turn has no decision left")
    if move >= city.first_circle:
        return why_no_circle(city, sheet, move - city.first_circle)
    if sheet.permit == kinds.CIRCLE_STATION:
        return Message("circle a station now instead of drawing a section")
    section, backwards = divmod(move - 1, 2)
    start, end = city.sections[section][::-1] if backwards else city.sections[section]
    if not sheet.wide_sources >> start & 1:
        return why_no_start(city, sheet, start)
    own = sheet.side[1] if sheet.side[1] >> start & 1 else sheet.side[0]
    if own >> end & 1:
        return Message("{cell} is already on the line", cell=city.cells[end])
    if not sheet.wide_targets >> end & 1:
        symbol = SYMBOL_NAMES[city.symbols[end]]
        return Message("{cell} is a {symbol}; another symbol is needed", cell=city.cells[end], symbol=symbol)
    return why_closed(city, sheet, section)


def why_not_there(city: City, sheet: Sheet, cell: int) -> Message:
    """Why no move leads to a station now: the reason that helps most, not the first one."""
    if sheet.permit == kinds.TURN_OVER:
        return Message("the turn has no decision left")
    if sheet.permit == kinds.CIRCLE_STATION:
        return why_no_circle(city, sheet, cell)
    own = city.station_cells[cell]
    line = sheet.side[0] | sheet.side[1]
    if line & own and not (sheet.side[1] and sheet.wide_sources & line & ~side_of(sheet, own)):
        return Message("{cell} is already on the line", cell=city.cells[cell])
    if not sheet.wide_targets & own:
        symbol = SYMBOL_NAMES[city.symbols[cell]]
        return Message("{cell} is a {symbol}", cell=city.cells[cell], symbol=symbol)
    for sources in (sheet.wide_sources, line):
        for section, ends in enumerate(city.sections):
            for backwards, (start, end) in enumerate((ends, ends[::-1])):
                if own >> end & 1 and sources >> start & 1:
                    move = 1 + 2 * section + backwards
                    reason = why_not(city, sheet, move)
                    return Message("{move}: {reason}", move=city.move_names[move], reason=reason)
    return Message("no dotted line leads there from your line")


def side_of(sheet: Sheet, stations: int) -> int:
    """The line of the round that has some of these stations."""
    return sheet.side[1] if sheet.side[1] & stations else sheet.side[0]


def why_no_circle(city: City, sheet: Sheet, cell: int) -> Message:
    if sheet.permit != kinds.CIRCLE_STATION:
        return Message("no station can be circled now")
    if not (sheet.side[0] | sheet.side[1]) >> cell & 1:
        return Message("{cell} is not on the line", cell=city.cells[cell])
    return Message("{cell} is a special station", cell=city.cells[cell])


def why_no_start(city: City, sheet: Sheet, start: int) -> Message:
    name = city.cells[start]
    if not (sheet.side[0] | sheet.side[1]) >> start & 1:
        return Message("{cell} is not on the line", cell=name)
    if sheet.permit == kinds.TOUR_ON:
        return Message("{cell} is not the monument just reached", cell=name)
    if sheet.permit == kinds.SWITCH_REST and not sheet.side[1]:
        return Message("{cell} was not on the line when the double switch was flipped", cell=name)
    if sheet.permit != kinds.SWITCH_REST and sheet.inner >> start & 1:
        return Message("{cell} is not an end of the line", cell=name)
    return Message("{cell} is on the line of the other side", cell=name)


def why_closed(city: City, sheet: Sheet, section: int) -> Message:
    if sheet.drawn[section]:
        return Message("is already drawn")
    for pair in city.crossing_pairs:
        if section in pair:
            other = pair[0] + pair[1] - section
            if sheet.drawn[other]:
                return Message("crosses {section}", section=city.move_names[1 + 2 * other])
    return Message("another section already joins these two stations")
