"""Beginning a game of a day or a week: the table of the try that counts, or another one for practice."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from fulgence.rules.message import Message
from fulgence.server.http.credentials import player_key_of
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.contest_results import daily_of
from fulgence.server.http.routes.daily_models import OpenedDaily, PlayDaily
from fulgence.server.http.routes.player_access import claim_with, store_of
from fulgence.server.http.routes.table_access import remember
from fulgence.server.store import games
from fulgence.server.store.players import Player
from fulgence.table.opening import NewTable, contest_request
from fulgence.table.refusals import Refused
from fulgence.table.seats import new_token


@dataclass(frozen=True)
class Try:
    """`contest`: its name. `counting`: that of the contest in which a try counts. `city_file`: of a custom
    city."""

    contest: str
    counting: str
    cards: str
    wish: PlayDaily
    city_file: str = ""


async def open_try(request: Request, response: Response, player: Player, wanted: Try) -> OpenedDaily:
    """The table of a try that counts follows from player and contest, so nobody can have two of them:
    neither two tabs, nor two devices, nor a request that is sent again."""
    key, practice = player_key_of(request.scope), wanted.wish.practice
    if practice and not await has_finished(request, player, wanted.counting):  # who has seen the cards
        raise Refused("not-over", Message("finish your own game first"))
    opened: NewTable = await request.app.state.tables.open(
        contest_request(
            wanted.cards,
            wanted.contest,
            name=player.name,
            language=wanted.wish.language,
            city_file=wanted.city_file,
            request="" if practice else new_token(key, wanted.contest),
            player_key=key,
            address=address_of(request.scope),
        )
    )
    assert opened.seat is not None and opened.token is not None
    remember(request, response, opened.table, opened.token)
    await claim_with(request, player, opened.table, opened.token)
    daily_of(request).game_begun()
    return OpenedDaily(table=opened.table, seat=opened.seat, token=opened.token, practice=practice)


async def has_finished(request: Request, player: Player, contest: str) -> bool:
    own = await games.own_result(store_of(request), contest, player.id)
    return own is not None and own.ended_at is not None
