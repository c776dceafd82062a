"""The way to Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

CONNECTIONS = 16
ANSWER = 2.0  # seconds
# What a cut connection raises; the last one is what uvloop says of a transport that was closed meanwhile.
FAILURES = (RedisError, OSError, RuntimeError)


class NoRedis(FulgenceError):
    """An address where no Redis answers."""


async def open_redis(address: str) -> Redis:
    """Nothing is tried twice by itself: a letter must not arrive twice."""
    try:
        pool = BlockingConnectionPool.from_url(
            address,
            max_connections=CONNECTIONS,
            protocol=2,  # with 3 the library makes a text of every letter that arrives, for its log
            timeout=ANSWER,
            socket_timeout=ANSWER,
            socket_connect_timeout=ANSWER,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:  # its text may have a part of a password in it
        raise NoRedis(Message("that is no address of a Redis: write redis://HOST:PORT/NUMBER")) from None
    redis = Redis.from_pool(pool)
    try:
        await redis.ping()
    except FAILURES as error:
        await redis.aclose()
        raise no_redis(error) from None
    return redis


async def connect_anew(redis: Redis) -> None:
    """After one connection has failed the others are not worth a try: each would fail once."""
    await redis.connection_pool.disconnect(inuse_connections=False)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel until it helps: the library loses it if a connection breaks at the same moment."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=1)


def no_redis(error: Exception) -> NoRedis:
    return NoRedis(Message("no Redis answers there: {reason}", reason=str(error) or "it is too slow"))
