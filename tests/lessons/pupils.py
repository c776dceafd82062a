"""Learners for tests: they read every note that is due, then move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fulgence.bots.bot import make_bot
from fulgence.lessons.lesson import SEAT, Lesson, load_lesson
from fulgence.lessons.note import Note
from fulgence.lessons.teacher import AT_ONCE, due
from fulgence.rules.chance import Generator
from fulgence.rules.game import Game
from fulgence.rules.view import View


@dataclass
class Course:
    """A lesson as it was taken: the moves, and the notes in the order in which they were read."""

    lesson: Lesson
    turns: list[list[str]] = field(default_factory=lambda: [[]])
    notes: list[Note] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        return [note.key for note in self.notes]

    @property
    def game(self) -> Game:
        return self.lesson.game(self.turns)

    def read(self) -> list[Note]:
        """All notes that are due now, two at a time."""
        found: list[Note] = []
        while notes := due(self.lesson, self.game, self.keys):
            assert len(notes) <= AT_ONCE
            found += notes
            self.notes += notes
        return found


def take(name: str, bot: str, seed: int) -> Course:
    """The whole lesson by a bot."""
    return taken(name, make_bot(bot, Generator(seed)).choose)


def taken(name: str, choose: Callable[[View], str]) -> Course:
    course = Course(load_lesson(name))
    while True:
        course.read()
        game = course.game
        if course.lesson.is_over(game):
            return course
        if game.is_done(SEAT):
            course.turns.append([])
        else:
            course.turns[-1].append(choose(game.view(SEAT)))


def all_due(name: str, turns: Sequence[Sequence[str]]) -> dict[str, Note]:
    """What a learner who has read nothing is told after these moves."""
    return {note.key: note for note in Course(load_lesson(name), [list(turn) for turn in turns]).read()}
