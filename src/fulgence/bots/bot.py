"""A bot is one method: given what its seat may know, choose a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from fulgence.bots.flat import Flat
from fulgence.bots.gain import Gains
from fulgence.bots.known import known_cards, known_pile
from fulgence.bots.playout import greedy_move
from fulgence.bots.search import Search
from fulgence.bots.weights import find_weights, value_for
from fulgence.rules.chance import Generator
from fulgence.rules.city import City
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.notation import format_move
from fulgence.rules.view import View

CARELESS = 70  # random moves of a beginner in a hundred
CASUAL, SKILLED = 44, 200  # rollouts
EXPERT = 700  # simulations
EXPLORE, EXPLORE_PLAYOUTS = 3.0, 20.0  # points
MOST = 1_000_000  # rollouts or simulations


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.moves`."""


class BadBot(FulgenceError):
    """A name that is no bot."""

    is_usage = True


class BotFailed(FulgenceError):
    """A bot that raised an error or chose what is not legal."""


class RandomBot:
    """Any legal move with equal chance; passes only when nothing can be drawn."""

    def __init__(self, chance: Generator) -> None:
        self.chance = chance

    def choose(self, view: View) -> str:
        return format_move(view.city, view.sheet.random_move(self.chance))


class GreedyBot:
    """The move that adds most to the final score at once, ties by its own generator."""

    def __init__(self, chance: Generator) -> None:
        self.chance = chance

    def choose(self, view: View) -> str:
        return format_move(view.city, greedy_move(view.sheet, Gains(view.sheet.terms), self.chance))


class BeginnerBot:
    """Sees the points of a move now and then, and draws anything else."""

    def __init__(self, chance: Generator) -> None:
        self.chance = chance
        self.random = RandomBot(chance)
        self.greedy = GreedyBot(chance)

    def choose(self, view: View) -> str:
        bot = self.random if self.chance.draw(100) < CARELESS else self.greedy
        return bot.choose(view)


class FlatBot:
    """Tries every move in random futures that are played greedily."""

    def __init__(self, chance: Generator, rollouts: int) -> None:
        self.chance = chance
        self.rollouts = rollouts

    def choose(self, view: View) -> str:
        flat = Flat(view.sheet.terms)
        move = flat.choose(view.sheet, known_pile(view), known_cards(view), self.rollouts, self.chance)
        return format_move(view.city, move)


class SearchBot:
    """Searches a tree of moves and cards, with the learned value of the city if there is one."""

    def __init__(self, chance: Generator, simulations: int) -> None:
        self.chance = chance
        self.simulations = simulations

    def choose(self, view: View) -> str:
        search = search_for(view)
        move = search.choose(view.sheet, known_pile(view), known_cards(view), self.simulations, self.chance)
        return format_move(view.city, move)


def search_for(view: View) -> Search:
    value = value_for(view.city, view.addons)
    return Search(view.sheet.terms, value, EXPLORE if value else EXPLORE_PLAYOUTS)


BOTS: dict[str, Callable[[Generator], Bot]] = {
    "random": RandomBot,
    "beginner": BeginnerBot,
    "greedy": GreedyBot,
    "casual": lambda chance: FlatBot(chance, CASUAL),
    "skilled": lambda chance: FlatBot(chance, SKILLED),
    "expert": lambda chance: SearchBot(chance, EXPERT),
}
USUAL = "casual"  # for who has not chosen a level: not easily beaten, and beaten now and then
NUMBERED: dict[str, Callable[[Generator, int], Bot]] = {"flat": FlatBot, "mcts": SearchBot}


def make_bot(name: str, chance: Generator) -> Bot:
    """The bot that a text like `greedy` or `mcts:500` names."""
    if name in BOTS:
        return BOTS[name](chance)
    kind, _, number = name.partition(":")
    if kind in NUMBERED and re.fullmatch("[1-9][0-9]{0,6}", number) and int(number) <= MOST:
        return NUMBERED[kind](chance, int(number))
    names = ", ".join([*BOTS, *(f"{kind}:N" for kind in NUMBERED)])
    raise BadBot(
        Message(
            "there is no bot {name!r}; there are {names} (N: 1 to {most})", name=name, names=names, most=MOST
        )
    )


def advice(bots: Sequence[str], city: City, addons: Sequence[str]) -> Message | None:
    """What to know about bots that miss what they could have learned."""
    learned = [bot for bot in bots if bot == "expert" or bot.startswith("mcts:")]
    if not learned or find_weights(city, addons):
        return None
    return Message(
        "nobody has trained {bot} for this game: it searches without a learned value (see `fulgence train`)",
        bot=learned[0],
    )
