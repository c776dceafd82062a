"""Leases of tables in Redis, kept alive by a heartbeat.

A process is alive while its key has not expired; its heartbeat renews the key. A table belongs to the live
process whose name is under the table's key; the tables of a dead one can be taken over.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable

from redis.asyncio import Redis

from fulgence.rules.message import Message
from fulgence.server.cluster.redis_connection import FAILURES, connect_anew, end
from fulgence.server.referee.leases import Elsewhere
from fulgence.table.refusals import Refused

log = logging.getLogger(__name__)

LEASE_SECONDS = 4.0  # seconds without a heartbeat after which a process counts as dead
HEARTBEAT = 1.0  # seconds between two
CHECK_SECONDS = 15.0  # seconds between two checks that our tables are still ours
DAY = 24 * 3600
MAX_KEYS = 1000  # in one command

PROCESSES = "fulgence:processes"
PROCESS = "fulgence:process:"
TABLE = "fulgence:table:"

CLAIM = """
if redis.call('EXISTS', ARGV[2] .. ARGV[1]) == 0 then return -1 end
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. owner) == 1 then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return owner and 1 or 0
"""
RELEASE = """
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
return 0
"""


class NoLease(Refused):
    """Redis does not answer, or counts us as dead: no table can be claimed at the moment."""

    def __init__(self) -> None:
        super().__init__("busy", Message("the servers cannot reach each other; try again later"), 503)


async def nothing(table: str) -> bool:
    return True


class RedisLeases:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.name = secrets.token_urlsafe(9)
        self.others: set[str] = set()  # that were alive at the last heartbeat
        self.on_death: Callable[[], object] = lambda: None  # another process has gone
        self.on_loss: Callable[[str], object] = lambda table: (
            None
        )  # another process has taken a table of ours
        # Called for a table that its last owner did not release. False: somebody is still writing there.
        self.on_takeover: Callable[[str], Awaitable[bool]] = nothing
        self._claim = redis.register_script(CLAIM)
        self._release = redis.register_script(RELEASE)
        self._held: set[str] = set()
        self._leaving: set[str] = set()  # released here, but not yet in Redis
        self._giving_back: asyncio.Task[None] | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._in_doubt = False  # others may have taken our tables

    async def begin(self) -> None:
        await self.heartbeat()
        self._in_doubt = False
        self._heartbeat = asyncio.create_task(self._heartbeat_forever(), name="heartbeat")

    # Tables.

    async def claim(self, table: str) -> None:
        while self._giving_back and table in self._leaving:
            await asyncio.wait([self._giving_back])
        while await self._is_taken(table) and table not in self._held and not await self.on_takeover(table):
            pass
        self._held.add(table)

    async def _is_taken(self, table: str) -> bool:
        """Claim it, or raise Elsewhere; whether its last owner did not release it."""
        try:
            found = await self._claim(keys=[TABLE + table], args=[self.name, PROCESS, DAY])
        except FAILURES:
            raise NoLease from None
        if not isinstance(found, int):
            raise Elsewhere(text_of(found))
        if found < 0:
            raise NoLease
        return bool(found)

    def release(self, table: str) -> None:
        self._held.discard(table)
        self._leaving.add(table)
        if self._giving_back is None:
            self._giving_back = asyncio.create_task(self._give_back())

    async def _give_back(self) -> None:
        while self._leaving:
            part = list(self._leaving)[:MAX_KEYS]
            try:
                await self._release(keys=[TABLE + table for table in part], args=[self.name])
            except FAILURES as error:  # others are still led to us, and we claim them again
                log.warning("tables were not given back", extra={"tables": part, "reason": str(error)})
            self._leaving.difference_update(part)
        self._giving_back = None

    async def check(self) -> None:
        """Find the tables that we have lost to another process."""
        for part in parts(self._held):
            owners = await self.redis.mget([TABLE + table for table in part])
            for table, owner in zip(part, owners, strict=True):
                if owner is None or text_of(owner) != self.name:
                    self.on_loss(table)

    async def renew(self) -> None:
        for part in parts(self._held):
            pipe = self.redis.pipeline(transaction=False)
            for table in part:
                pipe.expire(TABLE + table, DAY)
            await pipe.execute()

    # Heartbeat.

    async def heartbeat(self) -> None:
        """Renew our key, and see which other processes are alive."""
        pipe = self.redis.pipeline(transaction=True)
        pipe.exists(PROCESS + self.name)
        pipe.set(PROCESS + self.name, 1, px=int(LEASE_SECONDS * 1000))
        pipe.sadd(PROCESSES, self.name)
        pipe.smembers(PROCESSES)
        was_alive, _, _, names = await pipe.execute()
        self._in_doubt = self._in_doubt or not was_alive
        others = {text_of(name) for name in names} - {self.name}
        gone = await self.gone(others)
        self.others = others - gone
        if gone:
            await self.redis.srem(PROCESSES, *gone)
            log.warning("servers have gone", extra={"servers": sorted(gone)})
            self.on_death()

    async def gone(self, names: set[str]) -> set[str]:
        """The dead ones among these processes."""
        pipe = self.redis.pipeline(transaction=False)
        for name in names:
            pipe.exists(PROCESS + name)
        lives = await pipe.execute()
        return {name for name, is_alive in zip(names, lives, strict=True) if not is_alive}

    async def _heartbeat_forever(self) -> None:
        checked = renewed = time.monotonic()
        is_heard = True
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self.heartbeat()
                is_heard = True
                now = time.monotonic()
                if self._in_doubt or now - checked > CHECK_SECONDS:
                    await self.check()
                    self._in_doubt = False
                    checked = now
                if now - renewed > DAY / 4:
                    await self.renew()
                    renewed = now
            except FAILURES as error:
                if is_heard:  # log it once
                    log.error("Redis does not answer", extra={"reason": str(error)})
                is_heard = False
                await connect_anew(self.redis)
            except Exception:
                log.exception("the heartbeat failed")

    async def close(self) -> None:
        """Wait until all tables are released, then delete our key: we count as dead at once."""
        if self._heartbeat:
            await end([self._heartbeat])
        if self._giving_back:
            await asyncio.wait([self._giving_back])
        try:
            await self.redis.delete(PROCESS + self.name)
        except FAILURES as error:
            log.warning("Redis does not answer", extra={"reason": str(error)})


def parts(tables: Iterable[str]) -> list[list[str]]:
    every = list(tables)
    return [every[n : n + MAX_KEYS] for n in range(0, len(every), MAX_KEYS)]


def text_of(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
