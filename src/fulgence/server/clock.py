"""How long a table may still wait. Setting the machine's clock neither ends nor prolongs a turn."""

from __future__ import annotations

import math
import time

from fulgence.server.entries import now
from fulgence.server.state import Table

PATIENCE = 10.0  # seconds: what is left at least when a table is read from the log


class TurnClock:
    """Follows one table. Only when that is read from the log does it go by the times written there."""

    def __init__(self) -> None:
        self._turn: tuple[str, int] = ("", 0)
        self._ends = math.inf

    def follow(self, table: Table) -> None:
        """Called when the table was read and after every entry; a turn that is known keeps its end."""
        turn = table.phase, table.turn_began
        if turn == self._turn:
            return
        self._turn = turn
        self._ends = math.inf if table.ends is None else time.monotonic() + left_of(table.ends, table)

    @property
    def seconds_left(self) -> float:
        """Infinite if the table waits for as long as it takes."""
        return max(0.0, self._ends - time.monotonic())


def left_of(ends: int, table: Table) -> float:
    """Never more than the whole turn, even if the machine's clock was put back meanwhile."""
    left = min(ends - now(), ends - table.turn_began) / 1000
    return left if left > 0 else PATIENCE
