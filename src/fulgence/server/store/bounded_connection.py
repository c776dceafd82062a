"""A connection to PostgreSQL with a timeout for everything.

A database can fall silent without closing a connection: its machine was stopped, or a firewall dropped the
connection. So everything here has a time limit. What takes longer is cut off, and all that waits for the
connection fails at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

CONNECTING = 2.0  # seconds
ANSWER = 3.0  # for a transaction
PING = 1.0  # for a ping
IDLE = 1.0  # after which a connection is pinged before it is used
GOODBYE = 1.0

T = TypeVar("T")


class BoundedConnection:
    """`driver`: asyncpg's connection, the only one that can be terminated without waiting."""

    def __init__(self, connection: AsyncConnection, driver: Any) -> None:
        self._connection = connection
        self._driver = driver
        self._used = time.monotonic()
        self._is_late = False  # cut off because it took too long

    async def run(self, work: Callable[[Connection], T], seconds: float = ANSWER) -> T:
        """Do it in time; after a timeout the connection is closed."""
        try:
            with self._limited(seconds):
                result = await self._connection.run_sync(work)
        except BaseException as error:
            if not self.is_open or not isinstance(error, Exception):
                await self.cut()
            if self._is_late and isinstance(error, DBAPIError):
                raise TimeoutError(f"no answer in {seconds:.0f} seconds") from error
            raise
        self._used = time.monotonic()
        return result

    @property
    def is_open(self) -> bool:
        return not self._driver.is_closed()

    async def answers(self) -> bool:
        """Whether it can be used; an idle one is pinged first, and closed if it does not answer."""
        if self.is_open and time.monotonic() - self._used < IDLE:
            return True
        try:
            with self._limited(PING):
                await self._driver.execute(";")
        except Exception:  # whatever it says
            await self.cut()
        return self.is_open

    @contextlib.contextmanager
    def _limited(self, seconds: float) -> Iterator[None]:
        timer = asyncio.get_running_loop().call_later(seconds, self._cut_off)
        try:
            yield
        finally:
            timer.cancel()

    def _cut_off(self) -> None:
        self._is_late = True
        self._driver.terminate()

    async def cut(self) -> None:
        """Terminate it without telling the other side."""
        self._driver.terminate()
        if not self._connection.closed:
            await self._connection.invalidate()
            await self._connection.close()

    async def close(self) -> None:
        with contextlib.suppress(Exception):  # one that does not answer is cut below
            await self._driver.close(timeout=GOODBYE)
        await self.cut()


async def connect(engine: AsyncEngine) -> BoundedConnection:
    """A new connection in time, or TimeoutError. `engine` keeps no pool."""
    try:
        async with asyncio.timeout(CONNECTING):
            connection = await engine.connect()
    except TimeoutError:
        raise TimeoutError("the database is silent") from None
    raw = await connection.get_raw_connection()
    return BoundedConnection(connection, raw.driver_connection)
