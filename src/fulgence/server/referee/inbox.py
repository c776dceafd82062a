"""The items in a referee's inbox, and the batch of entries that they lead to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Protocol

from fulgence.language import Language
from fulgence.rules.errors import FulgenceError
from fulgence.table.requests import AnyAnswer, AnyRequest, Identity


class Visitor(Protocol):
    """A player's or spectator's socket, in this process or another."""

    key: str
    address: str  # of the client: kept in memory only
    seat: int
    language: Language
    wants_words: bool

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


@dataclass(slots=True)
class SocketText:
    visitor: Visitor
    text: str | bytes
    at: float  # arrival, by time.perf_counter


@dataclass
class PendingRequest:
    request: AnyRequest
    answer: asyncio.Future[AnyAnswer]


@dataclass
class SocketOpened:
    visitor: Visitor
    answer: asyncio.Future[Identity]


@dataclass
class SocketClosed:
    visitor: Visitor


@dataclass
class BotMove:
    """A bot's decision, which goes through the inbox like a person's move."""

    seat: int
    ply: int
    move: str


@dataclass
class WritableAgain:
    """The store was read-only and is not any more."""


# None: the clock.
InboxItem = SocketText | PendingRequest | SocketOpened | SocketClosed | BotMove | WritableAgain | None


class PendingReply(Protocol):
    """A reply to somebody who waits for the batch."""

    def succeed(self) -> None:
        """The batch was written."""

    def fail(self, error: FulgenceError) -> None:
        """It was not, or nobody knows."""


@dataclass(slots=True)
class Batch:
    """What is written with one commit."""

    first: int  # number of its first entry
    entries: list[tuple[int, str]] = field(default_factory=list)
    replies: list[PendingReply] = field(default_factory=list)
    is_sent: bool = False  # to the store: it may have been written
    seats: set[int] = field(default_factory=set)  # whose own view has changed
    everybody: bool = False
    presence: bool = False
    moves: list[str] = field(default_factory=list)  # by whom each was made

    def fail(self, error: FulgenceError) -> None:
        for reply in self.replies:
            reply.fail(error)


def resolve(future: asyncio.Future[AnyAnswer], answer: AnyAnswer) -> None:
    if not future.done():
        future.set_result(answer)


def fail(future: asyncio.Future[Any], error: FulgenceError) -> None:
    if not future.done():
        future.set_exception(error)
