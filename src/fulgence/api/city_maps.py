"""Maps of the cities as JSON, for the page that draws them."""

from __future__ import annotations

import dataclasses
import json
from functools import lru_cache

from fulgence.draw.map_data import map_of
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused
from fulgence.table.state import custom_city


@lru_cache(maxsize=32)
def map_text(city: City) -> str:
    return json.dumps(dataclasses.asdict(map_of(city)), ensure_ascii=False, separators=(",", ":"))


def custom_map_text(city_file: str) -> str:
    """Of a custom city, by the text of its file; BadCity says what is wrong with it."""
    return map_text(custom_city(city_file))


def known_city(key: str) -> City:
    """A city of the package, or Refused."""
    if key not in city_names():
        raise Refused("not-found", Message("there is no city {city!r}", city=key), 404)
    return load_city(key)
