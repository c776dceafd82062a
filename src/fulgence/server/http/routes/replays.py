"""Games that are over: played again turn by turn, and their sheets as pictures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from fulgence.api.jobs import DrawSheet, ReplayGame
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, RecordText, SeatNumber, TableId
from fulgence.server.http.routes.table_access import game_at, workers_of
from fulgence.server.workers.fair_queue import QUICK

router = APIRouter(prefix="/api")


class ReplayRecord(Body):
    record: RecordText
    city_file: CityText | None = None


REPLAY: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["game", "states"]}}}}
}


PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}


@router.post("/replay", responses=PROBLEMS | REPLAY, response_class=Response)
async def replay_record(body: ReplayRecord, request: Request) -> Response:
    """Play a record again: the sheets and scores after every turn."""
    job = ReplayGame(body.record, language_for(request).tag, body.city_file or "", takes_gzip(request))
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
    job = ReplayGame(record, language_for(request).tag, own, takes_gzip(request))
    return await made(request, job, "application/json")


async def made(request: Request, job: ReplayGame | DrawSheet, kind: str) -> Response:
    """Made by a worker: here it would block everybody else for some milliseconds."""
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    headers = {"content-encoding": "gzip"} if job.gzip else {}
    data = await workers.answer(job, QUICK, address)
    return Response(data, media_type=kind, headers={**headers, "vary": "Accept-Encoding"})


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")
