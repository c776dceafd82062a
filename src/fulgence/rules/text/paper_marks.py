"""The marks on a sheet drawn on paper: circled stations, doubled districts, National Train Stations."""

from __future__ import annotations

from collections.abc import Mapping

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import mark

CIRCLED, DOUBLED = MARKS = ("circled", "doubled")  # of one line each


class BadMark(FulgenceError):
    """A mark that cannot be there. `where`: its cell, as it was written."""

    def __init__(self, where: str, reason: Message) -> None:
        super().__init__(reason)
        self.where = where


def mark_line(
    city: City, sheet: Sheet, pencil: str, lines: Mapping[str, list[str]], kind: str, text: str
) -> None:
    """Make a mark if it is one of the current line, which is drawn; `pink:d3` says of which line."""
    owner, colon, cell = text.rpartition(":")
    if colon and owner not in city.pencils:
        raise BadMark(text, Message("there is no pencil {pencil!r}", pencil=owner))
    if (owner or owner_of(city, lines, cell)) != pencil:
        return
    check_mark(city, sheet, kind, cell)
    mark(city, sheet, kind, cell)


def owner_of(city: City, lines: Mapping[str, list[str]], cell: str) -> str:
    """The one line that runs through the station of a cell."""
    station = city.station_cells[city.cell_numbers[cell]] if cell in city.cell_numbers else 0
    names = {city.cells[c] for c in range(len(city.cells)) if station >> c & 1}
    owners = [p for p, sections in lines.items() if any(names & {*text.split("-")} for text in sections)]
    if not owners:
        raise BadMark(cell, Message("no line is there"))
    if len(owners) > 1:
        choices = ", ".join(f"{pencil}:{cell}" for pencil in owners)
        raise BadMark(cell, Message("write one of {choices}", choices=choices))
    return owners[0]


def check_mark(city: City, sheet: Sheet, kind: str, cell: str) -> None:
    number = city.cell_numbers.get(cell)
    stations = sheet.stations(0) | sheet.stations(1)
    if number is None or not stations >> number & 1:
        raise BadMark(cell, Message("the line does not run there"))
    if kind == DOUBLED:
        if number not in city.gates:
            gates = ", ".join(city.cells[gate] for gate in city.gates)
            raise BadMark(cell, Message("only the district of a gate counts twice: {gates}", gates=gates))
    elif sheet.terms.gates:
        check_circle(city, sheet, number)


def check_circle(city: City, sheet: Sheet, number: int) -> None:
    """A circle where the gates are known: earned, of an ordinary station, and one a line."""
    cell = city.cells[number]
    if not any(gate == kinds.GATE_STATION for gate in earned_gates(city, sheet).values()):
        raise BadMark(cell, Message("the line does not reach the city gate that gives a circle"))
    if city.tables.special & city.station_cells[number]:
        raise BadMark(cell, Message("{cell} is a special station", cell=cell))
    if sheet.circled[sheet.round] & ~city.station_cells[number]:
        raise BadMark(cell, Message("the line has its circle already"))


def earned_gates(city: City, sheet: Sheet) -> dict[int, int]:
    """The gates that a section of the current line ends at, by cell; its own departure was never an end."""
    departures = city.departures[city.pencils[sheet.terms.pencils[sheet.round]]]
    stations = sheet.stations(0) | sheet.stations(1)
    return {
        cell: sheet.terms.gate_at[cell]
        for cell in city.gates
        if stations >> cell & 1 and cell not in departures
    }


def double_earned(city: City, sheet: Sheet) -> None:
    """R12: double district is taken automatically."""
    for cell, gate in earned_gates(city, sheet).items():
        if gate == kinds.GATE_DISTRICT:
            sheet.mark_doubled(cell)


def box_station(city: City, sheet: Sheet, cell: str) -> None:
    if cell not in city.cell_numbers:
        raise BadMark(cell, Message("there is no station"))
    sheet.mark_boxed(city.cell_numbers[cell])
