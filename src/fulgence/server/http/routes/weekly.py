"""The city of the week: a new city and the same cards for everybody, one try that counts, and the results."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from fulgence.api.city_maps import custom_map_text
from fulgence.contests.weekly import (
    WeeklyContest,
    close_of_week,
    end_of_week,
    format_week,
    format_weekly,
    model_of_week,
    parse_week,
)
from fulgence.draw.map_data import CityMap
from fulgence.fair import commitment
from fulgence.rules.message import Message
from fulgence.server.http.routes.contest_results import PageNumber, Span, contest_results, daily_of
from fulgence.server.http.routes.contest_tries import Try, open_try
from fulgence.server.http.routes.daily_models import (
    CityOfWeek,
    OpenedDaily,
    OwnTry,
    PlayDaily,
    WeeklyResults,
)
from fulgence.server.http.routes.player_access import required_player, store_of
from fulgence.server.http.routes.schemas import CACHE_AN_HOUR, PROBLEMS
from fulgence.server.http.routes.tables import count_table
from fulgence.server.store import games
from fulgence.server.store.players import Player
from fulgence.table.refusals import Refused

router = APIRouter(prefix="/api")

WeekText = Annotated[str, Path(pattern=r"^\d{4}-W\d{2}$", description="an ISO week, like 2026-W47")]


async def city_of_week(request: Request, player: Player | None) -> CityOfWeek | None:
    """None until it is made: nobody waits for it here."""
    daily, store = daily_of(request), store_of(request)
    week, following = await daily.weekly.announced()
    if week.city is None:
        return None
    name = format_weekly(WeeklyContest(week.monday))
    own = await games.own_result(store, name, player.id) if player else None
    since = (own and own.ended_at) or 0
    return CityOfWeek(
        week=format_week(week.monday),
        name=week.city.name,
        like=model_of_week(week.monday),
        ends_at=end_of_week(week.monday),
        results=await daily.standings.results(name, close_of_week(week.monday), since),
        you=None if own is None else OwnTry(table=own.table, total=own.total),
        next_commitment=commitment(following.seed),
    )


@router.post("/weekly", responses=PROBLEMS)
async def play_week(body: PlayDaily, request: Request, response: Response) -> OpenedDaily:
    """Begin the game in the city of this week. The first try counts; asked again, this answers with the
    same table."""
    player, daily = await required_player(request, response), daily_of(request)
    count_table(request)
    week, city = await daily.weekly.week(daily.weekly.this_week)
    name, counting = [format_weekly(WeeklyContest(week.monday, each)) for each in (body.practice, False)]
    return await open_try(request, response, player, Try(name, counting, city.cards, body, city.city_file))


def monday_of(week: str) -> date:
    monday = parse_week(week)
    if monday is None:
        raise Refused("no-week", Message("there is no such week"), 404)
    return monday


@router.get("/weekly/{week}", responses=PROBLEMS)
async def week_results(week: WeekText, request: Request, page: PageNumber = 0) -> WeeklyResults:
    """The results of a week in its city, the best first and a page at a time."""
    weekly, monday = daily_of(request).weekly, monday_of(week)
    found, city = await weekly.week(monday)
    shared = await contest_results(
        request,
        format_weekly(WeeklyContest(monday)),
        Span(monday == weekly.this_week, close_of_week(monday), found.closed_at is not None, found.seed),
        page,
    )
    return WeeklyResults(
        week=week, name=city.name, like=model_of_week(monday), city_file=city.city_file, **vars(shared)
    )


@router.get("/weekly/{week}/map", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def week_map(week: WeekText, request: Request) -> Response:
    """The city of a week drawn."""
    _, city = await daily_of(request).weekly.week(monday_of(week))
    text = custom_map_text(city.city_file)
    return Response(text, media_type="application/json", headers={"cache-control": CACHE_AN_HOUR})
