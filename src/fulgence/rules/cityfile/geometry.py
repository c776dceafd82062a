"""The sheet as points of a grid: dotted lines between neighbouring cells, and where they cross."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fulgence.rules.city import Point

DIRECTIONS: dict[str, Point] = {"-": (1, 0), "|": (0, 1), "\\": (1, 1), "/": (1, -1)}


def next_cell(
    start: Point,
    step: Point,
    size: Point,
    cells: Mapping[Point, object],
    crossings: Mapping[Point, str],
) -> Point | None:
    """The first station cell on the ray, None if there is none.

    A ray that meets an overhead crossing in a direction that the crossing does not have ends there.
    """
    x, y = start
    while True:
        x, y = x + step[0], y + step[1]
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            return None
        if (x, y) in cells:
            return (x, y)
        if (x, y) in crossings and step not in directions(crossings[x, y]):
            return None


def directions(characters: str) -> set[Point]:
    """Both senses of every direction of a crossing."""
    forward = {DIRECTIONS[character] for character in characters}
    return forward | {(-x, -y) for x, y in forward}


def dotted_lines(
    size: Point, cells: Mapping[Point, int], crossings: Mapping[Point, str]
) -> list[tuple[Point, Point]]:
    """Every pair of neighbouring cells of different stations, each once, in reading order.

    `cells` maps a cell to its station; two cells of one station are not joined.
    """
    found = []
    for start in cells:
        for step in DIRECTIONS.values():
            for sense in (1, -1):
                ray = (step[0] * sense, step[1] * sense)
                end = next_cell(start, ray, size, cells, crossings)
                if end is None or cells[end] == cells[start]:
                    continue
                if (start[1], start[0]) < (end[1], end[0]):
                    found.append((start, end))
    return sorted(found, key=lambda pair: [(p[1], p[0]) for p in pair])


def meeting_point(a: Point, b: Point, c: Point, d: Point) -> tuple[Fraction | int, Fraction | int] | None:
    """Where the segments a-b and c-d meet, None if they do not or lie on one line."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    sx, sy = d[0] - c[0], d[1] - c[1]
    turn = rx * sy - ry * sx
    if turn == 0:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    along, across = qx * sy - qy * sx, qx * ry - qy * rx
    if turn < 0:
        turn, along, across = -turn, -along, -across
    if not (0 <= along <= turn and 0 <= across <= turn):
        return None
    return (a[0] + Fraction(along * rx, turn), a[1] + Fraction(along * ry, turn))
