"""Bots that do what a bot must not, and one that tells what it saw, for processes that find them by name."""

from __future__ import annotations

import os

from fulgence.bots.bot import Bot, make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.view import View

SEEN: dict[str, list[object]] = {}


class Raising:
    def choose(self, view: View) -> str:
        raise ZeroDivisionError("no time left")


class Cheating:
    def choose(self, view: View) -> str:
        return "a1-a2"


class Silent:
    def choose(self, view: View) -> str:
        return None  # type: ignore[return-value]  # what a bot does that forgets to return


class Dying:
    def choose(self, view: View) -> str:
        os._exit(3)


class Watching:
    """Passes, and keeps what it was shown and the first number of its chance."""

    def __init__(self, name: str, chance: Generator) -> None:
        self.seen = SEEN.setdefault(name, [])
        self.seen.append(chance.draw(1000))

    def choose(self, view: View) -> str:
        self.seen.append((view.pencils, view.objectives, dict(view.powers), view.cards))
        return "pass"


ODD: dict[str, type[Bot]] = {"raising": Raising, "cheating": Cheating, "silent": Silent, "dying": Dying}


def make(name: str, chance: Generator) -> Bot:
    if name.startswith("watching"):
        return Watching(name, chance)
    return ODD[name]() if name in ODD else make_bot(name, chance)
