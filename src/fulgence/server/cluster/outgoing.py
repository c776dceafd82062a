"""Outgoing: our sockets and requests at tables of other processes."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable

from fulgence.server.cluster.bus import MessageBus
from fulgence.server.cluster.incoming import RECONNECT
from fulgence.server.cluster.messages import (
    AnyClusterMessage,
    CloseSocket,
    ForwardedAnswer,
    ForwardedRequest,
    OpenSocket,
    SocketGone,
    SocketToTable,
    TableToSocket,
)
from fulgence.server.referee.inbox import Visitor
from fulgence.table.close_codes import SERVICE_RESTART
from fulgence.table.refusals import table_moved
from fulgence.table.requests import AnyAnswer, AnyRequest, Identity, Refusal, refused
from fulgence.table.views import NOBODY

ANSWER_SECONDS = 3.0  # seconds for an answer


class Unanswered(Exception):
    """The request may have been carried out or not."""


class RemoteTable:
    """Proxy of a table at another process, for one socket here."""

    def __init__(self, outgoing: Outgoing, owner: str, number: int) -> None:
        self.outgoing = outgoing
        self.owner = owner
        self.number = number

    def receive(self, visitor: Visitor, text: str) -> None:
        self.outgoing.bus.send(self.owner, SocketToTable(self.number, text))

    def detach(self, visitor: Visitor) -> None:
        self.outgoing.sockets.pop(self.number, None)
        self.outgoing.bus.send(self.owner, SocketGone(self.number))


class Outgoing:
    def __init__(self, bus: MessageBus) -> None:
        self.bus = bus
        self.sockets: dict[int, tuple[str, Visitor]] = {}  # with the owner of the table
        self._questions: dict[int, tuple[str, asyncio.Future[AnyAnswer]]] = {}
        self._numbers = itertools.count()

    async def ask(self, owner: str, table: str, request: AnyRequest) -> AnyAnswer:
        return await self._question(owner, ForwardedRequest(next(self._numbers), table, request))

    async def attach(self, owner: str, table: str, visitor: Visitor) -> RemoteTable:
        number = next(self._numbers)
        self.sockets[number] = (owner, visitor)
        link = RemoteTable(self, owner, number)
        try:
            identity = await self._question(
                owner,
                OpenSocket(
                    number,
                    table,
                    visitor.key,
                    visitor.language.tag,
                    visitor.wants_words,
                    visitor.address,
                ),
            )
        except BaseException:
            link.detach(visitor)
            raise
        assert isinstance(identity, Identity)
        visitor.seat = NOBODY if identity.seat is None else identity.seat
        return link

    async def _question(self, owner: str, message: ForwardedRequest | OpenSocket) -> AnyAnswer:
        """The answer, or Unanswered; table_moved() if the request certainly did not arrive."""
        future: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        self._questions[message.number] = (owner, future)
        self.bus.send(owner, message)
        try:
            answer = await asyncio.wait_for(future, ANSWER_SECONDS)
        except TimeoutError:
            raise Unanswered from None
        finally:
            del self._questions[message.number]
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    def receive(self, sender: str, message: ForwardedAnswer | TableToSocket | CloseSocket) -> None:
        if isinstance(message, ForwardedAnswer):
            _, future = self._questions.get(message.number, ("", None))
            if future and not future.done():
                future.set_result(message.answer)
            return
        owner, visitor = self.sockets.get(message.number, ("", None))
        if visitor is None or owner != sender:
            if isinstance(
                message, TableToSocket
            ):  # it left meanwhile, or the owner has not heard that it did
                self.bus.send(sender, SocketGone(message.number))
        elif isinstance(message, TableToSocket):
            visitor.send(message.data)
        else:
            visitor.close(message.code, message.reason)

    @property
    def owners(self) -> set[str]:
        return {owner for owner, _ in [*self.sockets.values(), *self._questions.values()]}

    def undelivered(self, messages: Iterable[AnyClusterMessage]) -> None:
        for message in messages:
            if isinstance(message, ForwardedRequest | OpenSocket):
                self._fail(message.number, table_moved())

    def part(self, process: str) -> None:
        """Close the sockets at this process's tables and fail its pending requests."""
        for number, (owner, visitor) in list(self.sockets.items()):
            if owner == process and number not in self._questions:
                visitor.close(SERVICE_RESTART, RECONNECT)
        for number, (owner, _) in self._questions.items():
            if owner == process:
                self._fail(number, Unanswered())

    def _fail(self, number: int, error: Exception) -> None:
        _, future = self._questions.get(number, ("", None))
        if future and not future.done():
            future.set_exception(error)
