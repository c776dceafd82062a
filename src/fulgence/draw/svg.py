"""One drawing of a sheet, for the web, for sharing and for print.

`blank` is what is printed on the paper; `drawn` is what the pencils have added. Both are pieces of
SVG with classes and no colours: `STYLE` gives them colours, the web app its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.draw.layout import CELL, Layout, Spot, layout_of, spot
from fulgence.draw.pencils import STYLES, style_of
from fulgence.draw.shapes import circle, line, number, polygon, serrated, smooth, star, symbol, text
from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet

STATION, SIGN = 25.0, 12.0  # radius of a station and of the sign in it


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
    parts += ['<g class="grid">', *grid_names(city, layout), "</g>"]
    parts += ['<g class="sections">']
    parts += [line(layout.cells[a], layout.cells[b], "section") for a, b in city.sections]
    parts += ["</g>", '<g class="crossings">', *(crossing(city, cell) for cell in city.overhead), "</g>"]
    return "".join(parts)


def stations(city: City) -> str:
    """The discs, above whatever is drawn between them."""
    return '<g class="stations">' + "".join(station(city, cell) for cell in city.stations) + "</g>"


def district_tints(city: City) -> list[str]:
    """Every second district a shade darker, like a map that was folded."""
    columns, rows = city.size
    order = {letter: place for place, letter in enumerate(city.districts)}
    found = []
    for y in range(rows):
        for x in range(columns):
            shade = f"district d{order[city.district_rows[y][x]] % 4}"
            left, top = spot(x - 0.5, y - 0.5)
            found.append(
                f'<rect class="{shade}" x="{number(left)}" y="{number(top)}" '
                f'width="{number(CELL + 0.6)}" height="{number(CELL + 0.6)}"/>'
            )
    return found


def grid_names(city: City, layout: Layout) -> list[str]:
    columns, rows = city.size
    letters = [text((spot(x, 0)[0], 26.0), chr(ord("a") + x), "grid-name") for x in range(columns)]
    return [*letters, *(text((22.0, spot(0, y)[1] + 7), str(y + 1), "grid-name") for y in range(rows))]


def crossing(city: City, name: str) -> str:
    """A bridge where two lines may pass each other."""
    first, second = (city.sections[section] for section in city.overhead[name])
    cells = layout_of(city).cells
    x, y = ord(name[0]) - ord("a"), int(name[1:]) - 1
    centre = spot(x, y)
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
    names = [city.cells[other] for other in range(len(city.cells)) if city.whole[cell] >> other & 1]
    own = [cells[city.cell_numbers[name]] for name in names]
    centre = middle_of(own)
    parts = []
    if cell in city.sites or cell in city.monuments:
        parts.append(serrated(centre, STATION + 5, STATION + 12, 14, "sight"))
    if len(own) > 1:
        parts.append(platform(own))
        parts.append(star(centre, 22, "symbol"))
    else:
        pencil = next((name for name, own_cells in city.departures.items() if cell in own_cells), "")
        css = f"station departure {pencil}" if pencil else "station"
        parts.append(circle(centre, STATION, css))
        parts.append(symbol(city.symbols[cell], centre, SIGN, "symbol light" if pencil else "symbol"))
        if pencil:
            parts.append(badge((centre[0] + 27, centre[1] - 27), pencil))
    return f'<g id="station-{names[0]}">' + "".join(parts) + "</g>"


def middle_of(spots: Sequence[Spot]) -> Spot:
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))


def platform(spots: Sequence[Spot]) -> str:
    left, top = min(x for x, _ in spots) - STATION, min(y for _, y in spots) - STATION
    width, height = max(x for x, _ in spots) + STATION - left, max(y for _, y in spots) + STATION - top
    return (
        f'<rect class="station platform" x="{number(left)}" y="{number(top)}" '
        f'width="{number(width)}" height="{number(height)}" rx="{number(STATION)}"/>'
    )


def badge(centre: Spot, pencil: str) -> str:
    """The letter of a pencil, so that nobody needs its colour."""
    return circle(centre, 12, f"badge {pencil}") + text(
        (centre[0], centre[1] + 6), style_of(pencil).letter, "badge-letter"
    )


def drawn(city: City, sheet: Sheet) -> str:
    """The lines, later rounds above earlier ones; boxes and circles."""
    cells = layout_of(city).cells
    parts = []
    for round_, index in enumerate(sheet.terms.pencils):
        pencil = city.pencils[index]
        mine = [n for n in range(len(city.sections)) if sheet.drawn[n] >> round_ & 1]
        if not mine:
            continue
        ends = [(cells[city.sections[n][0]], cells[city.sections[n][1]]) for n in mine]
        parts.append(f'<g class="line {pencil}">')
        parts += [line(a, b, "casing") for a, b in ends]
        parts += [line(a, b, f"stroke {pencil}") for a, b in ends]
        parts += [line(a, b, f"pattern {pencil}") for a, b in ends]
        parts.append("</g>")
    return "".join(parts)


def marks(city: City, sheet: Sheet) -> str:
    """What is drawn around stations: National Train Stations, stations that count twice."""
    cells = layout_of(city).cells
    parts = []
    for cell in city.stations:
        if sheet.boxed >> cell & 1:
            parts.append(f'<polygon class="boxed" points="{polygon(cells[cell], 46, 4, 45)}"/>')
    for circled in sheet.circled:
        parts += [circle(cells[c], 36, "circled") for c in range(len(city.cells)) if circled >> c & 1]
    return "".join(parts)


def sheet_svg(city: City, sheet: Sheet | None = None) -> str:
    """A whole picture that stands alone."""
    layout = layout_of(city)
    inside = (
        blank(city)
        + (drawn(city, sheet) if sheet else "")
        + stations(city)
        + (marks(city, sheet) if sheet else "")
    )
    size = f"{number(layout.width)} {number(layout.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" '
        f'aria-label="{city.name}"><style>{STYLE}</style>'
        f'<rect class="paper" width="{number(layout.width)}" height="{number(layout.height)}"/>{inside}</svg>'
    )


def pencil_rules() -> str:
    rules = []
    for pencil, style in STYLES.items():
        rules.append(f".stroke.{pencil}{{stroke:{style.colour}}}.badge.{pencil}{{fill:{style.colour}}}")
        rules.append(f".departure.{pencil}{{fill:{style.colour};stroke:{style.colour}}}")
        pattern = f"stroke-dasharray:{style.dash}" if style.dash else "stroke:none"
        rules.append(f".pattern.{pencil}{{{pattern}}}")
    return "".join(rules)


STYLE = (
    ".paper{fill:#fbfaf6}.district{fill:#fbfaf6}.d1{fill:#f3f1ea}.d2{fill:#eef1f3}.d3{fill:#f5efee}"
    ".border{stroke:#b9b4a6;stroke-width:2.5;stroke-linecap:round}"
    ".river{fill:none;stroke:#cfe3ef;stroke-width:30;stroke-linecap:round}"
    ".section{stroke:#9a968a;stroke-width:3.2;stroke-linecap:round;stroke-dasharray:0.1 9}"
    ".station{fill:#fff;stroke:#23262f;stroke-width:5}.symbol{fill:#23262f}.symbol.light{fill:#fff}"
    ".sight{fill:#e7b43c;stroke:none}.bridge{fill:#fbfaf6;stroke:#b9b4a6;stroke-width:2}"
    ".bridge-under,.bridge-over{stroke:#9a968a;stroke-width:3}"
    ".badge{stroke:#fbfaf6;stroke-width:2.5}"
    ".badge-letter{fill:#fff;font:700 16px system-ui,sans-serif;text-anchor:middle}"
    ".grid-name{fill:#9a968a;font:600 20px system-ui,sans-serif;text-anchor:middle}"
    ".casing{stroke:#fbfaf6;stroke-width:23;stroke-linecap:round}"
    ".stroke{stroke-width:14;stroke-linecap:round}"
    ".pattern{stroke:#fff;stroke-width:4;stroke-linecap:round;fill:none}"
    ".boxed,.circled{fill:none;stroke:#23262f;stroke-width:4}" + pencil_rules()
)
