"""Databases for the tests: files of SQLite, and new databases where a PostgreSQL answers."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from fulgence.server.store.store import Store, open_store

POSTGRESQL = "postgresql://root@127.0.0.1/test"
ENGINES = ("sqlite", "postgresql")

P = ParamSpec("P")


@contextlib.contextmanager
def new_database(engine: str, folder: Path) -> Iterator[str]:
    """The address of a database with nothing in it, as `serve --database` takes it."""
    if engine == "sqlite":
        yield f"sqlite:///{folder}/games.db"
        return
    name = f"fulgence_{secrets.token_hex(6)}"
    try:
        asyncio.run(tell_postgresql(f"create database {name}"))
    except (OSError, SQLAlchemyError):
        pytest.skip("no PostgreSQL answers on 127.0.0.1")
    try:
        yield POSTGRESQL.replace("/test", f"/{name}")
    finally:
        asyncio.run(tell_postgresql(f"drop database {name} with (force)"))


async def tell_postgresql(*sentences: str) -> list[tuple[Any, ...]]:
    """Tell it from another database; the rows that the last sentence has given."""
    engine = create_async_engine(driver_of(POSTGRESQL), isolation_level="AUTOCOMMIT")
    rows: list[tuple[Any, ...]] = []
    try:
        async with engine.connect() as connection:
            for sentence in sentences:
                found = await connection.execute(text(sentence))
                rows = [tuple(row) for row in found] if found.returns_rows else []
    finally:
        await engine.dispose()
    return rows


async def cut_connections(address: str) -> None:
    """Everybody who uses this database of PostgreSQL is thrown out."""
    name = address.rpartition("/")[2]
    backends = f"pg_stat_activity where datname = '{name}'"
    await tell_postgresql(f"select pg_terminate_backend(pid, 5000) from {backends}")


def driver_of(address: str) -> str:
    """How SQLAlchemy calls the address of a PostgreSQL."""
    return address.replace("postgresql:", "postgresql+asyncpg:")


@contextlib.asynccontextmanager
async def opened(address: str, *, alone: bool = True) -> AsyncIterator[Store]:
    store = await open_store(address, alone=alone)
    try:
        yield store
    finally:
        await store.close()


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that waits for things, but not for ever."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 30))

    return run
