"""Calibration: correct the bias of a value network with games that the expert plays.

The network is trained on greedy play. The expert searches and does better, the more so the more turns are
left. Uncorrected, its expectations would be too low, and a review would take skill for luck.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from fulgence.bots.bot import EXPERT, EXPLORATION
from fulgence.bots.expectimax import ExpectimaxSearch
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.network.evaluator import head_of
from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.notation import format_move

DOUBT = 20.0  # ridge: keeps the slope small if there are few games

Head = tuple[int, int]  # of the network: a round, and how many closing cards are out


@dataclass(frozen=True)
class Residual:
    """The total of a game minus what was expected when the card of a turn was shown."""

    head: Head
    points: float


def expert_residuals(
    city: City, addons: Sequence[str], network: QuantizedNetwork, rng: Generator, simulations: int = EXPERT
) -> list[Residual]:
    """Let the expert play a game; the residuals of the turns with a choice."""
    game = Game(deal(city, tuple(addons), 1, rng), ("expert",))
    terms = game.view(0).sheet.terms
    search = ExpectimaxSearch(terms, make_evaluator(terms, network), EXPLORATION)
    predicted: list[tuple[Head, float]] = []
    while not game.is_over:
        is_first = True
        while not game.is_done(0):
            view = game.view(0)
            pile = known_pile(view)
            move = search.choose(view.sheet, pile, known_cards(view), simulations, rng)
            if is_first and len(view.moves) > 1:
                expected = search.root_moves()[search.best()][1]
                predicted.append(
                    (head_for(game.round, bool(pile.last), head_of(pile)), expected + view.handicap)
                )
            is_first = False
            game.play(0, format_move(city, move))
        game.flip()
    total = game.pads()[0].total
    return [Residual(head, total - expected) for head, expected in predicted if head[0] < kinds.ROUNDS]


def head_for(number: int, is_last: bool, head: int) -> Head:
    """After the last card of a round, the network values the next one."""
    return (number + 1, 0) if is_last else (number, head)


def bias_corrections(residuals: Iterable[Residual]) -> dict[Head, float]:
    """What to add to the bias of each head: in every round a linear regression over its heads."""
    rounds: dict[int, list[Residual]] = defaultdict(list)
    for residual in residuals:
        rounds[residual.head[0]].append(residual)
    found = {}
    for number, seen in rounds.items():
        middle = fmean(residual.head[1] for residual in seen)
        points = fmean(residual.points for residual in seen)
        across = sum((residual.head[1] - middle) * (residual.points - points) for residual in seen)
        slope = across / (sum((residual.head[1] - middle) ** 2 for residual in seen) + DOUBT)
        for head in range(max(residual.head[1] for residual in seen) + 1):
            found[number, head] = points + slope * (head - middle)
    return found


def standard_errors(games: Sequence[Sequence[Residual]]) -> tuple[float, ...]:
    """The standard error of the correction of every round, over the games."""
    found = []
    for number in range(kinds.ROUNDS):
        means = [
            fmean(points) for game in games if (points := [m.points for m in game if m.head[0] == number])
        ]
        found.append(round(stdev(means) / math.sqrt(len(means)), 2) if len(means) > 1 else 0.0)
    return tuple(found)


def apply_corrections(network: ValueNetwork, points: dict[Head, float]) -> None:
    for (number, head), more in points.items():
        network.adjust_output_bias(number, head, more)
