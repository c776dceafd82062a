"""A database of either kind, reached from the loop. What is done there is written once, as plain functions
of a connection; SQLite runs them in a thread of its own, PostgreSQL through its asynchronous driver.

SQLite has one connection for everything, and holds its file alone: two writing connections can damage a
database of SQLite before 3.51.3.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fulgence.folders import make_private_file, make_private_folder
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server import schema

log = logging.getLogger(__name__)

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg"}
SOLE_OWNER = 0x46554C47  # PostgreSQL's advisory lock of a process that serves alone

T = TypeVar("T")
Work = Callable[[Connection], T]


class BadDatabase(FulgenceError):
    """An address that leads to no database that can be used."""


class NoDatabase(BadDatabase):
    """A text that is no address of a database."""

    is_usage = True

    def __init__(self, address: str) -> None:
        super().__init__(
            Message("{address!r} is no database: write sqlite:///FILE or postgresql://...", address=address)
        )


class AlreadyServed(Exception):
    """Another server holds the database alone."""


class Database(Protocol):
    is_embedded: bool
    engine: Engine  # whose events tests listen to

    async def write(self, work: Work[T]) -> T:
        """Do it in one transaction, safe when this returns; if it fails, nothing is changed."""

    async def read(self, work: Work[T]) -> T: ...
    async def mend(self, error: Exception) -> None:
        """After a failure: a connection that was cut is made anew."""

    async def close(self) -> None: ...


class Embedded:
    """SQLite."""

    is_embedded = True

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url)
        event.listen(self.engine, "connect", prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._connection: Connection

    async def open(self) -> None:
        def connect() -> None:
            self._connection = self.engine.connect()
            transact(schema.migrate, self._connection)

        await self._run(connect)

    async def write(self, work: Work[T]) -> T:
        return await self._run(lambda: transact(work, self._connection))

    read = write

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def mend(self, error: Exception) -> None:
        pass  # a file is not cut off

    async def close(self) -> None:
        def disconnect() -> None:
            if hasattr(self, "_connection"):
                self._connection.close()
            self.engine.dispose()

        await self._run(disconnect)
        self._thread.shutdown()


class Remote:
    """PostgreSQL. Reading has connections of its own; there is one that writes."""

    is_embedded = False

    def __init__(self, url: URL, *, alone: bool) -> None:
        self._engine: AsyncEngine = create_async_engine(url, pool_pre_ping=True)
        self.engine = self._engine.sync_engine
        self._is_alone = alone
        self._lock = asyncio.Lock()
        self._connection: AsyncConnection | None = None

    async def open(self) -> None:
        connection = await self._engine.connect()
        try:
            if self._is_alone and not await is_taken_alone(connection):
                raise AlreadyServed
            await connection.run_sync(partial(transact, schema.migrate))
        except BaseException:
            await connection.close()
            raise
        self._connection = connection

    async def write(self, work: Work[T]) -> T:
        async with self._lock:
            assert self._connection is not None
            return await self._connection.run_sync(partial(transact, work))

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def mend(self, error: Exception) -> None:
        """What was ours alone must be so again."""
        assert self._connection is not None
        is_cut = isinstance(error, DBAPIError) and error.connection_invalidated
        if not (is_cut or self._connection.closed):
            return
        try:
            await self._connection.close()
            self._connection = await self._engine.connect()
            if self._is_alone and not await is_taken_alone(self._connection):
                log.error("another server is using this database")
                await self._connection.close()
        except (SQLAlchemyError, OSError):
            await asyncio.sleep(0.5)

    async def close(self) -> None:
        async with self._lock:
            if self._connection is not None:
                await self._connection.close()
            await self._engine.dispose()


def transact(work: Work[T], connection: Connection) -> T:
    try:
        result = work(connection)
        connection.commit()
    except BaseException:
        try:
            connection.rollback()
        except (SQLAlchemyError, OSError):
            connection.invalidate()
        raise
    return result


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


async def open_database(address: str, *, alone: bool = True) -> Database:
    """Made or brought up to date. `alone`: no other process may serve it."""
    url = parse_database(address)
    shown = url.set(drivername=url.drivername.partition("+")[0], query={}).render_as_string()
    database = prepared(url, shown, alone=alone)
    try:
        await database.open()
    except AlreadyServed:
        await database.close()
        hint = Message(
            "{address}: another server is using this database; together they need --redis", address=shown
        )
        raise BadDatabase(hint) from None
    except (SQLAlchemyError, OSError, TypeError, schema.NewerDatabase) as error:  # an unknown option too
        await database.close()
        if "locked" in str(error):
            message = Message("{address}: another server is using this database", address=shown)
            raise BadDatabase(message) from None
        raise BadDatabase(f"{shown}: {reason_of(error)}") from None
    return database


def prepared(url: URL, shown: str, *, alone: bool) -> Embedded | Remote:
    try:
        if not url.drivername.startswith("sqlite"):
            return Remote(url, alone=alone)
        file = Path(url.database or "")
        make_private_folder(file.parent)
        make_private_file(file)
        return Embedded(url)
    except OSError as error:
        raise BadDatabase(f"{shown}: {error.strerror}") from None
    except ImportError as error:
        raise BadDatabase(
            Message(
                "{address}: {module} is missing: pip install 'fulgence[pg]'",
                address=shown,
                module=error.name or "asyncpg",
            )
        ) from None


def reason_of(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
