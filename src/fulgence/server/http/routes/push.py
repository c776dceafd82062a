"""Web push: devices that want notices, and tables that should give none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.language import known_tag
from fulgence.language.languages import SOURCE
from fulgence.rules.message import Message
from fulgence.server.http.routes.player_access import player_of, required_player, store_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body, TableId, Word
from fulgence.server.store import subscriptions
from fulgence.server.store.subscriptions import Subscription
from fulgence.table.refusals import Refused

if TYPE_CHECKING:  # needs the libraries of an extra
    from fulgence.server.push.notices import PushNotices

router = APIRouter(prefix="/api")

SubscriptionId = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the SHA-256 of the endpoint")]


class PushKey(BaseModel):
    """`key`: to subscribe with; null if this server does not push."""

    key: str | None


class SubscriptionKeys(Body):
    p256dh: Annotated[str, Field(max_length=128)]
    auth: Annotated[str, Field(max_length=32)]


class Subscribe(Body):
    """As `PushSubscription.toJSON` tells it. `language`: that of the notices."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: SubscriptionKeys
    language: Word = SOURCE


class Subscribed(BaseModel):
    id: str


class MuteTable(Body):
    muted: bool


class TableNotices(BaseModel):
    """`muted`: null if the player has no seat at the table."""

    muted: bool | None


@router.get("/push", responses=PROBLEMS)
async def push_key(request: Request) -> PushKey:
    """The key of this server for push services, if it pushes."""
    push: PushNotices | None = request.app.state.push
    return PushKey(key=None if push is None else push.public_key)


@router.post("/player/subscriptions", responses=PROBLEMS)
async def subscribe(body: Subscribe, request: Request, response: Response) -> Subscribed:
    """Notify this device when it is your turn and you are not looking."""
    player = await required_player(request, response)
    push: PushNotices | None = request.app.state.push
    if push is None:
        raise Refused("no-push", Message("this server sends no notices"), 404)
    language = body.language if known_tag(body.language) else SOURCE
    device = Subscription(body.endpoint, body.keys.p256dh, body.keys.auth, language)
    push.check(device)
    since = request.app.state.daily.now()
    await subscriptions.add_subscription(store_of(request), player.id, device, since)
    return Subscribed(id=device.id)


@router.delete("/player/subscriptions/{id}", status_code=204, responses=PROBLEMS)
async def unsubscribe(id: SubscriptionId, request: Request) -> Response:
    """No more notices on this device."""
    response = Response(status_code=204)
    player = await required_player(request, response)
    await subscriptions.delete_subscription(store_of(request), id, player.id)
    return response


@router.get("/player/tables/{id}/notices", responses=PROBLEMS)
async def table_notices(id: TableId, request: Request) -> TableNotices:
    """Whether you want no notices of this table."""
    player = await player_of(request)
    if player is None:
        return TableNotices(muted=None)
    return TableNotices(muted=await subscriptions.is_muted(store_of(request), player.id, id))


@router.put("/player/tables/{id}/notices", responses=PROBLEMS)
async def mute(id: TableId, body: MuteTable, request: Request, response: Response) -> TableNotices:
    """No more notices of this table, on none of your devices; or notices again."""
    player = await required_player(request, response)
    await subscriptions.mute(store_of(request), player.id, id, body.muted)
    return TableNotices(muted=await subscriptions.is_muted(store_of(request), player.id, id))
