"""What there is to say about a station besides its symbol, on the map and in words."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import translate
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet
from fulgence.term import words


@dataclass(frozen=True)
class Station:
    symbol: int
    departure: str  # its pencil, if it is one
    side: str  # letter of the side that departs there, in a city of two sides
    marks: tuple[str, ...]  # words, the most important first

    @property
    def brackets(self) -> tuple[str, str]:
        signs = [BRACKETS[mark] for mark in self.marks if mark in BRACKETS]
        return (signs[0][0], signs[0][1]) if signs else ("", "")

    @property
    def in_words(self) -> str:
        """`circle, site, purple departure`."""
        departure = []
        if self.departure:
            departure = [translate(words.DEPARTURE, pencil=translate(self.departure))]
        return ", ".join([*map(translate, [words.SYMBOLS[self.symbol], *self.marks]), *departure])


BRACKETS = {words.BOXED: "[]", words.CIRCLED: "{}", words.SITE: "()", words.MONUMENT: "()", words.GATE: "<>"}


def station(city: City, sheet: Sheet, cell: int) -> Station:
    marks = {
        words.BOXED: sheet.boxed >> cell & 1,
        words.CIRCLED: any(sheet.circled[number] >> cell & 1 for number in range(kinds.ROUNDS)),
        words.SITE: cell in city.sites,
        words.MONUMENT: cell in city.monuments,
        words.GATE: sheet.terms.gates >> cell & 1,
        words.PLATFORM: city.whole[cell] & (city.whole[cell] - 1),
    }
    departure = side = ""
    for pencil, cells in city.departures.items():
        if cell in cells:
            departure = pencil
            side = side_letter(city, city.sides[cells.index(cell)]) if city.sides else ""
    return Station(city.symbols[cell], departure, side, tuple(mark for mark, is_so in marks.items() if is_so))


def side_letter(city: City, prefix: str) -> str:
    """The letter of the city file, or the first one of a translated name."""
    name = words.kind_name(city, prefix)
    return prefix if name == city.prefixes[prefix] else name[0]


def cells_in(city: City, mask: int) -> list[int]:
    """One cell of every station in the mask, in the order of the file."""
    return [cell for cell in city.stations if mask >> cell & 1]


def names_in(city: City, mask: int) -> str:
    return ", ".join(city.cells[cell] for cell in cells_in(city, mask))


def drawn_sections(city: City, sheet: Sheet, number: int) -> list[int]:
    """Sections of the line of round `number`."""
    return [section for section in range(len(city.sections)) if sheet.drawn[section] >> number & 1]
