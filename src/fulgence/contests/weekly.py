"""The city of the week: a generated city and one deal there, both from a seed that was committed to before.

A week is named by its Monday. It begins and ends at midnight UTC, and closes like its Sunday.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from fulgence.contests.calendar import close_of, day_at, end_of
from fulgence.contests.daily import PRACTICE, daily_cities
from fulgence.fair import FairGenerator, fair_deal
from fulgence.rules.city import City
from fulgence.rules.deal import Deal

WEEKLY = "weekly"
CITY = "city"  # the label that the city's own seed is drawn with: it tells nothing about the cards
NAME = re.compile(r"(weekly|practice)-(\d{4}-W\d{2})")
WEEK = re.compile(r"(\d{4})-W(\d{2})")
CITY_SEEDS = 2**31 - 1


@dataclass(frozen=True)
class WeeklyContest:
    """`is_practice`: a later try, which counts for nothing."""

    monday: date
    is_practice: bool = False


def format_weekly(contest: WeeklyContest) -> str:
    return f"{PRACTICE if contest.is_practice else WEEKLY}-{format_week(contest.monday)}"


def parse_weekly(text: str) -> WeeklyContest | None:
    """None if it is no week's."""
    found = NAME.fullmatch(text)
    monday = parse_week(found[2]) if found else None
    return WeeklyContest(monday, text.startswith(PRACTICE)) if monday else None


def format_week(monday: date) -> str:
    """As ISO 8601 writes it: `2026-W47`."""
    year, week, _ = monday.isocalendar()
    return f"{year:04}-W{week:02}"


def parse_week(text: str) -> date | None:
    """Its Monday; None if there is no such week."""
    found = WEEK.fullmatch(text)
    try:
        return date.fromisocalendar(int(found[1]), int(found[2]), 1) if found else None
    except ValueError:
        return None


def week_at(milliseconds: int) -> date:
    """The Monday of the week of a time in milliseconds since 1970."""
    day = day_at(milliseconds)
    return day - timedelta(days=day.weekday())


def end_of_week(monday: date) -> int:
    """When games of this week can no longer be begun, in milliseconds since 1970."""
    return end_of(monday + timedelta(days=6))


def close_of_week(monday: date) -> int:
    """When games of this week can no longer be finished."""
    return close_of(monday + timedelta(days=6))


def model_of_week(monday: date) -> str:
    """The city whose rules are in play: those of the daily games take turns."""
    weeks = (monday.toordinal() - 1) // 7
    return daily_cities()[weeks % len(daily_cities())]


def city_seeds(monday: date, seed: str, number: int) -> list[int]:
    """What the generator of cities gets: the first of them that it finds a good city for."""
    rng = FairGenerator(seed, f"{CITY}-{format_week(monday)}", [""])
    return [rng.draw(CITY_SEEDS) for _ in range(number)]


def weekly_deal(city: City, monday: date, seed: str) -> Deal:
    """What the seed of a week gives in its city, without add-ons; `fulgence verify` does the same."""
    return fair_deal(city, (), 1, seed, format_weekly(WeeklyContest(monday)), [""])
