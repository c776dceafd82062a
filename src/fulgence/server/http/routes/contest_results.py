"""The results of a day or a week: of everybody, of friends, and of bots, to whom they may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query, Request

from fulgence.fair import commitment
from fulgence.server.contests.daily import Daily
from fulgence.server.http.routes.daily_models import BotResult, ContestResults, DailyResult, OwnStanding
from fulgence.server.http.routes.player_access import player_of, store_of
from fulgence.server.http.routes.players import player_info
from fulgence.server.store import days, games
from fulgence.server.store.games import GameRow

PAGE = 50  # results that are listed at a time
MAX_PAGES = 1000
PageNumber = Annotated[int, Query(ge=0, lt=MAX_PAGES)]


@dataclass(frozen=True)
class Span:
    """How far a day or a week is. `is_open`: a game that counts can be begun. `until`: and can be finished,
    in milliseconds since 1970. `is_closed`: its seed may be told."""

    is_open: bool
    until: int
    is_closed: bool
    seed: str


def daily_of(request: Request) -> Daily:
    daily: Daily = request.app.state.daily
    return daily


async def contest_results(request: Request, name: str, span: Span, page: int) -> ContestResults:
    """`name`: of the contest. The best first and a page at a time."""
    daily, store, player = daily_of(request), store_of(request), await player_of(request)
    is_closed, until = span.is_closed, span.until
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

    return ContestResults(
        state="closed" if is_closed else "open" if span.is_open else "ending",
        closes_at=until,
        commitment=commitment(span.seed),
        seed=span.seed if is_closed else None,
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
