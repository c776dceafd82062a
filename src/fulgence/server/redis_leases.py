"""Leases of tables in Redis, for several processes.

A process proves that it lives by a key that expires. A table belongs to the living process whose name
stands under the table's key; a dead one's can be taken.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

from fulgence.rules.message import Message
from fulgence.server.leases import Elsewhere
from fulgence.server.refusals import Refused

log = logging.getLogger(__name__)

LIFE = 4.0  # seconds without a sign of life after which a process counts as dead
BEAT = 1.0
DAY = 24 * 3600

PROCESSES = "fulgence:processes"
PROCESS = "fulgence:process:"
TABLE = "fulgence:table:"

CLAIM = """
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] and redis.call('EXISTS', ARGV[2] .. owner) == 1 then return owner end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[3])
return ARGV[1]
"""
RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0
"""


class RedisLeases:
    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.name = secrets.token_urlsafe(9)
        self.on_death: Callable[[], Awaitable[None]] | None = None  # another process has died
        self.on_doubt: Callable[[], Awaitable[None]] | None = None  # we may have counted as dead
        self._claim = redis.register_script(CLAIM)
        self._release = redis.register_script(RELEASE)
        self._released: set[asyncio.Task[None]] = set()
        self._held: set[str] = set()

    async def begin(self) -> None:
        await self.beat()
        self._beating = asyncio.create_task(self._beat_forever(), name="sign of life")

    async def claim(self, table: str) -> None:
        try:
            owner = await self._claim(keys=[TABLE + table], args=[self.name, PROCESS, DAY])
        except (RedisError, OSError) as error:
            raise out_of_order(error) from None
        if text_of(owner) != self.name:
            raise Elsewhere(text_of(owner))
        self._held.add(table)

    def release(self, table: str) -> None:
        self._held.discard(table)
        task = asyncio.create_task(self._give_back(table))
        self._released.add(task)
        task.add_done_callback(self._released.discard)

    async def _give_back(self, table: str) -> None:
        try:
            await self._release(keys=[TABLE + table], args=[self.name])
        except (RedisError, OSError) as error:
            log.warning("a table was not given back", extra={"table": table, "reason": str(error)})

    async def beat(self) -> None:
        pipe = self.redis.pipeline(transaction=False)
        pipe.set(PROCESS + self.name, 1, px=int(LIFE * 1000))
        pipe.sadd(PROCESSES, self.name)
        pipe.smembers(PROCESSES)
        others = {text_of(name) for name in (await pipe.execute())[2]} - {self.name}
        dead = [name for name in others if not await self.is_alive(name)]
        if dead:
            await self.redis.srem(PROCESSES, *dead)
            log.warning("a server has died", extra={"servers": dead})
            if self.on_death:
                await self.on_death()

    async def is_alive(self, name: str) -> bool:
        return bool(await self.redis.exists(PROCESS + name))

    async def _beat_forever(self) -> None:
        last = kept = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
                now = time.monotonic()
                if now - last > LIFE and self.on_doubt:
                    await self.on_doubt()
                if now - kept > DAY / 4:
                    kept = now
                    for table in self._held:
                        await self.redis.expire(TABLE + table, DAY)
                last = now
            except (RedisError, OSError) as error:
                log.error("Redis does not answer", extra={"reason": str(error)})
            except Exception:
                log.exception("the sign of life failed")

    async def close(self) -> None:
        """Give everything back, so that others need not wait."""
        self._beating.cancel()
        for table in list(self._held):
            self.release(table)
        await asyncio.gather(*self._released, return_exceptions=True)
        try:
            await self.redis.delete(PROCESS + self.name)
            await self.redis.srem(PROCESSES, self.name)
        except (RedisError, OSError) as error:
            log.warning("Redis does not answer", extra={"reason": str(error)})


def text_of(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value


def out_of_order(error: Exception) -> Refused:
    log.error("Redis does not answer", extra={"reason": str(error)})
    return Refused("busy", Message("the servers cannot reach each other; try again later"), 503)
