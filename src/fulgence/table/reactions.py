"""Reactions: who may show a sign to the table, and how often."""

from __future__ import annotations

import math

from fulgence.rules.message import Message
from fulgence.table import turns
from fulgence.table.messages import React, Reaction
from fulgence.table.refusals import Refused
from fulgence.table.state import Table

PAUSE_SECONDS = 3  # between two reactions of a seat


class Reactions:
    """Remembers when each seat of a table last reacted."""

    def __init__(self) -> None:
        self._last: dict[int, float] = {}

    def accept(self, table: Table, seat: int, key: str, message: React, at: float) -> Reaction:
        """What everybody is sent, or Refused. `at`: in seconds."""
        turns.check_seat(table, seat, key)
        if at - self._last.get(seat, -math.inf) < PAUSE_SECONDS:
            raise Refused(
                "rate", Message("one reaction in {seconds} seconds, please", seconds=PAUSE_SECONDS), 429
            )
        self._last[seat] = at
        return Reaction(seat, message.reaction)
