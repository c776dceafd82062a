"""The daily games: the same cards for everybody, one try that counts, and the results."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from fulgence.api.daily import addons_by_city, addons_on, check_city, contest_of
from fulgence.contests.calendar import close_of, end_of
from fulgence.contests.daily import DailyContest, daily_cities, format_daily
from fulgence.fair import commitment
from fulgence.server.http.routes.contest_results import PageNumber, Span, contest_results, daily_of
from fulgence.server.http.routes.contest_tries import Try, open_try
from fulgence.server.http.routes.daily_models import (
    CityOfDay,
    ComingDay,
    DailyResults,
    OpenedDaily,
    OwnTry,
    PlayDaily,
    Today,
)
from fulgence.server.http.routes.player_access import (
    player_of,
    required_player,
    store_of,
)
from fulgence.server.http.routes.players import player_info
from fulgence.server.http.routes.schemas import PROBLEMS, Key
from fulgence.server.http.routes.tables import count_table
from fulgence.server.http.routes.weekly import city_of_week
from fulgence.server.store import games
from fulgence.server.store.days import Day
from fulgence.server.store.players import Player

router = APIRouter(prefix="/api")

DayText = Annotated[str, Path(pattern=r"^\d{4}-\d{2}-\d{2}$", description="a UTC day, like 2026-11-18")]


@router.get("/daily", responses=PROBLEMS)
async def today(request: Request) -> Today:
    """The daily games of today, and the commitments of the next seven days."""
    daily, player = daily_of(request), await player_of(request)
    day = daily.today
    info = await player_info(request, player) if player else None
    return Today(
        day=day.isoformat(),
        now=daily.now(),
        ends_at=end_of(day),
        cities=[await city_of_day(request, DailyContest(day, city), player) for city in daily_cities()],
        coming=[coming(each) for each in await daily.coming() if each.day > day],
        player=info,
        streak=info.streak if info else 0,
        week=await city_of_week(request, player),
    )


async def city_of_day(request: Request, contest: DailyContest, player: Player | None) -> CityOfDay:
    store, name = store_of(request), format_daily(contest)
    own = await games.own_result(store, name, player.id) if player else None
    since = (own and own.ended_at) or 0
    finished = await daily_of(request).standings.results(name, close_of(contest.day), since)
    return CityOfDay(
        city=contest.city,
        addons=addons_on(contest.city, contest.day),
        results=finished,
        you=None if own is None else OwnTry(table=own.table, total=own.total),
    )


def coming(day: Day) -> ComingDay:
    return ComingDay(day=day.day.isoformat(), commitment=commitment(day.seed), addons=addons_by_city(day.day))


@router.post("/daily/{city}", responses=PROBLEMS)
async def play_today(city: Key, body: PlayDaily, request: Request, response: Response) -> OpenedDaily:
    """Begin today's game in a city. The first try counts; asked again, this answers with the same table."""
    check_city(city)
    player, daily = await required_player(request, response), daily_of(request)
    count_table(request)
    contest = DailyContest(daily.today, city, body.practice)
    counting = format_daily(DailyContest(contest.day, city))
    return await open_try(
        request, response, player, Try(format_daily(contest), counting, await daily.cards(contest), body)
    )


@router.get("/daily/{day}/{city}", responses=PROBLEMS)
async def results(day: DayText, city: Key, request: Request, page: PageNumber = 0) -> DailyResults:
    """The results of a day in a city, the best first and a page at a time."""
    contest = contest_of(day, city)
    found = await daily_of(request).day(contest.day)
    shared = await contest_results(
        request,
        format_daily(contest),
        Span(
            daily_of(request).is_open(contest.day),
            close_of(contest.day),
            found.closed_at is not None,
            found.seed,
        ),
        page,
    )
    return DailyResults(day=day, city=city, addons=addons_on(city, contest.day), **vars(shared))
