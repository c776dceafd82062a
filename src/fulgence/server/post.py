"""Letters between processes, over Redis.

They arrive once and in order. Redis keeps nothing for a process that does not listen at the moment, so
letters can be lost; whoever wrote or waited for one that may be lost is told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from fulgence.server.letters import AnyLetter, Envelope, format_envelope, parse_envelope
from fulgence.server.redis_connection import connect_anew, end, own_connection

log = logging.getLogger(__name__)

CHANNEL = "fulgence:to:"
SILENCE = 4.0  # seconds without any letter, although there are echoes, after which we listen anew
PAUSE = 0.25  # seconds before the next attempt


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
        self._line = own_connection(redis)
        self._bags: dict[str, list[AnyLetter]] = {}
        self._wake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._listening = asyncio.Event()
        self._troubles: set[str] = set()  # of which the log knows
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Return when letters to us arrive."""
        self._tasks = [asyncio.create_task(self._listen_forever(), name="post that comes")]
        await self._listening.wait()
        self._tasks.append(asyncio.create_task(self._send_forever(), name="post that goes"))

    def send(self, process: str, letter: AnyLetter) -> None:
        self._bags.setdefault(process, []).append(letter)
        self._wake.set()

    async def _send_forever(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                if not await self.flush():
                    await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("letters were not sent")

    async def flush(self) -> bool:
        """Send everything that waits; whether Redis took it."""
        async with self._sending:
            bags, self._bags = self._bags, {}
            try:
                listeners = await self._publish(bags)
            except (RedisError, OSError) as error:
                self._complain("letters are lost", error)
                await connect_anew(self.redis)
                for process in bags:
                    self.reader.lost(process)
                return False
            self._troubles.discard("letters are lost")
            for (process, letters), number in zip(bags.items(), listeners, strict=True):
                if not number:
                    self.reader.undelivered(process, letters)
            return True

    async def _publish(self, bags: dict[str, list[AnyLetter]]) -> list[int]:
        """How many listened to each; whatever fails leaves the line shut, and the next call opens it."""
        line = self._line
        envelopes = (
            ("PUBLISH", CHANNEL + process, format_envelope(Envelope(self.name, letters)))
            for process, letters in bags.items()
        )
        await line.send_packed_command(line.pack_commands(envelopes), check_health=False)
        return [await line.read_response() for _ in bags]

    async def _listen_forever(self) -> None:
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                self._complain("no letters arrive", error)
            except Exception:
                log.exception("no letters arrive")
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        async with self.redis.pubsub() as channel:
            await channel.subscribe(CHANNEL + self.name)
            while message := await channel.get_message(timeout=SILENCE):
                if message["type"] == "message":
                    self._open(message["data"])
                    continue
                self._troubles.discard("no letters arrive")
                if self._listening.is_set():  # not for the first time: there was a time without
                    self.reader.missed()
                self._listening.set()
        raise OSError("silence")

    def _open(self, data: bytes) -> None:
        try:
            envelope = parse_envelope(data)
        except msgspec.DecodeError as error:
            log.error("letters cannot be read", extra={"reason": str(error)})
            self.reader.missed()
            return
        for letter in envelope.letters:
            self.reader.read(envelope.sender, letter)

    def _complain(self, trouble: str, error: Exception) -> None:
        """Once, however often it is tried again."""
        if trouble not in self._troubles:
            self._troubles.add(trouble)
            log.error(trouble, extra={"reason": str(error)})

    async def close(self) -> None:
        """What waits is sent first."""
        try:
            await self.flush()
        finally:
            await end(self._tasks)
            await self._line.disconnect()
