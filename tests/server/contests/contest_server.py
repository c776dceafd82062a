"""A server in this process whose clock is moved by hand, and people who play there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from fulgence.server.contests.daily import Daily
from fulgence.server.http.app import make_app
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.registry import Registry
from fulgence.server.store.store import open_store
from server.asgi_client import WIDE, AsgiAnswer, AsgiClient
from server.databases import new_database
from server.failing_store import FailingStore
from server.local_tables import LocalTables, RecordingSocket, first_move, play_out

NOON = 1_795_003_200_000  # 2026-11-18T12:00:00Z, a Wednesday
HOUR = 3600 * 1000
DAY = 24 * HOUR


@dataclass
class Time:
    now: int = NOON

    def __call__(self) -> int:
        return self.now


@dataclass
class ContestServer:
    tables: LocalTables
    daily: Daily
    time: Time
    client: AsgiClient

    async def ask(
        self, method: str, path: str, body: object = None, key: str = "", **more: Any
    ) -> AsgiAnswer:
        """A request of the player with this key."""
        headers = {"fulgence_player": key} if key else {}
        return await self.client.call(method, path, body, **headers, **more)

    async def get(self, path: str, key: str = "") -> Any:
        answer = await self.ask("GET", path, key=key)
        assert answer.status == 200, answer.body
        return answer.json

    async def person(self, name: str) -> str:
        """A new player's key."""
        key = name.encode().hex().rjust(32, "0")
        answer = await self.ask("POST", "/api/players", {"key": key, "name": name})
        assert answer.status == 200, answer.body
        return key

    async def begin_daily(self, key: str, city: str = "london", practice: bool = False) -> dict[str, Any]:
        answer = await self.ask("POST", f"/api/daily/{city}", {"practice": practice}, key=key)
        assert answer.status == 200, answer.body
        opened: dict[str, Any] = answer.json
        return opened

    async def play(
        self, opened: dict[str, Any], choose: Callable[[RecordingSocket], str] = first_move
    ) -> int:
        """Play the game to its end; its total."""
        socket = await self.tables.connect(opened["table"], opened["token"])
        await play_out([socket], choose)
        total: int = socket.game["sheets"][0]["pad"]["total"]
        return total

    async def play_daily(
        self, key: str, city: str = "london", choose: Callable[[RecordingSocket], str] = first_move
    ) -> int:
        return await self.play(await self.begin_daily(key, city), choose)


def passing(_: RecordingSocket) -> str:
    return "pass"


@asynccontextmanager
async def contest_server(address: str) -> AsyncIterator[ContestServer]:
    store = FailingStore(await open_store(address))
    bots = Bots(1)
    time = Time()
    registry = Registry(store, bots, WIDE, now=time)
    numbers = count(1)
    daily = Daily(store, bots.workers, time, lambda: f"{next(numbers):064x}")
    app = make_app(registry, store, WIDE, daily_games=daily)
    try:
        yield ContestServer(LocalTables(store, registry), daily, time, AsgiClient(app))
    finally:
        store.gate.set()
        await registry.close()
        await bots.close()
        await store.close()


def with_server(engine: str, folder: Path, test: Callable[[ContestServer], Awaitable[None]]) -> None:
    async def run(address: str) -> None:
        async with contest_server(address) as server:
            await asyncio.wait_for(test(server), 120)

    with new_database(engine, folder) as address:
        asyncio.run(run(address))
