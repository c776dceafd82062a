"""Whether a city plays like its model: the scores of greedy games, and how far lines get."""

from __future__ import annotations

import math
from dataclasses import dataclass

from fulgence.bots.playout import greedy_games
from fulgence.rules.city import City
from fulgence.rules.cityfile.census import next_stations
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator

GAMES = 600
MEAN_OFF = 8  # per cent that the mean may differ from the model's
SPREAD_OFF = 14  # per cent that the standard deviation may
SHORTEST_ROUND = 5  # turns, so the fewest sections that a line may get to have
DISTRICTS_REACHED = 5


@dataclass(frozen=True)
class Scores:
    """Of many games: sums of totals and of their squares, which are exact where a mean is not."""

    games: int
    total: int
    squares: int

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.scaled_variance) / self.games

    @property
    def scaled_variance(self) -> int:
        """The variance times the square of the number of games."""
        return self.games * self.squares - self.total**2

    def is_like(self, other: Scores) -> bool:
        """Whether means and spreads are close. `other`: of as many games."""
        low, high = 100 - SPREAD_OFF, 100 + SPREAD_OFF
        near = abs(self.total - other.total) * 100 <= other.total * MEAN_OFF
        variance = self.scaled_variance * 100**2
        return near and low**2 * other.scaled_variance <= variance <= high**2 * other.scaled_variance


def greedy_scores(city: City, rng: Generator, games: int = GAMES) -> Scores:
    """Whole games without add-ons, each with its own order of pencils and piles."""
    terms = deal(city, (), 1, rng).terms(0)
    totals = [greedy_games(terms, 1, rng) for _ in range(games)]
    return Scores(games, sum(totals), sum(points * points for points in totals))


def districts_reached(city: City, departure: int, sections: int = SHORTEST_ROUND) -> int:
    """The most districts that a line of so many sections can touch, cards permitting."""
    near = {station: next_stations(city, station) for station in city.stations}
    lines = {(departure, 1 << city.district_of[departure])}
    for _ in range(sections):
        lines = {
            (other, districts | 1 << city.district_of[other])
            for station, districts in lines
            for other in near[station]
        }
    return max(bin(districts).count("1") for _, districts in lines)


def reaches_enough(city: City) -> bool:
    starts = [cell for cells in city.departures.values() for cell in cells]
    return all(districts_reached(city, cell) >= DISTRICTS_REACHED for cell in starts)
