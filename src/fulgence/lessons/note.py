"""Notes explain a rule when it first matters; a topic decides when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fulgence.lessons.lesson import Lesson
from fulgence.lessons.lesson_state import LessonState
from fulgence.rules.city import City


@dataclass(frozen=True)
class LessonNote:
    """In the current language. `cells` are the stations to highlight."""

    key: str
    title: str
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class NoteText:
    """What a topic says now, and the stations to highlight."""

    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """A rule to explain. `note_text` returns None while the rule does not matter. Topics about what the
    learner has done come up in every lesson (`every_lesson`); others only until they were seen."""

    key: str
    title: str
    note_text: Callable[[LessonState], NoteText | None]
    applies_to: Callable[[City], bool] = lambda city: True
    every_lesson: bool = False

    def key_in(self, lesson: Lesson) -> str:
        return f"{self.key}-{lesson.key}" if self.every_lesson else self.key
