"""Sockets that have no right to connect, that stop in the middle of a message, and that never read."""

from __future__ import annotations

import asyncio
import json
import socket

from fuzz_players import LOOK, PlayerSocket, World

DEAF = 2000  # questions of somebody who does not listen to the answers
LEFT = 10  # sockets that stay half open


class AbusiveSockets:
    def __init__(self, world: World) -> None:
        self.world = world
        self.left: list[PlayerSocket] = []

    async def open(self) -> None:
        people = b'[{"kind":"person"},{"kind":"person"}]'  # one seat stays free: nobody invited may watch
        body = b'{"city":"london","name":"Ann","seats":%b}' % people
        opened = json.loads(await self.world.http.post("/api/tables", body))
        self.path = f"/api/tables/{opened['table']}"
        self.invite, self.watch = opened["invite"], opened["watch"]

    async def connect_all(self) -> None:
        world = self.world
        for token in ("", "0" * 32, self.invite):
            await world.expect(await world.line(self.path, token), 4401)
        await world.expect(await world.line("/api/tables/nobody", self.watch), 4404)
        await self.begin_only()
        await self.ask_only()

    async def begin_only(self) -> None:
        line = await self.world.line(self.path, self.watch)
        assert line.transport is not None
        line.transport.write(b"\x81\xfe\x10")
        self.left.append(line)
        if len(self.left) > LEFT:
            self.left.pop(0).vanish()

    async def ask_only(self) -> None:
        """What waits for a reader is bounded, and the socket closed when it is too much."""
        line = await self.world.line(self.path, self.watch)
        transport = line.transport
        assert isinstance(transport, asyncio.Transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        transport.pause_reading()
        for _ in range(DEAF // 50):
            for _ in range(50):
                line.send(LOOK)
            await asyncio.sleep(0)  # the others go on
        transport.resume_reading()
        await self.world.expect(line, 1013)

    def close_all(self) -> None:
        for line in self.left:
            line.vanish()
