"""Topics about places on the map; they come up as soon as a section can reach one."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.lesson_state import LessonState
from fulgence.lessons.note import NoteText, Topic
from fulgence.lessons.topics.cards import has_wild
from fulgence.rules import kinds
from fulgence.rules.city import City

RIVER = N_("{section} runs under the {river}. Each such section earns your line {points} extra points.")
SITE = N_(
    "{cell} is a tourist site. Cross off a circle for every site on a line. At the end, 0, 1, 2 and "
    "more circles score: {track}."
)
ANY_SYMBOL = N_("{cell} takes any symbol: you can go there with every card.")
MONUMENT = N_(
    "{cell} is a monument. It takes any symbol, and each line that stops there earns {points} extra points."
)
PLATFORM = N_(
    "The platform ({cells}) is one large station that takes any symbol. A line may enter and leave by "
    "any of its dotted lines, but only once."
)
PLATFORM_DISTRICT = N_("It is also a district of its own.")
OVERHEAD = N_(
    "{section} runs over the overhead crossing at {cell}. Sections may cross only at such crossings. At "
    "the end, a crossing scores {once} points if it is used once and {twice} if it is used in both "
    "directions."
)
CORNER = N_("{cell} is a small district of its own. Stop there, and your line has one more district.")
INTERCHANGE = N_(
    "{cells}: an earlier line stops there. A station on several of your lines is an interchange. It "
    "scores {two} points with two lines, {three} with three and {four} with all four."
)
BOXED = N_("{cells}: a National Train Station on an earlier line. As an interchange, it counts twice.")


def river(state: LessonState) -> NoteText | None:
    for choice in state.choices:
        if choice.crosses_river:
            name = translate(state.city.river_name)
            points = state.city.worth.river
            text = translate(RIVER, section=choice.move, river=name, points=points)
            return NoteText(text, state.names((choice.start, choice.end)))
    return None


def site(state: LessonState) -> NoteText | None:
    cells = state.names(state.ends_in(state.city.sites))
    if not cells:
        return None
    track = state.city.worth.track
    return NoteText(translate(SITE, cell=cells[0], track=", ".join(map(str, track))), cells)


def any_symbol(state: LessonState) -> NoteText | None:
    cells = state.names(state.ends_in(plain_any(state.city)))
    return NoteText(translate(ANY_SYMBOL, cell=cells[0]), cells) if cells and state.is_plain else None


def monument(state: LessonState) -> NoteText | None:
    cells = state.names(state.ends_in(state.city.monuments))
    if not cells:
        return None
    points = state.city.worth.monument
    return NoteText(translate(MONUMENT, cell=cells[0], points=points), cells)


def platform(state: LessonState) -> NoteText | None:
    whole = platform_cells(state.city)
    if not state.ends_in(whole):
        return None
    cells = state.names(whole)
    text = translate(PLATFORM, cells=", ".join(cells))
    if is_alone(state.city, whole[0]):
        text += " " + translate(PLATFORM_DISTRICT)
    return NoteText(text, cells)


def overhead(state: LessonState) -> NoteText | None:
    for cell, pair in state.city.overhead.items():
        for choice in state.choices:
            for section in pair:
                ends = state.city.sections[section]
                if {choice.start, choice.end} == set(ends):
                    points = state.city.worth.crossing
                    text = translate(
                        OVERHEAD, section=choice.move, cell=cell, once=points[1], twice=points[2]
                    )
                    return NoteText(text, state.names(ends))
    return None


def corner(state: LessonState) -> NoteText | None:
    cells = state.names(state.ends_in(corners(state.city)))
    return NoteText(translate(CORNER, cell=cells[0]), cells) if cells and state.is_plain else None


def interchange(state: LessonState) -> NoteText | None:
    shared = [cell for cell in range(len(state.city.cells)) if state.earlier >> cell & 1]
    cells = state.names(state.ends_in(shared))
    if not cells:
        return None
    points = state.city.worth.interchange
    text = translate(INTERCHANGE, cells=", ".join(cells), two=points[2], three=points[3], four=points[4])
    return NoteText(text, cells)


def boxed(state: LessonState) -> NoteText | None:
    mask = state.sheet.boxed & state.earlier
    cells = state.names(state.ends_in(cell for cell in range(len(state.city.cells)) if mask >> cell & 1))
    return NoteText(translate(BOXED, cells=", ".join(cells)), cells) if cells else None


def plain_any(city: City) -> list[int]:
    """Stations that take any symbol and are not otherwise special."""
    special = {*city.monuments, *platform_cells(city)}
    return [c for c, symbol in enumerate(city.symbols) if symbol == kinds.ANY and c not in special]


def platform_cells(city: City) -> list[int]:
    return [cell for cell, mask in enumerate(city.station_cells) if mask & (mask - 1)]


def corners(city: City) -> list[int]:
    """Ordinary stations that are the only one in a secondary district."""
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
