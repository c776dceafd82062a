"""Maps of the cities, for the page that draws them; and new cities."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from fulgence.api.city_maps import known_city, map_text
from fulgence.api.new_cities import NewCityFile, city_job
from fulgence.city_generator.generate import SEEDS
from fulgence.draw.map_data import CityMap
from fulgence.rules.city import City
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.schemas import (
    CACHE_AN_HOUR,
    MAYBE_TOKEN,
    PROBLEMS,
    Body,
    Key,
    TableId,
    Word,
)
from fulgence.server.http.routes.table_access import city_at, workers_of
from fulgence.server.http.schema_bridge import model_of
from fulgence.server.workers.fair_queue import PATIENT

router = APIRouter(prefix="/api")


class MakeCityFile(Body):
    """`seed`: null for any. `like`: the city whose rules it has; null lets the seed choose."""

    seed: Annotated[int, Field(ge=0, lt=SEEDS)] | None = None
    like: Word | None = None


NEW_CITY: dict[int | str, dict[str, Any]] = {200: {"model": model_of(NewCityFile)}}


@router.post("/cities/new", responses=PROBLEMS | NEW_CITY, response_class=Response)
async def make_city(body: MakeCityFile, request: Request) -> Response:
    """A new city from a seed, always the same; it takes a worker about a second."""
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    job = city_job(body.seed, body.like)
    with request.app.state.thoughts.one(address):
        made = await workers.answer(job, PATIENT, address)
    return Response(made, media_type="application/json")


@router.get("/cities/{key}", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def city_map(key: Key) -> Response:
    """A city drawn: the paper, and where everything lies on it."""
    return map_answer(known_city(key), CACHE_AN_HOUR)


@router.get(
    "/tables/{id}/map",
    responses=PROBLEMS | {200: {"model": CityMap}},
    response_class=Response,
    **MAYBE_TOKEN,
)
async def table_map(id: TableId, request: Request) -> Response:
    """The city of a table drawn; it may be a custom one."""
    return map_answer(await city_at(request, id), "private, max-age=3600")


def map_answer(city: City, kept: str) -> Response:
    return Response(map_text(city), media_type="application/json", headers={"cache-control": kept})
