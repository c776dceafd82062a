"""Several servers that share a PostgreSQL and a Redis, and ways to look at them from outside."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from fulgence.table.entries import parse_entry
from fulgence.table.state import Table, fold
from server.databases import driver_of, new_database
from server.server_process import Seat, Server, start

REDIS = "redis://127.0.0.1:6379"
OPERATOR = "a-token-of-an-operator"


class ClusterServers:
    """`redis`: the address that servers are given; `eye`: what we see there ourselves."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.folder = folder
        self.database = database
        self.redis = redis
        self.eye: Redis = Redis.from_url(redis, decode_responses=True)
        self.named: dict[str, Server] = {}

    def start(self, redis: str = "") -> Server:
        room = "--limit=entries=1000000"  # for people who change their mind until a test has seen enough
        operator = f"--admin-token={OPERATOR}"
        server = start(self.folder, f"--redis={redis or self.redis}", room, operator, database=self.database)
        self.named[self.name_of(server)] = server
        return server

    def start_all(self, number: int) -> list[Server]:
        with ThreadPoolExecutor(number) as pool:
            return list(pool.map(lambda _: self.start(), range(number)))

    def name_of(self, server: Server) -> str:
        """As Redis knows it: the owner of a table that nobody else has seen."""
        (seat,) = server.open()
        server.call("GET", seat.path, token=seat.token)
        return str(self.eye.get(f"fulgence:table:{seat.table}"))

    def owner(self, table: str) -> Server | None:
        return self.named.get(str(self.eye.get(f"fulgence:table:{table}")))

    def rows(self, sentence: str) -> list[tuple[Any, ...]]:
        """What the database answers."""
        return asyncio.run(asked(self.database, sentence))

    def stored(self, table: str) -> Table:
        """The table that its entries make; they are numbered without a gap."""
        rows = self.rows(f"select number, at, body from entries where table_id = '{table}' order by number")
        assert [number for number, _, _ in rows] == list(range(len(rows)))
        return fold(table, ((at, parse_entry(body)) for _, at, body in rows))

    def end(self) -> None:
        for server in self.named.values():
            server.process.terminate()
        for server in self.named.values():
            server.wait()
        self.eye.close()

    def told(self, *words: str) -> list[str]:
        """Lines with one of these words in the logs of all servers."""
        lines = [line for server in self.named.values() for line in server.log]
        return [line for line in lines if any(word in line for word in words)]


async def asked(database: str, sentence: str) -> list[tuple[Any, ...]]:
    engine = create_async_engine(driver_of(database))
    try:
        async with engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(text(sentence))]
    finally:
        await engine.dispose()


def redis_address() -> str:
    """Of a database in Redis that tests at the same time do not use."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    address = f"{REDIS}/{8 + worker % 8}"
    try:
        with Redis.from_url(address) as eye:
            eye.ping()
    except RedisError:
        pytest.skip("no Redis answers on 127.0.0.1")
    return address


@contextlib.contextmanager
def running_cluster(folder: Path) -> Iterator[ClusterServers]:
    """With databases of its own, in PostgreSQL and in Redis."""
    redis = redis_address()
    with new_database("postgresql", folder) as database:
        servers = ClusterServers(folder, database, redis)
        try:
            yield servers
        finally:
            servers.end()


def through(server: Server, seat: Seat) -> Seat:
    """The same seat by another door."""
    return replace(seat, server=server)
