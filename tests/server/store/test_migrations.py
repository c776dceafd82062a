"""A database becomes what the program needs, keeps what is in it, and is never left half way."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from fulgence.server.store import schema
from fulgence.server.store.database import BadDatabase
from fulgence.server.store.store import Store, open_store
from server.databases import ENGINES, driver_of, in_loop, new_database, opened

MIGRATIONS = Path(schema.__file__).parent / "migrations"
ENTRY = {"table_id": "a", "number": 0, "at": 1, "body": "opened"}
NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table("more", sa.Column("id", sa.Integer, primary_key=True))
    op.add_column("entries", sa.Column("extra", sa.Integer, nullable=False, server_default="7"))
"""


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as address:
        yield address


class Plain:
    """A connection to SQLite with the methods of one to PostgreSQL."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def run_sync(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(self.connection, *args)

    async def execute(self, *args: Any) -> Any:
        return self.connection.execute(*args)

    async def commit(self) -> None:
        self.connection.commit()


@contextlib.asynccontextmanager
async def connected(address: str) -> AsyncIterator[AsyncConnection | Plain]:
    if address.startswith("sqlite"):
        plain = create_engine(address)
        with plain.connect() as near:
            yield Plain(near)
        plain.dispose()
        return
    engine = create_async_engine(driver_of(address))
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


async def ask(address: str, question: Callable[[Connection], Any]) -> Any:
    async with connected(address) as connection:
        return await connection.run_sync(question)


def differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, schema.metadata))


def next_migrations(folder: Path, script: str) -> Path:
    """The migrations of a later version of the program."""
    later = folder / "migrations"
    shutil.copytree(MIGRATIONS, later, ignore=shutil.ignore_patterns("__pycache__"))
    (later / "versions" / "0005_more.py").write_text(script)
    return later


@in_loop
async def test_migrations_give_a_new_database_the_tables_that_the_program_knows(database: str) -> None:
    async with opened(database):
        pass
    assert await ask(database, differences) == []
    assert await ask(database, schema.revision_of) == schema.REVISION


@in_loop
async def test_a_database_with_a_table_too_few_would_be_noticed(database: str) -> None:
    async with connected(database) as connection:
        await connection.run_sync(schema.migrate)
        await connection.execute(text("drop table entries"))
        await connection.commit()
    assert [kind for kind, *_ in await ask(database, differences)] == ["add_table"]


@in_loop
async def test_sqlite_keeps_entries_in_the_order_of_their_key(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    async with opened(address):
        pass
    wanted = text("select sql from sqlite_master where name = 'entries'")
    made = await ask(address, lambda connection: connection.execute(wanted).scalar())
    assert "WITHOUT ROWID" in made


def test_the_newest_migration_is_the_one_that_the_program_expects() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [schema.REVISION]


@in_loop
async def test_a_database_that_is_up_to_date_is_left_alone(database: str) -> None:
    async with opened(database) as store:
        await store.append("a", 0, [(1, "kept")])
    async with opened(database) as store:
        assert await store.entries("a") == [(1, "kept")]


@in_loop
async def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(
    database: str, tmp_path: Path
) -> None:
    async with connected(database) as connection:
        await connection.run_sync(schema.migrate)
        await connection.execute(insert(schema.entries), [ENTRY])
        await connection.commit()
        await connection.run_sync(schema.upgrade, next_migrations(tmp_path, NEXT))
        await connection.commit()
        assert await connection.run_sync(schema.revision_of) == "0008"
        assert (await connection.execute(text("select * from entries"))).one() == ("a", 0, 1, "opened", 7)


FIRST_ROWS = """
insert into tables (id, opened_at, phase, listed, runs_alone) values
('clock', 1, 'playing', false, true), ('played', 2, 'over', false, true),
('friends', 3, 'playing', false, false),
('listed', 4, 'waiting', true, false), ('hidden', 5, 'waiting', false, true)
"""


@in_loop
async def test_tables_of_the_first_version_are_due_at_once_if_they_need_nobody(
    database: str, tmp_path: Path
) -> None:
    first = tmp_path / "first"
    shutil.copytree(MIGRATIONS, first, ignore=shutil.ignore_patterns("__pycache__", "000[2-9]_*"))
    async with connected(database) as connection:
        await connection.run_sync(schema.upgrade, first)
        await connection.execute(text(FIRST_ROWS))
        await connection.commit()
    async with opened(database) as store:
        assert await store.due(1) == [("clock", 0), ("listed", 0)]
        assert await store.listed() == ["listed"]
    assert await ask(database, differences) == []


@in_loop
async def test_a_migration_that_fails_half_way_has_not_begun(database: str, tmp_path: Path) -> None:
    later = next_migrations(tmp_path, NEXT + "    op.drop_table('no-such-table')\n")
    async with connected(database) as connection:
        await connection.run_sync(schema.migrate)
        await connection.execute(insert(schema.entries), [ENTRY])
        await connection.commit()
    async with connected(database) as connection:
        await connection.run_sync(schema.hold)
        with pytest.raises(Exception, match="no-such-table"):
            await connection.run_sync(schema.upgrade, later)
    async with connected(database) as connection:
        assert await connection.run_sync(schema.revision_of) == schema.REVISION
        assert not await connection.run_sync(lambda found: inspect(found).has_table("more"))
        assert (await connection.execute(select(schema.entries))).one() == ("a", 0, 1, "opened")


@in_loop
async def test_a_first_start_that_is_cut_short_has_made_nothing(database: str) -> None:
    async with connected(database) as connection:
        await connection.run_sync(schema.migrate)  # and never committed
    assert await ask(database, lambda connection: inspect(connection).get_table_names()) == []
    async with opened(database) as store:
        await store.append("a", 0, [(1, "opened")])


@in_loop
async def test_servers_that_start_together_do_not_make_the_tables_twice(postgresql: str) -> None:
    opening = (open_store(postgresql, alone=False) for _ in range(4))
    stores = await asyncio.gather(*opening, return_exceptions=True)
    for store in stores:
        if isinstance(store, Store):
            await store.close()
    assert [type(store) for store in stores] == [Store] * 4


@in_loop
async def test_a_newer_database_is_refused(database: str) -> None:
    async with connected(database) as connection:
        await connection.run_sync(schema.migrate)
        await connection.execute(text("update alembic_version set version_num = '0999'"))
        await connection.commit()
    with pytest.raises(
        BadDatabase, match=f"the database has revision 0999, this program knows {schema.REVISION}"
    ):
        await open_store(database)
    assert await ask(database, schema.revision_of) == "0999"
