"""The entries of a turn: what the owner of a seat may enter, what the clock does, and seats that were left.

Nothing happens here: the referee enters them.
"""

from __future__ import annotations

from fulgence.rules.message import Message
from fulgence.table.commands import check_entry_limit
from fulgence.table.entries import Closed, Moved, SaidReady, SeatEntry, TimedOut, TookBack
from fulgence.table.messages import Move, TurnMessage, Undo
from fulgence.table.refusals import Refused
from fulgence.table.state import PLAYING, WAITING, Table
from fulgence.table.views import NOBODY


def check_seat(table: Table, number: int, key: str) -> None:
    if number == NOBODY:
        raise Refused("not-your-seat", Message("spectators do not play"))
    if table.seats[number].key != key:
        raise Refused("not-your-seat", Message("this seat is no longer yours"))


def turn_entry(table: Table, number: int, key: str, message: TurnMessage, most: int) -> SeatEntry | None:
    """The entry that a message asks for, or Refused. None: it was entered before, and is acknowledged again.

    `most`: as of check_entry_limit."""
    check_seat(table, number, key)
    seat = table.seats[number]
    entry, ply = entry_of(number, message), seat.ply
    if message.ply < ply:
        if seat.entries[message.ply] != entry:
            raise Refused("too-late", Message("this turn has already been decided"))
        return None
    if message.ply > ply:
        raise Refused(
            "ply", Message("this seat has made {ply} entries, not {said}", ply=ply, said=message.ply)
        )
    if seat.bot:
        raise Refused("not-your-seat", Message("a bot plays this seat until you return to it"))
    check_entry_limit(table, entry, most)
    return entry


def entry_of(seat: int, message: TurnMessage) -> SeatEntry:
    if isinstance(message, Move):
        return Moved(seat, message.move, message.ready)
    return TookBack(seat) if isinstance(message, Undo) else SaidReady(seat)


def left_seats_to_pass(table: Table) -> list[int]:
    """Seats whose owners have left, as soon as everybody else waits for them; none if only bots do."""
    late = [number for number, seat in enumerate(table.seats) if seat.is_left and not seat.is_ready]
    if not late or table.phase != PLAYING:
        return []
    others = [seat for seat in table.seats if not seat.is_left]
    if all(seat.bot for seat in others) or not all(seat.is_ready for seat in others):
        return []
    return late


def overdue_entries(table: Table) -> list[TimedOut] | list[Closed]:
    """When the time is up: every seat that is not ready passes the rest of its turn. A listed table that
    nobody has joined is closed."""
    if table.phase == WAITING:
        return [Closed()]
    return [TimedOut(number) for number, seat in enumerate(table.seats) if not seat.is_ready]
