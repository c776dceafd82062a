"""Sheets drawn on paper: added up, drawn as pictures, and blank ones to print. Stateless."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import Field

from fulgence.api.jobs import DrawBlank, DrawPaper, ScorePaper
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.replays import PICTURE
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, Word
from fulgence.server.http.routes.table_access import workers_of
from fulgence.server.workers.fair_queue import QUICK

router = APIRouter(prefix="/api")

SheetObject = Annotated[dict[str, Any], Field(description="a sheet, as `fulgence score` reads it")]
SCORE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "application/json": {"schema": {"type": "object", "required": ["sheets", "winners", "outcome"]}}
        }
    }
}


class ScoreSheets(Body):
    sheets: Annotated[list[SheetObject], Field(min_length=1, max_length=4)]
    city_file: CityText | None = None


class DrawSheetOnPaper(Body):
    sheet: SheetObject
    city_file: CityText | None = None


class PrintBlank(Body):
    """`two`: on one page. `mono`: without colours."""

    city: Word
    city_file: CityText | None = None
    paper: Literal["a4", "letter"] = "a4"
    two: bool = False
    mono: bool = False


@router.post("/paper/score", responses=PROBLEMS | SCORE, response_class=Response)
async def score_paper(body: ScoreSheets, request: Request) -> Response:
    """Add up the sheets of a table: every sum in words, what the rules forbid, and who has won."""
    sheets = [json.dumps(sheet) for sheet in body.sheets]
    return await made(request, ScorePaper(sheets, language_for(request).tag, body.city_file or ""))


@router.post("/paper/picture", responses=PROBLEMS | PICTURE, response_class=Response)
async def paper_picture(body: DrawSheetOnPaper, request: Request) -> Response:
    """A sheet with its score pad."""
    return await made(
        request, DrawPaper(json.dumps(body.sheet), language_for(request).tag, body.city_file or "")
    )


@router.post("/paper/blank", responses=PROBLEMS | PICTURE, response_class=Response)
async def blank_paper(body: PrintBlank, request: Request) -> Response:
    """An empty sheet to print."""
    language, own = language_for(request).tag, body.city_file or ""
    return await made(request, DrawBlank(body.city, language, own, body.paper, body.two, body.mono))


async def made(request: Request, job: ScorePaper | DrawPaper | DrawBlank) -> Response:
    """By a worker, as other pictures and scores."""
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    kind = "application/json" if isinstance(job, ScorePaper) else "image/svg+xml"
    return Response(await workers.answer(job, QUICK, address), media_type=kind)
