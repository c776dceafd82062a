"""A river from the left edge to the right: a smooth stream that no section crosses twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fulgence.city_generator.network import Network, between
from fulgence.rules.city import Point
from fulgence.rules.generator import Generator

TRIES = 400
Stream = list[int]  # by column, the last row that lies north of it


def find_river(network: Network, sections: tuple[int, int], rng: Generator) -> list[tuple[Point, Point]]:
    """The sections that pass under a river, as many as wanted; none if no good river was found."""
    best: list[tuple[Point, Point]] = []
    best_cost = 1 << 30
    for _ in range(TRIES):
        stream = random_stream(network.size, rng)
        cost = roughness(stream) + tightness(stream, network)
        if cost >= best_cost:
            continue
        crossed = crossed_sections(network, stream)
        if sections[0] <= len(crossed) <= sections[1] and has_two_banks(network, stream, crossed):
            best, best_cost = crossed, cost
    return best


def random_stream(size: Point, rng: Generator) -> Stream:
    """A row for each column, in three slopes."""
    columns, rows = size
    bends = sorted((1 + rng.draw(columns - 2), 1 + rng.draw(columns - 2)))
    row = 2 + rng.draw(rows - 5)
    stream = [row]
    slope = rng.draw(3) - 1
    for x in range(1, columns):
        if x in bends:
            slope = rng.draw(3) - 1
        row = min(rows - 4, max(2, row + slope * (rng.draw(4) > 0)))
        stream.append(row)
    return stream


def roughness(stream: Stream) -> int:
    """Sharp bends cost much; a river without a bend is dull."""
    steps = [b - a for a, b in pairwise(stream)]
    turns = sum(abs(b - a) ** 2 for a, b in pairwise(steps))
    height = max(stream) - min(stream)
    return 2 * turns + 4 * max(0, 2 - height) + 2 * max(0, height - 4)


def tightness(stream: Stream, network: Network) -> int:
    """Places where the stream squeezes between two stations that are next to each other."""
    return sum(
        (x, row) in network.stations and (x, row + 1) in network.stations for x, row in enumerate(stream)
    )


def is_north(stream: Stream, point: Point) -> bool:
    return point[1] <= stream[point[0]]


def crossed_sections(network: Network, stream: Stream) -> list[tuple[Point, Point]]:
    """Those with ends on both banks. None at all if a section would cross the river twice."""
    found = []
    for a, b in network.sections:
        banks = [is_north(stream, point) for point in (a, *between(a, b), b)]
        changes = sum(one != other for one, other in pairwise(banks))
        if changes > 1:
            return []
        if changes:
            found.append((a, b))
    return found


def has_two_banks(network: Network, stream: Stream, crossed: Sequence[tuple[Point, Point]]) -> bool:
    """Whether each bank hangs together by itself: the river is drawn between the banks."""
    joined: dict[Point, set[Point]] = {point: set() for point in network.stations}
    for a, b in network.sections:
        if (a, b) not in crossed:
            joined[a].add(b)
            joined[b].add(a)
    for bank in (True, False):
        there = {point for point in network.stations if is_north(stream, point) == bank}
        if not there:
            return False
        waiting = [min(there)]
        reached: set[Point] = set()
        while waiting:
            point = waiting.pop()
            if point not in reached:
                reached.add(point)
                waiting += joined[point]
        if reached != there:
            return False
    return True
