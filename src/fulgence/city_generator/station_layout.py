"""Where the stations lie: moved about within their districts until the sections between them are good.

The sheet is never counted as a whole. A station that moves changes eight lines of the grid, and a line with the
same stations always has the same sections, so these are remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TypeVar

from fulgence.city_generator.district_plans import PLATFORM, DistrictPlan
from fulgence.city_generator.grid import Grid, grid_of
from fulgence.city_generator.laws import IN_A_LINE, RAYS
from fulgence.rules.cityfile.census import FEWEST_NEIGHBOURS, LONGEST
from fulgence.rules.generator import Generator

Item = TypeVar("Item")

MOVES = 6000
FIRST_THRESHOLD = 12
FARTHEST = 2  # steps that a departure may move
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
class LineCensus:
    """What the stations on one line of the grid make. `covered`: cells and gaps that a section runs over;
    `neighbours`: by station, how many it has on this line."""

    sections: int
    bad: int
    covered: tuple[int, ...]
    neighbours: tuple[tuple[int, int], ...]
    is_uneven: bool


class StationLayout:
    """Stations on a grid, with the cost of the arrangement kept up to date."""

    def __init__(
        self,
        plan: DistrictPlan,
        departures: Sequence[int],
        sections: tuple[int, int],
        crossing_pairs: tuple[int, int],
        has_monuments: bool,
        slack: int,
        rng: Generator,
    ) -> None:
        """`departures`: their cells. `sections`, `crossing_pairs`: how many there should be. `has_monuments`: each main district
        needs a station for one, which is no neighbour of a departure. `slack`: how many stations a district may
        have more or fewer than planned."""
        self.grid: Grid = grid_of(plan.size)
        self.letters = [letter for row in plan.letters for letter in row]
        self.departures = set(departures)
        self.starts = list(departures)  # the same, in the order they were given in
        self.platform = frozenset(c for c, letter in enumerate(self.letters) if letter == PLATFORM)
        self.around = {cell: self.cells_around(cell) for cell in departures}
        fixed = self.platform | set(self.grid.corners())
        self.wanted = sections
        self.crossings_wanted = crossing_pairs
        self.has_monuments = has_monuments
        self.slack = slack
        self.sizes = plan.sizes
        self.main_letters = list(plan.sizes)
        self.areas = Counter(self.letters)
        self.rng = rng
        self.remembered: list[dict[int, LineCensus]] = [{} for _ in self.grid.lines]
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
        self.uneven = sum(self.census(line, 0).is_uneven for line in range(len(self.grid.lines)))
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
        broken = self.bad or self.missing_rays or self.lonely or self.empty or self.uneven or self.close_starts
        return not broken and not (self.has_monuments and self.without_monument)

    def improve(self) -> None:
        """Move stations; a worse arrangement is taken too, as long as it is not worse by more than a threshold
        that falls to nothing."""
        cost = self.cost + NO_MONUMENT * len(self.free)
        for move in range(MOVES):
            threshold = (MOVES - move) * FIRST_THRESHOLD // MOVES
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
            self.close_starts = sum(
                self.grid.distance(a, b) < 2 for i, a in enumerate(self.starts) for b in self.starts[:i]
            )
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
        for line, place in self.grid.lines_at[cell]:
            old = self.patterns[line]
            self.patterns[line] = new = old ^ 1 << place
            self.forget(self.census(line, old))
            self.add(self.census(line, new))

    def forget(self, line: LineCensus) -> None:
        self.sections -= line.sections
        self.bad -= line.bad
        self.uneven -= line.is_uneven
        covers, degrees = self.covers, self.degrees
        for spot in line.covered:
            covers[spot] -= 1
            self.crossings -= covers[spot]
        for cell, number in line.neighbours:
            before = degrees[cell]
            degrees[cell] = before - number
            self.lonely += loneliness(before - number) - loneliness(before)

    def add(self, line: LineCensus) -> None:
        self.sections += line.sections
        self.bad += line.bad
        self.uneven += line.is_uneven
        covers, degrees = self.covers, self.degrees
        for spot in line.covered:
            self.crossings += covers[spot]
            covers[spot] += 1
        for cell, number in line.neighbours:
            before = degrees[cell]
            degrees[cell] = before + number
            self.lonely += loneliness(before + number) - loneliness(before)

    def census(self, line: int, pattern: int) -> LineCensus:
        found = self.remembered[line].get(pattern)
        if found is None:
            found = self.remembered[line][pattern] = self.counted(line, pattern)
        return found

    def counted(self, line: int, pattern: int) -> LineCensus:
        cells, gaps = self.grid.lines[line].cells, self.grid.lines[line].gaps
        places = [place for place in range(len(cells)) if pattern >> place & 1]
        sections = bad = 0
        covered: list[int] = []
        neighbours: dict[int, int] = {}
        for start, end in zip(places, places[1:], strict=False):
            a, b = cells[start], cells[end]
            if a in self.platform and b in self.platform:
                continue
            sections += 1
            bad += self.is_bad(a, b, cells[start + 1 : end])
            covered += [*cells[start + 1 : end], *gaps[start:end]]
            neighbours[a] = neighbours.get(a, 0) + 1
            neighbours[b] = neighbours.get(b, 0) + 1
        is_full_line = not gaps
        few, many = IN_A_LINE
        is_uneven = is_full_line and not few <= len(places) <= many
        return LineCensus(sections, bad, tuple(covered), tuple(neighbours.items()), is_uneven)

    def is_bad(self, a: int, b: int, between: Sequence[int]) -> bool:
        ends = {self.letters[a], self.letters[b]}
        return (
            len(between) >= LONGEST
            or any(self.letters[cell] not in ends for cell in between)
            or (a in self.departures and b in self.platform)
            or (b in self.departures and a in self.platform)
        )


def drawn(items: list[Item], rng: Generator) -> Item:
    return items[rng.draw(len(items))]


def loneliness(neighbours: int) -> int:
    """0 for cells without a station too."""
    return FEWEST_NEIGHBOURS - neighbours if 0 < neighbours < FEWEST_NEIGHBOURS else 0


def square_places(grid: Grid, side: int) -> list[list[int]]:
    """By cell, the numbers of the squares that it lies in."""
    found: list[list[int]] = [[] for _ in range(grid.cells)]
    for number, square in enumerate(grid.squares(side)):
        for cell in square:
            found[cell].append(number)
    return found
