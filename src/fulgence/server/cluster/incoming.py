"""Incoming: sockets and requests of other processes at our tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from fulgence.language import load_language
from fulgence.rules.errors import FulgenceError
from fulgence.server.cluster.bus import MessageBus
from fulgence.server.cluster.messages import (
    CloseSocket,
    ForwardedAnswer,
    ForwardedRequest,
    OpenSocket,
    SocketGone,
    SocketToTable,
    TableToSocket,
)
from fulgence.server.cluster.redis_connection import end
from fulgence.server.referee.leases import Elsewhere
from fulgence.server.referee.referee import Referee
from fulgence.server.referee.registry import Registry
from fulgence.table.close_codes import SERVICE_RESTART
from fulgence.table.refusals import Refused, table_moved
from fulgence.table.requests import AnyAnswer, Identity, Refusal, refusal_of
from fulgence.table.views import NOBODY

log = logging.getLogger(__name__)

RECONNECT = "reconnect"

Address = tuple[str, int]  # of a socket: its process and its number there


class IncomingSocket:
    """A socket of another process, as its table here sees it."""

    def __init__(self, incoming: Incoming, place: Address, arrival: OpenSocket) -> None:
        self.incoming = incoming
        self.place = place
        self.key = arrival.key
        self.address = arrival.address
        self.language = load_language(arrival.language)
        self.wants_words = arrival.words
        self.seat = NOBODY

    def send(self, data: bytes) -> None:
        process, number = self.place
        self.incoming.bus.send(process, TableToSocket(number, data))

    def close(self, code: int, reason: str) -> None:
        process, number = self.place
        self.incoming.here.pop(self.place, None)
        self.incoming.bus.send(process, CloseSocket(number, code, reason))


class Incoming:
    def __init__(self, registry: Registry, bus: MessageBus) -> None:
        self.registry = registry
        self.bus = bus
        self.here: dict[Address, tuple[Referee, IncomingSocket]] = {}
        self._arriving: dict[Address, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(
        self, sender: str, message: ForwardedRequest | OpenSocket | SocketToTable | SocketGone
    ) -> None:
        address = (sender, message.number)
        match message:
            case ForwardedRequest():
                self._start(self._answer(sender, message))
            case OpenSocket():
                self._arriving[address] = self._start(self._let_in(address, message))
            case SocketToTable():
                if address in self.here:
                    referee, socket = self.here[address]
                    referee.receive(socket, message.text)
                else:
                    self.bus.send(sender, CloseSocket(message.number, SERVICE_RESTART, RECONNECT))
            case SocketGone():
                self._see_off(address)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer(self, sender: str, question: ForwardedRequest) -> None:
        answer: AnyAnswer
        try:
            answer = await self.registry.ask(question.table, question.request)
        except Exception as error:
            answer = refusal_for(error)
        self.bus.send(sender, ForwardedAnswer(question.number, answer))

    async def _let_in(self, address: Address, arrival: OpenSocket) -> None:
        answer: AnyAnswer
        try:
            socket = IncomingSocket(self, address, arrival)
            self.here[address] = (await self.registry.attach(arrival.table, socket), socket)
            answer = Identity("", socket.seat, arrival.table)
        except Exception as error:
            answer = refusal_for(error)
        except asyncio.CancelledError:  # closed while being admitted; the table may have seen it
            if referee := self.registry.referees.get(arrival.table):
                referee.detach(socket)
            raise
        self._arriving.pop(address, None)
        self.bus.send(address[0], ForwardedAnswer(arrival.number, answer))

    def _see_off(self, address: Address) -> None:
        if arriving := self._arriving.pop(address, None):
            arriving.cancel()
        if address in self.here:
            referee, socket = self.here.pop(address)
            referee.detach(socket)

    @property
    def processes(self) -> set[str]:
        return {process for process, _ in [*self.here, *self._arriving]}

    def part(self, process: str) -> None:
        """Drop all sockets of this process."""
        for address in [*self.here, *self._arriving]:
            if address[0] == process:
                self._see_off(address)

    async def close(self) -> None:
        await end(list(self._tasks))


def refusal_for(error: Exception) -> Refusal:
    """The answer to a forwarded request that failed here."""
    if isinstance(error, Elsewhere):
        return refusal_of(table_moved())
    if isinstance(error, FulgenceError):
        return refusal_of(error)
    log.error("a request of another server failed", exc_info=error)
    sentence = "the server made a mistake; see its log"
    return refusal_of(Refused("mistake", sentence, 500))
