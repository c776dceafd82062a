"""Short lines of a city, found by the engine: from each departure the shortest way to every section."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fulgence.rules.city import City
from fulgence.rules.errors import FulgenceError
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import blank_sheet, draw_sections, ends


@dataclass(frozen=True)
class Route:
    """Sections of a line without branches, from a departure on."""

    pencil: str
    departure: int
    moves: tuple[int, ...]
    length: float

    @property
    def sections(self) -> tuple[int, ...]:
        return tuple((move - 1) // 2 for move in self.moves)

    def cells(self, city: City) -> list[int]:
        """Where it passes, the departure first; a platform may appear by two of its cells."""
        found = [self.departure]
        for move in self.moves:
            found += [cell for cell in ends(city, move) if cell != found[-1]]
        return found


@lru_cache(maxsize=32)
def routes_of(city: City) -> tuple[Route, ...]:
    """Of all departures, shortest first; each is a line that the rules allow on an empty sheet."""
    found = [
        route
        for pencil, departures in city.departures.items()
        for departure in departures
        for route in routes_from(city, pencil, departure)
    ]
    return tuple(sorted(found, key=lambda route: route.length))


def routes_from(city: City, pencil: str, departure: int) -> list[Route]:
    """Dijkstra's algorithm, with a sheet for each way: what it has crossed is closed for it."""
    found: list[Route] = []
    reached: set[int] = set()
    start = blank_sheet(city, [pencil])
    waiting: list[tuple[float, int, int, Sheet, tuple[int, ...]]] = [(0.0, 0, departure, start, ())]
    number = 0
    while waiting:
        length, _, cell, sheet, moves = heapq.heappop(waiting)
        station = city.station_cells[cell]
        if station & -station in reached:
            continue
        reached.add(station & -station)
        own, free = sheet.side[0] | sheet.side[1], sheet.open
        for origin in (c for c in range(len(city.cells)) if station >> c & 1):
            for goal in (c for c in range(len(city.cells)) if free[origin] >> c & 1 and not own >> c & 1):
                move = city.moves[f"{city.cells[origin]}-{city.cells[goal]}"]
                longer = length + math.dist(city.points[origin], city.points[goal])
                route = Route(pencil, departure, (*moves, move), longer)
                found.append(route)
                number += 1
                after = sheet.copy()
                after.draw_section(move)
                heapq.heappush(waiting, (longer, number, goal, after, route.moves))
    return found


def sheet_with(city: City, lines: Sequence[tuple[str, Iterable[int]]]) -> Sheet | None:
    """A sheet with these lines, a pencil and its sections each; None if the rules forbid one of them."""
    sheet = blank_sheet(city, [pencil for pencil, _ in lines])
    try:
        for number, (_, sections) in enumerate(lines):
            if number:
                sheet.end_round()
            draw_sections(city, sheet, sections)
    except FulgenceError:
        return None
    return sheet
