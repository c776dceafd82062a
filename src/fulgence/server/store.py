"""The log of all tables: append, commit, and only then say so.

One writer commits everything that is waiting at once (group commit): many tables share the wait for
the disk. SQLite has this one connection for everything, and holds its file alone: two writing
connections can damage a database of SQLite before 3.51.3.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, event, insert, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server import schema
from fulgence.server.refusals import StoreConflict, StoreFailed

log = logging.getLogger(__name__)

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
SOLE_OWNER = 0x46554C47  # PostgreSQL's advisory lock of a process that serves alone


ENTRIES = (
    select(schema.entries.c.at, schema.entries.c.body)
    .where(schema.entries.c.table_id == bindparam("table"))
    .order_by(schema.entries.c.number)
)
APPEND = insert(schema.entries)


class BadDatabase(FulgenceError):
    """An address that leads to no database that can be used."""


class NoDatabase(BadDatabase):
    """A text that is no address of a database."""

    is_usage = True

    def __init__(self, address: str) -> None:
        super().__init__(
            Message("{address!r} is no database: write sqlite:///FILE or postgresql://...", address=address)
        )


@dataclass
class Page:
    """What one table wants written: entries from a number on, and its row where that changed."""

    table: str
    number: int
    entries: Sequence[tuple[int, str]]  # time and text
    row: dict[str, object] = field(default_factory=dict)
    written: asyncio.Future[None] = field(default_factory=asyncio.Future)

    @property
    def rows(self) -> list[dict[str, object]]:
        return [
            {"table_id": self.table, "number": self.number + n, "at": at, "body": body}
            for n, (at, body) in enumerate(self.entries)
        ]


class Store:
    def __init__(self, engine: AsyncEngine, connection: AsyncConnection, *, alone: bool = True) -> None:
        self.engine = engine
        self.is_alone = alone
        self.is_embedded = engine.dialect.name == "sqlite"
        self._connection = connection  # the writer's
        self._lock = asyncio.Lock()
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
        StoreFailed: nothing was written. `row`: what changes in the table's own row."""
        page = Page(table, number, entries, row or {})
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
        try:
            await self._commit(pages)
        except IntegrityError:
            if len(pages) == 1:
                finish(pages[0], StoreConflict(pages[0].table))
                return
            for page in pages:  # find out whose it was
                await self._write_group([page])
            return
        except Exception as error:  # whatever it was: the writer must not die of it
            log.error("nothing was written", extra={"reason": reason_of(error), "pages": len(pages)})
            await self._mend(error)
            for page in pages:
                finish(
                    page,
                    StoreFailed(Message("the move could not be stored: {reason}", reason=reason_of(error))),
                )
            return
        for page in pages:
            finish(page, None)

    async def _commit(self, pages: list[Page]) -> None:
        rows = [row for page in pages for row in page.rows]
        async with self._lock:
            connection = self._connection
            try:
                for page in pages:
                    if page.row:
                        await connection.execute(row_statement(page))
                await connection.execute(APPEND, rows)
                await connection.commit()
            except BaseException:
                await roll_back(connection)
                raise

    async def _mend(self, error: Exception) -> None:
        """A connection that was cut is made anew; what was ours alone must be so again."""
        is_cut = isinstance(error, DBAPIError) and error.connection_invalidated
        if not (is_cut or self._connection.closed):
            return
        try:
            await self._connection.close()
            self._connection = await self.engine.connect()
            if self.is_alone and not self.is_embedded and not await is_taken_alone(self._connection):
                log.error("another server is using this database")
                await self._connection.close()
        except (SQLAlchemyError, OSError):
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            if not self.is_embedded:
                async with self.engine.connect() as connection:
                    yield connection
                return
            async with self._lock:
                try:
                    yield self._connection
                finally:
                    await roll_back(self._connection)
        except (SQLAlchemyError, OSError) as error:
            log.error("nothing was read", extra={"reason": reason_of(error)})
            message = Message("the database does not answer: {reason}", reason=reason_of(error))
            raise StoreFailed(message) from None

    async def entries(self, table: str) -> list[tuple[int, str]]:
        """Time and text of all entries of a table, in order; none if there is no such table."""
        async with self._reading() as connection:
            found = await connection.execute(ENTRIES, {"table": table})
            return [(at, body) for at, body in found]

    async def listed(self, most: int = 100) -> list[str]:
        """Tables that may be shown to everybody, the newest first."""
        column = schema.tables.c
        wanted = select(column.id).where(column.listed, column.phase.in_(("waiting", "playing")))
        return await self._ids(wanted.order_by(column.opened_at.desc()).limit(most))

    async def running_alone(self, most: int = 10_000) -> list[str]:
        """Games that go on although nobody asks for them."""
        column = schema.tables.c
        wanted = select(column.id).where(column.runs_alone, column.phase == "playing")
        return await self._ids(wanted.order_by(column.opened_at).limit(most))

    async def _ids(self, wanted: Any) -> list[str]:
        async with self._reading() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def answers(self) -> bool:
        try:
            async with self._reading() as connection:
                await connection.execute(text("select 1"))
        except StoreFailed:
            return False
        return True

    async def close(self) -> None:
        """Everything that waits is written first."""
        self._is_closing = True
        self._wake.set()
        await self._writer
        async with self._lock:
            await self._connection.close()
        await self.engine.dispose()


def finish(page: Page, error: Exception | None) -> None:
    if page.written.done():  # whoever asked has gone
        return
    if error is None:
        page.written.set_result(None)
    else:
        page.written.set_exception(error)


def row_statement(page: Page) -> Any:
    if page.number == 0:
        return insert(schema.tables).values(id=page.table, **page.row)
    return update(schema.tables).where(schema.tables.c.id == page.table).values(**page.row)


async def roll_back(connection: AsyncConnection) -> None:
    try:
        await connection.rollback()
    except (SQLAlchemyError, OSError):
        await connection.invalidate()


def reason_of(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def parse_database(address: str) -> URL:
    """`sqlite:///FILE` or `postgresql://...` as SQLAlchemy wants it."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # where its password would be cannot be told
        raise NoDatabase("***") from None
    driver = DRIVERS.get(url.drivername)
    if driver is None or (url.drivername == "sqlite" and url.database in (None, "", ":memory:")):
        raise NoDatabase(url.set(query={}).render_as_string())
    query = {"ssl" if key == "sslmode" else key: value for key, value in url.query.items()}  # asyncpg's word
    return url.set(drivername=driver, query=query)


async def open_store(address: str, *, alone: bool = True) -> Store:
    """The store at this address, made or brought up to date. `alone`: no other process may serve it."""
    url = parse_database(address)
    shown = url.set(drivername=url.drivername.partition("+")[0], query={}).render_as_string()
    if url.database and url.drivername.startswith("sqlite"):
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadDatabase(f"{shown}: {error.strerror}") from None
    try:
        engine = create_async_engine(url, pool_pre_ping=not url.drivername.startswith("sqlite"))
    except ImportError as error:
        raise BadDatabase(
            Message(
                "{address}: {module} is missing: pip install 'fulgence[pg]'",
                address=shown,
                module=error.name or "asyncpg",
            )
        ) from None
    if url.drivername.startswith("sqlite"):
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
    try:
        connection = await connected(engine, alone=alone)
    except AlreadyServed:
        await engine.dispose()
        hint = Message(
            "{address}: another server is using this database; together they need --redis", address=shown
        )
        raise BadDatabase(hint) from None
    except (SQLAlchemyError, OSError, TypeError, schema.NewerDatabase) as error:  # an unknown option too
        await engine.dispose()
        if "locked" in str(error):
            message = Message("{address}: another server is using this database", address=shown)
            raise BadDatabase(message) from None
        raise BadDatabase(f"{shown}: {reason_of(error)}") from None
    return Store(engine, connection, alone=alone)


class AlreadyServed(Exception):
    """Another server holds the database alone."""


async def connected(engine: AsyncEngine, *, alone: bool) -> AsyncConnection:
    """A connection to a database that is up to date."""
    connection = await engine.connect()
    try:
        if alone and engine.dialect.name == "postgresql" and not await is_taken_alone(connection):
            raise AlreadyServed
        await connection.run_sync(schema.migrate)
        await connection.commit()
    except BaseException:
        await connection.close()
        raise
    return connection


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Nobody else may open the file, and every commit waits for the disk."""
    cursor = connection.cursor()
    for pragma in ("busy_timeout=1000", "locking_mode=exclusive", "journal_mode=wal", "synchronous=full"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


async def is_taken_alone(connection: AsyncConnection) -> bool:
    """Whether the database is ours alone now, until the connection ends."""
    found = await connection.execute(text("select pg_try_advisory_lock(:key)"), {"key": SOLE_OWNER})
    await connection.commit()
    return bool(found.scalar())
