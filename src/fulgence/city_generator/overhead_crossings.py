"""Overhead crossings: empty cells of each main district over which two sections may cross."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from fulgence.city_generator.network import Network, between
from fulgence.rules.city import Point
from fulgence.rules.cityfile.census import FEWEST_NEIGHBOURS
from fulgence.rules.cityfile.geometry import DIRECTIONS
from fulgence.rules.generator import Generator

CUT = 10  # what it costs when a section ends at the crossing, because it runs in a third direction
NEAR = 8  # a crossing close by
Section = tuple[Point, Point]


def place_crossings(
    network: Network, districts: Mapping[str, list[Point]], number: int, departures: set[int], rng: Generator
) -> Network | None:
    """The network with so many crossings, as many in each district; None if that cannot be.

    `districts`: the cells of each main district."""
    letters = list(districts)
    rng.shuffle(letters)
    for letter in [letter for letter in letters for _ in range(number // len(letters))]:
        choices = []
        for cell in districts[letter]:
            if cell not in network.stations and cell not in network.overhead:
                choices += ways(network, cell, departures, rng)
        if not choices:
            return None
        _, cell, directions = min(choices)
        network = network.with_overhead({**network.overhead, cell: directions})
    lost = any(len(passing(network, cell)) != 2 for cell in network.overhead)
    return None if lost else network


def ways(network: Network, cell: Point, departures: set[int], rng: Generator) -> list[tuple[int, Point, str]]:
    """Pairs of directions that may cross at this cell, with what each costs."""
    over = passing(network, cell)
    found = []
    for pair in combinations(over, 2):
        cut = [section for direction, section in over.items() if direction not in pair]
        if any(not may_cut(network, section, departures) for section in cut):
            continue
        near = sum(max(abs(cell[0] - x), abs(cell[1] - y)) < 3 for x, y in network.overhead)
        cost = CUT * len(cut) + NEAR * near + rng.draw(CUT)
        found.append((cost, cell, "".join(pair)))
    return found


def passing(network: Network, cell: Point) -> dict[str, Section]:
    """The sections that run over a cell, by direction."""
    found = {}
    for a, b in network.sections:
        if cell in between(a, b):
            step = ((b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1]))
            mark = next(m for m, d in DIRECTIONS.items() if step in (d, (-d[0], -d[1])))
            found[mark] = (a, b)
    return {mark: found[mark] for mark in DIRECTIONS if mark in found}


def may_cut(network: Network, section: Section, departures: set[int]) -> bool:
    """Departures keep all of their neighbours, others enough of them, and other crossings both sections."""
    if any(cell in network.overhead for cell in between(*section)):
        return False
    ends = [network.stations[point] for point in section]
    return all(end not in departures and len(network.neighbours[end]) > FEWEST_NEIGHBOURS for end in ends)
