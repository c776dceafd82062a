"""Several processes that share one store: each serves every table, through the process that owns it.

A request or a socket for a table of another process is forwarded over the message bus, and the answers
come back the same way. If the owner dies, or messages are lost, the socket is closed with "reconnect", and
the process that it reconnects to asks the owner, or takes the table over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection, Sequence

from fulgence.server.cluster.bus import MessageBus
from fulgence.server.cluster.incoming import Incoming
from fulgence.server.cluster.messages import (
    AnyClusterMessage,
    CloseSocket,
    ForgetSockets,
    ForwardedAnswer,
    ForwardedRequest,
    OpenSocket,
    ProcessLeaving,
    RereadTables,
    SelfPing,
    SocketGone,
    SocketToTable,
    TableToSocket,
)
from fulgence.server.cluster.outgoing import Outgoing, Unanswered
from fulgence.server.cluster.redis_connection import FAILURES, end, no_redis
from fulgence.server.cluster.redis_leases import HEARTBEAT, NoLease, RedisLeases
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.inbox import Visitor
from fulgence.server.referee.leases import Elsewhere
from fulgence.server.referee.referee import Referee
from fulgence.server.referee.registry import Registry
from fulgence.server.referee.table_service import TableLink
from fulgence.table.entries import TakenOver, format_entry, now
from fulgence.table.opening import NewTable, NewTableRequest
from fulgence.table.refusals import Refused, StoreConflict, in_doubt, is_in_doubt, table_moved
from fulgence.table.requests import (
    PLAYER,
    AnyAnswer,
    AnyRequest,
    Close,
    Enter,
    Identity,
    Join,
    Leave,
    Look,
    Reissue,
    TableInfo,
)
from fulgence.table.state import CLOSED

log = logging.getLogger(__name__)

JOIN_SECONDS = 5.0  # seconds to join the cluster
TAKEOVER_SECONDS = 12.0  # seconds that a request or a socket waits for a takeover
PAUSE = HEARTBEAT / 4


class Cluster:
    """`leases`: of this process; the registry has the same ones."""

    def __init__(self, registry: Registry, leases: RedisLeases) -> None:
        self.registry = registry
        self.leases = leases
        self.bus = MessageBus(leases.redis, leases.name, self)
        self.incoming = Incoming(registry, self.bus)
        self.outgoing = Outgoing(self.bus)
        self._death = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Listen to the bus first, then start the heartbeat."""
        self.leases.on_death = self._death.set
        self.leases.on_loss = self._leave_to_others
        self.leases.on_takeover = self._take_over
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                await self.bus.begin()
                await self.leases.begin()
        except (TimeoutError, *FAILURES) as error:
            await self.bus.close()
            raise no_redis(error) from None
        self._tasks = [
            asyncio.create_task(self._watch_others(), name="watch other servers"),
            asyncio.create_task(self._go_on_with_games(), name="take over due tables"),
        ]

    # A TableService, as routes and sockets see it.

    @property
    def bots(self) -> Bots:
        return self.registry.bots

    @property
    def referees(self) -> dict[str, Referee]:
        return self.registry.referees

    def reread(self, ids: Collection[str]) -> None:
        self.registry.reread(ids)
        for process in self.leases.others:
            self.bus.send(process, RereadTables(0, list(ids)))

    async def open(self, wanted: NewTableRequest) -> NewTable:
        return await self.registry.open(wanted)

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        until = moment() + TAKEOVER_SECONDS
        is_doubtful = False
        while True:
            try:
                if is_doubtful and (answer := await self._done(id, request)):
                    return answer
                return await self._ask(id, request)
            except Unanswered:
                is_doubtful = True
            except Refused as error:
                if not is_passing(error):
                    raise
            if moment() > until:
                raise in_doubt() if is_doubtful else table_moved()
            await asyncio.sleep(PAUSE)

    async def _ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        try:
            try:
                return await self.registry.ask(id, request)
            except Elsewhere as elsewhere:
                owner = elsewhere.owner
            return await self.outgoing.ask(owner, id, request)
        except Refused as error:
            if is_in_doubt(error):
                raise Unanswered from None
            raise

    async def _done(self, id: str, request: AnyRequest) -> AnyAnswer | None:
        """The answer to an unanswered request, if it was carried out. None: it can be retried."""
        match request:
            case Join() | Reissue():
                try:
                    identity = await self._ask(id, Enter(request.new_key))
                except Refused as error:
                    if is_passing(error):
                        raise
                    return None
                return identity if isinstance(identity, Identity) and identity.role == PLAYER else None
            case Close():
                info = await self._ask(id, Look(request.key))
                return info if isinstance(info, TableInfo) and info.phase == CLOSED else None
            case Leave():  # who has left may no longer ask
                raise in_doubt()
        return None

    async def attach(self, id: str, visitor: Visitor) -> TableLink:
        until = moment() + TAKEOVER_SECONDS
        while True:
            try:
                try:
                    return await self.registry.attach(id, visitor)
                except Elsewhere as elsewhere:
                    owner = elsewhere.owner
                return await self.outgoing.attach(owner, id, visitor)
            except Unanswered:
                if moment() > until:
                    raise table_moved() from None
            except Refused as error:
                if not is_passing(error) or moment() > until:
                    raise
            await asyncio.sleep(PAUSE)

    # Messages, and those that did not arrive.

    def read(self, sender: str, message: AnyClusterMessage) -> None:
        match message:
            case ForwardedRequest() | OpenSocket() | SocketToTable() | SocketGone():
                self.incoming.receive(sender, message)
            case ForwardedAnswer() | TableToSocket() | CloseSocket():
                self.outgoing.receive(sender, message)
            case ForgetSockets():
                self.outgoing.part(sender)
            case ProcessLeaving():
                self._death.set()
            case RereadTables():
                self.registry.reread(message.tables)
            case SelfPing():
                pass

    def undelivered(self, process: str, messages: Sequence[AnyClusterMessage]) -> None:
        self.outgoing.undelivered(messages)
        self._part(process)

    def may_be_lost(self, process: str) -> None:
        self._part(process)
        self.bus.send(process, ForgetSockets(0))

    def missed(self) -> None:
        for process in self._others:
            self.may_be_lost(process)

    @property
    def _others(self) -> set[str]:
        return self.outgoing.owners | self.incoming.processes

    def _part(self, process: str) -> None:
        """Drop everything between us and this process; those affected start over."""
        self.outgoing.part(process)
        self.incoming.part(process)

    async def _watch_others(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.bus.send(self.leases.name, SelfPing(0))
            with contextlib.suppress(*FAILURES):
                for process in await self.leases.gone(self._others):
                    self.may_be_lost(process)  # if it is alive after all, it learns that we dropped it

    # Tables that change their owner.

    async def _go_on_with_games(self) -> None:
        """Take over at once what a dead server has left, if it has a deadline or bots to move."""
        while True:
            await self._death.wait()
            self._death.clear()
            try:
                await self.registry.load_due()
            except Exception:
                log.exception("games were not taken over")
                self._death.set()
                await asyncio.sleep(HEARTBEAT)

    async def _take_over(self, id: str) -> bool:
        """Write that the table is ours: if its last owner is not dead but slow, the number of whatever it
        still writes is taken. False: it wrote at the same moment, or nobody knows."""
        try:
            await self.registry.store.append_last(id, now(), format_entry(TakenOver()))
        except StoreConflict:
            return False
        except Refused as error:
            if not is_in_doubt(error):
                raise
            return False
        return True

    def _leave_to_others(self, id: str) -> None:
        if referee := self.registry.referees.get(id):
            log.warning("table left to others", extra={"table": id})
            referee.hand_over()

    async def close(self) -> None:
        """Close the sockets at our tables; when they reconnect, the tables are free."""
        await end(self._tasks)
        await self.incoming.close()
        await self.registry.close()
        await self.leases.close()
        for process in self.leases.others:
            self.bus.send(process, ProcessLeaving(0))
        await self.bus.close()


def is_passing(error: Refused) -> bool:
    """Whether it says nothing about the request itself, which can be retried."""
    return isinstance(error, NoLease) or error.code == table_moved().code


def moment() -> float:
    return asyncio.get_running_loop().time()
