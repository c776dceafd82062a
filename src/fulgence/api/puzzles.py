"""Puzzles as the page shows them: the position first, what its moves are worth only with the answer."""

from __future__ import annotations

import datetime

import msgspec

from fulgence.api.review_lines import OpinionView
from fulgence.api.reviews import texts_of
from fulgence.language import Language, using_language
from fulgence.prose.wording import as_sentence
from fulgence.puzzles.collection import level
from fulgence.puzzles.puzzle import SEAT, BadPuzzle, Puzzle, Value, position, position_game
from fulgence.puzzles.shipped import find_puzzle, puzzle_cities, puzzle_of_day, puzzle_set
from fulgence.puzzles.verdict import verdict
from fulgence.rules.message import Message
from fulgence.table.messages import GameView, Highlight, Words
from fulgence.table.refusals import Refused
from fulgence.table.view_words import explanation, words_for
from fulgence.table.views import SheetJson, as_seen, seen_by_all

LEVELS = ("hard", "medium", "easy")


class PuzzleSet(msgspec.Struct, frozen=True):
    """The puzzles of a city, without or with add-ons, by id."""

    city: str
    addons: bool
    ids: list[str]


class DailyPuzzle(msgspec.Struct, frozen=True):
    """With what is drawn on its sheet, by round and turn, for a small picture."""

    city: str
    id: str
    pencils: tuple[str, ...]
    rounds: list[list[list[str]]]
    boxed: list[str]


class PuzzleView(msgspec.Struct, frozen=True):
    """The position of a puzzle. `level`: hard, medium or easy."""

    id: str
    city: str
    addons: tuple[str, ...]
    level: str
    game: GameView
    words: Words
    explained: dict[str, list[str]]
    highlights: dict[str, Highlight]


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """`lost`: points that the move gives away. `why`: what the best move does better than it, or than the
    second if it is the best."""

    solved: bool
    lost: float
    verdict: str
    why: str
    own: OpinionView
    best: list[OpinionView]


def puzzle_sets() -> list[PuzzleSet]:
    """What there is, in the order in which it is to be solved."""
    return [
        PuzzleSet(city, with_addons, [puzzle.id for puzzle in puzzle_set(city, with_addons=with_addons)])
        for city in puzzle_cities()
        for with_addons in (False, True)
    ]


def daily_puzzles(date: str) -> list[DailyPuzzle]:
    """The puzzles of a day, like 2026-11-18: one for each city."""
    try:
        day = datetime.date.fromisoformat(date)
    except ValueError:
        raise Refused("bad-request", Message("{date} is not a date", date=date), 422) from None
    return [daily_puzzle(puzzle_of_day(city, day)) for city in puzzle_cities()]


class DrawnSheet(msgspec.Struct):
    rounds: list[list[list[str]]]
    boxed: list[str]


def daily_puzzle(puzzle: Puzzle) -> DailyPuzzle:
    sheet = msgspec.json.decode(SheetJson(position_game(puzzle), SEAT).now(), type=DrawnSheet)
    return DailyPuzzle(puzzle.city, puzzle.id, puzzle.pencils, sheet.rounds, sheet.boxed)


def known_puzzle(id: str) -> Puzzle:
    """A puzzle of the package, or Refused."""
    try:
        return find_puzzle(id)
    except BadPuzzle as error:
        raise Refused("not-found", error.message, 404) from None


def puzzle_view(puzzle: Puzzle, language: Language) -> PuzzleView:
    game = position_game(puzzle)
    sheet = SheetJson(game, SEAT)
    shown = as_seen(seen_by_all(game, [sheet.at_flip]), game, SEAT, [sheet])
    explained = explanation(game, SEAT, SEAT, language)
    return PuzzleView(
        id=puzzle.id,
        city=puzzle.city,
        addons=puzzle.addons,
        level=LEVELS[level(puzzle)],
        game=shown,
        words=words_for(game, SEAT, language, shown.moves),
        explained=explained.parts,
        highlights=explained.highlights,
    )


def puzzle_answer(puzzle: Puzzle, move: str, language: Language) -> PuzzleAnswer:
    """What the move is worth, and why the best one is better; Refused if it is not legal here."""
    try:
        found = verdict(puzzle, move)
    except BadPuzzle as error:
        raise Refused("illegal-move", error.message, 422) from None
    with using_language(language):
        texts = texts_of(position(puzzle))
    return PuzzleAnswer(
        solved=found.is_solved,
        lost=round(found.lost, 2),
        verdict=language.text(found.text),
        why=as_sentence(language.text(found.why)),
        own=value_view(texts, found.own),
        best=[value_view(texts, value) for value in found.best],
    )


def value_view(texts: dict[str, str], value: Value) -> OpinionView:
    return OpinionView(value.move, texts.get(value.move, ""), value.expected, value.error)
