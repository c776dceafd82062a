"""The message bus between processes, over Redis pub/sub.

Messages arrive once and in order. Redis keeps nothing for a process that is not listening at the moment,
so messages can be lost; the listeners at both ends learn that some may be.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections import deque
from collections.abc import Sequence
from typing import Protocol

import msgspec
from redis.asyncio import Redis

from fulgence.server.cluster.messages import AnyClusterMessage, MessageBatch, format_batch, parse_batch
from fulgence.server.cluster.redis_connection import ANSWER, FAILURES, end
from fulgence.server.cluster.redis_pubsub import PubSubConnection, open_pubsub

log = logging.getLogger(__name__)

CHANNEL = "fulgence:to:2:"  # a new number whenever older servers could not read the messages
SILENCE_SECONDS = 4.0  # seconds without any message, not even our own pings, after which we reconnect
RECONNECT_SECONDS = 0.25  # seconds before the next attempt
CHECK_INTERVAL = 0.5  # seconds between two checks for silence
FLUSH_INTERVAL = 0.002  # seconds between batches: writing one costs more than all that is in it


class BusListener(Protocol):
    def read(self, sender: str, message: AnyClusterMessage) -> None: ...

    def undelivered(self, process: str, messages: Sequence[AnyClusterMessage]) -> None:
        """Nobody listens there: these messages have certainly not arrived."""

    def may_be_lost(self, process: str) -> None:
        """Messages to this process may not have arrived."""

    def missed(self) -> None:
        """Messages to us may not have arrived, from whatever process."""


class MessageBus:
    def __init__(self, redis: Redis, name: str, listener: BusListener) -> None:
        self.redis = redis
        self.name = name
        self.listener = listener
        self._connection: PubSubConnection | None = None
        self._outbox: dict[str, list[AnyClusterMessage]] = {}
        self._flushing: asyncio.Handle | None = None
        self._flushed = -math.inf
        self._unconfirmed: deque[tuple[float, str, list[AnyClusterMessage]]] = deque()  # by Redis
        self._confirmed = asyncio.Event()
        self._heard = math.inf
        self._listening = asyncio.Event()
        self._is_failing = False  # and it has been logged
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Return once messages to us arrive."""
        self._task = asyncio.create_task(self._listen_forever(), name="message bus")
        await self._listening.wait()

    def send(self, process: str, message: AnyClusterMessage) -> None:
        self._outbox.setdefault(process, []).append(message)
        if self._flushing is None and self._connection:
            self._flushing = asyncio.get_running_loop().call_at(self._flushed + FLUSH_INTERVAL, self._flush)

    def _flush(self) -> None:
        """Send everything that waits."""
        if self._flushing:
            self._flushing.cancel()
            self._flushing = None
        if not self._connection:
            return
        self._flushed = moment()
        outbox, self._outbox = self._outbox, {}
        for process, messages in outbox.items():
            self._unconfirmed.append((self._flushed, process, messages))
            with contextlib.suppress(*FAILURES):  # of a connection that has just broken: `_lose` follows
                self._connection.publish(CHANNEL + process, format_batch(MessageBatch(self.name, messages)))

    # Called by the connection.

    def subscribed(self) -> None:
        self._is_failing = False
        if self._listening.is_set():  # a reconnection: messages in between are lost
            self.listener.missed()
        self._listening.set()

    def published(self, receivers: int) -> None:
        _, process, messages = self._unconfirmed.popleft()
        if not receivers:
            self.listener.undelivered(process, messages)
        if not self._unconfirmed:
            self._confirmed.set()

    def received(self, data: bytes) -> None:
        self._heard = moment()
        try:
            batch = parse_batch(data)
        except msgspec.DecodeError as error:
            log.error("messages cannot be read", extra={"reason": str(error)})
            self.listener.missed()
            return
        for message in batch.messages:
            self.listener.read(batch.sender, message)

    # The connection.

    async def _listen_forever(self) -> None:
        while True:
            try:
                await self._listen()
            except FAILURES as error:
                if not self._is_failing:  # log it once, however often we retry
                    log.error("messages are lost", extra={"reason": str(error)})
                self._is_failing = True
            except Exception:
                log.exception("messages are lost")
            self._lose()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self) -> None:
        """Until the connection breaks, which is an OSError."""
        connection = await open_pubsub(self.redis, self)
        try:
            self._heard = moment()
            connection.subscribe(CHANNEL + self.name)
            self._connection = connection
            self._lose()  # what was sent meanwhile: those who wait for it start over anyway
            while not connection.closed.done():
                await asyncio.wait([connection.closed], timeout=CHECK_INTERVAL)
                self._check_silence()
            raise OSError(connection.closed.result())
        finally:
            self._connection = None
            await connection.close()

    def _check_silence(self) -> None:
        now = moment()
        if now - self._heard > SILENCE_SECONDS or (
            self._unconfirmed and now - self._unconfirmed[0][0] > ANSWER
        ):
            raise OSError("silence")

    def _lose(self) -> None:
        """Whatever waits or is on its way may not arrive."""
        processes = {process for _, process, _ in self._unconfirmed} | set(self._outbox)
        self._unconfirmed.clear()
        self._outbox.clear()
        self._confirmed.set()
        for process in processes:
            self.listener.may_be_lost(process)

    async def close(self) -> None:
        """What waits is sent first."""
        self._flush()
        self._confirmed.clear()
        if self._unconfirmed:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._confirmed.wait(), ANSWER)
        if self._task:
            await end([self._task])


def moment() -> float:
    return asyncio.get_running_loop().time()
