"""Companions of games on paper. Whoever has the link flips, and all phones of the room show the same card."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from fulgence.api.city_maps import map_text
from fulgence.api.companions import Companion, CompanionView, NewCompanion, companion_view, opened
from fulgence.draw.map_data import CityMap
from fulgence.rules.message import Message
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.player_access import store_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, Number, Word
from fulgence.server.http.routes.tables import count_table
from fulgence.server.http.schema_bridge import model_of
from fulgence.server.store import companions
from fulgence.table.entries import now
from fulgence.table.refusals import Refused
from fulgence.table.seats import new_table_id

router = APIRouter(prefix="/api")

CompanionId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$", description="the companion")]
PlayerName = Annotated[str, Field(max_length=200)]
StepNumber = Annotated[int, Field(ge=0, le=200)]


class OpenCompanion(Body):
    """`names`: of the players, in the order in which they sit, to the left. `clock`: seconds for a turn."""

    city: Word | None = None
    city_file: CityText | None = None
    city_name: Word | None = None
    addons: Annotated[list[Word], Field(max_length=8, default_factory=list)]
    names: Annotated[list[PlayerName], Field(min_length=1, max_length=4)]
    clock: int | None = None
    request: Number | None = None


class MakeStep(Body):
    """From the step that was seen to the one before or after it."""

    start: StepNumber
    step: StepNumber


@router.post("/companions", status_code=201, responses=PROBLEMS, response_model=model_of(CompanionView))
async def open_companion(body: OpenCompanion, request: Request) -> Response:
    """Deal a game for players with paper and pencils."""
    count_table(request)
    wanted = NewCompanion(body.city, body.city_file, body.city_name, body.addons, body.names, body.clock)
    id = new_table_id(body.request or "", "companion")
    await companions.add_companion(store_of(request), opened(wanted, id, now()))
    return answer(request, await found(request, id), 201)


@router.get("/companions/{id}", responses=PROBLEMS, response_model=model_of(CompanionView))
async def look_at_companion(
    id: CompanionId, request: Request, change: Annotated[int, Query(ge=0)] | None = None
) -> Response:
    """What everybody may know now. `change`: the last one that was seen; 204 if nothing has changed."""
    companion = await found(request, id)
    return Response(status_code=204) if companion.change == change else answer(request, companion)


@router.post("/companions/{id}/step", responses=PROBLEMS, response_model=model_of(CompanionView))
async def make_step(id: CompanionId, body: MakeStep, request: Request) -> Response:
    """Flip the next cards, or take back a flip. If another phone was faster, its step is answered."""
    companion = await found(request, id)
    after = companion.after(body.start, body.step, now())
    if after is not companion:
        await companions.make_step(store_of(request), after)
        companion = await found(request, id)
    return answer(request, companion)


@router.get("/companions/{id}/map", responses=PROBLEMS, response_model=CityMap)
async def companion_map(id: CompanionId, request: Request) -> Response:
    """The map of its city, which may be a custom one."""
    city = (await found(request, id)).game.deal.city
    return Response(map_text(city), media_type="application/json")


@router.get(
    "/companions/{id}/city",
    responses={**PROBLEMS, 200: {"content": {"text/plain": {}}}},
    response_class=Response,
)
async def companion_city(id: CompanionId, request: Request) -> Response:
    """The city file, of a custom city."""
    return Response((await found(request, id)).city_file, media_type="text/plain")


async def found(request: Request, id: str) -> Companion:
    companion = await companions.companion_with(store_of(request), id)
    if companion is None:
        raise Refused("no-companion", Message("there is no such game on paper; perhaps it is too old"), 404)
    return companion


def answer(request: Request, companion: Companion, status: int = 200) -> Response:
    view = companion_view(companion, language_for(request), now())
    return Response(msgspec.json.encode(view), status, media_type="application/json")
