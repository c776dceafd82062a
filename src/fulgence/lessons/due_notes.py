"""Which notes to show now: at most two at a time, in a fixed order, each once."""

from __future__ import annotations

from collections.abc import Collection

from fulgence.language import translate
from fulgence.lessons.lesson import Lesson
from fulgence.lessons.lesson_state import LessonState
from fulgence.lessons.note import LessonNote, Topic
from fulgence.lessons.topics.building import BUILDING, OPENING
from fulgence.lessons.topics.cards import CARDS
from fulgence.lessons.topics.places import PLACES
from fulgence.lessons.topics.points import POINTS
from fulgence.rules.game import Game

MAX_NOTES = 2
TOPICS = (*OPENING, *POINTS, *CARDS, *BUILDING, *PLACES)


def topics_of(lesson: Lesson) -> tuple[Topic, ...]:
    """The topics that apply to the lesson's city."""
    return tuple(topic for topic in TOPICS if topic.applies_to(lesson.city))


def note_keys(lesson: Lesson) -> tuple[str, ...]:
    """The keys of all notes that can come up in the lesson, in order."""
    return tuple(topic.key_in(lesson) for topic in topics_of(lesson))


def due_notes(lesson: Lesson, game: Game, seen: Collection[str]) -> list[LessonNote]:
    """Notes whose rule matters now and whose keys are not in `seen`, in the current language.

    Keys are the same in all lessons: keep `seen` from one lesson to the next to get only what is new.
    """
    state = LessonState(lesson, game)
    found: list[LessonNote] = []
    for topic in OPENING if state.is_start else topics_of(lesson):
        key = topic.key_in(lesson)
        if key in seen or not topic.applies_to(lesson.city):
            continue
        note = topic.note_text(state)
        if note is not None:
            found.append(LessonNote(key, translate(topic.title), note.text, note.cells))
            if len(found) == MAX_NOTES:
                break
    return found
