"""Figures on drawing: the first section, ends, what is forbidden, and two lines that are linked."""

from __future__ import annotations

from fulgence.draw.detail import forbidden_sign, rings
from fulgence.language import N_, translate
from fulgence.lessons.figures.figure import Figure, of_sheet
from fulgence.lessons.figures.routes import Route, routes_of, sheet_with
from fulgence.rules.city import City
from fulgence.rules.text.notation import format_section
from fulgence.rules.text.sheet_text import ends

FIRST = N_("The first section: from the departure {start} along a dotted line to {end}.")
ENDS = N_("The rings mark the two ends of this line. The next section starts at one of them.")
CROSSES = N_("{section} can no longer be drawn: it would cross the line.")
LINKED = N_("A section has reached a station of the other line, {cell}: now the two are one.")


def first_section(city: City) -> Figure | None:
    route = next(iter(routes_of(city)), None)
    sheet = sheet_with(city, [(route.pencil, route.sections)]) if route else None
    if route is None or sheet is None:
        return None
    start, end = (city.cells[cell] for cell in ends(city, route.moves[0]))
    caption = translate(FIRST, start=start, end=end)
    return of_sheet(city, "first-section", "drawing", sheet, route.cells(city), caption)


def line_of(city: City, sections: int) -> Route | None:
    """The shortest line of so many sections, or the longest that there is."""
    found = routes_of(city)
    longest = max((len(route.moves) for route in found), default=0)
    return next((route for route in found if len(route.moves) == min(sections, longest)), None)


def both_ends(city: City) -> Figure | None:
    route = line_of(city, 3)
    sheet = sheet_with(city, [(route.pencil, route.sections)]) if route else None
    if route is None or sheet is None:
        return None
    cells = route.cells(city)
    above = rings(city, (cells[0], cells[-1]))
    return of_sheet(city, "ends", "drawing", sheet, cells, translate(ENDS), above)


def crossing_forbidden(city: City) -> Figure | None:
    """A line of one or two sections, and a dotted section that it crosses."""
    overhead = {frozenset(pair) for pair in city.overhead.values()}
    for route in routes_of(city):
        last = route.sections[-1]
        for pair in city.crossing_pairs:
            if last not in pair or frozenset(pair) in overhead:
                continue
            other = pair[0] if pair[1] == last else pair[1]
            sheet = sheet_with(city, [(route.pencil, route.sections)])
            if sheet is not None:
                cells = {*route.cells(city)[-2:], *city.sections[other]}
                caption = translate(CROSSES, section=format_section(city, other))
                above = forbidden_sign(city, other)
                return of_sheet(city, "crosses", "drawing", sheet, cells, caption, above)
    return None


def linked_lines(city: City) -> Figure | None:
    """The two lines of a pencil, the second of which ends at a station of the first."""
    found = routes_of(city)
    by_departure = {
        departure: [route for route in found if route.departure == departure][:60]
        for cells in city.departures.values()
        for departure in cells
    }
    best: tuple[float, Route, Route] | None = None
    for first, second in city.departures.values() if city.sides else ():
        for one in by_departure[first]:
            for two in by_departure[second]:
                total = one.length + two.length
                if best is not None and total >= best[0]:
                    break
                meet = ends(city, one.moves[-1])[1] == ends(city, two.moves[-1])[1]
                if meet and sheet_with(city, [(one.pencil, (*one.sections, *two.sections))]):
                    best = (total, one, two)
    if best is None:
        return None
    _, one, two = best
    sheet = sheet_with(city, [(one.pencil, (*one.sections, *two.sections))])
    assert sheet is not None
    cell = ends(city, two.moves[-1])[1]
    caption = translate(LINKED, cell=city.cells[cell])
    cells = [*one.cells(city), *two.cells(city)]
    return of_sheet(city, "linked", "two-lines", sheet, cells, caption, rings(city, [cell]))
