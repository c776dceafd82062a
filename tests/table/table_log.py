"""Tables without a store: what is written stays in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.table.entries import (
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Moved,
    Opened,
    Reissued,
    Returned,
    SaidReady,
    SeatPlan,
    TimedOut,
    TookBack,
    format_entry,
    parse_entry,
)
from fulgence.table.messages import format_message
from fulgence.table.state import Table, fold
from fulgence.table.views import NOBODY, Views

NAMES = ("Ann", "Ben", "Cleo", "Dora")
SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


@dataclass
class TableLog:
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


def opened(city: str = "london", addons: Sequence[str] = (), seats: int = 2, **more: Any) -> TableLog:
    """A table whose seats are free."""
    parts: dict[str, Any] = {"seed": SEED, "host": 0, **more}
    entry = Opened(city, tuple(addons), (SeatPlan(),) * seats, invite="", watch="", **parts)
    return TableLog(Table("t", entry, 0), [(0, entry)])


def full(city: str = "london", addons: Sequence[str] = (), seats: int = 2, **more: Any) -> TableLog:
    """A table whose game has begun."""
    log = opened(city, addons, seats, **more)
    for seat in range(seats):
        log.write(JoinedSeat(seat, NAMES[seat], f"key {seat}", "5a" * seat))
    return log


def everything(table: Table) -> list[object]:
    """All that anybody is told, and what counts the entries."""
    views = Views(table, lambda seat: seat == 0)
    seats = [NOBODY, *range(len(table.seats))]
    counted = [table.written, table.changes, table.turn_began, [seat.ply for seat in table.seats]]
    return [format_message(views.message(seat, 3, 90_000)) for seat in seats] + counted


def random_entry(log: TableLog, rng: Generator) -> Entry:
    """Something that may be allowed now, mostly moves."""
    seat = rng.draw(len(log.table.seats))
    kind = rng.draw(40)
    rare: list[Entry] = [
        *(Left(seat), Handed(seat, "greedy"), Returned(seat), Reissued(seat, f"new {rng.draw(100)}")),
        *(TimedOut(seat), SaidReady(seat), TookBack(seat), TookBack(seat)),
    ]
    if kind < len(rare):
        return rare[kind]
    moves = log.game.view(seat).moves
    return Moved(seat, moves[rng.draw(len(moves))], rng.draw(4) > 0) if moves else SaidReady(seat)
