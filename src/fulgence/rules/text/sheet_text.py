"""A sheet as text, without its cards: `london pink h4-i5 i5-h6`.

Lines follow their pencils in the order of the rounds; marks follow their line.
`boxed d3`: National Train Stations; `circled d3`: a station that counts twice for the line before;
`doubled a1`: the district of a1 counts twice for the line before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import BadNotation, IllegalMove
from fulgence.rules.illegal import why_closed
from fulgence.rules.message import Message
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_section, parse_section

WORDS = ("boxed", "circled", "doubled")


def blank_sheet(city: City, pencils: Sequence[str]) -> Sheet:
    """A sheet to draw on without cards; pencils that are not named come last."""
    order = [*pencils, *(pencil for pencil in city.pencils if pencil not in pencils)]
    for pencil in pencils:
        if pencil not in city.pencils:
            raise BadNotation(f"{pencil!r} is not a pencil of {city.name}: {', '.join(city.pencils)}")
    if len(order) != len(city.pencils):
        raise BadNotation("a pencil is named twice")
    return Sheet(Terms(city.tables, [city.pencils.index(pencil) for pencil in order]))


def draw_sections(city: City, sheet: Sheet, sections: Iterable[int]) -> None:
    """Draw the sections of the current line in any order that the rules allow."""
    for section in draw_possible(city, sheet, sections):
        raise IllegalMove(f"{format_section(city, section)}: {why_not_drawable(city, sheet, section)}")


def draw_possible(city: City, sheet: Sheet, sections: Iterable[int]) -> list[int]:
    """The same, as far as the rules allow: what is left over cannot be drawn."""
    left = list(dict.fromkeys(sections))
    while True:
        for section in left:
            move = drawable(city, sheet, section)
            if move:
                sheet.draw_section(move)
                left.remove(section)
                break
        else:
            return left


def ends(city: City, move: int) -> tuple[int, int]:
    section, backwards = divmod(move - 1, 2)
    start, end = city.sections[section]
    return (end, start) if backwards else (start, end)


def drawable(city: City, sheet: Sheet, section: int) -> int:
    """The move that draws a section from the line, 0 if there is none."""
    for move in (1 + 2 * section, 2 + 2 * section):
        start, end = ends(city, move)
        own = own_line(sheet, start)
        if own and not own >> end & 1 and sheet.open[start] >> end & 1:
            return move
    return kinds.PASS


def own_line(sheet: Sheet, cell: int) -> int:
    """Stations of the current line that a cell is on, 0 if it is on none."""
    return next((stations for stations in sheet.side if stations >> cell & 1), 0)


def why_not_drawable(city: City, sheet: Sheet, section: int) -> Message:
    a, b = city.sections[section]
    if not sheet.open[a] >> b & 1:
        return why_closed(city, sheet, section)
    if own_line(sheet, a):
        return Message("makes a loop")
    return Message("is not joined to the departure")


def parse_sheet(text: str) -> Sheet:
    """Positions for tests and examples; rounds after the last line are not begun."""
    name, *words = text.split()
    city = load_city(name)
    pencils = [word for word in words if word in city.pencils]
    sheet = blank_sheet(city, pencils)
    mode = ""
    sections: list[int] = []
    marks: list[tuple[str, str]] = []

    def finish_line() -> None:
        draw_sections(city, sheet, sections)
        for kind, cell in marks:
            mark(city, sheet, kind, cell)
        sections.clear()
        marks.clear()

    begun = False
    for word in words:
        if word in city.pencils:
            if begun:
                finish_line()
                sheet.end_round()
            begun, mode = True, ""
        elif word in WORDS:
            mode = word
        elif not begun:
            raise BadNotation(f"{word!r} comes before the first pencil")
        elif mode:
            marks.append((mode, word))
        else:
            sections.append(parse_section(city, word))
    finish_line()
    return sheet


def mark(city: City, sheet: Sheet, kind: str, cell: str) -> None:
    if cell not in city.cell_numbers:
        raise BadNotation(f"{kind} {cell}: there is no station")
    number = city.cell_numbers[cell]
    if kind == "boxed":
        sheet.mark_boxed(number)
    elif kind == "circled":
        sheet.mark_circled(number)
    else:
        sheet.mark_doubled(number)


def format_sheet(city: City, sheet: Sheet) -> str:
    """What is drawn, in canonical form: independent of the order of drawing (R20)."""
    words = [city.key]
    # A compiled sheet copies an array each time it is asked for it.
    drawn, circles, doubles = sheet.drawn, sheet.circled, sheet.doubled
    for number, pencil in enumerate(sheet.terms.pencils):
        if number > sheet.round:
            break
        words.append(city.pencils[pencil])
        words += [
            format_section(city, section)
            for section in range(len(city.sections))
            if drawn[section] >> number & 1
        ]
        circled = [name for cell, name in enumerate(city.cells) if circles[number] >> cell & 1]
        words += ["circled", *circled] if circled else []
        doubled = [
            city.cells[cell] for cell in city.stations if doubles[number] >> city.district_of[cell] & 1
        ]
        words += ["doubled", *doubled] if doubled else []
    boxed = [city.cells[cell] for cell in city.stations if sheet.boxed >> cell & 1]
    words += ["boxed", *boxed] if boxed else []
    return " ".join(words)
