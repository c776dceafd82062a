"""Maps of the cities, for the page that draws them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fulgence.api.city_maps import custom_map_text, known_city, map_text
from fulgence.draw.map_data import CityMap
from fulgence.rules.city import City
from fulgence.server.http.routes.schemas import (
    CACHE_AN_HOUR,
    MAYBE_TOKEN,
    PROBLEMS,
    Body,
    CityText,
    Key,
    TableId,
)
from fulgence.server.http.routes.table_access import city_at

router = APIRouter(prefix="/api")


@router.get("/cities/{key}", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def city_map(key: Key) -> Response:
    """A city drawn: the paper, and where everything lies on it."""
    return map_answer(known_city(key), CACHE_AN_HOUR)


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


def map_answer(city: City, kept: str) -> Response:
    return Response(map_text(city), media_type="application/json", headers={"cache-control": kept})
