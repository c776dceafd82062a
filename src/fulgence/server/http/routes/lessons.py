"""Lessons. Stateless: every request brings all moves of the lesson."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from fulgence.draw.map_data import CityMap
from fulgence.language import translate, using_language
from fulgence.lessons.due_notes import due_notes
from fulgence.lessons.lesson import SEAT, lesson_names, load_lesson
from fulgence.rules.message import Message
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.routes.cities import map_answer
from fulgence.server.http.routes.schemas import CACHE_AN_HOUR, PROBLEMS, Body, Word
from fulgence.table.messages import GameView, Highlight, Words
from fulgence.table.refusals import Refused
from fulgence.table.view_words import explanation, words_for
from fulgence.table.views import SheetJson, as_seen, seen_by_all

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


class NoteView(msgspec.Struct, frozen=True):
    """`cells`: stations to point at."""

    key: str
    title: str
    text: str
    cells: tuple[str, ...]


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as far as it was played. `notes`: what is to be explained now."""

    game: GameView
    words: Words
    notes: list[NoteView]
    explained: dict[str, list[str]]
    highlights: dict[str, Highlight]
    rounds: int
    over: bool


LESSON: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["game", "notes"]}}}}
}


@router.get("/lessons", responses=PROBLEMS)
async def lessons(request: Request) -> list[LessonInfo]:
    """Lessons in the order in which they are to be taken."""
    with using_language(language_for(request)):
        found = [load_lesson(name) for name in lesson_names()]
        return [
            LessonInfo(key=each.key, title=translate(each.title), about=translate(each.about))
            for each in found
        ]


@router.get("/lessons/{name}/map", responses=PROBLEMS | {200: {"model": CityMap}}, response_class=Response)
async def lesson_map(name: LessonName) -> Response:
    return map_answer(load_lesson(known(name)).city, CACHE_AN_HOUR)


@router.post("/lessons/{name}", responses=PROBLEMS | LESSON, response_class=Response)
async def take_lesson(name: LessonName, body: TakeLesson, request: Request) -> Response:
    """Where these moves lead, and what is worth a word there."""
    lesson, language = load_lesson(known(name)), language_for(request)
    game = lesson.game(body.turns)
    page = SheetJson(game, SEAT)
    seen = as_seen(seen_by_all(game, [page.at_flip]), game, SEAT, [page])
    with using_language(language):
        notes = [
            NoteView(note.key, note.title, note.text, note.cells)
            for note in due_notes(lesson, game, body.seen)
        ]
    explained = explanation(game, SEAT, SEAT, language)
    view = LessonView(
        game=seen,
        words=words_for(game, SEAT, language, seen.moves),
        notes=notes,
        explained=explained.parts,
        highlights=explained.highlights,
        rounds=lesson.rounds,
        over=lesson.is_over(game),
    )
    return Response(msgspec.json.encode(view), media_type="application/json")


def known(name: str) -> str:
    if name not in lesson_names():
        raise Refused("not-found", Message("there is no lesson {name!r}", name=name), 404)
    return name
