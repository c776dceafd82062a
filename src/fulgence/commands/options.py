"""What several commands read from the command line."""

from __future__ import annotations

import sys
from argparse import Namespace

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


def addons_of(options: Namespace) -> list[str]:
    """The add-ons asked for; what the publisher advises about them goes to standard error."""
    addons = names(options.addons)
    if advice(addons):
        print(f"fulgence: {advice(addons)}", file=sys.stderr)
    return addons


def seed_of(options: Namespace) -> int:
    return options.seed or 0
