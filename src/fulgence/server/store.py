"""The log of all tables: append, commit, and only then say so.

One writer commits everything that is waiting at once (group commit): many tables share the wait for
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

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from fulgence.rules.message import Message
from fulgence.server import schema
from fulgence.server.database import Database, InDoubt, Work, open_database, reason_of
from fulgence.server.metrics import Metrics
from fulgence.server.refusals import StoreConflict, StoreFailed, in_doubt, lost

log = logging.getLogger(__name__)

T = TypeVar("T")

FILLER = "fulgence" * 1024  # more than a page of SQLite
CLOSING = 3.0  # seconds for what still waits when the store is closed

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
    .values(phase=bindparam("new_phase"), due_at=bindparam("new_due"))
)


@dataclass
class Page:
    """What one table wants written: entries from a number on, its row when it is opened, and its phase
    and deadline when they have changed. Without a number: after the last, if there is any."""

    table: str
    number: int | None
    entries: Sequence[tuple[int, str]]  # time and text
    row: dict[str, object] = field(default_factory=dict)
    written: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Store:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.metrics = Metrics()
        self._name = secrets.token_hex(16)
        self._waiting: list[Page] = []
        self._wake = asyncio.Event()
        self._is_closing = False
        self._writer = asyncio.create_task(self._write_forever(), name="store writer")

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[tuple[int, str]],
        row: dict[str, object] | None = None,
    ) -> None:
        """Return when the entries are safe. StoreConflict: another has written this number;
        StoreFailed: nothing was written; any other Refused: nobody knows. `row`: what changes in the table's
        own row."""
        await self._put(Page(table, number, entries, row or {}))

    async def append_last(self, table: str, at: int, entry: str) -> None:
        """Write one entry after whatever is there, which is not read for it; of a table that does not
        exist nothing. StoreConflict: somebody else did so at the same moment."""
        await self._put(Page(table, None, [(at, entry)]))

    async def change(self, table: str, phase: str, due: int | None) -> None:
        """Write only the table's own row, which then tells the same as its entries."""
        await self._put(Page(table, None, [], {"phase": phase, "due_at": due}))

    async def _put(self, page: Page) -> None:
        self._waiting.append(page)
        self._wake.set()
        await page.written

    async def _write_forever(self) -> None:
        while not self._is_closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                pages, self._waiting = self._waiting, []
                await self._write_group(pages)

    async def _write_group(self, pages: list[Page]) -> None:
        began = time.perf_counter()
        try:
            await self.database.write(partial(write, pages))
        except IntegrityError:
            if len(pages) == 1:
                self.metrics.failures["conflict"] += 1
                finish(pages[0], StoreConflict(pages[0].table))
                return
            for page in pages:  # find out whose it was
                await self._write_group([page])
            return
        except InDoubt as error:
            log.error(
                "nobody knows what was written", extra={"reason": reason_of(error), "pages": len(pages)}
            )
            self.metrics.failures[in_doubt().code] += 1
            for page in pages:
                finish(page, in_doubt())
            return
        except asyncio.CancelledError:
            for page in pages:
                finish(page, in_doubt())
            for page in self._waiting:
                finish(page, lost())
            raise
        except Exception as error:  # whatever it was: the writer must not die of it
            log.error("nothing was written", extra={"reason": reason_of(error), "pages": len(pages)})
            self.metrics.failures["storage"] += 1
            for page in pages:
                finish(page, StoreFailed(Message("this could not be stored; try again")))
            return
        self.metrics.commits.observe(time.perf_counter() - began)
        for page in pages:
            self.metrics.entries += len(page.entries)
            finish(page, None)

    async def _read(self, work: Work[T]) -> T:
        try:
            return await self.database.read(work)
        except (SQLAlchemyError, OSError) as error:
            log.error("nothing was read", extra={"reason": reason_of(error)})
            raise StoreFailed(Message("the database does not answer")) from None

    async def entries(self, table: str) -> list[tuple[int, str]]:
        """Time and text of all entries of a table, in order; none if there is no such table."""

        def read(connection: Connection) -> list[tuple[int, str]]:
            return [(at, body) for at, body in connection.execute(ENTRIES, {"table": table})]

        return await self._read(read)

    async def listed(self, most: int = 100) -> list[str]:
        """Tables that may be shown to everybody, the newest first."""
        column = schema.tables.c
        wanted = select(column.id).where(column.listed, column.phase.in_(("waiting", "playing")))
        return await self._ids(wanted.order_by(column.opened_at.desc()).limit(most))

    async def due(self, until: int, most: int = 10_000) -> list[tuple[str, int]]:
        """Tables that need their referee by then although nobody asks, and since when; the first first."""
        column = schema.tables.c
        wanted = select(column.id, column.due_at).where(column.due_at <= until)
        wanted = wanted.order_by(column.due_at, column.id).limit(most)
        return await self._read(lambda connection: [(id, due) for id, due in connection.execute(wanted)])

    async def _ids(self, wanted: Any) -> list[str]:
        return await self._read(lambda connection: list(connection.execute(wanted).scalars()))

    @property
    def waiting(self) -> int:
        """How many tables have something that is not yet being written."""
        return len(self._waiting)

    async def is_writable(self) -> bool:
        """Whether moves could be stored now, by the same way."""
        try:
            await self.database.write(partial(probe, self._name))
        except Exception as error:  # whatever it was, it will not do for moves either
            log.error("the database cannot be written", extra={"reason": reason_of(error)})
            return False
        return True

    async def close(self) -> None:
        """Everything that waits is written first, if that is possible soon."""
        self._is_closing = True
        self._wake.set()
        await asyncio.wait([self._writer], timeout=CLOSING)
        if not self._writer.done():
            self._writer.cancel()
            await asyncio.wait([self._writer])
        await self.database.close()


def write(pages: Sequence[Page], connection: Connection) -> None:
    opened = [{"id": page.table, **page.row} for page in pages if page.row and page.number == 0]
    changed = [
        {"table": page.table, "new_phase": page.row["phase"], "new_due": page.row.get("due_at")}
        for page in pages
        if page.row and page.number != 0
    ]
    if opened:
        connection.execute(OPEN, opened)
    if changed:
        connection.execute(CHANGE, changed)
    rows = [
        {"table_id": page.table, "number": number, "at": at, "body": body}
        for page in pages
        if page.number is not None
        for number, (at, body) in enumerate(page.entries, page.number)
    ]
    if rows:
        connection.execute(APPEND, rows)
    last = [
        {"table": page.table, "time": at, "text": body}
        for page in pages
        if page.number is None
        for at, body in page.entries
    ]
    if last:
        connection.execute(APPEND_LAST, last)


def probe(name: str, connection: Connection) -> None:
    """Write something that needs room, take it away again, and look at both ends of the log."""
    connection.execute(insert(schema.probes), {"id": name, "filler": FILLER})
    connection.execute(delete(schema.probes).where(schema.probes.c.id == name))
    for place in (schema.entries.c.table_id, schema.entries.c.table_id.desc()):
        connection.execute(select(schema.entries.c.table_id).order_by(place).limit(1)).scalar()


def finish(page: Page, error: Exception | None) -> None:
    if page.written.done():  # whoever asked has gone
        return
    if error is None:
        page.written.set_result(None)
    else:
        page.written.set_exception(error)


async def open_store(address: str, *, alone: bool = True) -> Store:
    """The store at this address, made or brought up to date. `alone`: no other process may serve it."""
    return Store(await open_database(address, alone=alone))
