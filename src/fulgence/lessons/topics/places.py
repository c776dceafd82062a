"""Topics about places on the map: they matter as soon as a section can lead there."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.moment import Moment
from fulgence.lessons.note import Told, Topic
from fulgence.lessons.topics.cards import has_wild
from fulgence.rules import kinds
from fulgence.rules.city import City

RIVER = N_("{section} runs under the {river}. Each such section gives your line {points} extra points.")
SITE = N_(
    "{cell} is a tourist site. Every line that stops at one crosses off a circle. At the end 0, 1, 2 and "
    "more circles give these points: {track}."
)
ANY_SYMBOL = N_("{cell} takes any symbol: every card can lead there.")
MONUMENT = N_(
    "{cell} is a monument. It takes any symbol, and each line that stops there gets {points} extra points."
)
PLATFORM = N_(
    "The platform ({cells}) is one large station that takes any symbol. A line comes in and leaves by any "
    "of its dotted lines, but only once."
)
PLATFORM_DISTRICT = N_("It is a district of its own, too.")
OVERHEAD = N_(
    "{section} runs over the overhead crossing at {cell}: only at such crossings may sections cross. "
    "At the end a crossing used once gives {once} points, used in both directions {twice}."
)
CORNER = N_("{cell} is a small district of its own. One station there, and your line has one more district.")
INTERCHANGE = N_(
    "{cells}: an earlier line stops there. A station on several of your lines is an interchange. It gives "
    "{two} points with two lines, {three} with three and {four} with all four."
)
BOXED = N_("{cells}: a National Train Station on an earlier line. As an interchange it counts twice.")


def river(now: Moment) -> Told | None:
    for choice in now.choices:
        if choice.crosses_river:
            name = translate(now.city.river_name)
            points = now.city.worth.river
            text = translate(RIVER, section=choice.move, river=name, points=points)
            return Told(text, now.names((choice.start, choice.end)))
    return None


def site(now: Moment) -> Told | None:
    cells = now.names(now.ends_in(now.city.sites))
    if not cells:
        return None
    track = now.city.worth.track
    return Told(translate(SITE, cell=cells[0], track=", ".join(map(str, track))), cells)


def any_symbol(now: Moment) -> Told | None:
    cells = now.names(now.ends_in(plain_any(now.city)))
    return Told(translate(ANY_SYMBOL, cell=cells[0]), cells) if cells and now.is_plain else None


def monument(now: Moment) -> Told | None:
    cells = now.names(now.ends_in(now.city.monuments))
    if not cells:
        return None
    points = now.city.worth.monument
    return Told(translate(MONUMENT, cell=cells[0], points=points), cells)


def platform(now: Moment) -> Told | None:
    whole = platform_cells(now.city)
    if not now.ends_in(whole):
        return None
    cells = now.names(whole)
    text = translate(PLATFORM, cells=", ".join(cells))
    if is_alone(now.city, whole[0]):
        text += " " + translate(PLATFORM_DISTRICT)
    return Told(text, cells)


def overhead(now: Moment) -> Told | None:
    for cell, pair in now.city.overhead.items():
        for choice in now.choices:
            for section in pair:
                ends = now.city.sections[section]
                if {choice.start, choice.end} == set(ends):
                    points = now.city.worth.crossing
                    text = translate(
                        OVERHEAD, section=choice.move, cell=cell, once=points[1], twice=points[2]
                    )
                    return Told(text, now.names(ends))
    return None


def corner(now: Moment) -> Told | None:
    cells = now.names(now.ends_in(corners(now.city)))
    return Told(translate(CORNER, cell=cells[0]), cells) if cells and now.is_plain else None


def interchange(now: Moment) -> Told | None:
    shared = [cell for cell in range(len(now.city.cells)) if now.earlier >> cell & 1]
    cells = now.names(now.ends_in(shared))
    if not cells:
        return None
    points = now.city.worth.interchange
    text = translate(INTERCHANGE, cells=", ".join(cells), two=points[2], three=points[3], four=points[4])
    return Told(text, cells)


def boxed(now: Moment) -> Told | None:
    mask = now.sheet.boxed & now.earlier
    cells = now.names(now.ends_in(cell for cell in range(len(now.city.cells)) if mask >> cell & 1))
    return Told(translate(BOXED, cells=", ".join(cells)), cells) if cells else None


def plain_any(city: City) -> list[int]:
    """Stations that take any symbol and are nothing more."""
    special = {*city.monuments, *platform_cells(city)}
    return [c for c, symbol in enumerate(city.symbols) if symbol == kinds.ANY and c not in special]


def platform_cells(city: City) -> list[int]:
    return [cell for cell, mask in enumerate(city.whole) if mask & (mask - 1)]


def corners(city: City) -> list[int]:
    """Ordinary stations that are alone in a secondary district."""
    platform = platform_cells(city)
    found = [cell for cell, district in enumerate(city.district_of) if city.is_secondary(district)]
    return [cell for cell in found if cell not in platform and is_alone(city, cell)]


def is_alone(city: City, cell: int) -> bool:
    """Whether the cell's station is the only one of its district."""
    district = city.district_of[cell]
    return sum(city.district_of[station] == district for station in city.stations) == 1


PLACES = (
    Topic("any-symbol", N_("Any symbol"), any_symbol, lambda city: bool(plain_any(city))),
    Topic("river", N_("Under the river"), river, lambda city: bool(city.river)),
    Topic("site", N_("A tourist site"), site, lambda city: bool(city.sites)),
    Topic("platform", N_("The platform"), platform, lambda city: bool(platform_cells(city))),
    Topic("monument", N_("A monument"), monument, lambda city: bool(city.monuments)),
    Topic("overhead", N_("An overhead crossing"), overhead, lambda city: bool(city.overhead)),
    Topic("interchange", N_("An interchange"), interchange),
    Topic("boxed", N_("A National Train Station"), boxed, has_wild),
    Topic("corner", N_("A corner"), corner, lambda city: bool(corners(city))),
)
