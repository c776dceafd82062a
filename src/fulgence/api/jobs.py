"""Jobs: requests for answers that take a while, as one line of JSON each."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any

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


class MakeLink(Job, frozen=True, tag="make-link"):
    """The cards of a seat's game, and the game itself if it is finished, as the fragment of a link. `link`:
    an older one with the same cards, whose games are kept."""

    record: str
    seat: int
    name: str
    link: str = ""
    city_file: str = ""


class OpenLink(Job, frozen=True, tag="open-link"):
    """What the cards of a challenge are for, and who has played them; nothing about the games."""

    link: str
    city_file: str = ""


class CompareLink(Job, frozen=True, tag="compare-link"):
    """The games in a link, for somebody who has finished one with the same cards."""

    link: str
    record: str
    seat: int
    city_file: str = ""


class ScorePaper(Job, frozen=True, tag="paper"):
    """The sheets of a table, drawn on paper: one JSON text each."""

    sheets: list[str]
    language: str
    city_file: str = ""


class DrawPaper(Job, frozen=True, tag="draw-paper"):
    """A sheet drawn on paper with its score pad, as SVG."""

    sheet: str
    language: str
    city_file: str = ""


class DrawBlank(Job, frozen=True, tag="draw-blank"):
    """An empty sheet to print, as SVG."""

    city: str
    language: str
    city_file: str = ""
    paper: str = "a4"
    two: bool = False
    mono: bool = False


class EditCity(Job, frozen=True, tag="edit"):
    """A city in the editor: a draft, a file, or what it begins with. `city`: of the package."""

    language: str
    city: str = ""
    file: str = ""
    draft: dict[str, Any] | None = None


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
    | MakeLink
    | OpenLink
    | CompareLink
    | ScorePaper
    | DrawPaper
    | EditCity
    | DrawBlank
    | MakeCity
)


def choose_job(table: Table, seat: int, ply: int, bot: str, game: GameView, done: Sequence[bool]) -> Choose:
    """The decision of a bot at a table, from the view of its seat."""
    return Choose(bot, bot_seed(table, seat, ply), seat, list(done), game, table.opened.city_file)


def bot_seed(table: Table, seat: int, ply: int) -> int:
    """The same for the same decision at the same table; it reveals nothing about the cards."""
    text = f"bot|{table.id}|{seat}|{ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:7], "big")
