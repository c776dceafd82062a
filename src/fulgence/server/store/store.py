"""The log of all tables: append, commit, and only then confirm.

One writer commits everything that is waiting at once (group commit), so many tables share the wait for
the disk.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from fulgence.rules.message import Message
from fulgence.server.metrics import Metrics
from fulgence.server.store import schema
from fulgence.server.store.database import Database, InDoubt, Work, open_database, reason_of
from fulgence.table.refusals import StoreConflict, StoreFailed, in_doubt, read_only, table_moved

log = logging.getLogger(__name__)

T = TypeVar("T")

FILLER = "fulgence" * 1024  # more than a page of SQLite
CLOSING = 3.0  # seconds to write what still waits when the store is closed

ENTRIES = (
    select(schema.entries.c.at, schema.entries.c.body)
    .where(schema.entries.c.table_id == bindparam("table"))
    .order_by(schema.entries.c.number)
)
APPEND = insert(schema.entries)
APPEND_LAST = APPEND.from_select(
    ["table_id", "number", "at", "body"],
    select(
        schema.entries.c.table_id,
        schema.entries.c.number + 1,
        bindparam("time", type_=schema.entries.c.at.type),
        bindparam("text", type_=schema.entries.c.body.type),
    )
    .where(schema.entries.c.table_id == bindparam("table"))
    .order_by(schema.entries.c.number.desc())
    .limit(1),
)
OPEN = insert(schema.tables)
CHANGE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(phase=bindparam("new_phase"), due_at=bindparam("new_due"), remind_at=bindparam("new_reminder"))
)
# The row may be there already: somebody has claimed the seat.
FINISH_GAME = text(
    "insert into games "
    "(table_id, seat, name, city, addons, contest, began_at, ended_at, total, items, seats) values "
    "(:table_id, :seat, :name, :city, :addons, :contest, :began_at, :ended_at, :total, :items, :seats) "
    "on conflict (table_id, seat) do update "
    "set ended_at = excluded.ended_at, total = excluded.total, items = excluded.items"
)


@dataclass
class PendingWrite:
    """What one table wants written: entries from a number on, its row when it is opened, and its phase
    and deadline when they have changed. Without a number: after the last entry, if there is one."""

    table: str
    number: int | None
    entries: Sequence[tuple[int, str]]  # time and text
    row: dict[str, object] = field(default_factory=dict)
    games: Sequence[dict[str, object]] = ()  # their results, when the game is over
    written: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.metrics = Metrics()
        self._name = secrets.token_hex(16)
        self._waiting: list[PendingWrite] = []
        self._wake = asyncio.Event()
        self._is_closing = False
        self.is_read_only = False
        self._writer = asyncio.create_task(self._write_forever(), name="store writer")

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[tuple[int, str]],
        row: dict[str, object] | None = None,
        games: Sequence[dict[str, object]] = (),
    ) -> None:
        """Return when the entries are durable. StoreConflict: another process has written this number;
        StoreFailed: nothing was written; any other Refused: nobody knows. `row`: what changes in the table's
        own row. `games`: results, once the game is over."""
        await self._put(PendingWrite(table, number, entries, row or {}, games))

    async def append_last(self, table: str, at: int, entry: str) -> None:
        """Write one entry after the last, without reading the log; nothing if the table does not exist.
        StoreConflict: another process did so at the same moment."""
        await self._put(PendingWrite(table, None, [(at, entry)]))

    async def change(self, table: str, phase: str, due: int | None, reminder: int | None = None) -> None:
        """Write only the table's own row, to make it agree with the entries."""
        row: dict[str, object] = {"phase": phase, "due_at": due, "remind_at": reminder}
        await self._put(PendingWrite(table, None, [], row))

    # Read-only, for maintenance.

    async def set_read_only(self) -> None:
        """Return when all is written that was accepted before; from now on nothing is."""
        if self.is_read_only:
            return
        is_last = self._put(PendingWrite("", None, []))
        self.is_read_only = True
        await is_last

    def set_writable(self) -> None:
        self.is_read_only = False

    def check_writable(self) -> None:
        if self.is_read_only:
            raise read_only()

    def _put(self, pending: PendingWrite) -> asyncio.Future[None]:
        self.check_writable()
        self._waiting.append(pending)
        self._wake.set()
        return pending.written

    async def _write_forever(self) -> None:
        while not self._is_closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                writes, self._waiting = self._waiting, []
                await self._write_group(writes)

    async def _write_group(self, writes: list[PendingWrite]) -> None:
        began = time.perf_counter()
        try:
            await self.database.write(partial(write, writes))
        except IntegrityError:
            if len(writes) == 1:
                self.metrics.failures["conflict"] += 1
                finish(writes[0], StoreConflict(writes[0].table))
                return
            for pending in writes:  # find out which one it was
                await self._write_group([pending])
            return
        except InDoubt as error:
            log.error(
                "nobody knows what was written", extra={"reason": reason_of(error), "pages": len(writes)}
            )
            self.metrics.failures[in_doubt().code] += 1
            for pending in writes:
                finish(pending, in_doubt())
            return
        except asyncio.CancelledError:
            for pending in writes:
                finish(pending, in_doubt())
            for pending in self._waiting:
                finish(pending, table_moved())
            raise
        except Exception as error:  # the writer must survive any error
            log.error("nothing was written", extra={"reason": reason_of(error), "pages": len(writes)})
            self.metrics.failures["storage"] += 1
            for pending in writes:
                finish(pending, StoreFailed(Message("this could not be stored; try again")))
            return
        self.metrics.commits.observe(time.perf_counter() - began)
        for pending in writes:
            self.metrics.entries += len(pending.entries)
            finish(pending, None)

    async def read(self, work: Work[T]) -> T:
        try:
            return await self.database.read(work)
        except (SQLAlchemyError, OSError) as error:
            log.error("nothing was read", extra={"reason": reason_of(error)})
            raise StoreFailed(Message("the database does not answer")) from None

    async def write(self, work: Work[T]) -> T:
        """Run it in one transaction, beside the log; durable when this returns."""
        self.check_writable()
        try:
            return await self.database.write(work)
        except IntegrityError:
            raise
        except InDoubt as error:
            log.error("nobody knows what was written", extra={"reason": reason_of(error)})
            raise in_doubt() from None
        except (SQLAlchemyError, OSError) as error:
            log.error("nothing was written", extra={"reason": reason_of(error)})
            raise StoreFailed(Message("this could not be stored; try again")) from None

    async def entries(self, table: str) -> list[tuple[int, str]]:
        """Time and text of all entries of a table, in order; none if there is no such table."""

        def read(connection: Connection) -> list[tuple[int, str]]:
            return [(at, body) for at, body in connection.execute(ENTRIES, {"table": table})]

        return await self.read(read)

    async def listed(self, most: int = 100) -> list[str]:
        """Listed tables, the newest first."""
        column = schema.tables.c
        wanted = select(column.id).where(column.listed, column.phase.in_(("waiting", "playing")))
        return await self._ids(wanted.order_by(column.opened_at.desc()).limit(most))

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries each of these tables has."""
        column = schema.entries.c
        wanted = select(column.table_id, func.max(column.number) + 1).where(column.table_id.in_(tables))
        wanted = wanted.group_by(column.table_id)

        def read(connection: Connection) -> dict[str, int]:
            return {id: int(number) for id, number in connection.execute(wanted)}

        return await self.read(read)

    async def due(self, until: int, most: int = 10_000) -> list[tuple[str, int]]:
        """Tables that need their referee by then, and when, in that order."""
        column = schema.tables.c
        wanted = select(column.id, column.due_at).where(column.due_at <= until)
        wanted = wanted.order_by(column.due_at, column.id).limit(most)
        return await self.read(lambda connection: [(id, due) for id, due in connection.execute(wanted)])

    async def _ids(self, wanted: Any) -> list[str]:
        return await self.read(lambda connection: list(connection.execute(wanted).scalars()))

    @property
    def waiting(self) -> int:
        """How many writes wait for the next commit."""
        return len(self._waiting)

    async def is_writable(self) -> bool:
        """Whether moves could be stored now, tried in the same way; in a read-only store, whether they could
        be read."""
        try:
            if self.is_read_only:
                await self.database.read(read_both_ends)
            else:
                await self.database.write(partial(probe, self._name))
        except Exception as error:  # any error would stop moves too
            log.error("the database cannot be written", extra={"reason": reason_of(error)})
            return False
        return True

    async def close(self) -> None:
        """Write what waits first, if that does not take long."""
        self._is_closing = True
        self._wake.set()
        await asyncio.wait([self._writer], timeout=CLOSING)
        if not self._writer.done():
            self._writer.cancel()
            await asyncio.wait([self._writer])
        await self.database.close()


def write(writes: Sequence[PendingWrite], connection: Connection) -> None:
    opened = [
        {"id": pending.table, **pending.row} for pending in writes if pending.row and pending.number == 0
    ]
    changed = [
        {
            "table": pending.table,
            "new_phase": pending.row["phase"],
            "new_due": pending.row.get("due_at"),
            "new_reminder": pending.row.get("remind_at"),
        }
        for pending in writes
        if pending.row and pending.number != 0
    ]
    if opened:
        connection.execute(OPEN, opened)
    if changed:
        connection.execute(CHANGE, changed)
    rows = [
        {"table_id": pending.table, "number": number, "at": at, "body": body}
        for pending in writes
        if pending.number is not None
        for number, (at, body) in enumerate(pending.entries, pending.number)
    ]
    if rows:
        connection.execute(APPEND, rows)
    last = [
        {"table": pending.table, "time": at, "text": body}
        for pending in writes
        if pending.number is None
        for at, body in pending.entries
    ]
    if last:
        connection.execute(APPEND_LAST, last)
    if games := [row for pending in writes for row in pending.games]:
        connection.execute(FINISH_GAME, games)


def probe(name: str, connection: Connection) -> None:
    """Write a row that needs space, delete it again, and read both ends of the log."""
    connection.execute(insert(schema.probes), {"id": name, "filler": FILLER})
    connection.execute(delete(schema.probes).where(schema.probes.c.id == name))
    read_both_ends(connection)


def read_both_ends(connection: Connection) -> None:
    for place in (schema.entries.c.table_id, schema.entries.c.table_id.desc()):
        connection.execute(select(schema.entries.c.table_id).order_by(place).limit(1)).scalar()


def finish(pending: PendingWrite, error: Exception | None) -> None:
    if pending.written.done():  # the caller has gone
        return
    if error is None:
        pending.written.set_result(None)
    else:
        pending.written.set_exception(error)


async def open_store(address: str, *, alone: bool = True) -> Store:
    """The store at this address, created or migrated. `alone`: no other process may serve it."""
    return Store(await open_database(address, alone=alone))
