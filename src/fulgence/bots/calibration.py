"""What a value expects, compared with how games of the expert end, and brought into line.

A value is learned from players who trust it blindly. The expert searches and does better, the more turns
are left; without this its expectations are too low, and a review would call skill luck.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from fulgence.bots.bot import EXPERT, EXPLORE
from fulgence.bots.known import known_cards, known_pile
from fulgence.bots.player import head_of
from fulgence.bots.search import Search
from fulgence.bots.value import Value
from fulgence.rules import kinds
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.notation import format_move

DOUBT = 20.0  # keeps the lines of a few games from being steep

Part = tuple[int, int]  # a round, and how many closing cards are out


@dataclass(frozen=True)
class Miss:
    """A turn that came `points` better than was expected when its card was shown."""

    part: Part
    points: float


def watch(
    city: City, addons: Sequence[str], value: Value, luck: Generator, simulations: int = EXPERT
) -> list[Miss]:
    """A game of the expert, and every turn that it had to decide."""
    game = Game(deal(city, tuple(addons), 1, luck), ("expert",))
    search = Search(game.view(0).sheet.terms, value, EXPLORE)
    said: list[tuple[Part, float]] = []
    while not game.is_over:
        is_first = True
        while not game.is_done(0):
            view = game.view(0)
            pile = known_pile(view)
            move = search.choose(view.sheet, pile, known_cards(view), simulations, luck)
            if is_first and len(view.moves) > 1:
                expected = search.listed()[search.best()][1]
                said.append((part_of(game.round, bool(pile.last), head_of(pile)), expected + view.handicap))
            is_first = False
            game.play(0, format_move(city, move))
        game.flip()
    total = game.pads()[0].total
    return [Miss(part, total - expected) for part, expected in said if part[0] < kinds.ROUNDS]


def part_of(number: int, is_last: bool, head: int) -> Part:
    """After the last card of a round nothing is expected of that round any more."""
    return (number + 1, 0) if is_last else (number, head)


def lifts(misses: Iterable[Miss]) -> dict[Part, float]:
    """By how much to lift each part: in every round along the straight line that is nearest to its turns."""
    rounds: dict[int, list[Miss]] = defaultdict(list)
    for miss in misses:
        rounds[miss.part[0]].append(miss)
    found = {}
    for number, seen in rounds.items():
        middle = fmean(miss.part[1] for miss in seen)
        points = fmean(miss.points for miss in seen)
        across = sum((miss.part[1] - middle) * (miss.points - points) for miss in seen)
        slope = across / (sum((miss.part[1] - middle) ** 2 for miss in seen) + DOUBT)
        for head in range(max(miss.part[1] for miss in seen) + 1):
            found[number, head] = points + slope * (head - middle)
    return found


def doubts(games: Sequence[Sequence[Miss]]) -> tuple[float, ...]:
    """Of every round, how sure its lift is: the standard error over the games."""
    found = []
    for number in range(kinds.ROUNDS):
        means = [
            fmean(points) for game in games if (points := [m.points for m in game if m.part[0] == number])
        ]
        found.append(round(stdev(means) / math.sqrt(len(means)), 2) if len(means) > 1 else 0.0)
    return tuple(found)


def lift(value: Value, points: dict[Part, float]) -> None:
    for (number, head), more in points.items():
        value.lift(number, head, more)
