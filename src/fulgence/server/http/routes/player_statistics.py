"""The statistics of a player's own games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response

from fulgence.review.parts import EXPERT
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.server.http.routes.player_access import required_player, store_of
from fulgence.server.http.routes.schemas import PROBLEMS
from fulgence.server.store import days, games
from fulgence.server.store.games import GameRow
from fulgence.statistics.played_game import PlayedGame
from fulgence.statistics.statistics import Statistics, statistics_of
from fulgence.table.results import ResultItems

router = APIRouter(prefix="/api")

MAX_GAMES = 2000


@dataclass(frozen=True)
class PlayerStatistics:
    """`games`: how many count, at most the latest 2,000. `groups`: by city and add-ons, alone and shared with
    others, the most played first."""

    games: int
    groups: list[Statistics]


@router.get(
    "/player/statistics", responses=PROBLEMS | {200: {"model": PlayerStatistics}}, response_class=Response
)
async def own_statistics(
    request: Request,
    response: Response,
    city: Annotated[str, Query(max_length=64)] = "",
    addons: Annotated[str, Query(max_length=64)] | None = None,
) -> Response:
    """What your finished games say, by city and add-ons."""
    player = await required_player(request, response)
    store = store_of(request)
    latest = await games.finished_games(store, player.id, MAX_GAMES, city=city, addons=addons)
    rows = latest[::-1]
    experts = await days.totals_of(store, EXPERT, sorted({row.contest for row in rows if row.contest}))
    played = [played_game(row, experts.get(row.contest)) for row in rows]
    groups = statistics_of(played, verdicts_of(row.city for row in rows))
    return Response(msgspec.json.encode(PlayerStatistics(len(played), groups)), media_type="application/json")


def played_game(row: GameRow, expert: int | None) -> PlayedGame:
    assert row.total is not None and row.items is not None  # as of every row with an end
    items = msgspec.json.decode(row.items, type=ResultItems)
    return PlayedGame(
        row.table,
        row.seat,
        row.city,
        row.addons,
        row.total,
        items,
        ended_at=row.ended_at,
        expert=expert,
        shared=row.seats > 1,
    )


def verdicts_of(cities: Iterable[str]) -> dict[str, Sequence[int]]:
    """Custom cities have none here: their files are in the logs of their tables."""
    return {city: load_city(city).verdicts for city in set(cities) & set(city_names())}
