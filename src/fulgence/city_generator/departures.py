"""Where lines start: inside the sheet, each in a district of its own, and spread about the middle."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.city_generator.district_plans import DistrictPlan
from fulgence.city_generator.grid import Grid, grid_of
from fulgence.rules import kinds
from fulgence.rules.city import Point
from fulgence.rules.generator import Generator

TRIES = 200


def choose_departures(plan: DistrictPlan, sides: int, nearest: int, rng: Generator) -> list[list[int]] | None:
    """The cells by side, four each, at least `nearest` steps apart; None if none were found."""
    grid = grid_of(plan.size)
    for _ in range(TRIES):
        found = two_sides(plan, rng) if sides == 2 else [one_side(plan.size, rng)]
        cells = [[grid.cell(point) for point in side] for side in found if is_inside(plan.size, side)]
        if len(cells) == len(found) and are_apart(
            plan, grid, [cell for side in cells for cell in side], nearest
        ):
            return cells
    return None


def one_side(size: Point, rng: Generator) -> list[Point]:
    """A point and its three turns by a quarter, each moved a step or not."""
    columns, rows = size
    x, y = 2 + rng.draw(columns // 2 - 1), 1 + rng.draw(rows // 2 - 2)
    points = []
    for _ in range(kinds.ROUNDS):
        points.append(nudged((x, y), rng))
        x, y = (rows - 1 - y) * columns // rows, x * rows // columns
    return points


def two_sides(plan: DistrictPlan, rng: Generator) -> list[list[Point]]:
    """A point in each district of the left half, and the same in the right half upside down."""
    columns, rows = plan.size
    inner: dict[str, list[Point]] = {}
    for y in range(1, rows - 1):
        for x in range(1, columns // 2):
            if plan.letters[y][x].isupper():
                inner.setdefault(plan.letters[y][x], []).append((x, y))
    left = [points[rng.draw(len(points))] for points in inner.values()]
    right = [nudged((columns - 1 - x, rows - 1 - y), rng) for x, y in left]
    return [left, right]


def nudged(point: Point, rng: Generator) -> Point:
    step = ((0, 0), (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))[rng.draw(6)]
    return (point[0] + step[0], point[1] + step[1])


def is_inside(size: Point, points: Sequence[Point]) -> bool:
    return all(1 <= x <= size[0] - 2 and 1 <= y <= size[1] - 2 for x, y in points)


def are_apart(plan: DistrictPlan, grid: Grid, cells: Sequence[int], nearest: int) -> bool:
    letters = [plan.letters[y][x] for x, y in map(grid.point, cells)]
    if len(set(letters)) != len(letters) or not all(letter.isupper() for letter in letters):
        return False
    return all(grid.distance(a, b) >= nearest for i, a in enumerate(cells) for b in cells[:i])
