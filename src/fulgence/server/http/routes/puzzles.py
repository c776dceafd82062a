"""Puzzles: the positions, and the answer to a move. Stateless: the page keeps what was solved."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.api.puzzles import daily_puzzles, known_puzzle, puzzle_answer, puzzle_sets, puzzle_view
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.schemas import PROBLEMS, Body

router = APIRouter(prefix="/api")

PuzzleId = Annotated[str, Path(pattern=r"^[0-9a-z_-]{1,64}$")]
Day = Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d$", description="the date, like 2026-11-18")]


class PuzzleSet(BaseModel):
    city: str
    addons: bool
    ids: list[str]


class DailyPuzzle(BaseModel):
    """`rounds`: what is drawn on its sheet, by round and turn; with `pencils` and `boxed` for a picture."""

    city: str
    id: str
    pencils: list[str]
    rounds: list[list[list[str]]]
    boxed: list[str]


class SolvePuzzle(Body):
    move: Annotated[str, Field(max_length=16)]


def shaped(*keys: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {"application/json": {"schema": {"type": "object", "required": list(keys)}}}}}


def json_answer(value: object) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")


@router.get("/puzzles", responses=PROBLEMS, response_model=list[PuzzleSet])
async def puzzles() -> Response:
    """The puzzles there are, by city, without and with add-ons."""
    return json_answer(puzzle_sets())


@router.get("/puzzles/daily/{date}", responses=PROBLEMS, response_model=list[DailyPuzzle])
async def puzzles_of_day(date: Day) -> Response:
    """The puzzles of a day, one for each city; the same for everybody."""
    return json_answer(daily_puzzles(date))


@router.get("/puzzles/{id}", responses=PROBLEMS | shaped("id", "game", "words"), response_class=Response)
async def puzzle(id: PuzzleId, request: Request) -> Response:
    """The position of a puzzle, without what its moves are worth."""
    return json_answer(puzzle_view(known_puzzle(id), language_for(request)))


@router.post("/puzzles/{id}", responses=PROBLEMS | shaped("solved", "lost", "best"), response_class=Response)
async def solve_puzzle(id: PuzzleId, body: SolvePuzzle, request: Request) -> Response:
    """What a move is worth, and why the best one is better."""
    return json_answer(puzzle_answer(known_puzzle(id), body.move, language_for(request)))
