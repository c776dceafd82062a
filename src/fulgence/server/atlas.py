"""What is the same for everybody: maps, languages, and games from records."""

from __future__ import annotations

import dataclasses
import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.draw.citymap import CityMap, map_of
from fulgence.language import SOURCE, entries_of, languages
from fulgence.rules.city import City
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.message import Message
from fulgence.server import requests
from fulgence.server.api import LONGEST_CITY, MAYBE_TOKEN, PROBLEMS, Body, SeatNumber, TableId, ask, key_of
from fulgence.server.fair_queue import QUICK
from fulgence.server.guard import address_of
from fulgence.server.jobs import DrawSheet, Replay
from fulgence.server.refusals import Refused
from fulgence.server.requests import Document
from fulgence.server.spoken_in import language_for
from fulgence.server.state import own_city
from fulgence.server.workers import Workers

LONGEST_RECORD = 60_000
KEPT = "public, max-age=3600"  # it changes with the version only

router = APIRouter(prefix="/api")

Key = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$")]
Tag = Annotated[str, Path(pattern=r"^[A-Za-z_-]{2,12}$")]
RecordText = Annotated[str, Field(max_length=LONGEST_RECORD, description="a record, as JSON text")]
CityText = Annotated[str, Field(max_length=LONGEST_CITY, description="if the record is of a custom city")]


class Catalogue(BaseModel):
    """Translations by English message; several forms where a number decides, chosen by `plural`."""

    tag: str
    plural: str
    messages: dict[str, list[str]]


class ReplayRecord(Body):
    record: RecordText
    city_file: CityText | None = None


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
    info = await ask(request, table, requests.Look(key_of(request)))
    if info.city in city_names():
        return load_city(info.city)
    return own_city(await city_file_at(request, table), info.city)


async def city_file_at(request: Request, table: str) -> str:
    document: Document = await ask(request, table, requests.GetCity(key_of(request)))
    return document.text


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
    job = Replay(body.record, language_for(request).tag, body.city_file or "", takes_gzip(request))
    return await made(request, job, "application/json")


@router.get("/tables/{id}/sheets/{seat}.svg", responses=PROBLEMS | PICTURE, response_class=Response)
async def sheet_picture(id: TableId, seat: SeatNumber, request: Request) -> Response:
    """A seat's sheet with its score pad, when the game is over."""
    record, own = await game_at(request, id)
    job = DrawSheet(record, seat, language_for(request).tag, own, takes_gzip(request))
    return await made(request, job, "image/svg+xml")


@router.get("/tables/{id}/replay", responses=PROBLEMS | REPLAY, response_class=Response)
async def replay_table(id: TableId, request: Request) -> Response:
    """The same for the game of a table that is over."""
    record, own = await game_at(request, id)
    job = Replay(record, language_for(request).tag, own, takes_gzip(request))
    return await made(request, job, "application/json")


async def game_at(request: Request, table: str) -> tuple[str, str]:
    """The record of a table and its city file, which is empty if the city is one of ours."""
    document: Document = await ask(request, table, requests.GetRecord(key_of(request)))
    info = await ask(request, table, requests.Look(key_of(request)))
    return document.text, "" if info.city in city_names() else await city_file_at(request, table)


async def made(request: Request, job: Replay | DrawSheet, kind: str) -> Response:
    """By a worker: it would stop everybody else for some milliseconds."""
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    headers = {"content-encoding": "gzip"} if job.gzip else {}
    data = await workers.answer(job, QUICK, address)
    return Response(data, media_type=kind, headers={**headers, "vary": "Accept-Encoding"})


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def workers_of(request: Request) -> Workers:
    workers: Workers = request.app.state.house.bots.workers
    return workers
