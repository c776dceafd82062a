"""Figures on points: districts times stations, and interchanges."""

from __future__ import annotations

from fulgence.draw.detail import district_counts, rings, window_around
from fulgence.language import N_, translate
from fulgence.lessons.figures.figure import Figure, of_sheet, of_window
from fulgence.lessons.figures.routes import Route, routes_of, sheet_with
from fulgence.rules.city import City
from fulgence.rules.score_pad import score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import ends

PRODUCT = N_(
    "This line has stations in {districts} districts, and {most} in the fullest: {formula} = {points}."
)
INTERCHANGE = N_("Two lines share {cell}: an interchange for {points} points.")
SECTIONS = range(4, 7)  # of the line that is counted


def stations_by_district(city: City, sheet: Sheet) -> dict[int, int]:
    """How many stations the line being built has in each of its districts."""
    found: dict[int, int] = {}
    for cell in city.stations:
        if (sheet.stations(0) | sheet.stations(1)) >> cell & 1:
            district = city.district_of[cell]
            found[district] = found.get(district, 0) + 1
    return dict(sorted(found.items()))


def product(city: City) -> Figure | None:
    """Of the lines of a handy length the one with the most points; of equals, the shortest."""
    best: tuple[int, float, Route, Sheet] | None = None
    for route in routes_of(city):
        if len(route.moves) not in SECTIONS and best is not None:
            continue
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if sheet is None:
            continue
        [part, *others] = score_pad(sheet, [route.pencil]).lines[0].parts
        points = part.districts * part.most
        if not others and (best is None or points > best[0]):
            best = (points, route.length, route, sheet)
    if best is None:
        return None
    points, _, route, sheet = best
    counts = stations_by_district(city, sheet)
    districts, most = len(counts), max(counts.values())
    caption = translate(
        PRODUCT, districts=districts, most=most, formula=f"{districts} x {most}", points=points
    )
    window = window_around(city, route.cells(city))
    above = district_counts(city, window, counts, route.pencil)
    return of_window(city, "product", "line", sheet, window, caption, above)


def interchange(city: City) -> Figure | None:
    """Two lines of different colours that end at the same station."""
    by_end: dict[int, list[Route]] = {}
    for route in routes_of(city):
        by_end.setdefault(ends(city, route.moves[-1])[1], []).append(route)
    pairs = [
        (one.length + two.length, place, one, two)
        for cell, routes in by_end.items()
        for place, one in enumerate(routes[:8])
        for two in routes[:8]
        if one.pencil < two.pencil
    ]
    for _, _, one, two in sorted(pairs, key=lambda each: each[:2]):
        sheet = sheet_with(city, [(one.pencil, one.sections), (two.pencil, two.sections)])
        if sheet is not None:
            cell = ends(city, one.moves[-1])[1]
            caption = translate(INTERCHANGE, cell=city.cells[cell], points=city.worth.interchange[2])
            cells = [*one.cells(city)[-3:], *two.cells(city)[-3:]]
            return of_sheet(city, "interchange", "game-end", sheet, cells, caption, rings(city, [cell]))
    return None
