"""The deal of a day in a city: from a seed that was committed to before, or from the date alone."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from functools import cache

from fulgence.contests.calendar import addons_of_day
from fulgence.fair import fair_deal
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal

DAILY, PRACTICE = "daily", "practice"
NAME = re.compile(r"(daily|practice)-(\d{4}-\d{2}-\d{2})-([a-z][a-z0-9_]{0,31})")
PUBLIC_LABEL = "fulgence/daily/1|"


@dataclass(frozen=True)
class DailyContest:
    """`is_practice`: a later try, which counts for nothing."""

    day: date
    city: str
    is_practice: bool = False


def format_daily(contest: DailyContest) -> str:
    kind = PRACTICE if contest.is_practice else DAILY
    return f"{kind}-{contest.day.isoformat()}-{contest.city}"


def parse_daily(text: str) -> DailyContest | None:
    """None if it is no day's."""
    found = NAME.fullmatch(text)
    if found is None:
        return None
    try:
        return DailyContest(date.fromisoformat(found[2]), found[3], found[1] == PRACTICE)
    except ValueError:
        return None


@cache
def daily_cities() -> tuple[str, ...]:
    """The cities that have a daily game: those of full size."""
    cities = [load_city(name) for name in city_names()]
    largest = max(len(city.stations) for city in cities)
    return tuple(city.key for city in cities if 2 * len(city.stations) >= largest)


def daily_deal(city: City, day: date, seed: str) -> Deal:
    """What the seed of a day gives in this city; `fulgence verify` does the same."""
    name = format_daily(DailyContest(day, city.key))
    return fair_deal(city, addons_of_day(city, day), 1, seed, name, [""])


def public_seed(day: date) -> str:
    """The seed of a day where there is no server: anybody can tell the cards from it."""
    return hashlib.sha256((PUBLIC_LABEL + day.isoformat()).encode()).hexdigest()
