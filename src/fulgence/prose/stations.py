"""What is special about a station, as map brackets and in words."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet

SITE, MONUMENT, BOXED, GATE = N_("site"), N_("monument"), N_("National Train Station"), N_("city gate")
CIRCLED = N_("circled")
PLATFORM = N_("platform")


@dataclass(frozen=True)
class Station:
    symbol: int
    departure: str  # pencil of the departure, or empty
    side: str  # letter of the departing side, in a city with two sides
    marks: tuple[str, ...]  # most important first

    @property
    def brackets(self) -> tuple[str, str]:
        pairs = [BRACKETS[mark] for mark in self.marks if mark in BRACKETS]
        return (pairs[0][0], pairs[0][1]) if pairs else ("", "")

    @property
    def in_words(self) -> str:
        """`circle, site, purple departure`."""
        departure = []
        if self.departure:
            departure = [translate(wording.DEPARTURE, pencil=translate(self.departure))]
        return ", ".join([*map(translate, [wording.SYMBOLS[self.symbol], *self.marks]), *departure])


BRACKETS = {
    BOXED: "[]",
    CIRCLED: "{}",
    SITE: "()",
    MONUMENT: "()",
    GATE: "<>",
}


def station(city: City, sheet: Sheet, cell: int) -> Station:
    marks = {
        BOXED: sheet.boxed >> cell & 1,
        CIRCLED: any(circled >> cell & 1 for circled in sheet.circled),
        SITE: cell in city.sites,
        MONUMENT: cell in city.monuments,
        GATE: sheet.terms.gates >> cell & 1,
        PLATFORM: city.station_cells[cell] & (city.station_cells[cell] - 1),
    }
    departure = side = ""
    for pencil, cells in city.departures.items():
        if cell in cells:
            departure = pencil
            side = side_letter(city, city.sides[cells.index(cell)]) if city.sides else ""
    return Station(city.symbols[cell], departure, side, tuple(mark for mark, is_so in marks.items() if is_so))


def side_letter(city: City, prefix: str) -> str:
    """The letter in the city file, or the first letter of the translated name."""
    name = wording.kind_name(city, prefix)
    return prefix if name == city.prefixes[prefix] else name[0]


def group_by_district(city: City, stations: int) -> dict[int, list[int]]:
    """The cells of some stations by district, in the order of the map."""
    groups: dict[int, list[int]] = {}
    for cell in cells_in(city, stations):
        groups.setdefault(city.district_of[cell], []).append(cell)
    return groups


def cells_in(city: City, mask: int) -> list[int]:
    """One cell of every station in the mask, in the order of the file."""
    return [cell for cell in city.stations if mask >> cell & 1]


def names_in(city: City, mask: int) -> str:
    return ", ".join(city.cells[cell] for cell in cells_in(city, mask))


def drawn_sections(city: City, sheet: Sheet, number: int) -> list[int]:
    """Sections of the line of round `number`."""
    drawn = sheet.drawn  # a compiled sheet copies it
    return [section for section in range(len(city.sections)) if drawn[section] >> number & 1]
