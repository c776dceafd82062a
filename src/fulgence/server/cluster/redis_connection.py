"""Connections to Redis, with timeouts and without automatic retries."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

MAX_CONNECTIONS = 16
ANSWER = 2.0  # seconds
# What a broken connection raises; uvloop raises the last one for a transport that was closed meanwhile.
FAILURES = (RedisError, OSError, RuntimeError)


class NoRedis(FulgenceError):
    """No Redis answers at this address."""


async def open_redis(address: str) -> Redis:
    """Without automatic retries: a message must not arrive twice."""
    try:
        pool = BlockingConnectionPool.from_url(
            address,
            max_connections=MAX_CONNECTIONS,
            protocol=2,  # with 3 the library formats every message that arrives, for its log
            timeout=ANSWER,
            socket_timeout=ANSWER,
            socket_connect_timeout=ANSWER,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError:  # the error's text may contain a part of the password
        raise NoRedis(Message("not a Redis address; expected redis://HOST:PORT/NUMBER")) from None
    redis = Redis.from_pool(pool)
    try:
        await redis.ping()
    except FAILURES as error:
        await redis.aclose()
        raise no_redis(error) from None
    return redis


async def connect_anew(redis: Redis) -> None:
    """Drop the idle connections after one has failed: each of them would fail once."""
    await redis.connection_pool.disconnect(inuse_connections=False)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel until it works: the library loses a cancellation if a connection breaks at the same moment."""
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=1)


def no_redis(error: Exception) -> NoRedis:
    return NoRedis(Message("no Redis answers there: {reason}", reason=str(error) or "it is too slow"))
