"""The laws of the series: what its sheets have in common in numbers, and the limits that new ones keep.

`rules/cityfile/census.py` has the laws that every city file is compared with; these are finer, for beauty and
fairness. docs/city-generator.md has the numbers of the three sheets.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from fulgence.city_generator.grid import grid_of
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.census import broken_laws, next_stations

RAYS = 8  # neighbours of a departure: one in every direction
CROSSING_PAIRS = (80, 126)
IN_A_LINE = (3, 7)  # stations in a row or column
SYMBOLS_AROUND = 3  # a station with fewer symbols around it is a poor one


@dataclass(frozen=True)
class SheetNumbers:
    crossing_pairs: int
    fewest_in_a_line: int
    most_in_a_line: int
    empty_squares: int  # of three by three cells
    full_squares: int  # of two by two cells, the platform aside
    fewest_symbols_around: int
    poor_stations: int
    same_symbol_sections: int
    most_of_a_symbol: int  # in one main district
    nearest_departures: int  # steps of a king


LIMITS: dict[str, tuple[int, int]] = {
    "crossing_pairs": CROSSING_PAIRS,
    "fewest_in_a_line": (IN_A_LINE[0], IN_A_LINE[1]),
    "most_in_a_line": (IN_A_LINE[0], IN_A_LINE[1]),
    "empty_squares": (0, 0),
    "full_squares": (0, 3),
    "fewest_symbols_around": (2, kinds.ANY),
    "poor_stations": (0, 10),
    "same_symbol_sections": (0, 24),
    "most_of_a_symbol": (1, 3),
    "nearest_departures": (2, 9),
}


def sheet_numbers(city: City) -> SheetNumbers:
    grid = grid_of(city.size)
    cells = {grid.cell(point) for point in city.points}
    lines = [len(cells & set(line.cells)) for line in grid.lines if not line.gaps]
    platform = {city.points[c] for c, mask in enumerate(city.station_cells) if mask & (mask - 1)}
    own = {grid.cell(point) for point in platform}
    around = [symbols_around(city, station) for station in city.stations]
    starts = [grid.cell(city.points[cell]) for cells in city.departures.values() for cell in cells]
    by_district: dict[tuple[int, int], int] = {}
    for cell in city.stations:
        if city.symbols[cell] != kinds.ANY and not city.is_secondary(city.district_of[cell]):
            key = (city.district_of[cell], city.symbols[cell])
            by_district[key] = by_district.get(key, 0) + 1
    return SheetNumbers(
        crossing_pairs=len(city.crossing_pairs),
        fewest_in_a_line=min(lines),
        most_in_a_line=max(lines),
        empty_squares=sum(not cells & set(square) for square in grid.squares(3)),
        full_squares=sum(set(square) <= cells and set(square) != own for square in grid.squares(2)),
        fewest_symbols_around=min(around),
        poor_stations=sum(number < SYMBOLS_AROUND for number in around),
        same_symbol_sections=sum(city.symbols[a] == city.symbols[b] != kinds.ANY for a, b in city.sections),
        most_of_a_symbol=max(by_district.values()),
        nearest_departures=min(grid.distance(a, b) for i, a in enumerate(starts) for b in starts[:i]),
    )


def symbols_around(city: City, station: int) -> int:
    """How many symbols lead on from a station; one that takes any counts for one that is missing."""
    near = [city.symbols[other] for other in next_stations(city, station)]
    return min(kinds.ANY, len(set(near) - {kinds.ANY}) + near.count(kinds.ANY))


def broken_series_laws(city: City) -> list[str]:
    """All that sets a sheet apart from those of the series, in words."""
    numbers = asdict(sheet_numbers(city))
    return broken_laws(city) + [
        f"{name.replace('_', ' ')}: {numbers[name]}, not from {low} to {high}"
        for name, (low, high) in LIMITS.items()
        if not low <= numbers[name] <= high
    ]
