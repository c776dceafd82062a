"""Jobs: requests for answers that take a while, as one line of JSON each."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec

from fulgence.table.messages import GameView
from fulgence.table.state import Table

Turns = list[list[str]]  # moves of a seat by turn, or cards by round


class Job(msgspec.Struct, frozen=True, tag_field="job"):
    pass


class Choose(Job, frozen=True, tag="choose"):
    """The move of a bot."""

    bot: str
    seed: int
    seat: int
    done: list[bool]
    game: GameView
    city_file: str = ""


class ReviewTurn(Job, frozen=True, tag="turn"):
    record: str
    seat: int
    turn: int
    language: str
    city_file: str = ""


class PlayOn(Job, frozen=True, tag="game"):
    """Continue another player's game with the same cards for a moment. `key`: identifies that game."""

    key: str
    player: str
    record: str
    seat: int
    city_file: str = ""


class ReviewPlan(Job, frozen=True, tag="plan"):
    """Check a record that is to be reviewed, and say which parts the review will have."""

    record: str
    seat: int
    city_file: str = ""


class Analyse(Job, frozen=True, tag="analyse"):
    """A position to show; with `think`, what its moves are worth."""

    record: str
    seat: int
    moves: Turns
    cards: Turns
    language: str
    city_file: str = ""
    think: bool = False


class ExplainPad(Job, frozen=True, tag="explain"):
    """Explain the numbers of a seat's score pad. `reader`: whose view the game is."""

    game: GameView
    reader: int
    seat: int
    language: str
    city_file: str = ""


class FindHints(Job, frozen=True, tag="hints"):
    """The best moves of a decision, from the view of its seat, which does not know the pile."""

    game: GameView
    seat: int
    ply: int
    language: str
    city_file: str = ""


class ReplayGame(Job, frozen=True, tag="replay"):
    """A recorded game with its states after every turn. `gzip`: compress the answer."""

    record: str
    language: str
    city_file: str = ""
    gzip: bool = False


class DrawSheet(Job, frozen=True, tag="draw"):
    """A seat's sheet with its score pad, as SVG."""

    record: str
    seat: int
    language: str
    city_file: str = ""
    gzip: bool = False


class MakeCity(Job, frozen=True, tag="city"):
    """A new city. `like`: its model; the seed chooses if there is none."""

    seed: int
    like: str = ""


AnyJob = (
    Choose
    | ReviewTurn
    | PlayOn
    | ReviewPlan
    | Analyse
    | ExplainPad
    | FindHints
    | ReplayGame
    | DrawSheet
    | MakeCity
)


def choose_job(table: Table, seat: int, ply: int, bot: str, game: GameView, done: Sequence[bool]) -> Choose:
    """The decision of a bot at a table, from the view of its seat."""
    return Choose(bot, bot_seed(table, seat, ply), seat, list(done), game, table.opened.city_file)


def bot_seed(table: Table, seat: int, ply: int) -> int:
    """The same for the same decision at the same table; it reveals nothing about the cards."""
    text = f"bot|{table.id}|{seat}|{ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:7], "big")
