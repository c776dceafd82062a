"""Bots on the same deals, one seat each: mean totals, and paired differences with confidence intervals.

Deal n depends on the seed and n only, a bot's random numbers on the seed, n and its name: a game is the same
whatever else is played, in any order, in any process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from time import process_time

from fulgence.bots.bot import Bot, BotFailed, make_bot
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_text, load_city, parse_city
from fulgence.rules.deal import Deal, deal
from fulgence.rules.errors import FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator

CONFIDENCE = 0.95
Z_SCORE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # standard errors on each side of a difference


@dataclass(frozen=True)
class Contest:
    """What all bots play. It is pickled for other processes, so `make` must be importable."""

    city: str  # its key
    text: str  # its file
    addons: tuple[str, ...]
    seed: int
    make: Callable[[str, Generator], Bot] = make_bot

    def deal(self, number: int) -> Deal:
        return deal(city_from(self.text, self.city), self.addons, 1, self.rng(number))

    def bot(self, name: str, number: int) -> Bot:
        """A new bot for deal `number`."""
        return self.make(name, self.rng(number).child(number_of(name)))

    def rng(self, number: int) -> Generator:
        return Generator(self.seed).child(number)


@dataclass(frozen=True)
class Result:
    """One game."""

    deal: int
    bot: str
    total: int
    decisions: int
    ms: float  # CPU time in which the bot chose


@dataclass(frozen=True)
class Standing:
    bot: str
    mean: float
    se: float
    ms_per_decision: float


@dataclass(frozen=True)
class Pair:
    """By how much `bot` is better than `against` on the same deals, with its confidence interval."""

    bot: str
    against: str
    difference: float
    low: float
    high: float


Results = Mapping[tuple[str, int], Result]  # by bot and deal


def make_contest(
    city: str, addons: Sequence[str] = (), seed: int = 0, make: Callable[[str, Generator], Bot] = make_bot
) -> Contest:
    """`city`: a name or path, as for `load_city`. Raises BadCity or BadDeal."""
    loaded = load_city(city)
    made = deal(loaded, addons)
    return Contest(loaded.key, city_text(city), made.addons, seed, make)


@lru_cache(maxsize=8)
def city_from(text: str, key: str) -> City:
    return parse_city(text, key, key)


def number_of(name: str) -> int:
    """A hash of the name, the same in every process."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])


def play(contest: Contest, bot: str, number: int) -> Result:
    """The game of a bot on deal `number`, or BotFailed."""
    game = Game(contest.deal(number), [bot])
    used = 0.0
    decisions = 0
    try:
        player = contest.bot(bot, number)
        while not game.is_over:
            while not game.is_done(0):
                view = game.view(0)
                start = process_time()
                move = player.choose(view)
                used += process_time() - start
                decisions += 1
                play_move(game, move, bot, number)
            game.flip()
    except BotFailed:
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, FulgenceError) else f"{type(error).__name__}: {error}"
        raise BotFailed(f"the bot {bot} failed on deal {number}: {reason}") from error
    return Result(number, bot, game.pads()[0].total, decisions, 1000 * used)


def play_move(game: Game, move: object, bot: str, number: int) -> None:
    try:
        game.play(0, str(move))
    except FulgenceError as error:
        place = f"round {game.round + 1}, turn {game.turn + 1}"
        raise BotFailed(f"the bot {bot} chose no legal move on deal {number}, {place}: {error}") from None


def estimate(numbers: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error; 0 for a single number, which says nothing about it."""
    n, total = len(numbers), sum(numbers)
    if n == 1:
        return float(total), 0.0
    squares = n * sum(number * number for number in numbers) - total * total
    return total / n, sqrt(squares / (n * n * (n - 1)))


def standings(results: Results, bots: Sequence[str], deals: int) -> list[Standing]:
    found = []
    for bot in bots:
        games = [results[bot, number] for number in range(deals)]
        mean, error = estimate([game.total for game in games])
        ms = sum(game.ms for game in games) / sum(game.decisions for game in games)
        found.append(Standing(bot, mean, error, ms))
    return found


def pairs(results: Results, bots: Sequence[str], deals: int) -> list[Pair]:
    """Every bot against all named before it; intervals by the normal approximation."""
    found = []
    for against, bot in combinations(bots, 2):
        better = [results[bot, n].total - results[against, n].total for n in range(deals)]
        mean, error = estimate(better)
        found.append(Pair(bot, against, mean, mean - Z_SCORE * error, mean + Z_SCORE * error))
    return found
