"""Notes: a rule explained at the moment when it first matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fulgence.lessons.lesson import Lesson
from fulgence.lessons.moment import Moment
from fulgence.rules.city import City


@dataclass(frozen=True)
class Note:
    """Texts in the language spoken now; `cells` are the stations to point at."""

    key: str
    title: str
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Told:
    """What a topic has to say at a moment."""

    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """`tell` answers None as long as the rule does not matter. A topic that looks back at what the
    learner has done is told in every lesson, others once to whoever keeps what was seen."""

    key: str
    title: str
    tell: Callable[[Moment], Told | None]
    has: Callable[[City], bool] = lambda city: True
    looks_back: bool = False

    def key_in(self, lesson: Lesson) -> str:
        return f"{self.key}-{lesson.key}" if self.looks_back else self.key
