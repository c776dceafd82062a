"""A puzzle: a position of a game, one decision in it, and what each of its moves is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import Deal, rearranged, with_switch_again
from fulgence.rules.deal_checks import REPEAT_SWITCH
from fulgence.rules.errors import BadRecord, FulgenceError
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.text.json_reasons import parse_document
from fulgence.rules.text.record import required, text_table, texts, typed
from fulgence.rules.view import View

VERSION = 1
ID_DIGITS = 8
SEAT = 0
EMPTY_TURN = "."  # a turn without a decision, or the current one before its first move

Cards = tuple[tuple[str, ...], ...]  # by round, as they were flipped
Moves = tuple[tuple[str, ...], ...]  # by turn; the last turn is the one to decide


class BadPuzzle(FulgenceError):
    """A text that is not a puzzle, or one of another version."""


@dataclass(frozen=True)
class Value:
    """`expected`: the final total with good play after the move. `error`: the standard error of its distance
    to the best move; how lucky the cards are is the same for both."""

    move: str
    expected: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    """The sheet of one player alone. `cards`: only those that have been seen, with Visible Cards the next one
    too. `values`: of all legal moves, the best one first. `source`: the game that it is from."""

    city: str
    addons: tuple[str, ...]
    pencils: tuple[str, ...]
    cards: Cards
    moves: Moves
    values: tuple[Value, ...]
    objectives: tuple[str, ...] = ()
    powers: Mapping[str, str] = field(default_factory=dict)
    gates: Mapping[str, str] = field(default_factory=dict)
    acceleration: tuple[str, ...] = ()
    source: str = ""

    @cached_property
    def id(self) -> str:
        """It depends on the position only: values that are estimated again do not change it."""
        text = json.dumps(position_fields(self), separators=(",", ":"))
        return f"{self.city}-{hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]}"

    @property
    def best(self) -> Value:
        return self.values[0]

    @property
    def gap(self) -> float:
        """By how much the best move is ahead of the second."""
        return self.values[0].expected - self.values[1].expected

    @property
    def gap_error(self) -> float:
        return self.values[1].error

    @property
    def round(self) -> int:
        return len(self.cards) - 1

    def value_of(self, move: str) -> Value:
        """BadPuzzle if the move is not legal here."""
        for value in self.values:
            if value.move == move:
                return value
        raise BadPuzzle(Message("{move} is not possible here", move=move))


def points_lost(puzzle: Puzzle, move: str) -> float:
    """How many points a move gives away, compared with the best one."""
    return puzzle.best.expected - puzzle.value_of(move).expected


def position_game(puzzle: Puzzle) -> Game:
    """The game at the decision. What comes later in its piles has a fixed order that means nothing."""
    city = load_city(puzzle.city)
    game = Game(rearranged(sorted_deal(puzzle, city), puzzle.cards), ["you"])
    for number, turn in enumerate(puzzle.moves):
        if number:
            game.flip()
        for move in turn:
            game.play(SEAT, move)
    return game


def position(puzzle: Puzzle) -> View:
    return position_game(puzzle).view(SEAT)


def sorted_deal(puzzle: Puzzle, city: City) -> Deal:
    """The public part of the deal, with all piles in the order of the city file."""
    piles = []
    for number in range(kinds.ROUNDS):
        pile = [card.name for card in city.cards]
        if puzzle.acceleration and puzzle.acceleration[number] == REPEAT_SWITCH:
            pile = with_switch_again(city, pile, Generator(0))
        piles.append(tuple(pile))
    return Deal(
        city=city,
        addons=puzzle.addons,
        rounds=tuple(piles),
        pencils=(puzzle.pencils,),
        objectives=puzzle.objectives,
        powers=puzzle.powers,
        gates=puzzle.gates,
        acceleration=puzzle.acceleration,
    )


def position_fields(puzzle: Puzzle) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "city": puzzle.city,
        "addons": list(puzzle.addons),
        "pencils": " ".join(puzzle.pencils),
        "objectives": list(puzzle.objectives),
        "powers": dict(puzzle.powers),
        "gates": dict(puzzle.gates),
        "acceleration": list(puzzle.acceleration),
        "cards": [" ".join(cards) for cards in puzzle.cards],
        "moves": " ".join(",".join(turn) or EMPTY_TURN for turn in puzzle.moves),
    }
    return {key: value for key, value in fields.items() if value}


def format_puzzle(puzzle: Puzzle) -> str:
    """One line of JSON."""
    document = {
        "puzzle": VERSION,
        **position_fields(puzzle),
        "values": [[value.move, value.expected, value.error] for value in puzzle.values],
        "source": puzzle.source,
    }
    return json.dumps(document, separators=(",", ":"))


def parse_puzzle(text: str) -> Puzzle:
    """The puzzle in a JSON text, or BadPuzzle; whether it can be replayed shows in `position`."""
    try:
        return read_puzzle(typed(parse_document(text, no_puzzle), dict, "the puzzle"))
    except BadRecord as error:
        raise BadPuzzle(error.message) from None


def no_puzzle(reason: Message) -> Message:
    return Message("this is not a puzzle: {reason}", reason=reason)


def read_puzzle(table: Mapping[str, Any]) -> Puzzle:
    version = required(table, "puzzle", int)
    if version != VERSION:
        raise BadPuzzle(f"version {version}; this program reads version {VERSION}")
    return Puzzle(
        city=required(table, "city", str),
        addons=tuple(texts(table.get("addons", []), "addons")),
        pencils=tuple(required(table, "pencils", str).split()),
        objectives=tuple(texts(table.get("objectives", []), "objectives")),
        powers=text_table(table.get("powers", {}), "powers"),
        gates=text_table(table.get("gates", {}), "gates"),
        acceleration=tuple(texts(table.get("acceleration", []), "acceleration")),
        cards=tuple(tuple(cards.split()) for cards in texts(required(table, "cards", list), "cards")),
        moves=tuple(map(read_turn, required(table, "moves", str).split())),
        values=read_values(required(table, "values", list)),
        source=required(table, "source", str),
    )


def read_turn(text: str) -> tuple[str, ...]:
    return () if text == EMPTY_TURN else tuple(text.split(","))


def read_values(rows: Sequence[Any]) -> tuple[Value, ...]:
    values = []
    for number, row in enumerate(rows):
        match row:
            case [str(move), float() | int() as expected, float() | int() as error]:
                values.append(Value(move, float(expected), float(error)))
            case _:
                raise BadPuzzle(f"values[{number}] must be a move and two numbers")
    if len(values) < 2:
        raise BadPuzzle("a puzzle has at least two moves")
    if any(one.expected < other.expected for one, other in pairwise(values)):
        raise BadPuzzle("values must begin with the best move")
    return tuple(values)
