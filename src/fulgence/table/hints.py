"""Hints: who may ask what the expert would do. A game with hints is marked as helped for good."""

from __future__ import annotations

from fulgence.rules.message import Message
from fulgence.table.entries import Hinted
from fulgence.table.refusals import Refused
from fulgence.table.state import Table
from fulgence.table.turns import check_seat


def hint_entry(table: Table, seat: int, key: str) -> Hinted | None:
    """The entry that marks the game, None if it is marked already; or Refused."""
    check_seat(table, seat, key)
    game = table.playing()
    if table.opened.contest:
        raise Refused("no-hint", Message("no hints here: others play the same cards"))
    if len(table.seats) > 1:
        raise Refused("no-hint", Message("hints are for a player alone"))
    if game.is_done(seat):
        raise Refused("no-hint", Message("there is nothing to decide now"))
    return None if table.seats[seat].is_helped else Hinted(seat)
