"""A server says that it is alive as long as it answers, and that it is ready as long as it can write."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from server.asgi_client import asgi_client
from server.databases import cut_connections, in_loop, new_database, opened
from server.local_tables import LocalTables, with_tables
from server.proxy import Proxy
from server.server_process import Failed, Server, put_empty_database, serving, start
from server.store.test_store import ROW, commits_of, read_only, tell

OK = {"status": "ok"}


def is_alive(server: Server) -> bool:
    return bool(server.call("GET", "/api/health/live") == OK)


def readiness(server: Server, path: str = "/api/health/ready") -> tuple[int, str]:
    try:
        return 200, server.call("GET", path)["status"]
    except Failed as failed:
        return failed.status, failed.code


def until(server: Server, answer: tuple[int, str]) -> None:
    """What was found a second ago is still told."""
    late = time.monotonic() + 10
    while readiness(server) != answer:
        assert time.monotonic() < late


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def test_a_server_that_can_write_is_alive_and_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert is_alive(server)
        assert readiness(server) == readiness(server, "/api/health") == (200, "ok")


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_on_a_full_disk_a_server_is_alive_and_not_ready(tmp_path: Path) -> None:
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

    with serving(tmp_path) as server:
        server.open()
        largest = max(file.stat().st_size for file in tmp_path.iterdir())
        prlimit(server.process.pid, RLIMIT_FSIZE, (largest, RLIM_INFINITY))
        until(server, (503, "storage"))
        assert is_alive(server)
        prlimit(server.process.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        until(server, (200, "ok"))


@in_loop
async def test_a_database_that_may_not_grow_is_not_ready(sqlite: str) -> None:
    async with opened(sqlite) as store:
        assert await store.is_writable()
        free = await tell(store, "pragma freelist_count")
        assert isinstance(free, int)
        await store.append("a", 0, [(0, "x" * 4096 * (free + 2))], ROW)
        pages = await tell(store, "pragma page_count")
        await tell(store, f"pragma max_page_count = {pages}")
        assert not await store.is_writable()
        await tell(store, "pragma max_page_count = 100000")
        assert await store.is_writable()


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_a_database_that_is_read_only_is_not_ready(engine: str, tmp_path: Path) -> None:
    async def test(address: str) -> None:
        async with opened(address) as store:
            async with read_only(store):
                assert not await store.is_writable()
            assert await store.is_writable()

    with new_database(engine, tmp_path) as address:
        asyncio.run(test(address))


@pytest.mark.parametrize("table", ["entries", "probes"])
def test_with_a_damaged_page_a_server_is_alive_and_not_ready(tmp_path: Path, table: str) -> None:
    put_empty_database(tmp_path / "games.db")
    database = sqlite3.connect(tmp_path / "games.db")
    (page,) = database.execute("select rootpage from sqlite_master where name = ?", [table]).fetchone()
    (size,) = database.execute("pragma page_size").fetchone()
    database.close()
    with (tmp_path / "games.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xaa" * size)
    with serving(tmp_path) as server:
        assert is_alive(server)
        assert readiness(server) == readiness(server, "/api/health") == (503, "storage")


def test_a_server_that_has_lost_its_database_to_another_is_not_ready(tmp_path: Path) -> None:
    with (
        new_database("postgresql", tmp_path) as database,
        Proxy(5432) as proxy,
        serving(tmp_path, database=database.replace("127.0.0.1", f"127.0.0.1:{proxy.port}")) as server,
    ):
        assert readiness(server) == (200, "ok")
        proxy.cut()
        asyncio.run(cut_connections(database))
        other = start(tmp_path, database=database)
        proxy.mend()
        until(server, (503, "storage"))
        assert is_alive(server)
        other.process.terminate()
        other.wait()
        until(server, (200, "ok"))


@pytest.mark.parametrize(("fresh", "writes"), [(60.0, 1), (0.0, 3)])
def test_asking_often_costs_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: float, writes: int
) -> None:
    monkeypatch.setattr("fulgence.server.http.routes.health.FRESH_SECONDS", fresh)

    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        commits = commits_of(tables.store)
        answers = await asyncio.gather(*(client.call("GET", "/api/health") for _ in range(100)))
        assert {answer.status for answer in answers} == {200}
        assert len(commits) == 1
        for _ in range(2):
            assert (await client.call("GET", "/api/health/ready")).status == 200
        assert len(commits) == writes
        await client.call("GET", "/api/health/live")
        assert len(commits) == writes

    with_tables(tmp_path, test)


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_looking_leaves_nothing_behind(engine: str, tmp_path: Path) -> None:
    async def test(address: str) -> None:
        async with opened(address) as store:
            for _ in range(3):
                assert await store.is_writable()
            assert await tell(store, "select count(*) from probes") == 0
            assert await tell(store, "select count(*) from entries") == 0

    with new_database(engine, tmp_path) as address:
        asyncio.run(test(address))


@pytest.mark.parametrize(
    "path",
    [
        *("/health", "/health/live", "/healthz", "/livez", "/readyz", "/metrics", "/metrics/x"),
        *("/api", "/api/", "/api/health/", "/api/health/x", "/api/metrics/x", "/api/nothing"),
    ],
)
def test_addresses_that_a_probe_might_try_are_not_the_apps(tmp_path: Path, path: str) -> None:
    async def test(tables: LocalTables) -> None:
        answer = await asgi_client(tables).call("GET", path)
        assert (answer.status, answer.json["code"]) == (404, "not-found")

    with_tables(tmp_path, test)


@pytest.mark.parametrize("path", ["/", "/t/abc", "/healthy", "/apiary"])
def test_other_addresses_are_the_apps(tmp_path: Path, path: str) -> None:
    async def test(tables: LocalTables) -> None:
        answer = await asgi_client(tables).call("GET", path)
        assert answer.status == 200 and b"<!doctype html>" in answer.body.lower()

    with_tables(tmp_path, test)
