"""Players without accounts: a key made by the device, a name, their games; and how to be forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.responses import StreamingResponse

from fulgence.contests.daily import DAILY, parse_daily
from fulgence.contests.streak import streak
from fulgence.rules.message import Message
from fulgence.server.http.credentials import delete_player_cookie, player_key_of, set_player_cookie
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.player_access import claim_seat, required_player, store_of
from fulgence.server.http.routes.schemas import PROBLEMS, TOKEN, Body, Number, TableId
from fulgence.server.http.routes.table_access import ask, info, key_of, remember
from fulgence.server.limits import Rates
from fulgence.server.store import games, players
from fulgence.server.store.games import GameRow
from fulgence.server.store.players import Player
from fulgence.table import requests
from fulgence.table.refusals import Refused
from fulgence.table.requests import Document
from fulgence.table.seats import checked_name, hashed, seat_token

router = APIRouter(prefix="/api")

MAX_RUNNING = 50
PAGE = 30  # finished games that are listed at a time
RECORDS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
}


class MakePlayer(Body):
    """`name`: needed if the key is new."""

    key: Number
    name: Annotated[str, Field(max_length=200)] | None = None


class PlayerName(Body):
    name: Annotated[str, Field(max_length=200)]


class PlayerInfo(BaseModel):
    """`since`: milliseconds since 1970. `streak`: days in a row with a daily game."""

    name: str
    since: int
    streak: int


class PlayerKey(BaseModel):
    key: str


class GameSummary(BaseModel):
    """`began_at` and `ended_at`: milliseconds since 1970; a running game has no end and no total. `seats`: at
    the table, bots too."""

    table: str
    seat: int
    city: str
    addons: list[str]
    contest: str
    began_at: int
    ended_at: int | None
    total: int | None
    seats: int


class GameList(BaseModel):
    """`running`: on the first page only. `next`: for `before` of the next page; null on the last."""

    running: list[GameSummary]
    finished: list[GameSummary]
    next: str | None


@router.post("/players", responses=PROBLEMS)
async def make_player(body: MakePlayer, request: Request, response: Response) -> PlayerInfo:
    """Become the player of this key: a new one, or, with a key that is known, one of their devices."""
    store = store_of(request)
    player = await players.player_with(store, hashed(body.key))
    if player is None:
        if body.name is None:
            raise Refused("no-player", Message("nobody has this key"), 404)
        name = checked_name(body.name)
        rates: Rates = request.app.state.new_players
        if not rates.allows(address_of(request.scope)):
            raise Refused("rate", Message("too many new players come from this address; wait an hour"), 429)
        player = await players.add_player(store, hashed(body.key), name, request.app.state.daily.now())
    set_player_cookie(response, body.key, secure=request.url.scheme == "https")
    return await player_info(request, player)


@router.get("/player", responses=PROBLEMS)
async def who_am_i(request: Request, response: Response) -> PlayerInfo:
    """The player whose key comes as a cookie or in the header Fulgence-Player."""
    return await player_info(request, await required_player(request, response))


@router.get("/player/key", responses=PROBLEMS)
async def own_key(request: Request, response: Response) -> PlayerKey:
    """The key itself, to show it as a link for other devices: no script can read the cookie."""
    await required_player(request, response)
    response.headers["cache-control"] = "no-store"
    return PlayerKey(key=player_key_of(request.scope))


@router.put("/player/name", responses=PROBLEMS)
async def rename(body: PlayerName, request: Request, response: Response) -> PlayerInfo:
    """Take another name from now on; games keep the name that they were played under."""
    player = await required_player(request, response)
    name = checked_name(body.name)
    await players.rename(store_of(request), player.id, name)
    return await player_info(request, Player(player.id, name, player.since))


@router.delete("/player", status_code=204, responses=PROBLEMS)
async def forget_me(request: Request) -> Response:
    """Delete the key and the name for good. Games stay, under "somebody"."""
    response = Response(status_code=204)
    player = await required_player(request, response)
    request.app.state.tables.reread(await players.forget(store_of(request), player.id))
    delete_player_cookie(response)
    return response


# Not at /player/claim: browsers send the cookie of a seat to the paths of its table only.
@router.post("/tables/{id}/claim", responses=PROBLEMS, **TOKEN)
async def claim(id: TableId, request: Request, response: Response) -> GameSummary:
    """Make a seat that you took without a key yours, so that your other devices can play it too."""
    player = await required_player(request, response)
    table = await info(request, id, requests.Look(key_of(request)))
    if table.you is None:
        raise Refused("no-right", Message("this is not your seat"), 403)
    if table.phase in ("waiting", "playing"):
        token = seat_token(player_key_of(request.scope), table.table)
        await ask(request, table.table, requests.Reissue(key_of(request), table.you, hashed(token)))
        remember(request, response, table.table, token)
    await claim_seat(request, player, table, table.you)
    row = await games.game_at(store_of(request), table.table, table.you)
    assert row is not None
    return summary(row)


@router.post("/player/tables/{id}", responses=PROBLEMS)
async def enter_own(id: TableId, request: Request, response: Response) -> GameSummary:
    """Sit down at your own seat on this device."""
    await required_player(request, response)
    token = seat_token(player_key_of(request.scope), id)
    identity = await ask(request, id, requests.Enter(hashed(token)))
    if identity.seat is None:
        raise Refused("no-right", Message("this is not your seat"), 403)
    remember(request, response, id, token)
    row = await games.game_at(store_of(request), id, identity.seat)
    if row is None:
        raise Refused("no-table", Message("there is no such table"), 404)
    return summary(row)


@router.get("/player/games", responses=PROBLEMS)
async def own_games(
    request: Request,
    response: Response,
    before: Annotated[str, Query(pattern=r"^\d{1,16}-[0-9A-Za-z_-]{1,32}$")] | None = None,
    city: Annotated[str, Query(max_length=64)] = "",
    addons: Annotated[str, Query(max_length=64)] | None = None,
    shared: bool | None = None,
) -> GameList:
    """Running games, then finished ones, the latest first and a page at a time."""
    player = await required_player(request, response)
    store = store_of(request)
    running = [] if before else await games.running_games(store, player.id, MAX_RUNNING)
    place = None
    if before:
        at, _, table = before.partition("-")
        place = (int(at), table)
    found = await games.finished_games(
        store, player.id, PAGE + 1, before=place, city=city, addons=addons, shared=shared
    )
    last = found[PAGE - 1] if len(found) > PAGE else None
    return GameList(
        running=[summary(row) for row in running],
        finished=[summary(row) for row in found[:PAGE]],
        next=None if last is None else f"{last.ended_at}-{last.table}",
    )


@router.get("/player/records", responses=PROBLEMS | RECORDS, response_class=StreamingResponse)
async def own_records(request: Request, response: Response) -> StreamingResponse:
    """The records of all finished games, one in a line, as the commands read them."""
    player = await required_player(request, response)
    return StreamingResponse(
        record_lines(request, player),
        media_type="application/x-ndjson",
        headers={"content-disposition": 'attachment; filename="fulgence-games.jsonl"'},
    )


async def record_lines(request: Request, player: Player) -> AsyncIterator[str]:
    before = None
    while found := await games.finished_games(store_of(request), player.id, PAGE, before=before):
        for row in found:
            document: Document = await ask(request, row.table, requests.GetRecord(""))
            yield document.text + "\n"
        assert row.ended_at is not None
        before = (row.ended_at, row.table)


async def player_info(request: Request, player: Player) -> PlayerInfo:
    contests = await games.contests_of(store_of(request), player.id, DAILY)
    days = {contest.day for name in contests if (contest := parse_daily(name))}
    return PlayerInfo(
        name=player.name, since=player.since, streak=streak(days, request.app.state.daily.today)
    )


def summary(row: GameRow) -> GameSummary:
    return GameSummary(
        table=row.table,
        seat=row.seat,
        city=row.city,
        addons=list(row.addons),
        contest=row.contest,
        began_at=row.began_at,
        ended_at=row.ended_at,
        total=row.total,
        seats=row.seats,
    )
