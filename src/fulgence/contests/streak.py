"""Streaks: days in a row on which somebody has played. One missed day a week is forgiven."""

from __future__ import annotations

from collections.abc import Set
from datetime import date, timedelta

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def streak(played: Set[date], today: date) -> int:
    """How many days were played without two missed ones within a week. Today may still be played."""
    day = today if today in played else today - DAY
    last_missed: date | None = None
    length = 0
    while True:
        if day in played:
            length += 1
        elif day - DAY not in played or (last_missed is not None and last_missed - day < WEEK):
            return length
        else:
            last_missed = day
        day -= DAY
