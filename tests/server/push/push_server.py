"""A server in this process that pushes to a service of the test, and people with devices who play there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fulgence.server.contests.daily import Daily
from fulgence.server.http.app import make_app
from fulgence.server.push.client import PushClient
from fulgence.server.push.endpoints import Endpoints
from fulgence.server.push.notices import PushNotices
from fulgence.server.push.vapid import load_vapid
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.registry import Registry
from fulgence.server.store.store import open_store
from fulgence.table.entries import now
from server.asgi_client import WIDE, AsgiClient
from server.contests.contest_server import ContestServer, Time
from server.databases import new_database
from server.failing_store import FailingStore
from server.local_tables import LocalTable, LocalTables, Player
from server.push.push_service import Delivery, Device, PushService, push_service

CONTACT = "ann@example.org"
DAY = 24 * 3600


@dataclass
class PushServer(ContestServer):
    service: PushService
    notices: PushNotices

    @property
    def registry(self) -> Registry:
        return self.tables.registry

    async def subscribe(self, key: str, name: str, language: str = "en") -> Device:
        device = self.service.device(name)
        body = {**device.subscription, "language": language}
        answer = await self.ask("POST", "/api/player/subscriptions", body, key=key)
        assert answer.status == 200, answer.body
        return device

    async def open(self, *keys: str, city: str = "toy", clock: int | None = None) -> LocalTable:
        """A table of these players, each called as in their key; an empty key is somebody without one."""
        names = ["Ann", "Ben", "Cleo"][: len(keys)]
        seats = [{"kind": "person"}] * len(keys)
        body = {"city": city, "name": names[0], "seats": seats, "clock": clock}
        opened = (await self.ask("POST", "/api/tables", body, key=keys[0])).json
        local = LocalTable(self.tables, opened["table"], [opened["token"]], opened["invite"], opened["watch"])
        for name, key in zip(names[1:], keys[1:], strict=True):
            path = f"/api/tables/{local.id}/join"
            joined = await self.ask("POST", path, {"name": name}, key=key, token=local.invite)
            local.tokens.append(joined.json["token"])
        return local

    async def arrived(self, *tables: LocalTable) -> list[Delivery]:
        """What has come to the push service, once everything is sent."""
        for local in tables:
            await local.quiet()
            await asyncio.gather(*self.registry.referees[local.id].tasks)
        await self.notices.settled()
        return self.service.arrived()


async def play_and_leave(local: LocalTable, seat: int) -> None:
    """Somebody comes, passes and goes."""
    player = await local.connect(seat)
    await player.play("pass")
    await leave(local, player)


async def leave(local: LocalTable, player: Player) -> None:
    player.leave()
    await local.quiet()


def said(device: Device, deliveries: list[Delivery]) -> list[str]:
    """The titles of all notices for this device."""
    return [str(device.read(each)["title"]) for each in deliveries if device.endpoint.endswith(each.path)]


@asynccontextmanager
async def serving_push(address: str, service: PushService) -> AsyncIterator[PushServer]:
    store = FailingStore(await open_store(address))
    bots = Bots(1)
    time = Time(now())
    client = PushClient(await load_vapid(store, CONTACT), Endpoints([service.url]), 8)
    notices = PushNotices(store, client, delay=0)
    notices.begin()
    registry = Registry(store, bots, WIDE, now=time, notifier=notices)
    daily = Daily(store, bots.workers, time)
    app = make_app(registry, store, WIDE, daily_games=daily, notices=notices)
    try:
        yield PushServer(
            LocalTables(store, registry), daily, time, AsgiClient(app), service=service, notices=notices
        )
    finally:
        await registry.close()
        await notices.close()
        await bots.close()
        await store.close()


def with_push(engine: str, folder: Path, test: Callable[[PushServer], Awaitable[None]]) -> None:
    async def run(address: str, service: PushService) -> None:
        async with serving_push(address, service) as server:
            await asyncio.wait_for(test(server), 60)

    with new_database(engine, folder) as address, push_service() as service:
        asyncio.run(run(address, service))
