"""The layout of a drawn map: one unit of its grid is CELL units of the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fulgence.rules.city import City, Point

CELL = 100.0
MARGIN = 90.0
Spot = tuple[float, float]


@dataclass(frozen=True)
class MapLayout:
    """`river`: the middle of the stream from edge to edge; empty if there is none."""

    width: float
    height: float
    cells: tuple[Spot, ...]
    river: tuple[Spot, ...]
    borders: tuple[tuple[Spot, Spot], ...]  # between districts


@lru_cache(maxsize=64)
def layout_of(city: City) -> MapLayout:
    columns, rows = city.size
    return MapLayout(
        width=2 * MARGIN + (columns - 1) * CELL,
        height=2 * MARGIN + (rows - 1) * CELL,
        cells=tuple(spot(x, y) for x, y in city.points),
        river=river_of(city),
        borders=tuple(borders_of(city)),
    )


def spot(x: float, y: float) -> Spot:
    return (MARGIN + x * CELL, MARGIN + y * CELL)


def borders_of(city: City) -> list[tuple[Spot, Spot]]:
    """The grid edges between districts, merged into straight runs."""
    columns, rows = city.size
    letters = city.district_rows
    found = []
    for x in range(1, columns):
        runs = [y for y in range(rows) if letters[y][x - 1] != letters[y][x]]
        found += [(spot(x - 0.5, a - 0.5), spot(x - 0.5, b + 0.5)) for a, b in pieces(runs)]
    for y in range(1, rows):
        runs = [x for x in range(columns) if letters[y - 1][x] != letters[y][x]]
        found += [(spot(a - 0.5, y - 0.5), spot(b + 0.5, y - 0.5)) for a, b in pieces(runs)]
    return found


def pieces(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last number of every run."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def river_of(city: City) -> tuple[Spot, ...]:
    """A stream between the two banks: exactly the sections named in the city file cross it."""
    return stream_of(city.size, city.points, city.sections, city.river) if city.river else ()


@lru_cache(maxsize=64)  # for an editor, in which a city changes and its river does not
def stream_of(
    size: Point, points: tuple[Point, ...], sections: tuple[tuple[int, int], ...], river: frozenset[int]
) -> tuple[Spot, ...]:
    banks = banks_of(len(points), sections, river)
    if len(set(banks)) == 1:  # one that ends somewhere
        return ()
    columns, rows = size
    stream = []
    for step in range(-4, 8 * (columns - 1) + 5):
        x = step / 8
        low, high = -0.5, rows - 0.5
        for _ in range(40):
            middle = (low + high) / 2
            if pull(points, banks, x, middle) > 0:
                low = middle
            else:
                high = middle
        stream.append(spot(x, low))
    return tuple(stream)


def banks_of(stations: int, sections: Sequence[tuple[int, int]], river: frozenset[int]) -> list[int]:
    """1 for the stations on the bank of the first one, -1 for the others."""
    bank = [-1] * stations
    waiting = [0]
    crossing = {sections[section] for section in river}
    while waiting:
        cell = waiting.pop()
        if bank[cell] == 1:
            continue
        bank[cell] = 1
        for pair in sections:
            if cell in pair and pair not in crossing:
                waiting.append(pair[1] if pair[0] == cell else pair[0])
    return bank


def pull(points: Sequence[Point], banks: Sequence[int], x: float, y: float) -> float:
    """Above 0 on the first bank: near stations pull most."""
    return sum(
        bank / (math.hypot(px - x, py - y) ** 4 + 1e-6) for bank, (px, py) in zip(banks, points, strict=True)
    )
