"""What HTTP routes and sockets need of the tables; implemented by the registry and by the cluster."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from fulgence.server.referee.bots import Bots
from fulgence.server.referee.inbox import Visitor
from fulgence.server.referee.referee import Referee
from fulgence.table.opening import NewTable, NewTableRequest
from fulgence.table.requests import AnyAnswer, AnyRequest


class TableLink(Protocol):
    """What a socket sends to its table."""

    def receive(self, visitor: Visitor, text: str) -> None: ...
    def detach(self, visitor: Visitor) -> None: ...


class TableService(Protocol):
    @property
    def bots(self) -> Bots: ...
    @property
    def referees(self) -> Mapping[str, Referee]:
        """Of the tables that this process has in memory."""

    def reread(self, ids: Collection[str]) -> None:
        """Their log was changed otherwise than by a referee."""

    async def open(self, wanted: NewTableRequest) -> NewTable: ...
    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer: ...
    async def attach(self, id: str, visitor: Visitor) -> TableLink: ...
