"""The daily games of a browser: the cards follow from the date, and nobody checks what is made of them.

The same JSON as at a server, with what one device can know: its own tries.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

import msgspec

from fulgence.api.daily import addons_by_city, addons_on, check_city, contest_of
from fulgence.browser.host import Answer, DeviceGame, Host
from fulgence.contests.calendar import DAYS_AHEAD, close_of, day_at, end_of
from fulgence.contests.cards import frozen_cards
from fulgence.contests.daily import (
    DailyContest,
    daily_cities,
    daily_deal,
    format_daily,
    parse_daily,
    public_seed,
)
from fulgence.contests.streak import streak
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.message import Message
from fulgence.table.entries import now
from fulgence.table.opening import contest_request
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed

NAMELESS = "You"


class OwnTry(msgspec.Struct, frozen=True):
    table: str
    total: int | None


class CityOfDay(msgspec.Struct, frozen=True):
    city: str
    addons: list[str]
    results: int
    you: OwnTry | None


class ComingDay(msgspec.Struct, frozen=True):
    day: str
    commitment: str
    addons: dict[str, list[str]]


class Today(msgspec.Struct, frozen=True):
    day: str
    now: int
    ends_at: int
    cities: list[CityOfDay]
    coming: list[ComingDay]
    player: None
    streak: int
    checked: bool = False
    week: None = None


class OpenedDaily(msgspec.Struct, frozen=True):
    table: str
    seat: int
    token: str
    practice: bool


class OwnStanding(msgspec.Struct, frozen=True):
    total: int
    rank: int
    percentile: int
    table: str


class DailyResults(msgspec.Struct, frozen=True):
    day: str
    city: str
    addons: list[str]
    state: str
    closes_at: int
    commitment: str
    seed: str | None
    results: int
    you: OwnStanding | None
    best: list[None]
    friends: list[None]
    bots: list[None]
    streak: int
    checked: bool = False


class PlayDaily(msgspec.Struct, frozen=True):
    """As at a server, and the name: nobody knows it here."""

    practice: bool = False
    language: str = "en"
    name: str = NAMELESS


def today(host: Host, at: int | None = None) -> Today:
    """`at`: milliseconds since 1970, by default the time of the device."""
    at = now() if at is None else at
    day = day_at(at)
    return Today(
        day=day.isoformat(),
        now=at,
        ends_at=end_of(day),
        cities=[city_of_day(host, DailyContest(day, city)) for city in daily_cities()],
        coming=[
            ComingDay(each.isoformat(), "", addons_by_city(each))
            for each in (day + timedelta(days=number) for number in range(1, DAYS_AHEAD + 1))
        ],
        player=None,
        streak=own_streak(host, day),
    )


def city_of_day(host: Host, contest: DailyContest) -> CityOfDay:
    own = own_try(host, contest)
    return CityOfDay(
        city=contest.city,
        addons=addons_on(contest.city, contest.day),
        results=int(own is not None and own.total is not None),
        you=None if own is None else OwnTry(own.table, own.total),
    )


def own_try(host: Host, contest: DailyContest) -> DeviceGame | None:
    """The one that counts: its table follows from day and city, so a device has only one."""
    name = format_daily(contest)
    return next((game for game in host.contest_games if game.contest == name), None)


def own_streak(host: Host, day: date) -> int:
    days = {
        contest.day
        for game in host.contest_games
        if game.total is not None
        and (contest := parse_daily(game.contest))
        and not contest.is_practice
        and game.at < close_of(contest.day)
    }
    return streak(days, day)


def open_daily(host: Host, city: str, wish: PlayDaily, at: int | None = None) -> Answer:
    check_city(city)
    contest = DailyContest(day_at(now() if at is None else at), city, wish.practice)
    name = format_daily(contest)
    opened = host.open_table(
        contest_request(
            cards_of(contest.day, city),
            name,
            name=wish.name,
            language=wish.language,
            request="" if contest.is_practice else hashed(name),
        )
    )
    value = OpenedDaily(opened.value["table"], opened.value["seat"], opened.token, contest.is_practice)
    return Answer(value, opened.effects, opened.token)


@lru_cache(maxsize=16)
def cards_of(day: date, city: str) -> str:
    return frozen_cards(daily_deal(load_city(city), day, public_seed(day)))


def day_results(host: Host, day: str, city: str, at: int | None = None) -> DailyResults:
    """`bots` is empty: they begin to play when the page asks them to, after one's own try."""
    at = now() if at is None else at
    contest = contest_of(day, city)
    if contest.day > day_at(at):
        raise Refused("too-early", Message("this day has not begun"))
    until, own = close_of(contest.day), own_try(host, contest)
    counts = own is not None and own.total is not None and own.at < until
    return DailyResults(
        day=day,
        city=city,
        addons=addons_on(city, contest.day),
        state="open" if contest.day == day_at(at) else "ending" if at < until else "closed",
        closes_at=until,
        commitment="",
        seed=public_seed(contest.day),
        results=int(counts),
        you=OwnStanding(own.total, 1, 0, own.table) if counts and own and own.total is not None else None,
        best=[],
        friends=[],
        bots=[],
        streak=own_streak(host, day_at(at)),
    )
