"""A detail of a sheet: a few cells of the map with what is drawn there, and rings that point at stations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fulgence.draw.layout import CELL, MARGIN, Spot, layout_of, spot
from fulgence.draw.pencils import css_of
from fulgence.draw.shapes import circle, line, number, smooth, text
from fulgence.draw.svg import (
    crossing,
    crossing_spot,
    departing,
    district_tints,
    drawn,
    marks,
    middle_of,
    station,
    water,
)
from fulgence.language import translate
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet

REACH = 0.62 * CELL  # from the middle of the outermost stations to the edge
EDGE = MARGIN - CELL / 2 - 4  # around the outermost districts
LEAST_WIDE, RATIO = 4.2 * CELL, 1.5  # all details have the same shape, where the map has room for it
ID = re.compile(r' id="[^"]*"')


@dataclass(frozen=True)
class Window:
    """A part of the map, in the units of its layout."""

    left: float
    top: float
    width: float
    height: float

    def has(self, place: Spot, more: float = 0.0) -> bool:
        x, y = place[0] - self.left, place[1] - self.top
        return -more <= x <= self.width + more and -more <= y <= self.height + more

    def meets(self, start: Spot, end: Spot) -> bool:
        """Whether the rectangle around two places overlaps."""
        (left, right), (top, bottom) = (sorted(pair) for pair in zip(start, end, strict=True))
        return (
            right >= self.left
            and left <= self.left + self.width
            and bottom >= self.top
            and top <= self.top + self.height
        )


def window_around(city: City, cells: Iterable[int]) -> Window:
    """All of these cells with some room; never beyond the outermost districts unless they are smaller."""
    layout = layout_of(city)
    stations = 0
    for cell in cells:
        stations |= city.station_cells[cell]
    own = [place for cell, place in enumerate(layout.cells) if stations >> cell & 1]
    across, down = zip(*own, strict=True)
    width = max(LEAST_WIDE, reach(across), RATIO * reach(down))
    left, width = span(across, width, layout.width)
    top, height = span(down, max(reach(down), width / RATIO), layout.height)
    return Window(left, top, width, height)


def reach(values: Sequence[float]) -> float:
    return max(values) - min(values) + 2 * REACH


def span(values: Sequence[float], length: float, whole: float) -> tuple[float, float]:
    """Where a window of this length begins along one axis, and how much of it fits."""
    first, last = EDGE, whole - EDGE
    length = min(length, last - first)
    low = (min(values) + max(values) - length) / 2
    return min(max(low, first), last - length), length


def detail_svg(city: City, sheet: Sheet, window: Window, above: str = "") -> str:
    """What the window shows, with classes and without a frame; `above` lies on top of it."""
    layout = layout_of(city)
    parts = ['<g class="districts">', *district_tints(city, lambda place: window.has(place, CELL / 2))]
    parts += [line(start, end, "border") for start, end in layout.borders if window.meets(start, end)]
    parts.append("</g>")
    if layout.river:
        near = tuple(place for place in layout.river if window.has(place, CELL))
        parts += [f'<path class="river" d="{smooth(near)}"/>'] if len(near) > 1 else []
    else:
        parts += [water(layout, *city.sections[section]) for section in sorted(city.river)]
    ends = [(layout.cells[a], layout.cells[b]) for a, b in city.sections]
    parts += [line(start, end, "section") for start, end in ends if window.meets(start, end)]
    parts += [crossing(city, name) for name in city.overhead if window.has(crossing_spot(name), CELL / 2)]
    parts.append(drawn(city, sheet))
    shown = [cell for cell in city.stations if window.has(station_spot(city, cell), CELL)]
    parts += [ID.sub("", station(city, cell)) for cell in shown]
    parts += [side_name(city, cell) for cell in shown if city.sides and departing(city, cell)]
    return "".join([*parts, marks(city, sheet), above])


def station_spot(city: City, cell: int) -> Spot:
    mask = city.station_cells[cell]
    return middle_of([spot for c, spot in enumerate(layout_of(city).cells) if mask >> c & 1])


def side_name(city: City, cell: int) -> str:
    """Which of the two lines starts at a departure."""
    pencil = departing(city, cell)
    side = city.sides[city.departures[pencil].index(cell)]
    x, y = station_spot(city, cell)
    return text((x, y + 48), translate(city.prefixes.get(side, side)), f"side-name {css_of(city, pencil)}")


def rings(city: City, cells: Iterable[int]) -> str:
    return "".join(circle(station_spot(city, cell), 39, "ring") for cell in cells)


def forbidden_sign(city: City, section: int) -> str:
    """A cross on a dotted section that cannot be drawn."""
    (ax, ay), (bx, by) = (layout_of(city).cells[cell] for cell in city.sections[section])
    x, y = (ax + bx) / 2, (ay + by) / 2
    strokes = ((x - 15, y - 15), (x + 15, y + 15)), ((x - 15, y + 15), (x + 15, y - 15))
    faint = line((ax, ay), (bx, by), "refused")
    return faint + "".join(line(start, end, "cross") for start, end in strokes)


def gate_sign(city: City, cell: int) -> str:
    """Battlements above a city gate."""
    x, y = station_spot(city, cell)
    return f'<path class="gate" d="M{number(x - 16)} {number(y - 34)}v-16h8v6h8v-6h8v6h8v-6h0v16z"/>'


def district_counts(city: City, window: Window, counts: dict[int, int], pencil: str) -> str:
    """A number in the corner of each district, or where it enters the window."""
    found = []
    for district, count in counts.items():
        letter = city.districts[district]
        corners = [
            (x, y)
            for y, row in enumerate(city.district_rows)
            for x, name in enumerate(row)
            if name == letter and window.has(spot(x, y), CELL / 2 - 30)
        ]
        row, column = min((y, x) for x, y in corners)
        x, y = spot(column - 0.5, row - 0.5)
        place = (max(x, window.left) + 12, max(y, window.top) + 30)
        found.append(text(place, str(count), f"district-count {css_of(city, pencil)}"))
    return "".join(found)
