"""The rows of a score pad: lines and items with their boxes, filled in or empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.score_pad import ObjectiveProgress, Part, ScorePad
from fulgence.rules.sheet import Sheet

FACTORS = N_("districts \u00d7 most stations in one of them")
FACTORS_OF_TWO = N_("for each line: districts \u00d7 most stations in one of them")
RIVER = N_("+ {points} for each section under the {river}")
MONUMENTS = N_("+ {points} for each monument")
LINK = N_("+ {points} if the two lines are joined")


@dataclass(frozen=True)
class Filled:
    """A filled-in pad and its sheet. `progress`: of the objectives in play."""

    sheet: Sheet
    pad: ScorePad
    progress: tuple[ObjectiveProgress, ...] = ()


@dataclass(frozen=True)
class LineRow:
    """Numbers to show, None for an empty box; one pair for each side of the city."""

    pencil: str
    parts: tuple[tuple[int | None, int | None], ...]
    extras: int | None
    points: int | None


@dataclass(frozen=True)
class PadCounter:
    """How many of a thing, and the points for one."""

    count: int | None
    points: int


@dataclass(frozen=True)
class ItemRow:
    """`steps`: the points along a track; the first `done` are crossed off."""

    name: str  # for programs
    label: str
    points: int | None
    counters: tuple[PadCounter, ...] = ()
    steps: tuple[int, ...] = ()
    done: int = 0


def explanations(city: City) -> list[str]:
    """How the points of a line are counted."""
    worth = city.worth
    found = [translate(FACTORS_OF_TWO if len(city.sides) > 1 else FACTORS)]
    if worth.river and city.river:
        found.append(translate(RIVER, points=worth.river, river=translate(city.river_name)))
    if worth.monument and city.monuments:
        found.append(translate(MONUMENTS, points=worth.monument))
    if worth.link and len(city.sides) > 1:
        found.append(translate(LINK, points=worth.link))
    return found


def has_extras(city: City) -> bool:
    return len(explanations(city)) > 1


def line_rows(city: City, filled: Filled | None) -> list[LineRow]:
    sides = max(1, len(city.sides))
    nothing = ((None, None),) * sides
    if filled is None:
        return [LineRow(pencil, nothing, None, None) for pencil in city.pencils]
    found = []
    for number, line in enumerate(filled.pad.lines):
        if number > filled.sheet.round:  # not begun
            found.append(LineRow(line.pencil, nothing, None, None))
            continue
        pairs = placed(filled.sheet, number, line.parts)
        found.append(LineRow(line.pencil, pairs[:sides], line.extras, line.points))
    return found


def placed(sheet: Sheet, number: int, parts: tuple[Part, ...]) -> tuple[tuple[int | None, int | None], ...]:
    """The parts in the boxes of their sides; a linked line is in the first."""
    left = list(parts)
    found: list[tuple[int | None, int | None]] = []
    for side in range(2):
        part = left.pop(0) if score.side_stations(sheet, number, side) and left else None
        found.append((part.districts, part.most) if part else (None, None))
    return tuple(found)


def item_rows(city: City, filled: Filled | None) -> list[ItemRow]:
    """The items below the lines that the city and the game have."""
    pad = filled.pad if filled else None
    rows = []
    if city.sites:
        done = site_visits(city, filled.sheet) if filled else 0
        points = pad.sites if pad else None
        rows.append(ItemRow("sites", wording.SITES, points, steps=city.worth.track[1:], done=done))
    if city.overhead:
        counters = tuple(crossing_counters(city, filled))
        rows.append(ItemRow("crossings", wording.CROSSINGS, pad.crossings if pad else None, counters))
    counters = tuple(interchange_counters(city, filled))
    rows.append(ItemRow("interchanges", wording.INTERCHANGES, pad.interchanges if pad else None, counters))
    if "objectives" in city.addons and (filled is None or filled.progress):
        met = sum(progress.is_met for progress in filled.progress) if filled else None
        counter = PadCounter(met, city.worth.objective)
        points = pad.objectives if pad else None
        rows.append(ItemRow("objectives", wording.OBJECTIVE_POINTS, points, (counter,)))
    if (pad.handicap if pad else any(city.addons.values())) != 0:
        rows.append(ItemRow("handicap", wording.HANDICAP, pad.handicap if pad else None))
    rows.append(ItemRow("total", wording.TOTAL, pad.total if pad else None))
    return rows


def site_visits(city: City, sheet: Sheet) -> int:
    """R7: every line counts its sites; circles beyond the end of the track are lost."""
    sites = sum(1 << cell for cell in city.sites)
    visits = sum((score.stations_of(sheet, number) & sites).bit_count() for number in range(kinds.ROUNDS))
    return min(visits, len(city.worth.track) - 1)


def crossing_counters(city: City, filled: Filled | None) -> Iterator[PadCounter]:
    for uses in (1, 2):
        count = None
        if filled:
            sheet = filled.sheet
            count = sum(score.crossing_uses(sheet, n) == uses for n in range(len(city.overhead)))
        yield PadCounter(count, city.worth.crossing[uses])


def interchange_counters(city: City, filled: Filled | None) -> Iterator[PadCounter]:
    """A boxed station counts twice."""
    for lines in range(2, kinds.ROUNDS + 1):
        count = None
        if filled:
            sheet = filled.sheet
            more = score.shared(sheet, lines + 1) if lines < kinds.ROUNDS else 0
            stations = score.shared(sheet, lines) & ~more & city.station_mask
            count = stations.bit_count() + (stations & sheet.boxed).bit_count()
        yield PadCounter(count, city.worth.interchange[lines])
