"""Letters between processes, over Redis.

They arrive once and in order. Redis keeps nothing for a process that does not listen at the moment, so
letters can be lost; whoever wrote or waited for one that may be lost is told.
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

from fulgence.server.letters import AnyLetter, Envelope, format_envelope, parse_envelope
from fulgence.server.redis_connection import ANSWER, FAILURES, end
from fulgence.server.redis_pubsub import PubSubConnection, open_pubsub

log = logging.getLogger(__name__)

CHANNEL = "fulgence:to:2:"  # another number whenever older servers could not read the letters
SILENCE = 4.0  # seconds without any letter, although there are echoes, after which we listen anew
PAUSE = 0.25  # seconds before the next attempt
LOOK = 0.5  # seconds between looks whether there is silence
PACE = 0.002  # seconds between envelopes: writing one costs more than all that is in it


class Reader(Protocol):
    def read(self, sender: str, letter: AnyLetter) -> None: ...

    def undelivered(self, process: str, letters: Sequence[AnyLetter]) -> None:
        """Nobody listens there: these letters have certainly not arrived."""

    def lost(self, process: str) -> None:
        """Letters to this process may not have arrived."""

    def missed(self) -> None:
        """Letters to us may not have arrived, whoever wrote them."""


class Post:
    def __init__(self, redis: Redis, name: str, reader: Reader) -> None:
        self.redis = redis
        self.name = name
        self.reader = reader
        self._line: PubSubConnection | None = None
        self._bags: dict[str, list[AnyLetter]] = {}
        self._flushing: asyncio.Handle | None = None
        self._flushed = -math.inf
        self._sent: deque[tuple[float, str, list[AnyLetter]]] = deque()  # Redis has not confirmed it yet
        self._confirmed = asyncio.Event()
        self._heard = math.inf
        self._listening = asyncio.Event()
        self._is_troubled = False  # and the log knows it
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Return when letters to us arrive."""
        self._task = asyncio.create_task(self._listen_forever(), name="post")
        await self._listening.wait()

    def send(self, process: str, letter: AnyLetter) -> None:
        self._bags.setdefault(process, []).append(letter)
        if self._flushing is None and self._line:
            self._flushing = asyncio.get_running_loop().call_at(self._flushed + PACE, self._flush)

    def _flush(self) -> None:
        """Send everything that waits."""
        if self._flushing:
            self._flushing.cancel()
            self._flushing = None
        if not self._line:
            return
        self._flushed = moment()
        bags, self._bags = self._bags, {}
        for process, letters in bags.items():
            self._line.publish(CHANNEL + process, format_envelope(Envelope(self.name, letters)))
            self._sent.append((self._flushed, process, letters))

    # What Redis says.

    def subscribed(self) -> None:
        self._is_troubled = False
        if self._listening.is_set():  # not for the first time: there was a time without
            self.reader.missed()
        self._listening.set()

    def published(self, receivers: int) -> None:
        _, process, letters = self._sent.popleft()
        if not receivers:
            self.reader.undelivered(process, letters)
        if not self._sent:
            self._confirmed.set()

    def received(self, data: bytes) -> None:
        self._heard = moment()
        try:
            envelope = parse_envelope(data)
        except msgspec.DecodeError as error:
            log.error("letters cannot be read", extra={"reason": str(error)})
            self.reader.missed()
            return
        for letter in envelope.letters:
            self.reader.read(envelope.sender, letter)

    # The connection.

    async def _listen_forever(self) -> None:
        while True:
            try:
                await self._listen()
            except FAILURES as error:
                if not self._is_troubled:  # once, however often it is tried again
                    log.error("letters are lost", extra={"reason": str(error)})
                self._is_troubled = True
            except Exception:
                log.exception("letters are lost")
            self._lose()
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Until the connection breaks, which is an OSError."""
        line = await open_pubsub(self.redis, self)
        try:
            self._heard = moment()
            line.subscribe(CHANNEL + self.name)
            self._line = line
            self._lose()  # what was written meanwhile: whoever waits for it begins anew anyway
            while not line.closed.done():
                await asyncio.wait([line.closed], timeout=LOOK)
                self._check_silence()
            raise OSError(line.closed.result())
        finally:
            self._line = None
            await line.close()

    def _check_silence(self) -> None:
        now = moment()
        if now - self._heard > SILENCE or (self._sent and now - self._sent[0][0] > ANSWER):
            raise OSError("silence")

    def _lose(self) -> None:
        """Whatever is on its way or waits may not arrive."""
        processes = {process for _, process, _ in self._sent} | set(self._bags)
        self._sent.clear()
        self._bags.clear()
        self._confirmed.set()
        for process in processes:
            self.reader.lost(process)

    async def close(self) -> None:
        """What waits is sent first."""
        self._flush()
        self._confirmed.clear()
        if self._sent:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._confirmed.wait(), ANSWER)
        if self._task:
            await end([self._task])


def moment() -> float:
    return asyncio.get_running_loop().time()
