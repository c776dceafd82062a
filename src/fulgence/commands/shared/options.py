"""Command-line options that several commands share."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from fulgence.bots import bot
from fulgence.commands.shared.console_io import print_error
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import advice
from fulgence.rules.errors import FulgenceError


class BadOption(FulgenceError):
    """An option with an invalid value."""

    is_usage = True


def names(text: str) -> list[str]:
    """Split a comma-separated list."""
    return [part.strip() for part in text.split(",") if part.strip()]


def city_of(options: Namespace) -> City:
    return load_city(options.city)


def hints(bots: Sequence[str], city: City, addons: Sequence[str]) -> list[str]:
    """Advice about a legal game: add-ons the publisher does not combine, bots that are untrained."""
    return [hint for hint in (advice(addons), bot.advice(bots, city, addons)) if hint]


def advise(bots: Sequence[str], city: City, addons: Sequence[str]) -> None:
    """Print the hints to standard error."""
    for hint in hints(bots, city, addons):
        print_error(hint)


def seed_of(options: Namespace) -> int:
    return options.seed or 0
