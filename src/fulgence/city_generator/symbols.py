"""Which symbol each station carries: swapped until departures have two of each around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fulgence.city_generator.laws import LIMITS
from fulgence.rules import kinds
from fulgence.rules.generator import Generator

SYMBOLS = kinds.ANY  # how many there are
SWAPS = 6000
FIRST_THRESHOLD = 4
# What each thing costs that should not be.
DEPARTURE_OFF = 24  # a symbol that a departure does not have exactly twice around it
STARVED = 4  # a station around which a symbol is missing that could be there
SAME_NEIGHBOUR = 6
CROWDED = 5  # a symbol that fills half of a main district


class SymbolSearch:
    """Symbols of the stations; wild ones have none. `groups`: stations that carry different symbols among
    themselves, so they swap only with each other."""

    def __init__(
        self,
        neighbours: Mapping[int, set[int]],
        districts: Mapping[int, str],
        departures: Sequence[int],
        symbols: Mapping[int, int],
        groups: Sequence[Sequence[int]],
        rng: Generator,
    ) -> None:
        self.neighbours = {station: sorted(near) for station, near in neighbours.items()}
        self.symbols = dict(symbols)
        self.departures = set(departures)
        grouped = {station for group in groups for station in group}
        free = [station for station in sorted(symbols) if station not in grouped]
        self.stations = [*free, *sorted(grouped)]
        self.partners = {station: list(group) for group in (free, *groups) for station in group}
        self.rng = rng
        self.district = districts
        self.counts: dict[str, list[int]] = {letter: [0] * SYMBOLS for letter in districts.values()}
        for station, symbol in self.symbols.items():
            self.counts[districts[station]][symbol] += 1
        most = LIMITS["most_of_a_symbol"][1]
        self.limit = {letter: min(most, -(-sum(counts) // 2)) for letter, counts in self.counts.items()}
        self.near_costs = {station: self.near_cost(station) for station in self.neighbours}
        self.cost = sum(self.near_costs.values()) + sum(map(self.district_cost, self.counts))

    def near_cost(self, station: int) -> int:
        """Of what lies around a station."""
        counts = [0] * (SYMBOLS + 1)
        near = self.neighbours[station]
        for other in near:
            counts[self.symbols.get(other, kinds.ANY)] += 1
        cost = 0
        if station in self.departures:
            cost += DEPARTURE_OFF * sum(abs(counts[symbol] - 2) for symbol in range(SYMBOLS))
        missing = sum(not counts[symbol] for symbol in range(SYMBOLS))
        reach = min(SYMBOLS, len(near))
        starved = max(0, missing - (SYMBOLS - reach) - counts[kinds.ANY])
        cost += STARVED * starved * starved
        own = self.symbols.get(station, kinds.ANY)
        if own != kinds.ANY:
            cost += SAME_NEIGHBOUR * counts[own]
        return cost

    def district_cost(self, letter: str) -> int:
        limit = self.limit[letter]
        return sum(CROWDED * max(0, number - limit + 1) for number in self.counts[letter]) if limit > 1 else 0

    def improve(self) -> None:
        """Swap two symbols where that is not worse, or hardly so at first."""
        for swap in range(SWAPS):
            threshold = (SWAPS - swap) * FIRST_THRESHOLD // SWAPS
            a = self.stations[self.rng.draw(len(self.stations))]
            b = self.partners[a][self.rng.draw(len(self.partners[a]))]
            if self.symbols[a] == self.symbols[b]:
                continue
            before = self.cost
            kept = self.swap(a, b)
            if self.cost > before + threshold:
                self.swap_back(a, b, kept)
                self.cost = before

    def swap(self, a: int, b: int) -> dict[int, int]:
        """The costs that were there before, by station."""
        letters = {self.district[a], self.district[b]}
        before = sum(map(self.district_cost, letters))
        self.exchange(a, b)
        self.cost += sum(map(self.district_cost, letters)) - before
        kept = {}
        for station in {a, b, *self.neighbours[a], *self.neighbours[b]}:
            kept[station] = self.near_costs[station]
            self.near_costs[station] = self.near_cost(station)
            self.cost += self.near_costs[station] - kept[station]
        return kept

    def swap_back(self, a: int, b: int, kept: Mapping[int, int]) -> None:
        self.exchange(a, b)
        self.near_costs |= kept

    def exchange(self, a: int, b: int) -> None:
        for station, other in ((a, b), (b, a)):
            counts = self.counts[self.district[station]]
            counts[self.symbols[station]] -= 1
            counts[self.symbols[other]] += 1
        self.symbols[a], self.symbols[b] = self.symbols[b], self.symbols[a]

    @property
    def is_lawful(self) -> bool:
        """Whether each departure has two of each symbol around it, and few sections join the same symbols."""
        for station in self.departures:
            near = [self.symbols.get(other, kinds.ANY) for other in self.neighbours[station]]
            if any(near.count(symbol) != 2 for symbol in range(SYMBOLS)):
                return False
        same = sum(
            self.symbols[station] == self.symbols.get(other)
            for station in self.symbols
            for other in self.neighbours[station]
        )
        return same <= 2 * LIMITS["same_symbol_sections"][1]
