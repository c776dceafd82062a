"""The clock of a turn. It is monotonic: setting the machine's clock neither ends nor prolongs a turn."""

from __future__ import annotations

import math
import time

from fulgence.table.entries import now
from fulgence.table.state import PLAYING, Table

GRACE_SECONDS = 10.0  # seconds that a turn still gets if it was overdue when its table was read


class TurnClock:
    """Follows one table. The times in the log count only when the table is read from it."""

    def __init__(self) -> None:
        self._turn: tuple[str, int] = ("", 0)
        self._ends = math.inf

    def follow(self, table: Table) -> None:
        """Call it when the table was read and after every change; a turn that is known keeps its end."""
        turn = table.phase, table.turn_began
        if turn == self._turn:
            return
        self._turn = turn
        self._ends = math.inf if table.ends is None else time.monotonic() + left_of(table.ends, table)

    def prolong(self) -> None:
        """Nobody could move for a while: a turn that is nearly or quite over gets the same grace."""
        self._ends = max(self._ends, time.monotonic() + GRACE_SECONDS)

    @property
    def seconds_left(self) -> float:
        """Infinite if there is no clock."""
        return math.inf if self._ends == math.inf else max(0.0, self._ends - time.monotonic())


def left_of(ends: int, table: Table) -> float:
    """Never more than the whole turn, even if the machine's clock was set back."""
    left = min(ends - now(), ends - table.turn_began) / 1000
    return left if left > 0 else GRACE_SECONDS


def shown_seconds(table: Table, seconds_left: float) -> float | None:
    """What players are told of the time left for this turn; None if there is no clock, or no turn."""
    is_timed = table.opened.clock is not None and table.phase == PLAYING
    return round(seconds_left, 1) if is_timed and seconds_left < math.inf else None
