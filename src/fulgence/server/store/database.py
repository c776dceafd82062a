"""SQLite or PostgreSQL behind one asynchronous interface.

Queries are written once, as plain functions of a connection; SQLite runs them in a thread, PostgreSQL
through its asynchronous driver. SQLite has one connection for everything and locks its file exclusively:
before SQLite 3.51.3 two writing connections can corrupt a database.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from fulgence.folders import data_folder, make_private_file, make_private_folder
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.store import schema
from fulgence.server.store.bounded_connection import ANSWER, BoundedConnection, connect
from fulgence.server.store.copying import CopyStopped, Report, copy_pages

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg"}
SOLE_OWNER = 0x46554C47  # PostgreSQL's advisory lock of a process that serves alone
MAX_READERS = 5  # connections at most
MIGRATION = 600.0  # seconds
SILENCE = 2.0  # seconds until a silent database is tried again

NAME = text("select set_config('application_name', :name, false)")
END_FORMER = text(
    "select pg_terminate_backend(pid, 1000) from pg_stat_activity "
    "where application_name = :name and pid <> pg_backend_pid()"
)
OTHERS = text(
    "select count(*) from pg_stat_activity where datname = current_database() "
    "and application_name like 'fulgence %' and pid <> pg_backend_pid()"
)
LOCK = text("select pg_try_advisory_lock(:key)")

T = TypeVar("T")
Work = Callable[[Connection], T]


class BadDatabase(FulgenceError):
    """The database at this address cannot be used."""


class NoDatabase(BadDatabase):
    """Not the address of a database."""

    is_usage = True

    def __init__(self, address: str) -> None:
        super().__init__(
            Message(
                "{address!r} is not a database: write sqlite:///FILE or postgresql://...", address=address
            )
        )


class AlreadyServed(Exception):
    """Another server has locked the database."""


class InDoubt(Exception):
    """The answer to COMMIT was lost."""


class Database(Protocol):
    is_embedded: bool
    engine: Engine  # whose events tests listen to

    async def write(self, work: Work[T]) -> T:
        """Run it in one transaction, durable when this returns; if it fails, nothing has changed. InDoubt:
        nobody knows."""

    async def read(self, work: Work[T]) -> T: ...
    async def close(self) -> None: ...


class Embedded:
    """SQLite."""

    is_embedded = True

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url)
        event.listen(self.engine, "connect", prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._connection: Connection
        self._copies: dict[threading.Event, asyncio.Future[None]] = {}  # with what stops them

    async def open(self) -> None:
        def connect() -> None:
            self._connection = self.engine.connect()
            transact(schema.migrate, self._connection)

        await self._run(connect)

    async def write(self, work: Work[T]) -> T:
        return await self._run(lambda: transact(work, self._connection))

    read = write

    async def copy(self, file: Path, report: Report) -> None:
        """Copy the database to an empty file while others write. `report` is called in another thread."""
        driver = self._connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        # In a thread of its own if SQLite lets threads share a connection; else everybody has to wait.
        thread = None if sqlite3.threadsafety == 3 else self._thread
        stopped = threading.Event()
        copying = asyncio.get_running_loop().run_in_executor(
            thread, copy_pages, driver, file, report, stopped.is_set
        )
        self._copies[stopped] = copying
        try:
            await asyncio.shield(copying)
        finally:
            stopped.set()
            await asyncio.wait([copying])  # a step, at most
            copying.exception()  # mark it as seen: whoever waited may have gone
            del self._copies[stopped]

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def close(self) -> None:
        def disconnect() -> None:
            if hasattr(self, "_connection"):
                self._connection.close()
            self.engine.dispose()

        for stopped, copying in list(self._copies.items()):
            stopped.set()
            with contextlib.suppress(CopyStopped, sqlite3.Error):
                await asyncio.shield(copying)
        await self._run(disconnect)
        self._thread.shutdown()


class Remote:
    """PostgreSQL: one connection that writes, several that read. They are opened when needed
    and replaced when broken."""

    is_embedded = False

    def __init__(self, url: URL, *, alone: bool) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # 0.1 s that only PostgreSQL needs

        self._engine: AsyncEngine = create_async_engine(url, poolclass=NullPool)
        self.engine = self._engine.sync_engine
        self._is_alone = alone
        self._name = f"fulgence {secrets.token_hex(8)}"  # of the connection that writes
        self._writer: BoundedConnection | None = None
        self._writing = asyncio.Lock()
        self._idle: list[BoundedConnection] = []
        self._reading = asyncio.Semaphore(MAX_READERS)
        self._silent_until = 0.0

    async def open(self) -> None:
        self._writer = await self._connect_writer()
        if await self._writer.run(partial(look, schema.is_behind)):
            await self._writer.run(partial(transact, schema.migrate), MIGRATION)

    async def write(self, work: Work[T]) -> T:
        async with self._writing:
            if self._writer is None or not await self._writer.answers():
                self._writer = await self._connect_writer()
            return await self._writer.run(partial(transact, work))

    async def read(self, work: Work[T]) -> T:
        async with asyncio.timeout(ANSWER):
            await self._reading.acquire()
        try:
            reader = self._idle.pop() if self._idle else None
            if reader is None or not await reader.answers():
                reader = await self._connect()
            try:
                return await reader.run(partial(look, work))
            finally:
                if reader.is_open:
                    self._idle.append(reader)
        finally:
            self._reading.release()

    async def _connect(self) -> BoundedConnection:
        """If the database is silent, one caller waits for the timeout and the others fail at once."""
        if time.monotonic() < self._silent_until:
            raise TimeoutError("the database is silent")
        try:
            return await connect(self._engine)
        except TimeoutError:
            self._silent_until = time.monotonic() + SILENCE
            raise

    async def _connect_writer(self) -> BoundedConnection:
        """A writer that is the only one again, if we serve alone."""
        writer = await self._connect()
        try:
            if not await writer.run(partial(transact, self._take_over)):
                raise AlreadyServed("another server is using this database")
        except BaseException as error:
            await writer.cut()
            if isinstance(error, InDoubt):  # nothing was to be written yet
                raise TimeoutError("the database is silent") from error
            raise
        return writer

    def _take_over(self, connection: Connection) -> bool:
        """Terminate our former writer if the database has not noticed that it was cut: it still holds our
        lock, and its last transaction may still be running. Whether we may write now."""
        connection.execute(NAME, {"name": self._name})
        connection.execute(END_FORMER, {"name": self._name})
        return not self._is_alone or bool(connection.execute(LOCK, {"key": SOLE_OWNER}).scalar())

    async def close(self) -> None:
        async with self._writing:
            connections = [self._writer] if self._writer else []
            await asyncio.gather(*(connection.close() for connection in [*connections, *self._idle]))
            await self._engine.dispose()


async def other_servers(database: Database) -> int:
    """How many servers use the same database. SQLite has one user at a time."""
    if database.is_embedded:
        return 0
    return await database.write(lambda connection: int(connection.execute(OTHERS).scalar_one()))


def transact(work: Work[T], connection: Connection) -> T:
    try:
        result = work(connection)
    except BaseException:
        undo(connection)
        raise
    try:
        connection.commit()
    except BaseException as error:
        undo(connection)
        has_said_no = isinstance(error, DBAPIError) and not error.connection_invalidated
        if has_said_no or not isinstance(error, Exception):
            raise
        raise InDoubt(reason_of(error)) from error
    return result


def look(work: Work[T], connection: Connection) -> T:
    try:
        return work(connection)
    finally:
        undo(connection)


def undo(connection: Connection) -> None:
    try:
        connection.rollback()
    except (SQLAlchemyError, OSError):
        connection.invalidate()


def prepare_sqlite(connection: Any, _record: object) -> None:
    """Lock the file exclusively, and wait for the disk at every commit."""
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout=1000",
        "locking_mode=exclusive",
        "journal_mode=wal",
        "synchronous=full",
        "secure_delete=on",  # what was erased is overwritten in the file too
    ):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'games.db'}"


def parse_database(address: str) -> URL:
    """`sqlite:///FILE` or `postgresql://...` as SQLAlchemy wants it."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # we cannot tell where its password is
        raise NoDatabase("***") from None
    driver = DRIVERS.get(url.drivername)
    if driver is None or (url.drivername == "sqlite" and url.database in (None, "", ":memory:")):
        raise NoDatabase(url.set(query={}).render_as_string())
    query = {
        "ssl" if key == "sslmode" else key: value for key, value in url.query.items()
    }  # as asyncpg has it
    return url.set(drivername=driver, query=query)


async def open_database(address: str, *, alone: bool = True) -> Database:
    """Open the database, creating or migrating it. `alone`: no other process may serve it."""
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
