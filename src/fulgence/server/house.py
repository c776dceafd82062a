"""What the application needs of whoever looks after the tables: one process, or several together."""

from __future__ import annotations

from typing import Protocol

from fulgence.server.bots import Bots
from fulgence.server.inbox import Visitor
from fulgence.server.requests import AnyAnswer, AnyRequest
from fulgence.server.tables import NewTable, Wish


class Link(Protocol):
    """The way from a socket to its table."""

    def say(self, visitor: Visitor, text: str) -> None: ...
    def detach(self, visitor: Visitor) -> None: ...


class House(Protocol):
    @property
    def bots(self) -> Bots: ...
    async def open(self, wish: Wish) -> NewTable: ...
    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer: ...
    async def attach(self, id: str, visitor: Visitor) -> Link: ...
