"""The calendar of the daily games: which add-ons are in play, and when a day begins, ends and closes.

Everybody plays the same UTC day. A game counts for the day on which it was begun. It may be finished for some
hours after the day; only then does the day close and its seed become public.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import combinations

from fulgence.rules.city import City
from fulgence.rules.deal import advice

PLAIN_DAYS = (0, 2, 4, 6)  # Monday, Wednesday, Friday and Sunday are without add-ons
CLOSES_AFTER = timedelta(hours=12)  # after its end
DAYS_AHEAD = 7  # whose commitments are published


def addons_of_day(city: City, day: date) -> tuple[str, ...]:
    """On other days the combinations of the city's add-ons take turns, without those the publisher advises
    against."""
    choices = [
        addons
        for number in range(1, len(city.addons) + 1)
        for addons in combinations(city.addons, number)
        if not advice(addons)
    ]
    if day.weekday() in PLAIN_DAYS or not choices:
        return ()
    weeks, weekday = divmod(day.toordinal() - 1, 7)
    place = [each for each in range(7) if each not in PLAIN_DAYS].index(weekday)
    return choices[(weeks * (7 - len(PLAIN_DAYS)) + place) % len(choices)]


def day_at(milliseconds: int) -> date:
    """The UTC day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def end_of(day: date) -> int:
    """When games of this day can no longer be begun, in milliseconds since 1970."""
    return milliseconds(datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1))


def close_of(day: date) -> int:
    """When games of this day can no longer be finished."""
    return end_of(day) + int(CLOSES_AFTER.total_seconds()) * 1000


def milliseconds(time: datetime) -> int:
    return round(time.timestamp() * 1000)
