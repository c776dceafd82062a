"""The sockets at a table, and broadcasting views and presence to them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.inbox import Batch, Visitor
from fulgence.table.commands import Ejection
from fulgence.table.messages import Error, Presence, Reaction, TurnMessage, format_message
from fulgence.table.refusals import code_of
from fulgence.table.state import Table
from fulgence.table.turn_clock import TurnClock
from fulgence.table.view_words import view_bytes
from fulgence.table.views import NOBODY, Views


class Audience:
    """The sockets at one table. Call `follow` first, and whenever the table is another object."""

    def __init__(self, clock: TurnClock) -> None:
        self.clock = clock
        self.visitors: set[Visitor] = set()
        self.idle_since = time.monotonic()
        self._present: defaultdict[int, int] = defaultdict(int)  # sockets by seat
        self._hidden: set[Visitor] = set()  # those whose page nobody can see
        self.views: Views

    def follow(self, table: Table, now: Callable[[], int]) -> None:
        self.views = Views(table, self.is_connected, now)

    def is_connected(self, seat: int) -> bool:
        return self._present[seat] > 0

    def is_looking(self, seat: int) -> bool:
        """Whether the seat's owner can see the table now, on any of their devices."""
        return any(visitor.seat == seat and visitor not in self._hidden for visitor in self.visitors)

    @property
    def has_players(self) -> bool:
        """Whether people play here; at a table with a clock, only those who are connected count."""
        table = self.views.table
        return any(
            not seat.bot and not seat.is_left and (table.opened.clock is None or self.is_connected(number))
            for number, seat in enumerate(table.seats)
        )

    @property
    def watching(self) -> int:
        return self._present[NOBODY]

    # Sockets that open and close.

    def admit(self, visitor: Visitor, seat: int | None) -> None:
        """Send a view to a new socket, and its presence to the others."""
        visitor.seat = NOBODY if seat is None else seat
        self.visitors.add(visitor)
        self._present[visitor.seat] += 1
        self.send_view(visitor)
        self.broadcast_presence(besides=visitor)

    def remove(self, visitor: Visitor) -> None:
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self._hidden.discard(visitor)
            self._present[visitor.seat] -= 1
            self.idle_since = time.monotonic()
            self.broadcast_presence()

    def show(self, visitor: Visitor, visible: bool) -> None:
        """Its page was brought to the front, or is hidden by another."""
        if visible:
            self._hidden.discard(visitor)
        elif visitor in self.visitors:
            self._hidden.add(visitor)

    def eject(self, ejection: Ejection) -> None:
        for visitor in [visitor for visitor in self.visitors if visitor.key == ejection.key]:
            visitor.close(ejection.code, ejection.reason)
            self.remove(visitor)

    def close_all(self, code: int, reason: str) -> None:
        """Close all sockets, for good."""
        for visitor in list(self.visitors):
            visitor.close(code, reason)
        self.visitors.clear()
        self._hidden.clear()
        self._present.clear()
        # Breaks a reference cycle; the collector rarely runs.
        self.views = Views(self.views.table, never_connected)

    # Sending.

    def broadcast(self, batch: Batch) -> None:
        """Send a view to everybody for whom the batch has changed something."""
        made: dict[tuple[int, str], bytes] = {}
        for visitor in list(self.visitors):
            if batch.everybody or visitor.seat in batch.seats:
                kind = visitor.seat, visitor.language.tag if visitor.wants_words else ""
                if kind not in made:
                    made[kind] = self.view_bytes(visitor)
                visitor.send(made[kind])
        if batch.presence and not batch.everybody:
            self.broadcast_presence(batch.seats)

    def broadcast_presence(self, seats: set[int] | None = None, besides: Visitor | None = None) -> None:
        """To everybody except the seats that have just got a whole view."""
        if len(self.visitors) < 2 and besides is not None:
            return
        message = format_message(Presence(self.views.seats(), self.watching))
        for visitor in list(self.visitors):
            if visitor is not besides and not (seats and visitor.seat in seats):
                visitor.send(message)

    def broadcast_reaction(self, reaction: Reaction) -> None:
        message = format_message(reaction)
        for visitor in list(self.visitors):
            visitor.send(message)

    def send_view(self, visitor: Visitor) -> None:
        visitor.send(self.view_bytes(visitor))

    def view_bytes(self, visitor: Visitor) -> bytes:
        language = visitor.language if visitor.wants_words else None
        return view_bytes(self.views, visitor.seat, self.watching, self.clock.seconds_left, language)


def never_connected(_: int) -> bool:
    return False


def send_error(visitor: Visitor, error: FulgenceError, said: TurnMessage | None) -> None:
    sentence = visitor.language.text(error.message)
    ply = said.ply if said is not None else None
    visitor.send(format_message(Error(code_of(error), sentence, ply, said)))
