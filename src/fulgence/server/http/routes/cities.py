"""Maps of the cities, for the page that draws them; and new cities."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from fulgence.api.city_maps import custom_map_text, known_city, map_text
from fulgence.api.jobs import EditCity
from fulgence.api.new_cities import NewCityFile, city_job
from fulgence.city_generator.generate import SEEDS
from fulgence.draw.map_data import CityMap
from fulgence.rules.city import City
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.schemas import (
    CACHE_AN_HOUR,
    MAX_CITY_FILE,
    MAYBE_TOKEN,
    PROBLEMS,
    Body,
    CityText,
    Key,
    TableId,
    Word,
)
from fulgence.server.http.routes.table_access import city_at, workers_of
from fulgence.server.http.schema_bridge import model_of
from fulgence.server.workers.fair_queue import PATIENT, QUICK

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


class DrawMap(Body):
    city_file: CityText


@router.post("/maps", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def custom_map(body: DrawMap) -> Response:
    """A custom city drawn, from its file: for records and challenges of it."""
    return Response(custom_map_text(body.city_file), media_type="application/json")


@router.get(
    "/tables/{id}/map",
    responses=PROBLEMS | {200: {"model": CityMap}},
    response_class=Response,
    **MAYBE_TOKEN,
)
async def table_map(id: TableId, request: Request) -> Response:
    """The city of a table drawn; it may be a custom one."""
    return map_answer(await city_at(request, id), "private, max-age=3600")


CityFile = Annotated[str, Field(max_length=MAX_CITY_FILE, description="the text of a city file")]


class EditCityBody(Body):
    city: Annotated[str, Field(max_length=64, description="a city of the package to begin with")] | None = (
        None
    )
    file: CityFile | None = None
    draft: (
        Annotated[dict[str, Any], Field(description="the facts of a city file, as an answer has them")] | None
    ) = None


EDITED: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "application/json": {"schema": {"type": "object", "required": ["draft", "file", "mistakes"]}}
        }
    }
}


@router.post("/cities/edit", responses=PROBLEMS | EDITED, response_class=Response)
async def edit_city(body: EditCityBody, request: Request) -> Response:
    """A city file, or a draft of one: drawn and counted, with every mistake and its place.

    With `city` it begins with that city, with an empty body with an empty grid."""
    job = EditCity(language_for(request).tag, body.city or "", body.file or "", body.draft)
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    return Response(await workers.answer(job, QUICK, address), media_type="application/json")


@router.get("/cities/{key}", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def city_map(key: Key) -> Response:
    """A city drawn: the paper, and where everything lies on it."""
    return map_answer(known_city(key), CACHE_AN_HOUR)


def map_answer(city: City, kept: str) -> Response:
    return Response(map_text(city), media_type="application/json", headers={"cache-control": kept})
