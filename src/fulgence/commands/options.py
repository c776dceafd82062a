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


def advise(addons: Sequence[str]) -> None:
    """What the publisher advises about the add-ons of a game that can be played, on standard error."""
    if advice(addons):
        complain(advice(addons))


def advise_on_bots(bots: Sequence[str], city: City, addons: Sequence[str]) -> None:
    """What to know about bots that nobody has trained for a game, on standard error."""
    if message := bot.advice(bots, city, addons):
        complain(message)


def seed_of(options: Namespace) -> int:
    return options.seed or 0
