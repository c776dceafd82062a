"""A bot is one method: given what its seat may know, choose a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from fulgence.bots.expectimax import ExpectimaxSearch
from fulgence.bots.flat import Flat
from fulgence.bots.gain import Gains
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.mcts import TreeSearch
from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.weights import LearnedValue, find_weights, learned_value
from fulgence.bots.playout import greedy_move
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.errors import FulgenceError
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_move
from fulgence.rules.view import View

BEGINNER_RANDOM = 70  # moves in a hundred
CASUAL, SKILLED = 44, 200  # rollouts
EXPERT = 4000  # simulations
EXPLORATION, ROLLOUT_EXPLORATION = 1.0, 20.0  # points, with and without a value network
MAX_SIMULATIONS = 1_000_000  # rollouts or simulations


Search = TreeSearch | ExpectimaxSearch


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.moves`."""


class BadBot(FulgenceError):
    """There is no bot of that name."""

    is_usage = True


class BotFailed(FulgenceError):
    """A bot raised an error or chose an illegal move."""


class RandomBot:
    """A uniformly random legal move; passes only when nothing can be drawn."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        return format_move(view.city, view.sheet.random_move(self.rng))


class GreedyBot:
    """The move that adds most to the total at once, ties at random."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng

    def choose(self, view: View) -> str:
        return format_move(view.city, greedy_move(view.sheet, Gains(view.sheet.terms), self.rng))


class BeginnerBot:
    """Greedy now and then, otherwise random."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng
        self.random = RandomBot(rng)
        self.greedy = GreedyBot(rng)

    def choose(self, view: View) -> str:
        bot = self.random if self.rng.draw(100) < BEGINNER_RANDOM else self.greedy
        return bot.choose(view)


class FlatBot:
    """Flat Monte Carlo: tries every move in random futures that are played greedily."""

    def __init__(self, rng: Generator, rollouts: int) -> None:
        self.rng = rng
        self.rollouts = rollouts

    def choose(self, view: View) -> str:
        flat = Flat(view.sheet.terms)
        move = flat.choose(view.sheet, known_pile(view), known_cards(view), self.rollouts, self.rng)
        return format_move(view.city, move)


class SearchBot:
    """Tree search, with the value network of the city if it was trained."""

    def __init__(self, rng: Generator, simulations: int) -> None:
        self.rng = rng
        self.simulations = simulations
        self.terms: Terms | None = None  # of the game that `search` is for

    def choose(self, view: View) -> str:
        search = self.search_for(view)
        move = search.choose(view.sheet, known_pile(view), known_cards(view), self.simulations, self.rng)
        return format_move(view.city, move)

    def search_for(self, view: View) -> Search:
        if self.terms is not view.sheet.terms:  # a new game: its weights are looked up once
            self.terms = view.sheet.terms
            self.search = tree_search(view, learned_value(view.city, view.addons))
        return self.search


def tree_search(view: View, learned: LearnedValue) -> Search:
    terms = view.sheet.terms
    if learned.network is None:
        return TreeSearch(terms, ROLLOUT_EXPLORATION)
    return ExpectimaxSearch(terms, make_evaluator(terms, learned.network), EXPLORATION)


BOTS: dict[str, Callable[[Generator], Bot]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "greedy": GreedyBot,
    "casual": lambda rng: FlatBot(rng, CASUAL),
    "skilled": lambda rng: FlatBot(rng, SKILLED),
    "expert": lambda rng: SearchBot(rng, EXPERT),
}
DEFAULT_BOT = "casual"  # hard to beat, but not always
NUMBERED: dict[str, Callable[[Generator, int], Bot]] = {"flat": FlatBot, "mcts": SearchBot}


def make_bot(name: str, rng: Generator) -> Bot:
    """The bot that a text like `greedy` or `mcts:500` names."""
    if name in BOTS:
        return BOTS[name](rng)
    kind, _, number = name.partition(":")
    if kind in NUMBERED and re.fullmatch("[1-9][0-9]{0,6}", number) and int(number) <= MAX_SIMULATIONS:
        return NUMBERED[kind](rng, int(number))
    names = ", ".join([*BOTS, *(f"{kind}:N" for kind in NUMBERED)])
    raise BadBot(
        Message(
            "there is no bot {name!r}; there are {names} (N: 1 to {most})",
            name=name,
            names=names,
            most=MAX_SIMULATIONS,
        )
    )


def is_trainable(bot: str) -> bool:
    """Whether it uses what was learned for a game."""
    return bot == "expert" or bot.startswith("mcts:")


def advice(bots: Sequence[str], city: City, addons: Sequence[str]) -> Message | None:
    """A warning about bots that could be trained for this game but are not."""
    trainable = list(filter(is_trainable, bots))
    if not trainable or find_weights(city, addons):
        return None
    return Message(
        "{bot} is not trained for this game and searches without a value network (see `fulgence train`)",
        bot=trainable[0],
    )
