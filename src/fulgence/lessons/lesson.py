"""Lessons: a few rounds in a small town with cards in a chosen order, played by one learner."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeGuard

from fulgence.rules.city import City
from fulgence.rules.cityfile import parse_city
from fulgence.rules.deal import Deal
from fulgence.rules.errors import FulgenceError, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.kinds import ROUNDS
from fulgence.rules.message import Message

FOLDER = files("fulgence.lessons")
SEAT = 0  # of the learner


class NoLesson(FulgenceError):
    """A name that is no lesson."""

    is_usage = True


class BadMoves(FulgenceError):
    """Moves that are no list of turns."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """`title` and `about` are messages."""

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
        """The game after these moves, by turn; the last turn may be unfinished or have no move yet.

        The next cards are flipped when a further turn is given, so `[["c2-b1"], []]` is the second
        turn before its first move. FulgenceError says what is wrong with a move.
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
        """Whether the cards shown are the last ones of their round."""
        return not game.is_over and game.turn + 1 == len(self.deal.turns[game.round])

    def is_over(self, game: Game) -> bool:
        return game.round + 1 == self.rounds and self.is_last_turn(game) and game.is_done(SEAT)


def checked_turns(turns: object) -> list[list[str]]:
    """What came from outside as lists of texts, or BadMoves."""
    if not is_list(turns):
        raise BadMoves(Message("the moves of a lesson are a list of turns"))
    found: list[list[str]] = []
    for number, turn in enumerate(turns, 1):
        if not is_list(turn):
            raise BadMoves(Message("turn {number}: its moves are a list of texts", number=number))
        moves = [move for move in turn if isinstance(move, str)]
        if len(moves) < len(turn):
            raise BadMoves(Message("turn {number}: its moves are a list of texts", number=number))
        found.append(moves)
    return found


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


@cache
def lesson_facts() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads((FOLDER / "lessons.toml").read_text(encoding="utf-8"))


def lesson_names() -> tuple[str, ...]:
    """In the order in which they are to be taken."""
    return tuple(lesson_facts())


@cache
def load_lesson(name: str) -> Lesson:
    if name not in lesson_names():
        names = ", ".join(lesson_names())
        raise NoLesson(Message("there is no lesson {name!r}; there are {names}", name=name, names=names))
    facts = lesson_facts()[name]
    city = load_town(facts["town"])
    piles = [whole(facts["piles"][n : n + 1], [c.name for c in city.cards]) for n in range(ROUNDS)]
    pencils = whole([facts["pencils"]], city.pencils)
    deal = Deal(city=city, addons=(), rounds=tuple(piles), pencils=(pencils,))
    return Lesson(name, facts["title"], facts["about"], city, deal, len(facts["piles"]))


def load_town(name: str) -> City:
    text = (FOLDER / "towns" / f"{name}.toml").read_text(encoding="utf-8")
    return parse_city(text, f"{name}.toml", name)


def whole(chosen: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[str, ...]:
    """What was chosen, if anything, then the names that were not, in their own order."""
    first = [name for part in chosen for name in part]
    return (*first, *(name for name in names if name not in first))
