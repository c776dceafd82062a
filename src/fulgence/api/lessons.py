"""Lessons as the page shows them. Every request brings all moves of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fulgence.language import Language, translate, using_language
from fulgence.lessons.due_notes import due_notes
from fulgence.lessons.lesson import SEAT, Lesson, lesson_names, load_lesson
from fulgence.rules.message import Message
from fulgence.table.messages import GameView, Highlight, Words
from fulgence.table.refusals import Refused
from fulgence.table.view_words import explanation, words_for
from fulgence.table.views import SheetJson, as_seen, seen_by_all


class LessonInfo(msgspec.Struct, frozen=True):
    key: str
    title: str
    about: str


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


def lesson_list(language: Language) -> list[LessonInfo]:
    """Lessons in the order in which they are to be taken."""
    with using_language(language):
        return [
            LessonInfo(each.key, translate(each.title), translate(each.about))
            for each in map(load_lesson, lesson_names())
        ]


def known_lesson(name: str) -> Lesson:
    """A lesson of the package, or Refused."""
    if name not in lesson_names():
        raise Refused("not-found", Message("there is no lesson {name!r}", name=name), 404)
    return load_lesson(name)


def lesson_view(
    lesson: Lesson, turns: Sequence[Sequence[str]], seen: Sequence[str], language: Language
) -> LessonView:
    """Where these moves lead, and what is worth a word there. `seen`: keys of notes already shown."""
    game = lesson.game(turns)
    sheet = SheetJson(game, SEAT)
    shown = as_seen(seen_by_all(game, [sheet.at_flip]), game, SEAT, [sheet])
    with using_language(language):
        notes = [
            NoteView(note.key, note.title, note.text, note.cells) for note in due_notes(lesson, game, seen)
        ]
    explained = explanation(game, SEAT, SEAT, language)
    return LessonView(
        game=shown,
        words=words_for(game, SEAT, language, shown.moves),
        notes=notes,
        explained=explained.parts,
        highlights=explained.highlights,
        rounds=lesson.rounds,
        over=lesson.is_over(game),
    )
