"""Who is at a table, and how they are told."""

from __future__ import annotations

import time
from collections import Counter

import msgspec

from fulgence.rules.errors import FulgenceError
from fulgence.server.clock import TurnClock
from fulgence.server.desk import Ejection
from fulgence.server.inbox import Batch, Visitor
from fulgence.server.messages import Error, Presence, TurnMessage, format_message
from fulgence.server.refusals import code_of
from fulgence.server.state import Table
from fulgence.server.told import words_for
from fulgence.server.views import NOBODY, Views


class Audience:
    """The sockets at one table. `look_at` comes first, and whenever the table is another object."""

    def __init__(self, clock: TurnClock) -> None:
        self.clock = clock
        self.visitors: set[Visitor] = set()
        self.idle_since = time.monotonic()
        self._present: Counter[int] = Counter()  # sockets by seat
        self.views: Views

    def look_at(self, table: Table) -> None:
        self.views = Views(table, self.is_here)

    def is_here(self, seat: int) -> bool:
        return self._present[seat] > 0

    @property
    def has_players(self) -> bool:
        """Whether people play here: without a clock the game waits for them, with one they are to be seen."""
        table = self.views.table
        return any(
            not seat.bot and not seat.is_left and (table.opened.clock is None or self.is_here(number))
            for number, seat in enumerate(table.seats)
        )

    @property
    def watching(self) -> int:
        return self._present[NOBODY]

    # Coming and going.

    def greet(self, visitor: Visitor, seat: int | None) -> None:
        """A view for whoever comes; the others are told of it."""
        visitor.seat = NOBODY if seat is None else seat
        self.visitors.add(visitor)
        self._present[visitor.seat] += 1
        self.show(visitor)
        self.tell_presence(besides=visitor)

    def see_off(self, visitor: Visitor) -> None:
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self._present[visitor.seat] -= 1
            self.idle_since = time.monotonic()
            self.tell_presence()

    def turn_out(self, ejection: Ejection) -> None:
        for visitor in [visitor for visitor in self.visitors if visitor.key == ejection.key]:
            visitor.close(ejection.code, ejection.reason)
            self.see_off(visitor)

    def dismiss(self, code: int, reason: str) -> None:
        """Everybody, for good."""
        for visitor in list(self.visitors):
            visitor.close(code, reason)
        self.visitors.clear()
        self._present.clear()
        # The views and this hold each other, and garbage that has grown old is hardly ever looked for.
        self.views = Views(self.views.table, absent)

    # Telling.

    def tell(self, batch: Batch) -> None:
        """Whatever the batch has changed for anybody."""
        made: dict[tuple[int, str], bytes] = {}
        for visitor in list(self.visitors):
            if batch.everybody or visitor.seat in batch.seats:
                kind = visitor.seat, visitor.language.tag if visitor.wants_words else ""
                if kind not in made:
                    made[kind] = self.view_bytes(visitor)
                visitor.send(made[kind])
        if batch.presence and not batch.everybody:
            self.tell_presence(batch.seats)

    def tell_presence(self, seats: set[int] | None = None, besides: Visitor | None = None) -> None:
        """To everybody but the seats that have just got a whole view."""
        if len(self.visitors) < 2 and besides is not None:
            return
        message = format_message(Presence(self.views.seats(), self.watching))
        for visitor in list(self.visitors):
            if visitor is not besides and not (seats and visitor.seat in seats):
                visitor.send(message)

    def show(self, visitor: Visitor) -> None:
        visitor.send(self.view_bytes(visitor))

    def view_bytes(self, visitor: Visitor) -> bytes:
        view = self.views.message(visitor.seat, self.watching, self.clock.seconds_left)
        game = self.views.table.game
        if visitor.wants_words and game:
            view = msgspec.structs.replace(
                view, words=words_for(game, self.views.eyes(visitor.seat), visitor.language)
            )
        return format_message(view)


def absent(_: int) -> bool:
    return False


def send_error(visitor: Visitor, error: FulgenceError, said: TurnMessage | None) -> None:
    sentence = visitor.language.text(error.message)
    ply = said.ply if said is not None else None
    visitor.send(format_message(Error(code_of(error), sentence, ply, said)))
