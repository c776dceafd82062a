"""The daily games by day and city, for servers and browsers."""

from __future__ import annotations

from datetime import date

from fulgence.contests.calendar import addons_of_day
from fulgence.contests.daily import DailyContest, daily_cities
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused


def contest_of(day: str, city: str) -> DailyContest:
    """The try that counts on a day like 2026-11-18, or Refused."""
    check_city(city)
    try:
        return DailyContest(date.fromisoformat(day), city)
    except ValueError:
        raise Refused("no-day", Message("there is no such day"), 404) from None


def check_city(city: str) -> None:
    if city not in daily_cities():
        raise Refused("no-city", Message("there is no daily game in {city!r}", city=city), 404)


def addons_on(city: str, day: date) -> list[str]:
    return list(addons_of_day(load_city(city), day))


def addons_by_city(day: date) -> dict[str, list[str]]:
    return {city: addons_on(city, day) for city in daily_cities()}
