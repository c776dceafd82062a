"""Several processes that share one store: every one serves every table, through the one that owns it.

A socket or a request that arrives here for a table of another process is passed on by letter, and what
that process answers comes back the same way. If the owner dies, or letters are lost, the socket is closed
with "come again", and whoever gets it then asks the owner, or takes the table over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence

from fulgence.server.abroad import Abroad, Unanswered
from fulgence.server.bots import Bots
from fulgence.server.entries import TakenOver, format_entry, now
from fulgence.server.guests import Guests
from fulgence.server.house import Link
from fulgence.server.inbox import Visitor
from fulgence.server.leases import Elsewhere
from fulgence.server.letters import (
    AnyLetter,
    Arrival,
    Delivery,
    Departure,
    Dismissal,
    Echo,
    Farewell,
    Oblivion,
    Question,
    Reply,
    Speech,
)
from fulgence.server.post import Post
from fulgence.server.redis_connection import FAILURES, end, no_redis
from fulgence.server.redis_leases import BEAT, NoLease, RedisLeases
from fulgence.server.referee import Referee
from fulgence.server.refusals import Refused, StoreConflict, in_doubt, is_in_doubt, lost
from fulgence.server.requests import (
    PLAYER,
    AnyAnswer,
    AnyRequest,
    Close,
    Enter,
    Join,
    Leave,
    Look,
    Place,
    Reissue,
    TableInfo,
)
from fulgence.server.state import CLOSED
from fulgence.server.tables import NewTable, Tables, Wish

log = logging.getLogger(__name__)

BEGINNING = 5.0  # seconds to become a part of the cluster
PATIENCE = 12.0  # seconds that a request or a socket waits for a table to be taken over
PAUSE = BEAT / 4


class Cluster:
    """`leases` are this process's, and the tables know them."""

    def __init__(self, tables: Tables, leases: RedisLeases) -> None:
        self.tables = tables
        self.leases = leases
        self.post = Post(leases.redis, leases.name, self)
        self.guests = Guests(tables, self.post)
        self.abroad = Abroad(self.post)
        self._death = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Be reachable, then alive."""
        self.leases.on_death = self._death.set
        self.leases.on_loss = self._leave_to_others
        self.leases.on_takeover = self._take_over
        try:
            async with asyncio.timeout(BEGINNING):
                await self.post.begin()
                await self.leases.begin()
        except (TimeoutError, *FAILURES) as error:
            await self.post.close()
            raise no_redis(error) from None
        self._tasks = [
            asyncio.create_task(self._watch_others(), name="watch over other servers"),
            asyncio.create_task(self._go_on_with_games(), name="games that go on by themselves"),
        ]

    # The house, as the API sees it.

    @property
    def bots(self) -> Bots:
        return self.tables.bots

    @property
    def referees(self) -> dict[str, Referee]:
        return self.tables.referees

    async def open(self, wish: Wish) -> NewTable:
        return await self.tables.open(wish)

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        until = moment() + PATIENCE
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
                raise in_doubt() if is_doubtful else lost()
            await asyncio.sleep(PAUSE)

    async def _ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        try:
            try:
                return await self.tables.ask(id, request)
            except Elsewhere as elsewhere:
                owner = elsewhere.owner
            return await self.abroad.ask(owner, id, request)
        except Refused as error:
            if is_in_doubt(error):
                raise Unanswered from None
            raise

    async def _done(self, id: str, request: AnyRequest) -> AnyAnswer | None:
        """The answer to a request that was not answered, if it has happened. None: it may be asked again."""
        match request:
            case Join() | Reissue():
                try:
                    place = await self._ask(id, Enter(request.new_key))
                except Refused as error:
                    if is_passing(error):
                        raise
                    return None
                return place if isinstance(place, Place) and place.role == PLAYER else None
            case Close():
                info = await self._ask(id, Look(request.key))
                return info if isinstance(info, TableInfo) and info.phase == CLOSED else None
            case Leave():  # whoever has left has no right to be told so
                raise in_doubt()
        return None

    async def attach(self, id: str, visitor: Visitor) -> Link:
        until = moment() + PATIENCE
        while True:
            try:
                try:
                    return await self.tables.attach(id, visitor)
                except Elsewhere as elsewhere:
                    owner = elsewhere.owner
                return await self.abroad.attach(owner, id, visitor)
            except Unanswered:
                if moment() > until:
                    raise lost() from None
            except Refused as error:
                if not is_passing(error) or moment() > until:
                    raise
            await asyncio.sleep(PAUSE)

    # Letters, and those that did not arrive.

    def read(self, sender: str, letter: AnyLetter) -> None:
        match letter:
            case Question() | Arrival() | Speech() | Departure():
                self.guests.receive(sender, letter)
            case Reply() | Delivery() | Dismissal():
                self.abroad.receive(sender, letter)
            case Oblivion():
                self.abroad.part(sender)
            case Farewell():
                self._death.set()
            case Echo():
                pass

    def undelivered(self, process: str, letters: Sequence[AnyLetter]) -> None:
        self.abroad.undelivered(letters)
        self._part(process)

    def lost(self, process: str) -> None:
        self._part(process)
        self.post.send(process, Oblivion(0))

    def missed(self) -> None:
        for process in self._others:
            self.lost(process)

    @property
    def _others(self) -> set[str]:
        return self.abroad.owners | self.guests.processes

    def _part(self, process: str) -> None:
        """Nothing between us goes on; whoever is concerned begins anew."""
        self.abroad.part(process)
        self.guests.part(process)

    async def _watch_others(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.post.send(self.leases.name, Echo(0))
            with contextlib.suppress(*FAILURES):
                for process in await self.leases.gone(self._others):
                    self.lost(process)  # and if it lives after all, it learns so

    # Tables that come and go.

    async def _go_on_with_games(self) -> None:
        """Those that a dead server has left and that do not wait for anybody are taken over at once."""
        while True:
            await self._death.wait()
            self._death.clear()
            try:
                await self.tables.wake()
            except Exception:
                log.exception("games were not taken over")
                self._death.set()
                await asyncio.sleep(BEAT)

    async def _take_over(self, id: str) -> bool:
        """Write that it is ours: if the process before us is not dead but only slow, then whatever it
        still writes has a number that is taken. False: it wrote at the same moment, or nobody knows."""
        try:
            await self.tables.store.append_last(id, now(), format_entry(TakenOver()))
        except StoreConflict:
            return False
        except Refused as error:
            if not is_in_doubt(error):
                raise
            return False
        return True

    def _leave_to_others(self, id: str) -> None:
        if referee := self.tables.referees.get(id):
            log.warning("table left to others", extra={"table": id})
            referee.leave_to_others()

    async def close(self) -> None:
        """Whoever is at our tables is told to come again, and finds them free."""
        await end(self._tasks)
        await self.guests.close()
        await self.tables.close()
        await self.leases.close()
        for process in self.leases.others:
            self.post.send(process, Farewell(0))
        await self.post.close()


def is_passing(error: Refused) -> bool:
    """Whether it says nothing about the request, which may be asked again."""
    return isinstance(error, NoLease) or error.code == lost().code


def moment() -> float:
    return asyncio.get_running_loop().time()
