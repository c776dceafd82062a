"""The daily games: the same cards for everybody, one try that counts, and the results."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from fulgence.api.daily import addons_by_city, addons_on, check_city, contest_of
from fulgence.contests.calendar import close_of, end_of
from fulgence.contests.daily import DailyContest, daily_cities, format_daily
from fulgence.fair import commitment
from fulgence.server.contests.daily import Daily
from fulgence.server.http.credentials import player_key_of
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.daily_models import (
    BotResult,
    CityOfDay,
    ComingDay,
    DailyResult,
    DailyResults,
    OpenedDaily,
    OwnStanding,
    OwnTry,
    PlayDaily,
    Today,
)
from fulgence.server.http.routes.player_access import (
    claim_with,
    player_of,
    required_player,
    store_of,
)
from fulgence.server.http.routes.players import player_info
from fulgence.server.http.routes.schemas import PROBLEMS, Key
from fulgence.server.http.routes.table_access import remember
from fulgence.server.http.routes.tables import count_table
from fulgence.server.store import days, games
from fulgence.server.store.days import Day
from fulgence.server.store.games import GameRow
from fulgence.server.store.players import Player
from fulgence.table.opening import NewTable, contest_request
from fulgence.table.seats import new_token

router = APIRouter(prefix="/api")

PAGE = 50  # results that are listed at a time
MAX_PAGES = 1000
DayText = Annotated[str, Path(pattern=r"^\d{4}-\d{2}-\d{2}$", description="a UTC day, like 2026-11-18")]


def daily_of(request: Request) -> Daily:
    daily: Daily = request.app.state.daily
    return daily


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
    opened = await open_daily(request, contest, player, body.language)
    assert opened.seat is not None and opened.token is not None
    remember(request, response, opened.table, opened.token)
    await claim_with(request, player, opened.table, opened.token)
    daily.game_begun()
    return OpenedDaily(table=opened.table, seat=opened.seat, token=opened.token, practice=contest.is_practice)


async def open_daily(request: Request, contest: DailyContest, player: Player, language: str) -> NewTable:
    """The table of a try that counts follows from player and day, so nobody can have two of them: neither
    two tabs, nor two devices, nor a request that is sent again."""
    key, name = player_key_of(request.scope), format_daily(contest)
    opened: NewTable = await request.app.state.tables.open(
        contest_request(
            await daily_of(request).cards(contest),
            name,
            name=player.name,
            language=language,
            request="" if contest.is_practice else new_token(key, name),
            player_key=key,
            address=address_of(request.scope),
        )
    )
    return opened


@router.get("/daily/{day}/{city}", responses=PROBLEMS)
async def results(
    day: DayText,
    city: Key,
    request: Request,
    page: Annotated[int, Query(ge=0, lt=MAX_PAGES)] = 0,
) -> DailyResults:
    """The results of a day in a city, the best first and a page at a time."""
    contest = contest_of(day, city)
    daily, store, player = daily_of(request), store_of(request), await player_of(request)
    found, name, until = await daily.day(contest.day), format_daily(contest), close_of(contest.day)
    is_closed = found.closed_at is not None
    own = await games.own_result(store, name, player.id) if player else None
    has_played = own is not None and own.total is not None
    best = await games.best_results(store, name, until, PAGE, PAGE * page)
    friends = (
        await games.friends_results(store, name, until, player.id, PAGE) if player and has_played else []
    )
    bots = await days.pars_of(store, name) if has_played or is_closed else []

    def result(row: GameRow) -> DailyResult:
        return DailyResult(
            name=row.name,
            total=row.total or 0,
            you=player is not None and row.player == player.id,
            table=row.table if is_closed else None,
        )

    return DailyResults(
        day=day,
        city=city,
        addons=addons_on(city, contest.day),
        state="closed" if is_closed else "open" if daily.is_open(contest.day) else "ending",
        closes_at=until,
        commitment=commitment(found.seed),
        seed=found.seed if is_closed else None,
        results=await daily.standings.results(name, until, (own and own.ended_at) or 0),
        you=await own_standing(daily, name, own, until) if own else None,
        best=[result(row) for row in best],
        friends=[result(row) for row in friends],
        bots=[
            BotResult(bot=par.player, total=par.total, record=par.record)
            for par in sorted(bots, key=lambda par: par.total)
        ],
        streak=(await player_info(request, player)).streak if player and has_played else 0,
    )


async def own_standing(daily: Daily, contest: str, own: GameRow, until: int) -> OwnStanding | None:
    if own.total is None or own.ended_at is None or own.ended_at >= until:
        return None
    standing = await daily.standings.standing(contest, until, own.total, own.ended_at)
    return OwnStanding(total=own.total, rank=standing.rank, percentile=standing.percentile, table=own.table)
