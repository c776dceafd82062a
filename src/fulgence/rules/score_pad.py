"""Every number of the printed score pad, and the winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fulgence.rules import kinds, score
from fulgence.rules.city import City, Objective
from fulgence.rules.kinds import PART
from fulgence.rules.sheet import Sheet

FULL_DISTRICTS = kinds.OBJECTIVES[kinds.FULL_DISTRICTS]


class Part(NamedTuple):
    """A part of a line's score: one connected line, districts times most stations."""

    districts: int
    most: int


class LineScore(NamedTuple):
    pencil: str
    parts: tuple[Part, ...]
    extras: int
    points: int


class ScorePad(NamedTuple):
    lines: tuple[LineScore, ...]
    sites: int
    crossings: int
    interchanges: int
    objectives: int
    handicap: int

    @property
    def total(self) -> int:
        items = self.sites + self.crossings + self.interchanges + self.objectives + self.handicap
        return sum([line.points for line in self.lines]) + items

    @property
    def best_line(self) -> int:
        return max(line.points for line in self.lines)


def score_pad(
    sheet: Sheet, pencils: Sequence[str], handicap: int = 0, finished: Sequence[LineScore] = ()
) -> ScorePad:
    """The pad if nothing more is drawn (R26). `finished`: lines of earlier rounds, if already scored."""
    lines = list(finished)
    for number in range(len(lines), len(pencils)):
        lines.append(line_score(sheet, number, pencils[number]))
    return ScorePad(
        lines=tuple(lines),
        sites=score.site_points(sheet),
        crossings=score.crossing_points(sheet),
        interchanges=score.interchange_points(sheet),
        objectives=score.objective_points(sheet),
        handicap=handicap,
    )


def line_score(sheet: Sheet, number: int, pencil: str) -> LineScore:
    if number > sheet.round:
        return LineScore(pencil, (), 0, 0)
    parts, reached, points = [], 0, 0
    for side in range(2):
        stations = score.side_stations(sheet, number, side)
        if stations:
            districts, most = divmod(sheet.part(number, stations), PART)
            parts.append(Part(districts, most))
            reached |= stations
            points += districts * most
    extras = sheet.extras(number, reached)
    return LineScore(pencil, tuple(parts), extras, points + extras)


def winners(pads: Sequence[ScorePad]) -> list[int]:
    """Seats with the highest total, ties broken by the best line (R17, R36)."""
    best = max((pad.total, pad.best_line) for pad in pads)
    return [seat for seat, pad in enumerate(pads) if (pad.total, pad.best_line) == best]


class PadCounts(NamedTuple):
    """What the items of a pad are counted from. `visits` to sites, no more than the track has circles;
    `interchanges` on 2, 3 and 4 lines, boxed stations twice; `crossings` used once and twice."""

    visits: int
    interchanges: tuple[int, ...]
    crossings: tuple[int, ...]


def pad_counts(city: City, sheet: Sheet) -> PadCounts:
    interchanges: tuple[int, ...] = (0, 0, 0)
    two = score.shared(sheet, 2) & city.station_mask
    if two:
        three = score.shared(sheet, 3) & two
        four = score.shared(sheet, 4) & two
        boxed = sheet.boxed
        at_least = [stations.bit_count() + (stations & boxed).bit_count() for stations in (two, three, four)]
        interchanges = (at_least[0] - at_least[1], at_least[1] - at_least[2], at_least[2])
    crossings: tuple[int, ...] = ()
    if city.overhead:
        uses = [score.crossing_uses(sheet, number) for number in range(len(city.overhead))]
        crossings = (uses.count(1), uses.count(2))
    return PadCounts(score.site_visits(sheet) if city.sites else 0, interchanges, crossings)


@dataclass(frozen=True)
class ObjectiveProgress:
    """An objective in play and how far a sheet is. `steps` of `goal`: the same in the smallest steps, which
    for whole districts are stations."""

    objective: Objective
    count: int
    steps: int
    goal: int

    @property
    def is_met(self) -> bool:
        return self.count >= self.objective.count


def objectives(city: City, sheet: Sheet) -> list[ObjectiveProgress]:
    """The objectives in play with the sheet's progress towards each."""
    found = []
    for number, objective in enumerate(city.objectives):
        if sheet.terms.objectives >> number & 1:
            count = score.objective_count(sheet, number)
            steps, goal = min(count, objective.count), objective.count
            if objective.kind == FULL_DISTRICTS:
                steps, goal = nearest_full(city, sheet, objective)
            found.append(ObjectiveProgress(objective, count, steps, goal))
    return found


def nearest_full(city: City, sheet: Sheet, objective: Objective) -> tuple[int, int]:
    """Of the districts that need the fewest stations more: the stations in the network, and all."""
    network = score.shared(sheet, 1)
    districts = []
    for name in objective.among:
        district = city.districts.index(name)
        cells = [cell for cell in city.stations if city.district_of[cell] == district]
        reached = sum(network >> cell & 1 for cell in cells)
        districts.append((len(cells) - reached, len(cells), reached))
    nearest = sorted(districts)[: objective.count]
    return sum(reached for *_, reached in nearest), sum(size for _, size, _ in nearest)
