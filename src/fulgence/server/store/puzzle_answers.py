"""What players have answered to puzzles. Only the first answer to each counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, text

from fulgence.server.store.schema import puzzle_answers
from fulgence.server.store.store import Store

ADD = text(
    "insert into puzzle_answers (player, puzzle, number, lost) values (:player, :puzzle, :number, :lost) "
    "on conflict (player, puzzle) do nothing"
)


@dataclass(frozen=True)
class PuzzleAnswer:
    """`lost`: points; 0 is solved."""

    puzzle: str
    lost: float


async def add_answers(store: Store, player: int, answers: Sequence[PuzzleAnswer]) -> None:
    """In this order, after those that are there. A retry changes nothing."""

    def add(connection: Connection) -> None:
        last = select(func.max(puzzle_answers.c.number)).where(puzzle_answers.c.player == player)
        first = (connection.execute(last).scalar() or 0) + 1
        rows = [
            {"player": player, "puzzle": each.puzzle, "number": first + place, "lost": each.lost}
            for place, each in enumerate(answers)
        ]
        if rows:
            connection.execute(ADD, rows)

    await store.write(add)


async def answers_of(store: Store, player: int) -> list[PuzzleAnswer]:
    """The earliest first."""
    column = puzzle_answers.c
    wanted = select(column.puzzle, column.lost).where(column.player == player)
    ordered = wanted.order_by(column.number, column.puzzle)
    return await store.read(lambda connection: [PuzzleAnswer(*row) for row in connection.execute(ordered)])
