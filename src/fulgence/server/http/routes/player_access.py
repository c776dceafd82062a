"""In which player's name a request is made, and whose a seat becomes by it."""

from __future__ import annotations

from fastapi import Request, Response

from fulgence.rules.message import Message
from fulgence.server.http.credentials import player_key_of, set_player_cookie
from fulgence.server.http.routes.table_access import ask
from fulgence.server.store import games, players
from fulgence.server.store.players import Player
from fulgence.server.store.store import Store
from fulgence.table import requests
from fulgence.table.refusals import Refused
from fulgence.table.requests import TableInfo
from fulgence.table.seats import hashed


def store_of(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


async def player_of(request: Request) -> Player | None:
    """The player whose key came with the request; None if none came, or nobody knows it."""
    return await players.player_with(store_of(request), hashed(player_key_of(request.scope)))


async def required_player(request: Request, response: Response) -> Player:
    player = await player_of(request)
    if player is None:
        raise Refused("no-player", Message("this needs a player: make a key first"), 403)
    renew_cookie(request, response)
    return player


def renew_cookie(request: Request, response: Response) -> None:
    key = player_key_of(request.scope)
    set_player_cookie(response, key, secure=request.url.scheme == "https")


async def claim_seat(request: Request, player: Player, info: TableInfo, seat: int) -> None:
    """From now on the game is in the player's list."""
    row = {
        "table_id": info.table,
        "seat": seat,
        "player": player.id,
        "name": info.seats[seat].name or player.name,
        "city": info.city,
        "addons": ",".join(info.addons),
        "contest": info.contest,
        "began_at": request.app.state.daily.now(),
        "seats": len(info.seats),
    }
    await games.claim(store_of(request), row)


async def claim_with(request: Request, player: Player, table: str, token: str) -> None:
    """The seat of this token."""
    info = await ask(request, table, requests.Look(hashed(token)))
    assert isinstance(info, TableInfo)
    if info.you is not None:
        await claim_seat(request, player, info, info.you)
