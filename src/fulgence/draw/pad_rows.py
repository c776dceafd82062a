"""The rows of a score pad: lines and items with their boxes, filled in or empty."""

from __future__ import annotations

from dataclasses import dataclass

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.rules import score
from fulgence.rules.city import City
from fulgence.rules.score_pad import ObjectiveProgress, Part, ScorePad, pad_counts
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
    counts = pad_counts(city, filled.sheet) if filled else None
    if city.sites:
        done = counts.visits if counts else 0
        points = pad.sites if pad else None
        rows.append(ItemRow("sites", wording.SITES, points, steps=city.worth.track[1:], done=done))
    if city.overhead:
        counters = counters_of(counts.crossings if counts else None, city.worth.crossing[1:])
        rows.append(ItemRow("crossings", wording.CROSSINGS, pad.crossings if pad else None, counters))
    counters = counters_of(counts.interchanges if counts else None, city.worth.interchange[2:])
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


def counters_of(counts: tuple[int, ...] | None, points: tuple[int, ...]) -> tuple[PadCounter, ...]:
    """One for each kind of thing; empty boxes without counts."""
    return tuple(PadCounter(counts[n] if counts else None, each) for n, each in enumerate(points))
