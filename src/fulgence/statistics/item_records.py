"""The items of a score pad over many games: the mean and the best of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from fulgence.statistics.played_game import PlayedGame

LINE = "line"
ITEMS = ("sites", "crossings", "interchanges", "objectives")


@dataclass(frozen=True)
class ItemRecord:
    """`item`: `line`, `sites`, `crossings`, `interchanges` or `objectives`. `pencil`: of a line. `game` and
    `seat`: where the best was reached first."""

    item: str
    pencil: str | None
    mean: float
    best: int
    game: str
    seat: int


def item_records(games: Sequence[PlayedGame]) -> list[ItemRecord]:
    """Lines first; other items only if they ever brought a point."""
    pencils = list(dict.fromkeys(pencil for game in games for pencil in sorted(game.items.lines)))
    lines = [
        record(LINE, pencil, played, [game.items.lines[pencil] for game in played])
        for pencil in pencils
        if (played := [game for game in games if pencil in game.items.lines])
    ]
    others = [
        record(item, None, games, points)
        for item in ITEMS
        if any(points := [getattr(game.items, item) for game in games])
    ]
    return lines + others


def record(item: str, pencil: str | None, games: Sequence[PlayedGame], points: Sequence[int]) -> ItemRecord:
    best = max(points)
    game = games[points.index(best)]
    return ItemRecord(item, pencil, fmean(points), best, game.game, game.seat)


def interchange_means(games: Sequence[PlayedGame]) -> list[float]:
    """How many interchanges a game had on average: on 2, 3 and 4 lines."""
    return [fmean(counts) for counts in zip(*(game.items.interchange_counts for game in games), strict=False)]
