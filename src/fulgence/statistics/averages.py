"""Averages of totals: over all games, over time, and against the expert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev

from fulgence.statistics.played_game import PlayedGame

SPAN = 10  # games


@dataclass(frozen=True)
class Span:
    """Games in a row. `first`: the number of the first one, from 1. `month`: such as 2026-11, or null."""

    first: int
    games: int
    mean: float
    month: str | None


@dataclass(frozen=True)
class Comparison:
    """Games whose cards the expert has played too. `mean`: by how many points the player did better, with its
    standard `error`. `ahead`: in how many games the player did at least as well."""

    games: int
    mean: float
    error: float
    ahead: int


def spread(totals: Sequence[float]) -> float:
    """The standard deviation; 0 for a single game."""
    return stdev(totals) if len(totals) > 1 else 0.0


def spans_of_games(totals: Sequence[int]) -> list[Span]:
    """Means of every ten games; the last span may be shorter."""
    starts = range(0, len(totals), SPAN)
    parts = [(start, totals[start : start + SPAN]) for start in starts]
    return [Span(start + 1, len(part), fmean(part), None) for start, part in parts]


def spans_of_months(games: Sequence[PlayedGame]) -> list[Span]:
    """Means by month (UTC), the earliest first; games without a date are in none."""
    dated = [(month_of(game.ended_at), game.total) for game in games if game.ended_at is not None]
    spans: list[Span] = []
    first = 1
    for month, group in groupby(dated, key=lambda each: each[0]):
        totals = [total for _, total in group]
        spans.append(Span(first, len(totals), fmean(totals), month))
        first += len(totals)
    return spans


def month_of(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m")


def comparison(games: Sequence[PlayedGame]) -> Comparison | None:
    """None if the expert has played none of the cards."""
    better = [game.total - game.expert for game in games if game.expert is not None]
    if not better:
        return None
    error = spread(better) / sqrt(len(better))
    return Comparison(len(better), fmean(better), error, sum(points >= 0 for points in better))
