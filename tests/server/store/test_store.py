"""The log of all tables, on both engines: what is written, and what is said when it cannot be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine

from fulgence.server.store.database import BadDatabase
from fulgence.server.store.store import Store, open_store
from fulgence.table.refusals import StoreConflict, StoreFailed
from server.databases import (
    ENGINES,
    cut_connections,
    in_loop,
    new_database,
    opened,
    tell_postgresql,
)

ROW = {"opened_at": 1, "phase": "waiting", "listed": True, "due_at": None}


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with new_database(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as address:
        yield address


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def commits_of(store: Store) -> list[object]:
    """Grows with every commit."""
    seen: list[object] = []
    event.listen(store.database.engine, "commit", seen.append)
    return seen


async def tell(store: Store, sentence: str) -> object:
    """On the store's own connection, which is the only one that SQLite has."""

    def work(connection: Connection) -> object:
        found = connection.exec_driver_sql(sentence)
        return found.scalar() if found.returns_rows else None

    return await store.database.write(work)


@in_loop
async def test_entries_come_back_in_their_order_and_to_their_own_table(database: str) -> None:
    async with opened(database) as store:
        await store.append("b", 0, [(1, "first"), (2, "second")], ROW)
        await store.append("a", 0, [(3, "of another")], ROW)
        await store.append("b", 2, [(2, "third")])
        assert await store.entries("b") == [(1, "first"), (2, "second"), (2, "third")]
        assert await store.entries("a") == [(3, "of another")]
        assert await store.entries("c") == []


@in_loop
async def test_an_entry_can_be_written_after_the_last_whatever_that_is(database: str) -> None:
    async with opened(database) as store:
        for table in "ab":
            await store.append(table, 0, [(1, "first"), (2, "second")], ROW)
        running_cluster = (store.append_last("a", 3, "last"), store.append_last("b", 4, "last"))
        await asyncio.gather(*running_cluster, store.append_last("c", 5, "of no table"))
        assert await store.entries("a") == [(1, "first"), (2, "second"), (3, "last")]
        assert await store.entries("b") == [(1, "first"), (2, "second"), (4, "last")]
        assert await store.entries("c") == []
        with pytest.raises(StoreConflict):
            await store.append("a", 2, [(6, "as if nothing had been written")])
        await store.append_last("a", 7, "really the last")
        assert (await store.entries("a"))[3:] == [(7, "really the last")]


@in_loop
async def test_an_entry_after_the_last_is_written_although_another_store_never_stops(postgresql: str) -> None:
    async with opened(postgresql, alone=False) as busy, opened(postgresql, alone=False) as other:
        await busy.append("a", 0, [(0, "entry")] * 20_000, ROW)

        async def write_on() -> int:
            number = 20_000
            while True:
                try:
                    await busy.append("a", number, [(0, "entry")])
                except StoreConflict:
                    return number
                number += 1

        writing = asyncio.create_task(write_on())
        tries = 0
        while not writing.done():
            tries += 1
            with contextlib.suppress(StoreConflict):
                await other.append_last("a", 1, "taken over")
                break
        number = await writing
        assert (await other.entries("a"))[number:] == [(1, "taken over")]
        assert tries < 100


@in_loop
async def test_what_was_written_is_there_when_the_store_is_opened_again(database: str) -> None:
    async with opened(database) as store:
        await store.append("a", 0, [(1, "é\U0001f687\n'")], ROW)
    async with opened(database) as store:
        assert await store.entries("a") == [(1, "é\U0001f687\n'")]
        await store.append("a", 1, [(2, "more")])
        assert await store.entries("a") == [(1, "é\U0001f687\n'"), (2, "more")]


@in_loop
async def test_a_store_that_is_closed_writes_what_still_waits(database: str) -> None:
    async with opened(database) as store:
        waiting = [asyncio.create_task(store.append(f"t{n}", 0, [(n, "x")], ROW)) for n in range(5)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    async with opened(database) as store:
        assert [await store.entries(f"t{n}") for n in range(5)] == [[(n, "x")] for n in range(5)]


@in_loop
async def test_a_hundred_tables_share_a_commit(database: str) -> None:
    async with opened(database) as store:
        commits = commits_of(store)
        await asyncio.gather(*(store.append(f"t{n}", 0, [(n, "x")], ROW) for n in range(100)))
        assert 1 <= len(commits) <= 2
        commits.clear()
        for number in range(1, 11):
            await store.append("t0", number, [(0, "x")])
        assert len(commits) == 10
        assert len([n for n in range(100) if await store.entries(f"t{n}")]) == 100


@in_loop
async def test_a_number_that_is_taken_is_a_conflict_for_that_table_only(database: str) -> None:
    async with opened(database) as store:
        await asyncio.gather(*(store.append(table, 0, [(0, "opened")], ROW) for table in "abc"))
        answers = await asyncio.gather(
            store.append("a", 1, [(1, "ours")]),
            store.append("b", 1, [(1, "ours")]),
            store.append("b", 1, [(2, "theirs")], {"phase": "over"}),
            store.append("c", 1, [(1, "ours")], {"phase": "playing"}),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [type(None), type(None), StoreConflict, type(None)]
        assert [await store.entries(table) for table in "abc"] == [[(0, "opened"), (1, "ours")]] * 3
        assert sorted(await store.listed()) == ["a", "b", "c"]


@in_loop
async def test_of_entries_that_meet_a_taken_number_none_is_written(database: str) -> None:
    async with opened(database) as store:
        await store.append("a", 0, [(0, "opened"), (1, "one"), (2, "two")], ROW)
        with pytest.raises(StoreConflict):
            await store.append("a", 2, [(3, "two again"), (3, "three")], {"phase": "over"})
        with pytest.raises(StoreConflict):
            await store.append("a", 0, [(3, "opened again")], ROW)
        assert await store.entries("a") == [(0, "opened"), (1, "one"), (2, "two")]
        assert await store.listed() == ["a"]
        await store.append("a", 3, [(3, "three")])


@in_loop
async def test_lists_are_of_those_tables_that_belong_there(database: str) -> None:
    timed = {**ROW, "listed": False, "phase": "playing"}
    async with opened(database) as store:
        await store.append("old", 0, [(0, "x")], ROW)
        await store.append("new", 0, [(0, "x")], {**ROW, "opened_at": 2, "phase": "playing"})
        await store.append("hidden", 0, [(0, "x")], {**ROW, "listed": False})
        await store.append("bots", 0, [(0, "x")], {**timed, "due_at": 0})
        await store.append("done", 0, [(0, "x")], {**timed, "due_at": 5})
        await store.append("late", 0, [(0, "x")], {**timed, "due_at": 90})
        assert await store.listed() == ["new", "old"]
        assert await store.due(5) == [("bots", 0), ("done", 5)]
        await store.append("done", 1, [(1, "x")], {"phase": "over", "due_at": None})
        await store.append("new", 1, [(1, "x")], {"phase": "closed", "due_at": None})
        await store.change("late", "playing", 70)
        assert await store.listed() == ["old"]
        assert await store.due(5) == [("bots", 0)]
        assert await store.due(70) == [("bots", 0), ("late", 70)]


# When the database fails.


@contextlib.asynccontextmanager
async def read_only(store: Store) -> AsyncIterator[None]:
    setting = "pragma query_only" if store.database.is_embedded else "set default_transaction_read_only"
    await tell(store, f"{setting} = on")
    yield
    await tell(store, f"{setting} = off")


@in_loop
async def test_a_read_only_database_fails_everybody_and_then_works_again(database: str) -> None:
    async with opened(database) as store:
        await asyncio.gather(*(store.append(table, 0, [(0, "opened")], ROW) for table in "abc"))
        async with read_only(store):
            answers = await asyncio.gather(
                *(store.append(table, 1, [(1, "lost")]) for table in "abc"), return_exceptions=True
            )
            assert all(isinstance(answer, StoreFailed) for answer in answers)
            assert str(answers[0]) == "this could not be stored; try again"  # why is for the log
            assert [await store.entries(table) for table in "abc"] == [[(0, "opened")]] * 3
            assert not await store.is_writable()
        await asyncio.gather(*(store.append(table, 1, [(2, "kept")]) for table in "abc"))
        assert [await store.entries(table) for table in "abc"] == [[(0, "opened"), (2, "kept")]] * 3


@in_loop
async def test_a_full_disk_fails_and_works_again_when_there_is_room(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(sqlite) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        pages = await tell(store, "pragma page_count")
        assert isinstance(pages, int)
        await tell(store, f"pragma max_page_count = {pages + 5}")
        with pytest.raises(StoreFailed, match=r"^this could not be stored; try again$"):
            await store.append("a", 1, [(1, "x" * 100_000)], {"phase": "over"})
        assert [vars(line)["reason"] for line in caplog.records] == ["database or disk is full"]
        assert await store.entries("a") == [(0, "opened")]
        assert await store.listed() == ["a"]
        await store.append("a", 1, [(1, "small")])
        await tell(store, f"pragma max_page_count = {pages + 1000}")
        await store.append("a", 2, [(2, "x" * 100_000)])
        assert [len(body) for _, body in await store.entries("a")] == [6, 5, 100_000]


@in_loop
async def test_a_connection_that_is_cut_is_made_anew(postgresql: str) -> None:
    async with opened(postgresql) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        await cut_connections(postgresql)
        with contextlib.suppress(StoreFailed):  # nobody can know it before
            await store.append("a", 1, [(1, "in between")])
        assert await store.is_writable()
        number = len(await store.entries("a"))
        await store.append("a", number, [(2, "afterwards")])
        assert (await store.entries("a"))[-1] == (2, "afterwards")


async def terminate_who_waits(address: str) -> None:
    waiting = f"datname = '{address.rpartition('/')[2]}' and wait_event_type = 'Lock'"
    wanted = f"select pg_terminate_backend(pid, 5000) from pg_stat_activity where {waiting}"
    async with asyncio.timeout(10):
        while not await tell_postgresql(wanted):
            pass


@in_loop
async def test_a_connection_that_is_cut_in_the_middle_has_written_nothing(postgresql: str) -> None:
    async with opened(postgresql) as store, opened(postgresql, alone=False) as other:
        await store.append("a", 0, [(0, "opened")], ROW)
        async with AsyncEngine(other.database.engine).connect() as holder:
            await holder.exec_driver_sql("lock table entries in access exclusive mode")
            waiting = asyncio.create_task(store.append("a", 1, [(1, "lost")], {"phase": "over"}))
            await terminate_who_waits(postgresql)
            with pytest.raises(StoreFailed):
                await waiting
        assert await store.entries("a") == [(0, "opened")]
        assert await store.listed() == ["a"]
        await store.append("a", 1, [(2, "kept")])
        assert await store.entries("a") == [(0, "opened"), (2, "kept")]


@in_loop
async def test_while_the_database_is_away_everything_fails_and_nothing_hangs(postgresql: str) -> None:
    name = postgresql.rpartition("/")[2]
    async with opened(postgresql) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        await tell_postgresql(f"alter database {name} allow_connections false")
        await cut_connections(postgresql)
        for _ in range(2):
            answers = await asyncio.gather(
                store.append("a", 1, [(1, "lost")]),
                store.append("b", 0, [(1, "lost")], ROW),
                return_exceptions=True,
            )
            assert all(isinstance(answer, StoreFailed) for answer in answers)
            assert not await store.is_writable()
        await tell_postgresql(f"alter database {name} allow_connections true")
        with contextlib.suppress(StoreFailed):
            await store.append("a", 1, [(2, "kept")])
        await store.append("a", len(await store.entries("a")), [(3, "kept")])
        assert (await store.entries("a"))[-1] == (3, "kept")


@in_loop
async def test_reading_while_the_database_is_away_is_refused_in_words(postgresql: str) -> None:
    name = postgresql.rpartition("/")[2]
    async with opened(postgresql) as store:
        await tell_postgresql(f"alter database {name} allow_connections false")
        await cut_connections(postgresql)
        with pytest.raises(StoreFailed, match=r"^the database does not answer$"):
            await store.entries("a")
        await tell_postgresql(f"alter database {name} allow_connections true")


# Alone.


@in_loop
async def test_nobody_else_gets_at_a_database_that_is_served(database: str) -> None:
    async with opened(database) as store:
        with pytest.raises(BadDatabase, match="another server is using this database"):
            await open_store(database)
        await store.append("a", 0, [(0, "goes on")], ROW)
    async with opened(database) as store:
        assert await store.entries("a") == [(0, "goes on")]


@in_loop
async def test_a_store_is_alone_again_after_its_connection_was_cut(postgresql: str) -> None:
    async with opened(postgresql) as store:
        await cut_connections(postgresql)
        with contextlib.suppress(StoreFailed):
            await store.append("a", 0, [(0, "opened")], ROW)
        await store.append("b", 0, [(0, "opened")], ROW)
        with pytest.raises(BadDatabase, match="another server is using this database"):
            await open_store(postgresql)


@in_loop
async def test_a_store_does_not_write_beside_another_that_came_while_it_was_cut_off(postgresql: str) -> None:
    async with opened(postgresql) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        await cut_connections(postgresql)
        async with opened(postgresql) as newcomer:
            for _ in range(2):
                with pytest.raises(StoreFailed):
                    await store.append("a", 1, [(1, "lost")])
            await newcomer.append("a", 1, [(1, "from the newcomer")])
        with contextlib.suppress(StoreFailed):
            await store.append("a", 2, [(2, "kept")])
        await store.append("a", len(await store.entries("a")), [(3, "kept")])
        assert [body for _, body in await store.entries("a")][1:] in (
            ["from the newcomer", "kept"],
            ["from the newcomer", "kept", "kept"],
        )


@in_loop
async def test_several_servers_may_share_what_they_do_not_want_alone(postgresql: str) -> None:
    async with opened(postgresql, alone=False) as one, opened(postgresql, alone=False) as other:
        await one.append("a", 0, [(0, "opened")], ROW)
        await other.append("a", 1, [(1, "from the other")])
        with pytest.raises(StoreConflict):
            await one.append("a", 1, [(1, "too late")])
        assert await one.entries("a") == [(0, "opened"), (1, "from the other")]


@in_loop
async def test_sqlite_keeps_its_file_alone_and_waits_for_the_disk(sqlite: str) -> None:
    async with opened(sqlite) as store:
        assert await tell(store, "pragma journal_mode") == "wal"
        assert await tell(store, "pragma synchronous") == 2  # full
        assert await tell(store, "pragma locking_mode") == "exclusive"
