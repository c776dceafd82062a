"""What a table can be opened with, and which versions of everything answer here."""

from __future__ import annotations

import msgspec

from fulgence import __version__
from fulgence.bots.bot import BOTS, DEFAULT_BOT
from fulgence.build import is_compiled
from fulgence.contests.daily import daily_cities
from fulgence.language import languages
from fulgence.lessons.chapters.addons import NAMES, SUMMARIES
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.text.record import VERSION as RECORD_VERSION

API_VERSION = 1


class Version(msgspec.Struct, frozen=True):
    fulgence: str
    api: int
    record: int
    compiled: bool


class CityChoice(msgspec.Struct, frozen=True):
    key: str
    name: str
    note: str
    addons: list[str]
    pencils: list[str]
    chooses_pencils: bool
    small: bool  # made for trying things out


class Choices(msgspec.Struct, frozen=True):
    """`addons`: each in a line, and `addon_names`, in English as the catalogues have them. `usual_bot`: one
    to begin with. A city's `note`, also in English: what players should know about its sheet, or nothing."""

    cities: list[CityChoice]
    addons: dict[str, str]
    addon_names: dict[str, str]
    bots: list[str]
    usual_bot: str
    languages: list[str]


def version() -> Version:
    return Version(__version__, API_VERSION, RECORD_VERSION, is_compiled())


def choices() -> Choices:
    """Cities with the simplest rules first."""
    cities = sorted(map(load_city, city_names()), key=lambda city: (len(city.sides), len(city.overhead)))
    return Choices(
        cities=[
            CityChoice(
                key=city.key,
                name=city.name,
                note=city.note,
                addons=list(city.addons),
                pencils=list(city.pencils),
                chooses_pencils=city.chooses_pencils,
                small=city.key not in daily_cities(),
            )
            for city in cities
        ],
        addons=dict(SUMMARIES),
        addon_names=dict(NAMES),
        bots=list(BOTS),
        usual_bot=DEFAULT_BOT,
        languages=list(languages()),
    )
