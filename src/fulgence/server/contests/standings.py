"""Where a result stands among all of its contest, from counts that are read again every few seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from fulgence.server.store.games import totals_in
from fulgence.server.store.store import Store

FRESH_MS = 5000  # milliseconds that counts are used without reading them again
MAX_CONTESTS = 500  # that are kept


@dataclass(frozen=True)
class Standing:
    """How many results a contest has, and how many of them are better and worse than one's own."""

    results: int
    better: int
    worse: int

    @property
    def rank(self) -> int:
        return self.better + 1

    @property
    def percentile(self) -> int:
        """How many of a hundred others are worse."""
        others = self.results - 1
        return round(100 * self.worse / others) if others > 0 else 100


class Standings:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self._read: dict[str, tuple[int, Counter[int]]] = {}  # by contest, with the time

    async def results(self, contest: str, until: int, since: int = 0) -> int:
        """How many there are, with one that ended at `since`."""
        return (await self._totals(contest, until, since)).total()

    async def standing(self, contest: str, until: int, total: int, ended_at: int) -> Standing:
        """Of a result that is among them. `until`: later ones do not count."""
        totals = await self._totals(contest, until, ended_at)
        better = sum(count for other, count in totals.items() if other > total)
        worse = sum(count for other, count in totals.items() if other < total)
        return Standing(totals.total(), better, worse)

    async def _totals(self, contest: str, until: int, since: int) -> Counter[int]:
        """`since`: a result of that time must be among them."""
        at, totals = self._read.get(contest, (-FRESH_MS, Counter()))
        now = self.now()
        if not at <= now < at + FRESH_MS or at <= since:
            totals = await totals_in(self.store, contest, until)
            while len(self._read) >= MAX_CONTESTS:
                del self._read[next(iter(self._read))]
            self._read[contest] = (now, totals)
        return totals
