"""A bot is one method: given what its seat may know, choose a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from fulgence.bots.playout import greedy_move
from fulgence.rules.chance import Generator
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.notation import format_move
from fulgence.rules.view import View


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.moves`."""


class BadBot(FulgenceError):
    """A name that is no bot."""

    is_usage = True


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
        return format_move(view.city, greedy_move(view.sheet, view.sheet.copy(), self.chance))


BOTS: dict[str, Callable[[Generator], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, chance: Generator) -> Bot:
    """The bot that a text like `greedy` names."""
    if name not in BOTS:
        raise BadBot(Message("there is no bot {name!r}; there are {names}", name=name, names=", ".join(BOTS)))
    return BOTS[name](chance)
