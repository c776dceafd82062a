"""Figures on special places: river, tourist sites, platform, monuments, overhead crossings."""

from __future__ import annotations

from collections.abc import Callable

from fulgence.language import N_, translate
from fulgence.lessons.figures.figure import Figure, of_sheet
from fulgence.lessons.figures.routes import Route, routes_of, sheet_with
from fulgence.lessons.topics.places import platform_cells
from fulgence.rules.city import City
from fulgence.rules.text.notation import format_section
from fulgence.rules.text.sheet_text import ends

RIVER = N_("{section} runs under the {river}: {points} extra points for this line.")
SITE = N_("A line stops at the tourist site {cell}: one circle to cross off.")
MONUMENT = N_("A line stops at the monument {cell}: {points} extra points for it.")
PLATFORM = N_("A line enters the platform by one dotted line and leaves it by another.")
CROSSING = N_("Both dotted lines of the overhead crossing {cell} are drawn: {points} points at the end.")


def places(city: City) -> list[Figure | None]:
    return [river(city), site(city), platform(city), monument(city), crossing(city)]


def first_route(city: City, key: str, wanted: Callable[[Route], bool], caption: str) -> Figure | None:
    """A figure of the shortest line that fits; `{cell}` is where it ends, `{section}` its last section."""
    for route in routes_of(city):
        if wanted(route):
            sheet = sheet_with(city, [(route.pencil, route.sections)])
            if sheet is None:
                continue
            end = ends(city, route.moves[-1])[1]
            text = translate(
                caption,
                cell=city.cells[end],
                section=format_section(city, route.sections[-1]),
                river=translate(city.river_name),
                points=city.worth.monument if key == "monument" else city.worth.river,
            )
            return of_sheet(city, key, "places", sheet, route.cells(city)[-3:], text)
    return None


def river(city: City) -> Figure | None:
    return first_route(city, "river", lambda route: route.sections[-1] in city.river, RIVER)


def site(city: City) -> Figure | None:
    return first_route(city, "site", lambda route: ends(city, route.moves[-1])[1] in city.sites, SITE)


def monument(city: City) -> Figure | None:
    return first_route(
        city, "monument", lambda route: ends(city, route.moves[-1])[1] in city.monuments, MONUMENT
    )


def platform(city: City) -> Figure | None:
    """Into the platform and out of it."""
    own = platform_cells(city)
    if not own:
        return None

    def passes(route: Route) -> bool:
        return len(route.moves) > 1 and ends(city, route.moves[-1])[0] in own

    return first_route(city, "platform", passes, PLATFORM)


def crossing(city: City) -> Figure | None:
    """Two lines of different colours, each over one direction of the same crossing."""
    shortest: dict[int, list[Route]] = {}
    for route in routes_of(city):
        shortest.setdefault(route.sections[-1], []).append(route)
    pairs = [
        (one.length + two.length, name, one, two)
        for name, (under, over) in city.overhead.items()
        for one in shortest.get(under, [])[:6]
        for two in shortest.get(over, [])[:6]
        if one.pencil != two.pencil
    ]
    for _, name, one, two in sorted(pairs, key=lambda each: each[:2]):
        sheet = sheet_with(city, [(one.pencil, one.sections), (two.pencil, two.sections)])
        if sheet is not None:
            cells = {*ends(city, one.moves[-1]), *ends(city, two.moves[-1])}
            caption = translate(CROSSING, cell=name, points=city.worth.crossing[2])
            return of_sheet(city, "crossing", "places", sheet, cells, caption)
    return None
