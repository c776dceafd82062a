"""Lessons. Stateless: every request brings all moves of the lesson."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.api.lessons import known_lesson, lesson_list, lesson_view
from fulgence.draw.map_data import CityMap
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.cities import map_answer
from fulgence.server.http.routes.schemas import CACHE_AN_HOUR, PROBLEMS, Body, Word

router = APIRouter(prefix="/api")

LessonName = Annotated[str, Path(pattern=r"^[0-9a-z_-]{1,32}$")]
MoveText = Annotated[str, Field(max_length=16)]
Turn = Annotated[list[MoveText], Field(max_length=8)]


class LessonInfo(BaseModel):
    key: str
    title: str
    about: str


class TakeLesson(Body):
    """The learner's moves by turn, the last turn as far as it is played; keys of notes already shown."""

    turns: Annotated[list[Turn], Field(max_length=60)]
    seen: Annotated[list[Word], Field(max_length=200, default_factory=list)]


LESSON: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["game", "notes"]}}}}
}


@router.get("/lessons", responses=PROBLEMS, response_model=list[LessonInfo])
async def lessons(request: Request) -> Response:
    """Lessons in the order in which they are to be taken."""
    return Response(msgspec.json.encode(lesson_list(language_for(request))), media_type="application/json")


@router.get("/lessons/{name}/map", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def lesson_map(name: LessonName) -> Response:
    return map_answer(known_lesson(name).city, CACHE_AN_HOUR)


@router.post("/lessons/{name}", responses=PROBLEMS | LESSON, response_class=Response)
async def take_lesson(name: LessonName, body: TakeLesson, request: Request) -> Response:
    """Where these moves lead, and what is worth a word there."""
    view = lesson_view(known_lesson(name), body.turns, body.seen, language_for(request))
    return Response(msgspec.json.encode(view), media_type="application/json")
