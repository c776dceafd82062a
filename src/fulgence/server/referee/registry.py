"""The registry of the tables in this process: opens them, loads them from the log, drops idle ones."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.limits import Limits
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.inbox import PendingRequest, SocketOpened, Visitor
from fulgence.server.referee.leases import Alone, Elsewhere, Leases
from fulgence.server.referee.referee import Referee
from fulgence.server.referee.retries import Retries
from fulgence.server.referee.turn_notices import Notifier, remind_players
from fulgence.server.store.store import Store
from fulgence.server.store.subscriptions import due_reminders, reminder_done
from fulgence.table.close_codes import SERVICE_RESTART
from fulgence.table.entries import Opened, format_entry, now, parse_entry
from fulgence.table.opening import NewTable, NewTableRequest, Opening, opening, rematch_opening
from fulgence.table.refusals import Outdated, Refused, StoreConflict, no_table
from fulgence.table.requests import AnyAnswer, AnyRequest, Identity
from fulgence.table.state import Table, fold

log = logging.getLogger(__name__)

IDLE_SECONDS = 60.0  # seconds that a table stays in memory with nobody connected
SWEEP_SECONDS = 5.0
SCAN_SECONDS = 60.0  # seconds between two queries for deadlines in the store
SOON_SECONDS = 2 * SCAN_SECONDS  # tables with a nearer deadline are kept in memory, so none is missed


class Registry:
    def __init__(
        self,
        store: Store,
        bots: Bots,
        limits: Limits,
        leases: Leases | None = None,
        now: Callable[[], int] = now,
        notifier: Notifier | None = None,
    ) -> None:
        """`now`: the time of entries, in milliseconds since 1970. `notifier`: tells players who are not
        looking that it is their turn; without it nobody does."""
        self.now = now
        self.leases = leases or Alone()
        self.store = store
        self.bots = bots
        self.limits = limits
        self.notifier = notifier
        self.referees: dict[str, Referee] = {}
        self._reading: dict[str, asyncio.Task[Referee]] = {}
        self._retries = Retries()
        self._tasks = [asyncio.create_task(self._sweep(), name="sweeper")]

    # Opening.

    async def open(self, wanted: NewTableRequest) -> NewTable:
        made = opening(wanted)
        return made.answer(await self.write_opening(made, wanted.address))

    async def open_rematch(self, old: Table, address: str) -> str:
        made = rematch_opening(old)
        await self.write_opening(made, address)
        return made.id

    async def write_opening(self, made: Opening, address: str) -> Opened:
        """The opening as it is in the log: this one, or an earlier one if this is a retry."""
        opened, at = made.opened, self.now()
        table = Table(made.id, opened, at)
        written = [(at, format_entry(opened))]
        if made.joined:
            table.apply(made.joined, at)
            written.append((at, format_entry(made.joined)))
        row = {"opened_at": at, "listed": opened.listed, **table.row}
        try:
            await self.store.append(made.id, 0, written, row)
        except StoreConflict:
            opened = (await self.read(made.id)).opened
        if table.due is not None and seconds_to(table.due) < SOON_SECONDS:
            await self._load_quietly(made.id, address)
        return opened

    # Loading.

    async def referee(self, id: str, address: str = "") -> Referee:
        """The referee of a table, read from the store if it is not in memory; or raise Elsewhere.

        `address`: whose CPU budget its bots use, if it was not in memory."""
        known = self.referees.get(id)
        if known is not None:
            return known
        reading = self._reading.get(id)
        if reading is None:
            reading = self._reading[id] = asyncio.create_task(self._load(id, address))
            reading.add_done_callback(lambda _: self._forget_reading(id))
        await asyncio.wait([reading])  # a caller who goes away does not cancel it for the others
        return reading.result()

    def _forget_reading(self, id: str) -> None:
        reading = self._reading.pop(id)
        if not reading.cancelled():
            reading.exception()  # mark it as seen: all callers may have gone

    async def _load(self, id: str, address: str) -> Referee:
        if len(self.referees) >= self.limits.loaded:
            raise Refused("busy", Message("too many tables are in play here; try again later"), 503)
        await self.leases.claim(id)
        try:
            table = await self.read(id)
        except BaseException:
            self.leases.release(id)
            raise
        referee = self.referees[id] = Referee(self, table, address)
        referee.schedule()
        return referee

    async def read(self, id: str) -> Table:
        written = await self.store.entries(id)
        if not written:
            raise no_table()
        return fold(id, ((at, parse_entry(body)) for at, body in written))

    def forget(self, referee: Referee) -> None:
        if self.referees.get(referee.table.id) is referee:
            del self.referees[referee.table.id]
            self.leases.release(referee.table.id)

    def give_up(self, referee: Referee) -> None:
        """Forget a table that has failed; it is loaded again after a pause if it has a deadline."""
        self.forget(referee)
        if referee.table.due is not None:
            self._retries.add(referee.table.id, time.monotonic())

    def reread(self, ids: Iterable[str]) -> None:
        """Their log was changed: who is connected reconnects, and finds them as they are now."""
        for id in ids:
            referee = self.referees.get(id)
            if referee is not None:
                referee.hand_over()
                if referee.table.due is not None:
                    self._retries.add(id, time.monotonic())

    # Requests and sockets.

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        referee = await self.referee(id)
        answer: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        referee.put(PendingRequest(request, answer))
        return await answer

    async def attach(self, id: str, visitor: Visitor) -> Referee:
        """Admit a socket in the role that its token gives it, or refuse it."""
        referee = await self.referee(id)
        answer: asyncio.Future[Identity] = asyncio.get_running_loop().create_future()
        referee.put(SocketOpened(visitor, answer))
        await answer
        return referee

    # Deadlines and idle tables.

    async def begin(self) -> None:
        """From now on no deadline is missed, whichever process had the table before."""
        await self.load_due()
        self._tasks.append(asyncio.create_task(self._load_due_forever(), name="deadlines"))

    async def _load_due_forever(self) -> None:
        """One timer for all tables that are not in memory."""
        while True:
            await asyncio.sleep(SCAN_SECONDS)
            try:
                await self.load_due()
                await self.remind()
            except FulgenceError:
                pass  # the store has logged the reason
            except Exception:
                log.exception("deadlines cannot be read")

    async def load_due(self) -> int:
        """Load the tables that have a deadline soon; returns how many there are."""
        found = await self.store.due(now() + round(SOON_SECONDS * 1000))
        for id, due in found:
            if id in self.referees:
                continue
            if 2 * len(self.referees) > self.limits.loaded:
                log.warning("too many tables are due at once; some wait", extra={"due": len(found)})
                break
            await self._load_quietly(id)
            await self._correct_deadline(id, due)
        return len(found)

    async def _correct_deadline(self, id: str, due: int) -> None:
        """If the table's row has another deadline, the entries are right."""
        referee = self.referees.get(id)
        if self.store.is_read_only or referee is None or referee.is_busy:
            return
        if referee.table.due != due:
            table = referee.table
            await self.store.change(id, table.phase, table.due, table.reminder)

    async def remind(self) -> None:
        """Remind the players of all tables in whose turns a quarter of the time is left."""
        if self.notifier is None:
            return
        for id, at in await due_reminders(self.store, self.now()):
            await self._load_quietly(id)
            if referee := self.referees.get(id):
                remind_players(referee)
                await reminder_done(self.store, id, at)

    async def _load_quietly(self, id: str, address: str = "") -> None:
        """Skip a table of another process, and retry one that cannot be read later."""
        try:
            await self.referee(id, address)
        except Elsewhere:
            return
        except Outdated as error:
            log.warning("a table is outdated", extra={"table": id, "reason": str(error)})
        except FulgenceError as error:
            log.error("a table cannot be read", extra={"table": id, "reason": str(error)})
            self._retries.add(id, time.monotonic())
        except Exception:
            log.exception("a table cannot be read", extra={"table": id})
            self._retries.add(id, time.monotonic())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            limit = time.monotonic() - IDLE_SECONDS
            for referee in list(self.referees.values()):
                needed = referee.audience.visitors or referee.tasks or referee.inbox or referee.is_busy
                is_soon = referee.table.due == 0 or referee.clock.seconds_left < SOON_SECONDS
                if not needed and not is_soon and referee.audience.idle_since < limit:
                    self.forget(referee)
                    referee.stop(SERVICE_RESTART, "")
            for id in self._retries.due(time.monotonic()):
                await self._load_quietly(id)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for referee in list(self.referees.values()):
            self.forget(referee)
            referee.stop(SERVICE_RESTART, "the server restarts")


def seconds_to(time: int) -> float:
    return (time - now()) / 1000
