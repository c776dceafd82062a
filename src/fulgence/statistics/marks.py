"""Marks: totals worth reaching, and the game that reached each first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fulgence.statistics.played_game import PlayedGame

ROUND_MARKS = (120, 140, 160, 180)


@dataclass(frozen=True)
class Mark:
    """`verdict`: the one that begins with this total, from 1; null for a round number. `games`: how many have
    reached it. `game` and `seat`: the first of them, the player's `number`-th game."""

    total: int
    verdict: int | None
    games: int
    game: str | None
    seat: int | None
    number: int | None


def marks(games: Sequence[PlayedGame], verdicts: Sequence[int]) -> list[Mark]:
    """`verdicts`: the highest total of each verdict but the last. Round numbers go on where they end."""
    steps: list[tuple[int, int | None]] = [(end + 1, place) for place, end in enumerate(verdicts, 2)]
    last = verdicts[-1] + 1 if verdicts else 0
    steps += [(total, None) for total in ROUND_MARKS if total > last]
    return [mark(games, total, verdict) for total, verdict in steps]


def mark(games: Sequence[PlayedGame], total: int, verdict: int | None) -> Mark:
    reached = [(number, game) for number, game in enumerate(games, 1) if game.total >= total]
    if not reached:
        return Mark(total, verdict, 0, None, None, None)
    number, first = reached[0]
    return Mark(total, verdict, len(reached), first.game, first.seat, number)
