"""Lessons: a few rounds in a small town, solo, with the cards in a fixed order."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeGuard

from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import parse_city
from fulgence.rules.deal import Deal
from fulgence.rules.errors import FulgenceError, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.kinds import ROUNDS
from fulgence.rules.message import Message

FOLDER = files("fulgence.lessons")
SEAT = 0  # the learner's


class UnknownLesson(FulgenceError):
    """There is no lesson of this name."""

    is_usage = True


class BadLessonMoves(FulgenceError):
    """The moves are not a list of turns."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """`title` and `about` are messages to translate."""

    key: str
    title: str
    about: str
    city: City
    deal: Deal
    rounds: int

    @property
    def turns(self) -> int:
        return sum(len(turns) for turns in self.deal.turns[: self.rounds])

    def game(self, turns: Sequence[Sequence[str]] = ()) -> Game:
        """The game after these moves, by turn. The last turn may be unfinished or empty.

        Each further turn flips the next cards, so `[["c2-b1"], []]` is the second turn before its
        first move. Raises FulgenceError if a move is illegal.
        """
        checked = checked_turns(turns)
        if len(checked) > self.turns:
            raise IllegalMove(Message("the lesson is over"))
        game = Game(self.deal)
        for number, moves in enumerate(checked):
            if number:
                if not game.is_done(SEAT):
                    raise IllegalMove(Message("there is still something to decide in this turn"))
                game.flip()
            for move in moves:
                game.play(SEAT, move)
        return game

    def is_last_turn(self, game: Game) -> bool:
        """Whether this is the last turn of its round."""
        return not game.is_over and game.turn + 1 == len(self.deal.turns[game.round])

    def is_over(self, game: Game) -> bool:
        return game.round + 1 == self.rounds and self.is_last_turn(game) and game.is_done(SEAT)


def checked_turns(turns: object) -> list[list[str]]:
    """Validate moves from a client; raises BadLessonMoves."""
    if not is_list(turns):
        raise BadLessonMoves(Message("the moves of a lesson must be a list of turns"))
    found: list[list[str]] = []
    for number, turn in enumerate(turns, 1):
        if not is_list(turn):
            raise BadLessonMoves(Message("turn {number}: the moves must be a list of strings", number=number))
        moves = [move for move in turn if isinstance(move, str)]
        if len(moves) < len(turn):
            raise BadLessonMoves(Message("turn {number}: the moves must be a list of strings", number=number))
        found.append(moves)
    return found


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


@cache
def lesson_facts() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((FOLDER / "lessons.toml").read_text(encoding="utf-8"))


def lesson_names() -> tuple[str, ...]:
    """In the order in which they should be taken."""
    return tuple(lesson_facts())


@cache
def load_lesson(name: str) -> Lesson:
    if name not in lesson_names():
        names = ", ".join(lesson_names())
        raise UnknownLesson(Message("unknown lesson {name!r}; choose from {names}", name=name, names=names))
    facts = lesson_facts()[name]
    city = load_town(facts["town"])
    piles = [complete(facts["piles"][n : n + 1], [c.name for c in city.cards]) for n in range(ROUNDS)]
    pencils = complete([facts["pencils"]], city.pencils)
    deal = Deal(city=city, addons=(), rounds=tuple(piles), pencils=(pencils,))
    return Lesson(name, facts["title"], facts["about"], city, deal, len(facts["piles"]))


def load_town(name: str) -> City:
    text = (FOLDER / "towns" / f"{name}.toml").read_text(encoding="utf-8")
    return parse_city(text, f"{name}.toml", name)


def complete(chosen: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[str, ...]:
    """The chosen names first, then all others in their usual order."""
    first = [name for part in chosen for name in part]
    return (*first, *(name for name in names if name not in first))
