"""Training of a value from nothing: batches of self-play that can be stopped and gone on with."""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from fulgence.bots.study import Study
from fulgence.bots.value import Trainer, Value
from fulgence.bots.weights import ANY, About, BadWeights, facts_of, map_of
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.deal import deal
from fulgence.rules.message import Message

GAMES, REHEARSALS = 200, 40  # a batch of the first and of the second kind
GAMES_OF_A_DEAL = 5  # of add-ons, where there are any
WILD = 50  # random moves in a thousand
TRACE = 0.7  # the lambda of TD(lambda)
PLAYED = 0.6  # of the time goes to games, the rest to rehearsals
FIRST_RATE, LAST_RATE = 2e-3, 1e-4  # of learning from games
FIRST_REHEARSAL_RATE, LAST_REHEARSAL_RATE = 1e-3, 5e-5
BLEND = 0.02  # of a batch in the running mean of the weights


class Training:
    """What was counted and the four arrays of the trainer are all that goes on after a stop."""

    def __init__(self, city: City, addons: Sequence[str], seed: int = 0) -> None:
        """`addons`: those of every game, or ANY alone for other ones in every deal."""
        self.city = city
        self.addons = tuple(sorted(addons))
        self.seed = seed
        self.batches = self.games = 0
        self.minutes = 0.0
        self.trainer = Trainer(Value(facts_of(city)))
        self.trainer.scatter(self.luck(0))
        self.choices = subsets(city) if self.addons == (ANY,) else [self.addons]

    def luck(self, batch: int) -> Generator:
        return Generator(self.seed).child(batch)

    def batch(self, share: float) -> float:
        """Play and learn; `share` of the whole training is done. The mean of the totals.

        Games teach roughly what is good; rehearsals, which look at all next cards, what is best."""
        self.batches += 1
        luck = self.luck(self.batches)
        is_game = share < PLAYED
        number = GAMES if is_game else REHEARSALS
        if is_game:
            self.trainer.rate = between(FIRST_RATE, LAST_RATE, share / PLAYED)
        else:
            past = min((share - PLAYED) / (1 - PLAYED), 1.0)
            self.trainer.rate = between(FIRST_REHEARSAL_RATE, LAST_REHEARSAL_RATE, past)
        deals = number // GAMES_OF_A_DEAL if self.choices != [()] else 1
        points = 0
        for _ in range(deals):
            study = self.study(luck)
            if is_game:
                points += study.games(number // deals, luck, WILD, TRACE)
            else:
                points += study.rehearsals(number // deals, luck, WILD)
        self.trainer.blend(max(BLEND, 1 / self.batches))
        self.games += number
        return points / number

    def study(self, luck: Generator) -> Study:
        addons = self.choices[luck.draw(len(self.choices))]
        return Study(deal(self.city, addons, 1, luck).terms(0), self.trainer)

    def about(self) -> About:
        return About(self.city.key, self.addons, map_of(self.city), self.games, round(self.minutes, 1))

    # Stopping and going on

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        head = {
            "city": self.city.key,
            "addons": self.addons,
            "map": map_of(self.city),
            "seed": self.seed,
            "batches": self.batches,
            "games": self.games,
            "minutes": self.minutes,
        }
        new = path.with_name(path.name + ".new")
        with new.open("wb") as file:
            file.write(json.dumps(head).encode() + b"\n")
            for numbers in self.trainer.state():
                file.write(numbers.tobytes())
        new.replace(path)

    def restore(self, path: Path) -> None:
        """Go on where `save` was called; BadWeights if that was another training."""
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
            self.trainer.restore(numbers)
            self.seed, self.batches = head["seed"], head["batches"]
            self.games, self.minutes = head["games"], head["minutes"]
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise BadWeights(Message("{path} is not a stopped training of this game", path=str(path)))


def between(first: float, last: float, share: float) -> float:
    return float(first * (last / first) ** share)


def subsets(city: City) -> list[tuple[str, ...]]:
    """Every choice of add-ons but none."""
    names = list(city.addons)
    return [chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size)]


def trial(city: City, addons: Sequence[str], value: Value, games: int, seed: int) -> tuple[float, float]:
    """The mean of greedy play by a value over new deals, and its standard error."""
    luck = Generator(seed)
    choices = subsets(city) if tuple(addons) == (ANY,) else [tuple(addons)]
    totals = []
    for number in range(games):
        terms = deal(city, choices[number % len(choices)], 1, luck).terms(0)
        totals.append(Study(terms, Trainer(value)).play(luck, 0))
    mean = sum(totals) / games
    spread = sum((total - mean) ** 2 for total in totals) / max(games - 1, 1)
    return mean, math.sqrt(spread / games)
