"""The sections between stations that have a place but no symbols yet, and who is whose neighbour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fulgence.rules.city import Point
from fulgence.rules.cityfile.geometry import dotted_lines


@dataclass(frozen=True)
class Network:
    """`stations`: a number for each cell that has one; the cells of a platform have the same. `overhead`:
    crossings with their two directions."""

    size: Point
    stations: Mapping[Point, int]
    overhead: Mapping[Point, str] = field(default_factory=dict)

    @cached_property
    def sections(self) -> list[tuple[Point, Point]]:
        return dotted_lines(self.size, self.stations, self.overhead)

    @cached_property
    def neighbours(self) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {number: set() for number in self.stations.values()}
        for a, b in self.sections:
            found[self.stations[a]].add(self.stations[b])
            found[self.stations[b]].add(self.stations[a])
        return found

    @property
    def pairs(self) -> int:
        """Of neighbours."""
        return sum(map(len, self.neighbours.values())) // 2

    def with_overhead(self, overhead: Mapping[Point, str]) -> Network:
        return Network(self.size, self.stations, overhead)


def between(a: Point, b: Point) -> list[Point]:
    """The cells that a section runs over."""
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    dx, dy = (b[0] - a[0]) // steps, (b[1] - a[1]) // steps
    return [(a[0] + k * dx, a[1] + k * dy) for k in range(1, steps)]


def numbered(cells: Sequence[Point], platform: Sequence[Point]) -> dict[Point, int]:
    """Stations in reading order."""
    found: dict[Point, int] = {}
    for number, point in enumerate(sorted(cells, key=lambda point: (point[1], point[0]))):
        found[point] = found[platform[0]] if point in platform and platform[0] in found else number
    return found
