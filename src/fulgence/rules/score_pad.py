"""Every number of the printed score pad, and the winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fulgence.rules import score
from fulgence.rules.city import City, Objective
from fulgence.rules.kinds import PART
from fulgence.rules.sheet import Sheet


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


@dataclass(frozen=True)
class ObjectiveProgress:
    """An objective in play and how far a sheet is."""

    objective: Objective
    count: int

    @property
    def is_met(self) -> bool:
        return self.count >= self.objective.count


def objectives(city: City, sheet: Sheet) -> list[ObjectiveProgress]:
    """The objectives in play with the sheet's count of each."""
    return [
        ObjectiveProgress(objective, score.objective_count(sheet, number))
        for number, objective in enumerate(city.objectives)
        if sheet.terms.objectives >> number & 1
    ]
