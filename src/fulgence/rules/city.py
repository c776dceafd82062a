"""City: the map and the numbers of one game, derived from its file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fulgence.rules.city_tables import CityTables

Point = tuple[int, int]  # column from the left, row from the top, both from 0


@dataclass(frozen=True)
class Card:
    """`name`: as in records; `symbol` and `kind`: as in kinds.py."""

    name: str
    symbol: int
    kind: int
    side: int
    prefix: str


@dataclass(frozen=True)
class Objective:
    name: str
    kind: str
    count: int
    lines: int
    among: tuple[str, ...]


@dataclass(frozen=True)
class Worth:
    """Points, as in the city file; lists are indexed by how many there are, from 0."""

    interchange: tuple[int, ...]  # by the number of lines
    crossing: tuple[int, ...]  # by the directions that are drawn
    river: int
    monument: int
    link: int
    objective: int
    track: tuple[int, ...]  # by visits to sites
    secondary_districts: int  # how many districts one counts as, with that acceleration
    double_stations: int  # the factor of "most stations", with that acceleration


@dataclass(frozen=True, eq=False)
class City:
    """Cells and sections are numbered in reading order."""

    key: str
    name: str
    note: str  # for players, about its sheet; may be empty
    size: Point
    cells: tuple[str, ...]
    points: tuple[Point, ...]
    symbols: tuple[int, ...]
    station_cells: tuple[int, ...]
    districts: tuple[str, ...]
    district_of: tuple[int, ...]
    district_rows: tuple[
        tuple[str, ...], ...
    ]  # the picture: a letter for every cell, with or without station
    sections: tuple[tuple[int, int], ...]
    crossing_pairs: tuple[tuple[int, int], ...]
    overhead: Mapping[str, tuple[int, int]]
    pencils: tuple[str, ...]
    departures: Mapping[str, tuple[int, ...]]
    sides: tuple[str, ...]
    cards: tuple[Card, ...]
    prefixes: Mapping[str, str]
    closing: Mapping[str, int]
    river_name: str
    river: frozenset[int]
    sites: tuple[int, ...]
    monuments: tuple[int, ...]
    gates: tuple[int, ...]
    addons: Mapping[str, int]
    verdicts: tuple[int, ...]
    chooses_pencils: bool  # a player alone may choose their order (R39)
    objectives: tuple[Objective, ...]
    objectives_dealt: int
    worth: Worth
    tables: CityTables = field(repr=False)
    file_digest: str = ""  # SHA-256 of a custom city's file in hexadecimal; empty for those of the package

    @cached_property
    def cell_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.cells)}

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        return {card.name: number for number, card in enumerate(self.cards)}

    @cached_property
    def stations(self) -> tuple[int, ...]:
        """One cell of every station."""
        return tuple(c for c, mask in enumerate(self.station_cells) if mask & -mask == 1 << c)

    @cached_property
    def station_mask(self) -> int:
        return sum(1 << cell for cell in self.stations)

    @cached_property
    def first_circle(self) -> int:
        """The move that circles cell 0; those before it are `pass` and the directed sections."""
        return 1 + 2 * len(self.sections)

    @cached_property
    def move_names(self) -> tuple[str, ...]:
        names = ["pass"]
        for a, b in self.sections:
            names.append(f"{self.cells[a]}-{self.cells[b]}")
            names.append(f"{self.cells[b]}-{self.cells[a]}")
        return (*names, *(f"{cell}*" for cell in self.cells))

    @cached_property
    def moves(self) -> dict[str, int]:
        return {name: move for move, name in enumerate(self.move_names)}

    @cached_property
    def digest(self) -> str:
        """Equal only for cities that play the same; names and pictures may differ.

        It covers the `repr` of Card, Objective and Worth: renaming one of their fields makes all trained
        weights unusable."""
        facts = [
            self.cells,
            self.symbols,
            self.station_cells,
            self.districts,
            self.district_of,
            self.sections,
            self.crossing_pairs,
            sorted(self.overhead.items()),
            self.pencils,
            sorted(self.departures.items()),
            self.sides,
            self.cards,
            sorted(self.closing.items()),
            sorted(self.river),
            self.sites,
            self.monuments,
            self.gates,
            self.objectives,
            self.objectives_dealt,
            self.worth,
        ]
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """For every cell, those at the other end of its dotted lines."""
        found: list[set[int]] = [set() for _ in self.cells]
        for a, b in self.sections:
            found[a].add(b)
            found[b].add(a)
        return tuple(frozenset(cells) for cells in found)

    def is_secondary(self, district: int) -> bool:
        return self.districts[district].islower()

    def is_central(self, district: int) -> bool:
        """Whether all cells at the middle of the map lie in it."""
        columns, rows = self.size
        middle = {
            self.district_rows[y][x]
            for y in ((rows - 1) // 2, rows // 2)
            for x in ((columns - 1) // 2, columns // 2)
        }
        return middle == {self.districts[district]}

    def verdict(self, total: int) -> int:
        """The solo verdict, from 1 (R6)."""
        return 1 + sum(total > end for end in self.verdicts)
