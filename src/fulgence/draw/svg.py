"""The drawing of a sheet as SVG, for the web, for sharing and for print.

`blank` is what is printed on the paper, `drawn` what the pencils have added. Elements have classes and no
colours: styles.py adds them for files, the web app has its own style sheet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from fulgence.draw.layout import CELL, MapLayout, Spot, layout_of, spot
from fulgence.draw.pencils import css_of
from fulgence.draw.shapes import (
    TIMES,
    circle,
    escaped,
    line,
    number,
    polygon,
    serrated,
    smooth,
    star,
    symbol,
    text,
)
from fulgence.draw.styles import styled
from fulgence.pencils import pencils_of
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet

STATION, SYMBOL = 25.0, 12.0  # radius of a station and of the symbol in it
TRACK = 18.0  # distance between double tracks


def blank(city: City) -> str:
    """Districts, river, dotted sections, crossings, stations."""
    layout = layout_of(city)
    parts = [
        '<g class="districts">',
        *district_tints(city),
        *(line(start, end, "border") for start, end in layout.borders),
        "</g>",
    ]
    if layout.river:
        parts.append(f'<path class="river" d="{smooth(layout.river)}"/>')
    else:
        parts += [water(layout, *city.sections[section]) for section in sorted(city.river)]
    parts += ['<g class="grid">', *grid_names(city, layout), "</g>"]
    parts += ['<g class="sections">']
    parts += [line(layout.cells[a], layout.cells[b], "section") for a, b in city.sections]
    parts += ["</g>", '<g class="crossings">', *(crossing(city, cell) for cell in city.overhead), "</g>"]
    return "".join(parts)


def stations(city: City) -> str:
    """The discs, on top of the lines."""
    return '<g class="stations">' + "".join(station(city, cell) for cell in city.stations) + "</g>"


def district_tints(city: City, is_shown: Callable[[Spot], bool] = lambda _: True) -> list[str]:
    """Neighbouring districts in different shades, like a folded map."""
    columns, rows = city.size
    order = {letter: place for place, letter in enumerate(city.districts)}
    found = []
    for y in range(rows):
        for x in range(columns):
            letter = city.district_rows[y][x]
            if letter not in order or not is_shown(spot(x, y)):
                continue
            shade = f"district d{order[letter] % 4}"
            left, top = spot(x - 0.5, y - 0.5)
            found.append(
                f'<rect class="{shade}" x="{number(left)}" y="{number(top)}" '
                f'width="{number(CELL + 0.6)}" height="{number(CELL + 0.6)}"/>'
            )
    return found


def district_shape(city: City, district: int) -> str:
    """The cells of a district as one path."""
    name, size = city.districts[district], number(CELL)
    cells = (
        spot(x - 0.5, y - 0.5)
        for y, row in enumerate(city.district_rows)
        for x, letter in enumerate(row)
        if letter == name
    )
    return "".join(f"M{number(x)} {number(y)}h{size}v{size}h-{size}z" for x, y in cells)


def grid_names(city: City, layout: MapLayout) -> list[str]:
    columns, rows = city.size
    letters = [text((spot(x, 0)[0], 26.0), chr(ord("a") + x), "grid-name") for x in range(columns)]
    return [*letters, *(text((22.0, spot(0, y)[1] + 7), str(y + 1), "grid-name") for y in range(rows))]


def water(layout: MapLayout, a: int, b: int) -> str:
    """A short stretch of river under one section, if no stream passes under all of them."""
    (ax, ay), (bx, by) = layout.cells[a], layout.cells[b]
    reach = 22 / math.hypot(bx - ax, by - ay)
    x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, (ay - by) * reach, (bx - ax) * reach
    return line((x - dx, y - dy), (x + dx, y + dy), "river")


def crossing_spot(name: str) -> Spot:
    return spot(ord(name[0]) - ord("a"), int(name[1:]) - 1)


def crossing(city: City, name: str) -> str:
    """A bridge where two lines may pass each other."""
    first, second = (city.sections[section] for section in city.overhead[name])
    cells = layout_of(city).cells
    centre = crossing_spot(name)
    parts = [circle(centre, 15, "bridge")]
    for pair, css in ((first, "under"), (second, "over")):
        start, end = cells[pair[0]], cells[pair[1]]
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        dx, dy = 12 * (end[0] - start[0]) / length, 12 * (end[1] - start[1]) / length
        parts.append(
            line((centre[0] - dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy), f"bridge-{css}")
        )
    return "<g>" + "".join(parts) + "</g>"


def station(city: City, cell: int) -> str:
    cells = layout_of(city).cells
    names = [city.cells[other] for other in range(len(city.cells)) if city.station_cells[cell] >> other & 1]
    own = [cells[city.cell_numbers[name]] for name in names]
    centre = middle_of(own)
    parts = []
    if cell in city.sites or cell in city.monuments:
        parts.append(serrated(centre, STATION + 5, STATION + 12, 14, "sight"))
    if len(own) > 1:
        parts.append(platform(own))
        parts.append(star(centre, 22, "symbol"))
    else:
        pencil = departing(city, cell)
        css = f"station departure {css_of(city, pencil)}" if pencil else "station"
        parts.append(circle(centre, STATION, css))
        parts.append(symbol(city.symbols[cell], centre, SYMBOL, "symbol light" if pencil else "symbol"))
        if pencil:
            parts.append(badge_at(city, centre, pencil))
    return f'<g id="station-{names[0]}">' + "".join(parts) + "</g>"


def departing(city: City, cell: int) -> str:
    """The pencil that starts there, or nothing."""
    return next((pencil for pencil, cells in city.departures.items() if cell in cells), "")


def middle_of(spots: Sequence[Spot]) -> Spot:
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))


def platform(spots: Sequence[Spot]) -> str:
    left, top = min(x for x, _ in spots) - STATION, min(y for _, y in spots) - STATION
    width, height = max(x for x, _ in spots) + STATION - left, max(y for _, y in spots) + STATION - top
    return (
        f'<rect class="station platform" x="{number(left)}" y="{number(top)}" '
        f'width="{number(width)}" height="{number(height)}" rx="{number(STATION)}"/>'
    )


def badge_at(city: City, station: Spot, pencil: str) -> str:
    return badge(city, (station[0] + 27, station[1] - 27), pencil)


def badge(city: City, centre: Spot, pencil: str) -> str:
    """The letter of a pencil, for those who cannot tell its colour."""
    return circle(centre, 12, f"badge {css_of(city, pencil)}") + text(
        (centre[0], centre[1] + 6), pencils_of(city.pencils)[pencil].letter, "badge-letter"
    )


def drawn(city: City, sheet: Sheet) -> str:
    """The lines, later rounds above earlier ones; double tracks side by side."""
    parts = []
    rounds = sheet.drawn  # of each section; a compiled sheet copies it
    for round_, index in enumerate(sheet.terms.pencils):
        css = css_of(city, city.pencils[index])
        mine = [n for n in range(len(city.sections)) if rounds[n] >> round_ & 1]
        if not mine:
            continue
        above = {over for _, over in city.overhead.values()}
        parts.append(f'<g class="line {css}">')
        for layer in ([n for n in mine if n not in above], [n for n in mine if n in above]):
            ends = [track(city, n, rounds[n], round_) for n in layer]
            parts += [line(a, b, "casing") for a, b in ends]
            parts += [line(a, b, f"stroke {css}") for a, b in ends]
            parts += [line(a, b, f"pattern {css}") for a, b in ends]
        parts.append("</g>")
    return "".join(parts)


def track(city: City, section: int, rounds: int, round_: int) -> tuple[Spot, Spot]:
    """Where a round's line runs along a section that all of `rounds` have drawn."""
    (ax, ay), (bx, by) = (layout_of(city).cells[cell] for cell in city.sections[section])
    before = (rounds & ((1 << round_) - 1)).bit_count()
    aside = TRACK * (before - (rounds.bit_count() - 1) / 2) / math.hypot(bx - ax, by - ay)
    dx, dy = (ay - by) * aside, (bx - ax) * aside
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def marks(city: City, sheet: Sheet) -> str:
    """Marks on stations and districts: boxes, and what counts twice."""
    cells = layout_of(city).cells
    parts = []
    for cell in city.stations:
        if sheet.boxed >> cell & 1:
            own = [cells[c] for c in range(len(city.cells)) if city.station_cells[cell] >> c & 1]
            parts.append(f'<polygon class="boxed" points="{polygon(middle_of(own), 46, 4, 45)}"/>')
            if pencil := departing(city, cell):
                parts.append(badge_at(city, cells[cell], pencil))  # again, on top of the box
    for circled in sheet.circled:
        parts += [circle(cells[c], 36, "circled") for c in range(len(city.cells)) if circled >> c & 1]
    for round_, index in enumerate(sheet.terms.pencils):
        for district in range(len(city.districts)):
            if sheet.doubled[round_] >> district & 1:
                x, y = corner_of(city, district)
                css = f"doubled {css_of(city, city.pencils[index])}"
                parts.append(text((x + 24 + 36 * round_, y + 28), f"{TIMES}2", css))
    return "".join(parts)


def corner_of(city: City, district: int) -> Spot:
    """The upper left corner of its first cell."""
    letter = city.districts[district]
    places = (
        (y, x) for y, row in enumerate(city.district_rows) for x, name in enumerate(row) if name == letter
    )
    row, column = min(places)
    return spot(column - 0.5, row - 0.5)


def map_svg(city: City, sheet: Sheet | None = None) -> str:
    """The sheet without its frame and styles."""
    if sheet is None:
        return blank(city) + stations(city)
    return blank(city) + drawn(city, sheet) + stations(city) + marks(city, sheet)


def sheet_svg(city: City, sheet: Sheet | None = None) -> str:
    """The map as self-contained SVG."""
    layout = layout_of(city)
    wide, high = number(layout.width), number(layout.height)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'aria-label="{escaped(city.name)}"><rect class="paper" width="{wide}" height="{high}"/>'
        f"{map_svg(city, sheet)}</svg>"
    )
    return styled(city, picture)
