"""Where the stations lie: moved about within their districts until the sections between them are good.

The sheet is never counted as a whole: a station that comes or goes changes four lines of the grid, between
its neighbours on each, and these changes are remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from fulgence.city_generator.district_plans import PLATFORM, DistrictPlan
from fulgence.city_generator.grid import Grid, grid_of
from fulgence.city_generator.laws import IN_A_LINE, RAYS
from fulgence.rules.cityfile.census import FEWEST_NEIGHBOURS, LONGEST
from fulgence.rules.generator import Generator

Item = TypeVar("Item")

MOVES = 4000
FIRST_THRESHOLDS = (12, 8, 6)
FARTHEST = 2  # steps that a departure may move
# By the number of neighbours; cells without a station have none and do not count.
LONELINESS = [0, *(FEWEST_NEIGHBOURS - number for number in range(1, FEWEST_NEIGHBOURS)), *[0] * RAYS]
# What each thing costs that should not be. Laws cost much more than matters of taste.
BAD_SECTION = 20  # too long, through a third district, or from a departure to the platform
MISSING_RAY = 20  # of a departure, which needs a neighbour in every direction
CLOSE_STARTS = 30
NO_MONUMENT = 15
LONELY = 30
SECTIONS_OFF = 10
CROSSINGS_OFF = 2
UNEVEN_LINE = 12
EMPTY_SQUARE = 12  # of three cells
FULL_SQUARE = 10  # of two cells; a few do not hurt
FULL_SQUARES = 2


@dataclass(frozen=True)
class LineChange:
    """What a station does to its line when it comes or goes: differences of numbers, the cells and gaps that
    sections run over from then on or no longer, and by station how many neighbours more it has."""

    sections: int
    bad: int
    uncovered: tuple[int, ...]
    covered: tuple[int, ...]
    neighbours: tuple[tuple[int, int], ...]

    def undone(self) -> LineChange:
        return LineChange(
            -self.sections,
            -self.bad,
            self.covered,
            self.uncovered,
            tuple((cell, -number) for cell, number in self.neighbours),
        )


class StationLayout:
    """Stations on a grid, with the cost of the arrangement kept up to date."""

    def __init__(
        self,
        plan: DistrictPlan,
        departures: Sequence[int],
        sections: tuple[int, int],
        crossing_pairs: tuple[int, int],
        nearest_starts: int,
        has_monuments: bool,
        slack: int,
        rng: Generator,
    ) -> None:
        """`departures`: their cells. `sections`, `crossing_pairs`: how many there should be.
        `nearest_starts`: the least distance between departures. `has_monuments`: each main district needs a
        station for one, which is no neighbour of a departure. `slack`: how many stations a district may have
        more or fewer than planned."""
        self.grid: Grid = grid_of(plan.size)
        self.letters = [letter for row in plan.letters for letter in row]
        self.departures = set(departures)
        self.starts = list(departures)  # the same, in the order they were given in
        self.platform = frozenset(c for c, letter in enumerate(self.letters) if letter == PLATFORM)
        self.around = {cell: self.cells_around(cell) for cell in departures}
        fixed = self.platform | set(self.grid.corners())
        self.wanted = sections
        self.crossings_wanted = crossing_pairs
        self.nearest_starts = nearest_starts
        self.has_monuments = has_monuments
        self.slack = slack
        self.sizes = plan.sizes
        self.main_letters = list(plan.sizes)
        self.areas = Counter(self.letters)
        self.rng = rng
        self.remembered: list[dict[tuple[int, int, int, int], LineChange]] = [{} for _ in self.grid.lines]
        self.patterns = [0] * len(self.grid.lines)
        self.is_station = [False] * self.grid.cells
        self.degrees = [0] * self.grid.cells
        self.covers = [0] * (2 * self.grid.cells)
        self.twos = square_places(self.grid, 2)
        self.threes = square_places(self.grid, 3)
        self.in_twos = [0] * len(self.grid.squares(2))
        self.in_threes = [0] * len(self.grid.squares(3))
        self.sections = self.bad = self.crossings = self.lonely = self.full = 0
        self.empty = len(self.in_threes)
        self.uneven = sum(is_uneven(0) for line in self.grid.lines if not line.gaps)
        self.close_starts = 0
        self.place_all(plan, fixed)

    def place_all(self, plan: DistrictPlan, fixed: Set[int]) -> None:
        self.movable = sorted(self.departures)
        for cell in sorted(fixed | self.departures):
            self.flip(cell)
        self.free: dict[str, list[int]] = {}
        for letter, number in plan.sizes.items():
            cells = [c for c, each in enumerate(self.letters) if each == letter and not self.is_station[c]]
            there = sum(self.letters[cell] == letter for cell in self.departures)
            for _ in range(number - there):
                cell = cells.pop(self.rng.draw(len(cells)))
                self.movable.append(cell)
                self.flip(cell)
            self.free[letter] = cells

    def cells_around(self, cell: int) -> list[int]:
        """Where a departure may go: not far from where it was, in its district and not at the edge."""
        columns, rows = self.grid.size
        return [
            other
            for other, letter in enumerate(self.letters)
            if letter == self.letters[cell]
            and self.grid.distance(cell, other) <= FARTHEST
            and 0 < other % columns < columns - 1
            and 0 < other // columns < rows - 1
        ]

    @property
    def stations(self) -> list[int]:
        return [cell for cell, there in enumerate(self.is_station) if there]

    @property
    def cost(self) -> int:
        low, high = self.wanted
        few, many = self.crossings_wanted
        return (
            BAD_SECTION * self.bad
            + MISSING_RAY * self.missing_rays
            + CLOSE_STARTS * self.close_starts
            + LONELY * self.lonely
            + SECTIONS_OFF * max(0, low - self.sections, self.sections - high)
            + CROSSINGS_OFF * max(0, few - self.crossings, self.crossings - many)
            + UNEVEN_LINE * self.uneven
            + EMPTY_SQUARE * self.empty
            + FULL_SQUARE * max(0, self.full - FULL_SQUARES - bool(self.platform))
        )

    @property
    def missing_rays(self) -> int:
        return sum(RAYS - self.degrees[cell] for cell in self.departures)

    @property
    def without_monument(self) -> int:
        """Main districts in which every station is a departure or a neighbour of one."""
        taken = set(self.departures)
        for start in self.departures:
            for line, place in self.grid.lines_at[start]:
                pattern, cells = self.patterns[line], self.grid.lines[line].cells
                if before := pattern & ((1 << place) - 1):
                    taken.add(cells[before.bit_length() - 1])
                if after := pattern >> (place + 1):
                    taken.add(cells[place + (after & -after).bit_length()])
        return len(self.free) - len({self.letters[cell] for cell in self.movable if cell not in taken})

    @property
    def is_lawful(self) -> bool:
        broken = self.bad + self.missing_rays + self.lonely + self.empty + self.uneven + self.close_starts
        return not broken and not (self.has_monuments and self.without_monument)

    def improve(self) -> None:
        """Move stations until the laws are kept, or until it seems hopeless."""
        for threshold in FIRST_THRESHOLDS:
            self.move_about(threshold)
            if self.is_lawful:
                return

    def move_about(self, first_threshold: int) -> None:
        """A worse arrangement is taken too, as long as it is not worse by more than a threshold that falls to
        nothing."""
        cost = self.cost + NO_MONUMENT * len(self.free)
        for move in range(MOVES):
            threshold = (MOVES - move) * first_threshold // MOVES
            place = self.rng.draw(len(self.movable))
            cell = self.movable[place]
            target = self.target_for(cell)
            if target is None:
                continue
            self.shift(cell, target)
            self.movable[place] = target
            changed = self.cost
            if self.has_monuments and changed <= cost + threshold:
                changed += NO_MONUMENT * self.without_monument
            if changed > cost + threshold:
                self.shift(target, cell)
                self.movable[place] = cell
                continue
            cost = changed
            self.free[self.letters[target]].remove(target)
            self.free[self.letters[cell]].append(cell)
            if not cost:
                return

    def target_for(self, cell: int) -> int | None:
        """A free cell for this station: in its district, or in another that may have one more."""
        letter = self.letters[cell]
        if cell in self.departures:
            target = drawn(self.around[cell], self.rng)
            return None if self.is_station[target] else target
        if self.slack and not self.rng.draw(4):
            other = drawn(self.main_letters, self.rng)
            room = self.sizes[other] + self.slack - self.count(other)
            spare = self.count(letter) - self.sizes[letter] + self.slack
            letter = other if room > 0 and spare > 0 else letter
        return drawn(self.free[letter], self.rng)

    def count(self, letter: str) -> int:
        """The stations of a main district."""
        return self.areas[letter] - len(self.free[letter])

    def shift(self, cell: int, target: int) -> None:
        """Move a station; a departure stays one."""
        self.flip(cell)
        if cell in self.departures:
            self.departures.remove(cell)
            self.departures.add(target)
            self.starts[self.starts.index(cell)] = target
            starts = combinations(self.starts, 2)
            self.close_starts = sum(self.grid.distance(a, b) < self.nearest_starts for a, b in starts)
            self.around[target] = self.around.pop(cell)
            if self.platform:  # what is bad on these lines has changed
                for line, _ in (*self.grid.lines_at[cell], *self.grid.lines_at[target]):
                    self.remembered[line].clear()
        self.flip(target)

    def flip(self, cell: int) -> None:
        """A station appears or disappears."""
        self.is_station[cell] = not self.is_station[cell]
        step = 1 if self.is_station[cell] else -1
        for square in self.twos[cell]:
            full = self.in_twos[square] == 4
            self.in_twos[square] += step
            self.full += (self.in_twos[square] == 4) - full
        for square in self.threes[cell]:
            empty = self.in_threes[square] == 0
            self.in_threes[square] += step
            self.empty += (self.in_threes[square] == 0) - empty
        covers, degrees = self.covers, self.degrees
        for line, place in self.grid.lines_at[cell]:
            pattern = self.patterns[line]
            self.patterns[line] = pattern ^ 1 << place
            if not self.grid.lines[line].gaps:
                number = pattern.bit_count()
                self.uneven += is_uneven(number + step) - is_uneven(number)
            above = pattern >> place + 1
            before = (pattern & (1 << place) - 1).bit_length() - 1
            after = place + (above & -above).bit_length() if above else -1
            key = (step, before, place, after)
            change = self.remembered[line].get(key)
            if change is None:
                change = self.remembered[line][key] = self.change(line, *key)
            self.sections += change.sections
            self.bad += change.bad
            for spot in change.uncovered:
                covers[spot] -= 1
                self.crossings -= covers[spot]
            for spot in change.covered:
                self.crossings += covers[spot]
                covers[spot] += 1
            for station, number in change.neighbours:
                had = degrees[station]
                degrees[station] = had + number
                self.lonely += LONELINESS[had + number] - LONELINESS[had]

    def change(self, line: int, step: int, before: int, place: int, after: int) -> LineChange:
        """`before`, `after`: the places of the nearest stations on the line, -1 if there is none."""
        if step < 0:
            return self.change(line, 1, before, place, after).undone()
        old = self.sections_of(line, [(before, after)])
        new = self.sections_of(line, [(before, place), (place, after)])
        cells, gaps = self.grid.lines[line].cells, self.grid.lines[line].gaps
        neighbours = Counter(cells[end] for section in new for end in section)
        neighbours.subtract(cells[end] for section in old for end in section)
        covered = [
            {spot for start, end in sections for spot in (*cells[start + 1 : end], *gaps[start:end])}
            for sections in (old, new)
        ]
        return LineChange(
            sections=len(new) - len(old),
            bad=sum(self.is_bad(line, *section) for section in new)
            - sum(self.is_bad(line, *section) for section in old),
            uncovered=tuple(sorted(covered[0] - covered[1])),
            covered=tuple(sorted(covered[1] - covered[0])),
            neighbours=tuple((cell, number) for cell, number in neighbours.items() if number),
        )

    def sections_of(self, line: int, places: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those of the pairs of places that a section joins."""
        cells = self.grid.lines[line].cells
        return [
            (a, b)
            for a, b in places
            if min(a, b) >= 0 and not (cells[a] in self.platform and cells[b] in self.platform)
        ]

    def is_bad(self, line: int, start: int, end: int) -> bool:
        cells = self.grid.lines[line].cells
        a, b, between = cells[start], cells[end], cells[start + 1 : end]
        ends = {self.letters[a], self.letters[b]}
        return (
            len(between) >= LONGEST
            or any(self.letters[cell] not in ends for cell in between)
            or (a in self.departures and b in self.platform)
            or (b in self.departures and a in self.platform)
        )


def drawn(items: list[Item], rng: Generator) -> Item:
    return items[rng.draw(len(items))]


def is_uneven(stations: int) -> bool:
    """Whether a row or column has too few or too many."""
    return not IN_A_LINE[0] <= stations <= IN_A_LINE[1]


def square_places(grid: Grid, side: int) -> list[list[int]]:
    """By cell, the numbers of the squares that it lies in."""
    found: list[list[int]] = [[] for _ in range(grid.cells)]
    for number, square in enumerate(grid.squares(side)):
        for cell in square:
            found[cell].append(number)
    return found
