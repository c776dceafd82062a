"""The grid that a sheet is drawn on: its cells by number, the straight lines through it, and distances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from fulgence.rules.city import Point
from fulgence.rules.cityfile.geometry import DIRECTIONS


@dataclass(frozen=True)
class GridLine:
    """A straight line from edge to edge. `gaps`: the points between its cells where two diagonals meet; none
    for rows and columns."""

    cells: tuple[int, ...]
    gaps: tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """Cells are numbered in reading order; gaps, each at the lower right corner of a cell, after them."""

    size: Point
    lines: tuple[GridLine, ...]
    lines_at: tuple[tuple[tuple[int, int], ...], ...]  # by cell: the lines through it, and its place on each

    @property
    def cells(self) -> int:
        return self.size[0] * self.size[1]

    def point(self, cell: int) -> Point:
        return (cell % self.size[0], cell // self.size[0])

    def cell(self, point: Point) -> int:
        return point[0] + point[1] * self.size[0]

    def distance(self, a: int, b: int) -> int:
        """In steps of a king."""
        (ax, ay), (bx, by) = self.point(a), self.point(b)
        return max(abs(ax - bx), abs(ay - by))

    def corners(self) -> tuple[int, int, int, int]:
        """In reading order."""
        columns, rows = self.size
        return (0, columns - 1, columns * (rows - 1), columns * rows - 1)

    def squares(self, side: int) -> list[tuple[int, ...]]:
        """The cells of every square of this side."""
        columns, rows = self.size
        return [
            tuple(self.cell((x + dx, y + dy)) for dy in range(side) for dx in range(side))
            for y in range(rows - side + 1)
            for x in range(columns - side + 1)
        ]


@lru_cache(maxsize=4)
def grid_of(size: Point) -> Grid:
    columns, rows = size
    points = [(x, y) for y in range(rows) for x in range(columns)]
    lines = []
    for dx, dy in DIRECTIONS.values():
        for x, y in points:
            if (x - dx, y - dy) in points:  # not where the line begins
                continue
            steps = []
            while (x, y) in points:
                steps.append((x, y))
                x, y = x + dx, y + dy
            if len(steps) > 1:
                lines.append(grid_line(steps, columns, dx and dy, columns * rows))
    places: list[list[tuple[int, int]]] = [[] for _ in points]
    for number, line in enumerate(lines):
        for place, cell in enumerate(line.cells):
            places[cell].append((number, place))
    return Grid(size, tuple(lines), tuple(tuple(each) for each in places))


def grid_line(steps: list[Point], columns: int, diagonal: int, first_gap: int) -> GridLine:
    cells = tuple(x + y * columns for x, y in steps)
    if not diagonal:
        return GridLine(cells, ())
    gaps = tuple(first_gap + min(a[0], b[0]) + min(a[1], b[1]) * columns for a, b in pairwise(steps))
    return GridLine(cells, gaps)
