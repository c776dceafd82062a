"""The rules in words and figures: of a city, or of a table with its add-ons."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from fulgence.api.city_maps import known_city
from fulgence.api.rules import RulesOfCity, rules_text
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.schemas import MAYBE_TOKEN, PROBLEMS, Key, TableId
from fulgence.server.http.routes.table_access import ask, city_at, key_of
from fulgence.table import requests

router = APIRouter(prefix="/api")

RULES = PROBLEMS | {200: {"model": RulesOfCity}}


@router.get("/cities/{key}/rules", responses=RULES, response_class=Response)
async def rules(key: Key, request: Request) -> Response:
    """The rules of a city in words and figures."""
    return answer(rules_text(known_city(key), language_for(request).tag))


@router.get("/tables/{id}/rules", responses=RULES, response_class=Response, **MAYBE_TOKEN)
async def table_rules(id: TableId, request: Request) -> Response:
    """The rules of a table: its city, which may be a custom one, its add-ons and its number of players."""
    info = await ask(request, id, requests.Look(key_of(request)))
    city, tag = await city_at(request, id), language_for(request).tag
    return answer(rules_text(city, tag, tuple(info.addons), len(info.seats)))


def answer(text: str) -> Response:
    return Response(text, media_type="application/json", headers={"vary": "accept-language"})
