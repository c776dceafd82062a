"""One Redis connection that publishes and subscribes, without a task or a future for each message.

The library connects, with TLS, a password or a Unix socket as the address says. From then on its
transport is ours. Version 3 of the protocol (RESP3) allows both on one connection.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection

Value = int | bytes | list["Value"]

LINE = b"\r\n"
STRINGS = b"$=!"  # with their length ahead
LISTS = {ord("*"): 1, ord("~"): 1, ord(">"): 1, ord("%"): 2}  # values per counted item
NUMBER, ERROR, PUSH = b":->"


class Incomplete(Exception):
    """The rest has not arrived yet."""


class Listener(Protocol):
    def subscribed(self) -> None: ...

    def published(self, receivers: int) -> None:
        """For each message that was published, in order."""

    def received(self, data: bytes) -> None: ...


class PubSubConnection(asyncio.Protocol):
    """`closed` gets the reason once nothing more will arrive."""

    def __init__(self, connection: AbstractConnection, listener: Listener) -> None:
        self.closed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._connection = connection
        self._listener = listener
        writer = connection._writer  # the library has no public way to it
        assert writer is not None
        self._transport = writer.transport
        self._transport.set_protocol(self)
        self._rest = b""

    def subscribe(self, channel: str) -> None:
        self._transport.write(format_command(b"SUBSCRIBE", channel.encode()))

    def publish(self, channel: str, data: bytes) -> None:
        self._transport.write(format_command(b"PUBLISH", channel.encode(), data))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        start = 0
        try:
            while start < len(data) and not self.closed.done():
                value, end = parse_value(data, start)
                kind, start = data[start], end
                self._take(kind, value)
        except Incomplete:
            pass
        self._rest = data[start:]

    def _take(self, kind: int, value: Value) -> None:
        match value:
            case [b"message", _, bytes(data)] if kind == PUSH:
                self._listener.received(data)
            case [b"subscribe", *_] if kind == PUSH:
                self._listener.subscribed()
            case int():
                self._listener.published(value)
            case bytes() if kind == ERROR:
                self._end(value.decode(errors="replace"))

    def connection_lost(self, error: Exception | None) -> None:
        self._end(str(error) if error else "the connection was closed")

    def _end(self, reason: str) -> None:
        if not self.closed.done():
            self.closed.set_result(reason)

    async def close(self) -> None:
        self._transport.abort()
        await self._connection.disconnect(nowait=True)  # it does not know that its transport is ours


async def open_pubsub(redis: Redis, listener: Listener) -> PubSubConnection:
    pool = redis.connection_pool
    connection = pool.connection_class(**(pool.connection_kwargs | {"protocol": 3}))
    await connection.connect()  # type: ignore[no-untyped-call]  # the library has not typed it
    return PubSubConnection(connection, listener)


def format_command(*words: bytes) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)


def parse_value(data: bytes, start: int) -> tuple[Value, int]:
    """The value that begins there, and where it ends; Incomplete if it does not."""
    line = data.find(LINE, start)
    if line < 0:
        raise Incomplete
    kind, text, end = data[start], data[start + 1 : line], line + len(LINE)
    if kind in STRINGS:
        begin, end = end, end + int(text) + len(LINE)
        if end > len(data):
            raise Incomplete
        return data[begin : end - len(LINE)], end
    if kind in LISTS:
        values: list[Value] = []
        for _ in range(int(text) * LISTS[kind]):
            value, end = parse_value(data, end)
            values.append(value)
        return values, end
    return int(text) if kind == NUMBER else text, end
