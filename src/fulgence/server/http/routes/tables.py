"""Opening tables, sitting down, leaving, and looking at them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response

from fulgence.contests.daily import format_daily, parse_daily
from fulgence.contests.weekly import format_weekly, parse_weekly
from fulgence.fair import Fairness, commitment, format_fairness
from fulgence.rules.message import Message
from fulgence.server.http.credentials import player_key_of, token_of
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.player_access import claim_with, player_of
from fulgence.server.http.routes.schemas import MAYBE_TOKEN, PROBLEMS, TOKEN, SeatNumber, TableId
from fulgence.server.http.routes.table_access import ask, info, key_of, remember
from fulgence.server.http.routes.table_models import (
    AskRematch,
    Entered,
    EnterTable,
    HandSeat,
    Joined,
    JoinTable,
    LeaveTable,
    NewToken,
    OpenedTable,
    OpenTable,
    ReissueToken,
    Rematch,
    RevealSalt,
    SeatWish,
    TableInfo,
    TableList,
)
from fulgence.server.limits import Rates
from fulgence.server.store.days import Day
from fulgence.server.store.weeks import Week
from fulgence.table import requests
from fulgence.table.opening import NewTable, NewTableRequest
from fulgence.table.refusals import Refused, no_right
from fulgence.table.requests import Document, Identity
from fulgence.table.seats import hashed, new_token, seat_token

router = APIRouter(prefix="/api")

RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["fulgence", "fair"]}}}}
}
CITY_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get("/tables", responses=PROBLEMS)
async def listed_tables(request: Request) -> TableList:
    """Tables that their hosts have put on the list and that are not over."""
    return TableList(tables=await request.app.state.listing.tables())


@router.post("/tables", status_code=201, responses=PROBLEMS)
async def open_table(body: OpenTable, request: Request, response: Response) -> OpenedTable:
    """Open a table. With a name you sit at its first seat that is not a bot's, and are its host.

    Without, whoever joins first is the host. With the number of an earlier request you get the table that
    was opened then.
    """
    count_table(request)
    bots = [bot_in(seat) for seat in body.seats]
    check_share(request, bots)
    player = await player_of(request)
    opened: NewTable = await request.app.state.tables.open(
        NewTableRequest(
            city=body.city or "",
            city_file=body.city_file or "",
            addons=body.addons,
            bots=bots,
            name=body.name,
            clock=body.clock,
            language=body.language,
            pencils=body.pencils,
            listed=body.listed,
            city_name=body.city_name or "",
            promise=body.promise,
            request=body.request or "",
            player_key=player_key_of(request.scope) if player else "",
            address=address_of(request.scope),
        )
    )
    if opened.token:
        remember(request, response, opened.table, opened.token)
        if player:
            await claim_with(request, player, opened.table, opened.token)
    return OpenedTable(**vars(opened))


def count_table(request: Request) -> None:
    rates: Rates = request.app.state.opening
    if not rates.allows(address_of(request.scope)):
        raise Refused("rate", Message("too many tables were opened from this address; wait a minute"), 429)


def check_share(request: Request, bots: Iterable[str]) -> None:
    request.app.state.tables.bots.check_share(address_of(request.scope), bots)


def bot_in(seat: SeatWish) -> str:
    if (seat.kind == "bot") != (seat.bot is not None):
        raise Refused("bad-seat", Message("a seat is a person's, or a bot's and says which"), 422)
    return seat.bot or ""


@router.get("/tables/{id}", responses=PROBLEMS, **MAYBE_TOKEN)
async def look(id: TableId, request: Request) -> TableInfo:
    return await info(request, id, requests.Look(key_of(request)))


@router.post("/tables/{id}/join", responses=PROBLEMS, **MAYBE_TOKEN)
async def join(id: TableId, body: JoinTable, request: Request, response: Response) -> Joined:
    """Take a free seat; with the number of an earlier request, the one that was taken then."""
    player, key = await player_of(request), player_key_of(request.scope)
    token = seat_token(key, id) if player else new_token(body.request or "", f"join|{id}")
    question = requests.Join(key_of(request), body.name, hashed(token), body.salt, body.promise)
    identity: Identity = await ask(request, id, question)
    assert identity.seat is not None
    remember(request, response, id, token)
    if player:
        await claim_with(request, player, id, token)
    return Joined(seat=identity.seat, token=token)


@router.post("/tables/{id}/reveal", responses=PROBLEMS, **TOKEN)
async def reveal(id: TableId, body: RevealSalt, request: Request) -> TableInfo:
    """Tell the salt that your seat has promised, once every seat is taken."""
    return await info(request, id, requests.RevealRequest(key_of(request), body.salt, body.attempt))


@router.post("/tables/{id}/enter", responses=PROBLEMS)
async def enter(id: TableId, body: EnterTable, request: Request, response: Response) -> Entered:
    """Exchange the token of a link for a cookie."""
    identity: Identity = await ask(request, id, requests.Enter(hashed(body.token)))
    remember(request, response, id, body.token)
    return Entered(role=identity.role, seat=identity.seat)


@router.post("/tables/{id}/leave", responses=PROBLEMS, **TOKEN)
async def leave(id: TableId, body: LeaveTable, request: Request) -> TableInfo:
    """Before the start the seat becomes free. Later it passes, or a bot plays it; you may return."""
    return await info(request, id, requests.Leave(key_of(request), body.bot or ""))


@router.post("/tables/{id}/seats/{seat}/bot", responses=PROBLEMS, **TOKEN)
async def hand(id: TableId, seat: SeatNumber, body: HandSeat, request: Request) -> TableInfo:
    """Let a bot play a seat from now on: for the host and for the seat's owner."""
    check_share(request, [body.bot])
    return await info(request, id, requests.Hand(key_of(request), seat, body.bot))


@router.post("/tables/{id}/seats/{seat}/return", responses=PROBLEMS, **TOKEN)
async def come_back(id: TableId, seat: SeatNumber, request: Request) -> TableInfo:
    """Play your own seat again."""
    return await info(request, id, requests.Return(key_of(request), seat))


@router.post("/tables/{id}/seats/{seat}/token", responses=PROBLEMS, **TOKEN)
async def reissue(
    id: TableId, seat: SeatNumber, request: Request, body: ReissueToken | None = None
) -> NewToken:
    """A new token for a seat; the old one is worth nothing from now on."""
    token = new_token((body and body.request) or "", f"seat|{id}|{seat}")
    await ask(request, id, requests.Reissue(key_of(request), seat, hashed(token)))
    return NewToken(token=token)


@router.post("/tables/{id}/close", responses=PROBLEMS, **TOKEN)
async def close(id: TableId, request: Request) -> TableInfo:
    """End the game here; the seed is revealed. For the host."""
    return await info(request, id, requests.Close(key_of(request)))


@router.post("/tables/{id}/rematch", responses=PROBLEMS, **TOKEN)
async def rematch(
    id: TableId, request: Request, response: Response, body: AskRematch | None = None
) -> Rematch:
    """The same table once more. Whoever asks first opens it; your token is good for it too."""
    count_table(request)
    key = key_of(request)
    table: str = (await ask(request, id, requests.RematchRequest(key))).table
    identity: Identity = await ask(request, table, requests.Enter(key))
    if identity.role == "guest":
        joining = requests.Join(key, "", key, promise=body.promise if body else "")
        identity = await ask(request, table, joining)
    if identity.seat is None:  # a listed table lets everybody look
        raise no_right()
    remember(request, response, table, token_of(request.scope))
    return Rematch(table=table, seat=identity.seat)


@router.get("/tables/{id}/record", responses=PROBLEMS | RECORD, response_class=Response)
async def record(id: TableId, request: Request) -> Response:
    """The record of a game that is over, with the seed that its cards came from."""
    document: Document = await ask(request, id, requests.GetRecord(key_of(request)))
    return Response(await with_seed_of_contest(request, document.text), media_type="application/json")


async def with_seed_of_contest(request: Request, text: str) -> str:
    """The record of a day's or a week's game, with what its cards can be verified by once that has closed."""
    document = json.loads(text)
    daily, contest = request.app.state.daily, document.get("contest", "")
    closed: Day | Week
    if day := parse_daily(contest):
        closed, name = await daily.day(day.day), format_daily(replace(day, is_practice=False))
    elif week := parse_weekly(contest):
        closed, _ = await daily.weekly.week(week.monday)
        name = format_weekly(replace(week, is_practice=False))
    else:
        return text
    if closed.closed_at is None:
        return text
    fairness = Fairness(name, closed.seed, ("",), commitment(closed.seed), ("",))
    return json.dumps({**document, "fair": format_fairness(fairness)}, ensure_ascii=False)


@router.get("/tables/{id}/city", responses=PROBLEMS | CITY_FILE, response_class=Response, **MAYBE_TOKEN)
async def city_file(id: TableId, request: Request) -> Response:
    """The city file of the table."""
    document: Document = await ask(request, id, requests.GetCity(key_of(request)))
    return Response(document.text, media_type="text/plain; charset=utf-8")
