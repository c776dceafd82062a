"""Which notes are due: at most two at a time, in a fixed order, each once."""

from __future__ import annotations

from collections.abc import Collection

from fulgence.language import translate
from fulgence.lessons.lesson import Lesson
from fulgence.lessons.moment import Moment
from fulgence.lessons.note import Note, Topic
from fulgence.lessons.topics.building import BUILDING, OPENING
from fulgence.lessons.topics.cards import CARDS
from fulgence.lessons.topics.places import PLACES
from fulgence.lessons.topics.points import POINTS
from fulgence.rules.game import Game

AT_ONCE = 2
TOPICS = (*OPENING, *POINTS, *CARDS, *BUILDING, *PLACES)


def topics_of(lesson: Lesson) -> tuple[Topic, ...]:
    """Those that the lesson's city can come to."""
    return tuple(topic for topic in TOPICS if topic.has(lesson.city))


def note_keys(lesson: Lesson) -> tuple[str, ...]:
    """All that can become due in the lesson, in their order."""
    return tuple(topic.key_in(lesson) for topic in topics_of(lesson))


def due(lesson: Lesson, game: Game, seen: Collection[str]) -> list[Note]:
    """Notes whose rule matters now and whose keys were not seen, in the language spoken now.

    Keys mean the same in every lesson; whoever keeps them from one lesson to the next is told what is
    new there.
    """
    now = Moment(lesson, game)
    found: list[Note] = []
    for topic in OPENING if now.is_start else topics_of(lesson):
        key = topic.key_in(lesson)
        if key in seen or not topic.has(lesson.city):
            continue
        told = topic.tell(now)
        if told is not None:
            found.append(Note(key, translate(topic.title), told.text, told.cells))
            if len(found) == AT_ONCE:
                break
    return found
