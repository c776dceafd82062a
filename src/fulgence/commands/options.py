"""What several commands read from the command line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from fulgence.bots import bot
from fulgence.commands.streams import complain
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import advice
from fulgence.rules.errors import FulgenceError


class BadOption(FulgenceError):
    """An option that cannot be meant so."""

    is_usage = True


def names(text: str) -> list[str]:
    """The parts of a text between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def city_of(options: Namespace) -> City:
    return load_city(options.city)


def hints(bots: Sequence[str], city: City, addons: Sequence[str]) -> list[str]:
    """What to know about a game that can be played: what the publisher advises, which bots are untrained."""
    return [hint for hint in (advice(addons), bot.advice(bots, city, addons)) if hint]


def advise(bots: Sequence[str], city: City, addons: Sequence[str]) -> None:
    """The same on standard error."""
    for hint in hints(bots, city, addons):
        complain(hint)


def seed_of(options: Namespace) -> int:
    return options.seed or 0
