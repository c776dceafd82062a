"""The distribution of totals: how many games fell into each range of points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MAX_BINS = 12
WIDTHS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Bin:
    """Totals from `low` to `high`, both included."""

    low: int
    high: int
    games: int


def distribution(totals: Sequence[int]) -> list[Bin]:
    """Bins of equal width without a gap; their limits are round numbers."""
    if not totals:
        return []
    low, high = min(totals), max(totals)
    width = next((each for each in WIDTHS if high // each - low // each < MAX_BINS), WIDTHS[-1])
    counts = Counter(total // width for total in totals)
    bins = range(low // width, high // width + 1)
    return [Bin(each * width, (each + 1) * width - 1, counts[each]) for each in bins]
