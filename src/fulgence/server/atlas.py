"""What is the same for everybody: maps, languages, and games from records."""

from __future__ import annotations

import dataclasses
import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.draw.citymap import CityMap, map_of
from fulgence.draw.page import page_svg, replay_page
from fulgence.language import SOURCE, entries_of, languages, speaking
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.message import Message
from fulgence.rules.record import parse_record, replay
from fulgence.server import requests
from fulgence.server.api import MAYBE_TOKEN, PROBLEMS, Body, SeatNumber, TableId, ask, key_of
from fulgence.server.refusals import Refused
from fulgence.server.replays import replay_text
from fulgence.server.spoken_in import language_for
from fulgence.server.state import own_city

LONGEST_RECORD = 60_000
KEPT = "public, max-age=3600"  # it changes with the version only

router = APIRouter(prefix="/api")

Key = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$")]
Tag = Annotated[str, Path(pattern=r"^[A-Za-z_-]{2,12}$")]


class Catalogue(BaseModel):
    """Translations by English message; several forms where a number decides, chosen by `plural`."""

    tag: str
    plural: str
    messages: dict[str, list[str]]


class ReplayRecord(Body):
    record: Annotated[str, Field(max_length=LONGEST_RECORD, description="a record, as JSON text")]


REPLAY: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["game", "states"]}}}}
}


PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@router.get("/cities/{key}", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def city_map(key: Key) -> Response:
    """A city drawn: the paper, and where everything lies on it."""
    if key not in city_names():
        raise Refused("not-found", Message("there is no city {city!r}", city=key), 404)
    return map_answer(load_city(key), KEPT)


@router.get(
    "/tables/{id}/map",
    responses=PROBLEMS | {200: {"model": CityMap}},
    response_class=Response,
    **MAYBE_TOKEN,
)
async def table_map(id: TableId, request: Request) -> Response:
    """The city of a table drawn, which may be one of its own."""
    return map_answer(await city_at(request, id), "private, max-age=3600")


def map_answer(city: City, kept: str) -> Response:
    return Response(map_text(city), media_type="application/json", headers={"cache-control": kept})


@lru_cache(maxsize=32)
def map_text(city: City) -> str:
    return json.dumps(dataclasses.asdict(map_of(city)), ensure_ascii=False, separators=(",", ":"))


async def city_at(request: Request, table: str) -> City:
    text = (await ask(request, table, requests.GetCity(key_of(request)))).text
    info = await ask(request, table, requests.Look(key_of(request)))
    return load_city(info.city) if info.city in city_names() else own_city(text, info.city)


@router.get("/languages/{tag}", responses=PROBLEMS)
async def catalogue(tag: Tag, response: Response) -> Catalogue:
    """All messages in a language."""
    if tag not in languages():
        raise Refused("not-found", Message("there is no language {tag!r}", tag=tag), 404)
    response.headers["cache-control"] = KEPT
    return catalogue_of(tag)


@lru_cache(maxsize=8)
def catalogue_of(tag: str) -> Catalogue:
    if tag == SOURCE:
        return Catalogue(tag=tag, plural="n != 1", messages={})
    header, *entries = entries_of(tag)
    fields = dict(line.split(": ", 1) for line in header.texts[0].splitlines() if ": " in line)
    plural = fields["Plural-Forms"].partition("plural=")[2].strip("; ()")
    return Catalogue(tag=tag, plural=plural, messages={entry.one: list(entry.texts) for entry in entries})


@router.post("/replay", responses=PROBLEMS | REPLAY, response_class=Response)
async def replay_record(body: ReplayRecord, request: Request) -> Response:
    """Play a record again: the sheets and scores after every turn."""
    encoded = replay_text(body.record, language_for(request))
    return Response(encoded, media_type="application/json")


@router.get("/tables/{id}/sheets/{seat}.svg", responses=PROBLEMS | PICTURE, response_class=Response)
async def sheet_picture(id: TableId, seat: SeatNumber, request: Request) -> Response:
    """A seat's sheet with its score pad, when the game is over."""
    text = (await ask(request, id, requests.GetRecord(key_of(request)))).text
    city = await city_at(request, id)
    with speaking(language_for(request)):
        played = replay(parse_record(text, city))
        if seat >= len(played.pads):
            raise Refused("no-seat", Message("this table has no such seat"), 404)
        picture = page_svg(replay_page(played, seat))
    return Response(picture, media_type="image/svg+xml")


@router.get("/tables/{id}/replay", responses=PROBLEMS | REPLAY, response_class=Response)
async def replay_table(id: TableId, request: Request) -> Response:
    """The same for the game of a table that is over."""
    text = (await ask(request, id, requests.GetRecord(key_of(request)))).text
    city = await city_at(request, id)
    return Response(replay_text(text, language_for(request), city), media_type="application/json")
