"""Tables without a store: what is written stays in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fulgence.rules.chance import Generator
from fulgence.rules.game import Game
from fulgence.server.entries import (
    Entry,
    Handed,
    Joined,
    Left,
    Moved,
    Opened,
    Plan,
    Reissued,
    Returned,
    SaidReady,
    TimedOut,
    TookBack,
    format_entry,
    parse_entry,
)
from fulgence.server.messages import format_message
from fulgence.server.state import Table, fold
from fulgence.server.views import NOBODY, Views
from server.sitting import NAMES, SEED


@dataclass
class Log:
    """A table that lives, and everything that was written of it."""

    table: Table
    entries: list[tuple[int, Entry]] = field(default_factory=list)

    def write(self, entry: Entry) -> None:
        at = 1000 * len(self.entries)
        self.table.apply(entry, at)
        self.entries.append((at, parse_entry(format_entry(entry))))

    def read(self) -> Table:
        return fold(self.table.id, self.entries)

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game


def opened(city: str = "london", addons: Sequence[str] = (), seats: int = 2, **more: Any) -> Log:
    """A table whose seats are free."""
    parts: dict[str, Any] = {"seed": SEED, "host": 0, **more}
    entry = Opened(city, tuple(addons), (Plan(),) * seats, invite="", watch="", **parts)
    return Log(Table("t", entry, 0), [(0, entry)])


def full(city: str = "london", addons: Sequence[str] = (), seats: int = 2, **more: Any) -> Log:
    """A table whose game has begun."""
    log = opened(city, addons, seats, **more)
    for seat in range(seats):
        log.write(Joined(seat, NAMES[seat], f"key {seat}", "5a" * seat))
    return log


def everything(table: Table) -> list[object]:
    """All that anybody is told, and what counts the entries."""
    views = Views(table, lambda seat: seat == 0)
    seats = [NOBODY, *range(len(table.seats))]
    counted = [table.written, table.changes, table.turn_began, [seat.ply for seat in table.seats]]
    return [format_message(views.message(seat, 3, 90_000)) for seat in seats] + counted


def random_entry(log: Log, luck: Generator) -> Entry:
    """Something that may be allowed now, mostly moves."""
    seat = luck.draw(len(log.table.seats))
    kind = luck.draw(40)
    rare: list[Entry] = [
        *(Left(seat), Handed(seat, "greedy"), Returned(seat), Reissued(seat, f"new {luck.draw(100)}")),
        *(TimedOut(seat), SaidReady(seat), TookBack(seat), TookBack(seat)),
    ]
    if kind < len(rare):
        return rare[kind]
    moves = log.game.view(seat).moves
    return Moved(seat, moves[luck.draw(len(moves))], luck.draw(4) > 0) if moves else SaidReady(seat)
