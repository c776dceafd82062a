"""Learners that read every note that is due, then move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fulgence.bots.bot import make_bot
from fulgence.lessons.due_notes import MAX_NOTES, due_notes
from fulgence.lessons.lesson import SEAT, Lesson, load_lesson
from fulgence.lessons.note import LessonNote
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.view import View


@dataclass
class TakenLesson:
    """A lesson as it was taken: the moves, and the notes in the order in which they were read."""

    lesson: Lesson
    turns: list[list[str]] = field(default_factory=lambda: [[]])
    notes: list[LessonNote] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        return [note.key for note in self.notes]

    @property
    def game(self) -> Game:
        return self.lesson.game(self.turns)

    def read(self) -> list[LessonNote]:
        """All notes that are due now, two at a time."""
        found: list[LessonNote] = []
        while notes := due_notes(self.lesson, self.game, self.keys):
            assert len(notes) <= MAX_NOTES
            found += notes
            self.notes += notes
        return found


def take_by_bot(name: str, bot: str, seed: int) -> TakenLesson:
    """The whole lesson by a bot."""
    return take_lesson(name, make_bot(bot, Generator(seed)).choose)


def take_lesson(name: str, choose: Callable[[View], str]) -> TakenLesson:
    course = TakenLesson(load_lesson(name))
    while True:
        course.read()
        game = course.game
        if course.lesson.is_over(game):
            return course
        if game.is_done(SEAT):
            course.turns.append([])
        else:
            course.turns[-1].append(choose(game.view(SEAT)))


def notes_after(name: str, turns: Sequence[Sequence[str]]) -> dict[str, LessonNote]:
    """What a learner who has read nothing is told after these moves."""
    return {note.key: note for note in TakenLesson(load_lesson(name), [list(turn) for turn in turns]).read()}
