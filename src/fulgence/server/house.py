"""What the application needs of whoever looks after the tables: one process, or several together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from fulgence.server.bots import Bots
from fulgence.server.inbox import Visitor
from fulgence.server.referee import Referee
from fulgence.server.requests import AnyAnswer, AnyRequest
from fulgence.server.tables import NewTable, Wish


class Link(Protocol):
    """The way from a socket to its table."""

    def say(self, visitor: Visitor, text: str) -> None: ...
    def detach(self, visitor: Visitor) -> None: ...


class House(Protocol):
    @property
    def bots(self) -> Bots: ...
    @property
    def referees(self) -> Mapping[str, Referee]:
        """Of the tables that this process has in memory."""

    async def open(self, wish: Wish) -> NewTable: ...
    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer: ...
    async def attach(self, id: str, visitor: Visitor) -> Link: ...
