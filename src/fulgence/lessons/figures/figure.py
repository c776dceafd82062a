"""A figure of the rules: a drawn position, what it shows, and the same for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fulgence.draw.detail import Window, detail_svg, window_around
from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import format_sheet

DETAIL = N_("Detail of the map: {lines}.")
# Translators: one of the {lines}: "the pink line h4, i5, h6".
ONE_LINE = N_("the {pencil} line {cells}")


@dataclass(frozen=True)
class Figure:
    """`box`: the viewBox of the drawing. `position`: the sheet as text, empty if it shows none."""

    key: str
    section: str
    caption: str
    alt: str
    box: tuple[float, float, float, float]
    svg: str
    position: str = ""


def of_sheet(
    city: City, key: str, section: str, sheet: Sheet, cells: Iterable[int], caption: str, above: str = ""
) -> Figure:
    """A detail with these cells. `above`: drawn on top."""
    return of_window(city, key, section, sheet, window_around(city, cells), caption, above)


def of_window(
    city: City, key: str, section: str, sheet: Sheet, window: Window, caption: str, above: str = ""
) -> Figure:
    box = (round(window.left), round(window.top), round(window.width), round(window.height))
    svg = detail_svg(city, sheet, window, above)
    return Figure(key, section, caption, described(city, sheet), box, svg, format_sheet(city, sheet))


def described(city: City, sheet: Sheet) -> str:
    """The stations of each line, in the order of the map."""
    rounds, lines = sheet.drawn, []
    for number, index in enumerate(sheet.terms.pencils):
        mask = 0
        for section, pair in enumerate(city.sections):
            if rounds[section] >> number & 1:
                mask |= city.station_cells[pair[0]] | city.station_cells[pair[1]]
        cells = [city.cells[cell] for cell in city.stations if mask >> cell & 1]
        if cells:
            pencil = translate(city.pencils[index])
            lines.append(translate(ONE_LINE, pencil=pencil, cells=", ".join(cells)))
    return translate(DETAIL, lines=wording.join_with_and(lines))
