"""What reaches a referee, and a batch of it on its way to the disk and back to whoever waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from fulgence.language import Language
from fulgence.rules.errors import FulgenceError
from fulgence.server.requests import AnyAnswer, AnyRequest, Place


class Visitor(Protocol):
    """A socket of a player or a spectator, here or on another machine."""

    key: str
    address: str  # where it comes from: kept in memory only
    seat: int
    language: Language
    wants_words: bool

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


@dataclass
class Spoken:
    visitor: Visitor
    text: str | bytes
    at: float = field(default_factory=time.perf_counter)


@dataclass
class Asked:
    request: AnyRequest
    answer: asyncio.Future[AnyAnswer]


@dataclass
class Arrived:
    visitor: Visitor
    answer: asyncio.Future[Place]


@dataclass
class Departed:
    visitor: Visitor


@dataclass
class Thought:
    """What a bot has come to: it enters by the same door as a person's move."""

    seat: int
    ply: int
    move: str


Item = Spoken | Asked | Arrived | Departed | Thought | None  # None: the clock


@dataclass
class Batch:
    """What happens between two waits for the disk."""

    first: int  # number of its first entry
    row: dict[str, object]  # what the table's own row told before
    entries: list[tuple[int, str]] = field(default_factory=list)
    answers: list[Callable[[], None]] = field(default_factory=list)  # after the commit
    failures: list[Callable[[FulgenceError], None]] = field(default_factory=list)  # instead of it
    is_sent: bool = False  # whether it may be written already
    seats: set[int] = field(default_factory=set)  # whose own view changed
    everybody: bool = False
    presence: bool = False
    moves: list[str] = field(default_factory=list)  # by whom each was made

    def fail(self, error: FulgenceError) -> None:
        for tell_failure in self.failures:
            tell_failure(error)


def give(future: asyncio.Future[AnyAnswer], answer: AnyAnswer) -> None:
    if not future.done():
        future.set_result(answer)


def fail(future: asyncio.Future[Any], error: FulgenceError) -> None:
    if not future.done():
        future.set_exception(error)
