"""Training of a value network: batches of self-play that can be interrupted and resumed.

The average of the weights plays and sets the targets, the weights themselves learn."""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from fulgence.bots.network.quantized_network import (
    MAX_FIRST_BITS,
    MAX_SECOND_BITS,
    QuantizedNetwork,
    dequantized,
    quantized,
)
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.bots.network.weights import ANY, About, BadWeights, feature_count, map_of
from fulgence.bots.training.adam import Adam
from fulgence.bots.training.selfplay import SelfPlay
from fulgence.files import write_atomically
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message

GAMES = 100  # in a batch
GAMES_PER_DEAL = 5  # if add-ons are dealt
EPSILON = 40  # exploration: random moves in a thousand
# The lambda of TD(lambda) falls to 0: a high one learns fast, but values greedy play and not the best play.
FIRST_LAMBDA, FIRST_LAMBDA_IMPROVING = 0.7, 0.3
FIRST_RATE, FIRST_RATE_IMPROVING, LAST_RATE = 2e-3, 5e-4, 3e-5  # learning rates
AVERAGING = 0.05  # share of a batch in the moving average of the weights


class Training:
    """Resumed from its counters and the arrays of the optimizer."""

    def __init__(
        self, city: City, addons: Sequence[str], seed: int = 0, learned: QuantizedNetwork | None = None
    ) -> None:
        """`addons`: those of every game, or only ANY to vary them from deal to deal. `learned`: a network to
        improve; without one the training starts from nothing."""
        self.city = city
        self.addons = tuple(sorted(addons))
        self.seed = seed
        self.batches = self.games = 0
        self.minutes = 0.0
        self.is_improving = learned is not None
        self.optimizer = Adam(ValueNetwork(feature_count(city)))
        if learned is None:
            self.optimizer.initialize(self.rng(0))
        else:
            self.optimizer.start_from(dequantized(learned).weights_array, self.rng(0))
        self.player = QuantizedNetwork(self.optimizer.network.size, MAX_FIRST_BITS, MAX_SECOND_BITS)
        self.choices = subsets(city) if self.addons == (ANY,) else [self.addons]

    def rng(self, batch: int) -> Generator:
        return Generator(self.seed).child(batch)

    def batch(self, share: float) -> tuple[float, float]:
        """Play and learn after `share` of the training; the mean total, and the root of the mean squared
        error."""
        self.batches += 1
        rng = self.rng(self.batches)
        first = FIRST_RATE_IMPROVING if self.is_improving else FIRST_RATE
        share = min(share, 1.0)
        self.optimizer.learning_rate = interpolate(first, LAST_RATE, share)
        trace_decay = (FIRST_LAMBDA_IMPROVING if self.is_improving else FIRST_LAMBDA) * (1 - share)
        self.player.update(ValueNetwork(self.optimizer.network.size, self.optimizer.average_array))
        deals = GAMES // GAMES_PER_DEAL if self.choices != [()] else 1
        points, squares, states = 0, 0.0, 0
        for _ in range(deals):
            selfplay = self.selfplay(rng)
            points += selfplay.learning_games(GAMES // deals, rng, EPSILON, trace_decay)
            squares += selfplay.squares
            states += selfplay.states
        self.optimizer.update_average(
            max(AVERAGING, 1 / self.batches) if not self.is_improving else AVERAGING
        )
        self.games += GAMES
        return points / GAMES, math.sqrt(squares / states)

    def selfplay(self, rng: Generator) -> SelfPlay:
        addons = self.choices[rng.draw(len(self.choices))]
        return SelfPlay(deal(self.city, addons, 1, rng).terms(0), self.player, self.optimizer)

    def network(self) -> ValueNetwork:
        """What was learned so far."""
        return ValueNetwork(self.optimizer.network.size, self.optimizer.average_weights())

    def about(self) -> About:
        return About(self.city.key, self.addons, map_of(self.city), self.games, round(self.minutes, 1))

    # Interrupting and resuming

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        head = {
            "city": self.city.key,
            "addons": self.addons,
            "map": map_of(self.city),
            "seed": self.seed,
            "improving": self.is_improving,
            "batches": self.batches,
            "games": self.games,
            "minutes": self.minutes,
        }
        line = json.dumps(head).encode() + b"\n"
        write_atomically(path, [line, *(numbers.tobytes() for numbers in self.optimizer.state())])

    def restore(self, path: Path) -> None:
        """Resume from a file of `save`; BadWeights if it belongs to another training."""
        line, _, rest = path.read_bytes().partition(b"\n")
        numbers = array("f")
        try:
            head = json.loads(line)
            same = (head["city"], head["addons"], head["map"]) == (
                self.city.key,
                list(self.addons),
                map_of(self.city),
            )
            numbers.frombytes(rest)
            self.optimizer.restore(numbers)
            self.seed, self.batches = head["seed"], head["batches"]
            self.games, self.minutes = head["games"], head["minutes"]
            self.is_improving = head["improving"]
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise BadWeights(Message("{path} is not an interrupted training of this game", path=str(path)))


def interpolate(first: float, last: float, share: float) -> float:
    """Geometrically."""
    return float(first * (last / first) ** share)


def subsets(city: City) -> list[tuple[str, ...]]:
    """Every choice of add-ons except none."""
    names = list(city.addons)
    return [chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size)]


def evaluate(
    city: City, addons: Sequence[str], network: ValueNetwork, games: int, seed: int
) -> tuple[float, float]:
    """The mean total of greedy play by the network on new deals, and its standard error."""
    rng = Generator(seed)
    player = quantized(network)
    choices = subsets(city) if tuple(addons) == (ANY,) else [tuple(addons)]
    totals = []
    for number in range(games):
        terms = deal(city, choices[number % len(choices)], 1, rng).terms(0)
        totals.append(SelfPlay(terms, player, Adam(ValueNetwork(1))).play(rng, 0))
    mean = sum(totals) / games
    spread = sum((total - mean) ** 2 for total in totals) / max(games - 1, 1)
    return mean, math.sqrt(spread / games)
