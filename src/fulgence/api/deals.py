"""A fresh deal for one player: a start for trying things out."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, format_record
from fulgence.table.refusals import Refused


def dealt_record(city: str, addons: Sequence[str], name: str) -> str:
    """The record of a game that has only been dealt, or a FulgenceError."""
    if city not in city_names():
        raise Refused("no-city", Message("there is no city {city!r}", city=city), 422)
    cards = deal(load_city(city), addons, 1, Generator(secrets.randbits(63)))
    return format_record(Record(cards, (name,), ((),)))
