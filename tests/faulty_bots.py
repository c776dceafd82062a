"""Bots that misbehave, and one that records what it is shown, for processes that find them by name."""

from __future__ import annotations

import os

from fulgence.bots.bot import Bot, make_bot
from fulgence.rules.generator import Generator
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


class Recording:
    """Passes, and records what it was shown and its first random number."""

    def __init__(self, name: str, rng: Generator) -> None:
        self.seen = SEEN.setdefault(name, [])
        self.seen.append(rng.draw(1000))

    def choose(self, view: View) -> str:
        self.seen.append((view.pencils, view.objectives, dict(view.powers), view.cards))
        return "pass"


FAULTY: dict[str, type[Bot]] = {"raising": Raising, "cheating": Cheating, "silent": Silent, "dying": Dying}


def make(name: str, rng: Generator) -> Bot:
    if name.startswith("recording"):
        return Recording(name, rng)
    return FAULTY[name]() if name in FAULTY else make_bot(name, rng)
