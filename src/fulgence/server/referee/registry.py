"""The registry of the tables in this process: opens them, loads them from the log, drops idle ones."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from fulgence.fair import commitment, fair_deal, new_seed
from fulgence.language import load_language
from fulgence.rules.cityfile.city_reader import city_names
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.limits import Limits
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.inbox import PendingRequest, SocketOpened, Visitor
from fulgence.server.referee.leases import Alone, Elsewhere, Leases
from fulgence.server.referee.referee import Referee
from fulgence.server.referee.retries import Retries
from fulgence.server.store.store import Store
from fulgence.table.close_codes import SERVICE_RESTART
from fulgence.table.entries import JoinedSeat, Opened, SeatPlan, format_entry, now, parse_entry
from fulgence.table.refusals import Outdated, Refused, StoreConflict
from fulgence.table.requests import AnyAnswer, AnyRequest, Identity
from fulgence.table.seats import (
    checked_bot,
    checked_file_name,
    checked_name,
    checked_promise,
    file_name_of,
    hashed,
    new_table_id,
    new_token,
)
from fulgence.table.state import Table, city_of, custom_city, fold

log = logging.getLogger(__name__)

IDLE_SECONDS = 60.0  # seconds that a table stays in memory with nobody connected
SWEEP_SECONDS = 5.0
SCAN_SECONDS = 60.0  # seconds between two queries for deadlines in the store
SOON_SECONDS = 2 * SCAN_SECONDS  # tables with a nearer deadline are kept in memory, so none is missed


@dataclass(frozen=True)
class NewTableRequest:
    """What a table is opened with. `bots`: one for each seat, empty for a person.

    `city_name`: the name of the city file, if any was given. `request`: a secret idempotency key, with which
    a retry finds the table that was opened before."""

    city: str
    city_file: str
    addons: Sequence[str]
    bots: Sequence[str]
    name: str | None
    clock: int | None
    language: str
    pencils: Sequence[str]
    listed: bool
    city_name: str = ""
    promise: str = ""
    request: str = ""
    address: str = ""  # of the client: kept in memory only


@dataclass(frozen=True)
class NewTable:
    """The only place where the tokens are given out."""

    table: str
    seat: int | None
    token: str | None
    invite: str
    watch: str
    commitment: str


class Registry:
    def __init__(self, store: Store, bots: Bots, limits: Limits, leases: Leases | None = None) -> None:
        self.leases = leases or Alone()
        self.store = store
        self.bots = bots
        self.limits = limits
        self.referees: dict[str, Referee] = {}
        self._reading: dict[str, asyncio.Task[Referee]] = {}
        self._retries = Retries()
        self._tasks = [asyncio.create_task(self._sweep(), name="sweeper")]

    # Opening.

    async def open(self, wanted: NewTableRequest) -> NewTable:
        token, invite, watch = (new_token(wanted.request, kind) for kind in ("seat", "invite", "watch"))
        seats = [n for n, bot in enumerate(wanted.bots) if not bot]
        seat = seats[0] if seats and wanted.name is not None else None
        opened = Opened(
            city=city_key(wanted),
            city_file=wanted.city_file,
            addons=tuple(wanted.addons),
            seats=tuple(SeatPlan(bot=checked_bot(bot) if bot else "") for bot in wanted.bots),
            seed=new_seed(),
            invite=hashed(invite),
            watch=hashed(watch),
            clock=wanted.clock,
            language=load_language(wanted.language).tag,
            pencils=tuple(wanted.pencils),
            listed=wanted.listed,
            host=seat,
        )
        if wanted.promise and seat is None:
            raise Refused("bad-salt", Message("a promise belongs to a seat; take one with your name"), 422)
        joined = None
        if seat is not None and wanted.name is not None:
            promise = checked_promise(wanted.promise)
            joined = JoinedSeat(seat, checked_name(wanted.name), hashed(token), promise=promise)
        id = new_table_id(wanted.request, "table")
        opened = await self.write_opening(id, opened, joined, wanted.address)
        return NewTable(
            table=id,
            seat=opened.host,
            token=token if opened.host is not None else None,
            invite=invite,
            watch=watch,
            commitment=commitment(opened.seed),
        )

    async def open_rematch(self, old: Table, address: str) -> str:
        """The same table once more; every person's seat is reserved for its owner."""
        plans = [
            SeatPlan(name=seat.name, key=seat.key) if seat.key else SeatPlan(bot=seat.bot)
            for seat in old.seats
        ]
        id = new_table_id(old.opened.seed, "rematch")
        opened = msgspec.structs.replace(old.opened, seats=tuple(plans), seed=new_seed(), host=old.host)
        await self.write_opening(id, opened, None, address)
        return id

    async def write_opening(self, id: str, opened: Opened, joined: JoinedSeat | None, address: str) -> Opened:
        """The opening as it is in the log: this one, or an earlier one if this is a retry."""
        check_playable(opened)
        at = now()
        table = Table(id, opened, at)
        written = [(at, format_entry(opened))]
        if joined:
            table.apply(joined, at)
            written.append((at, format_entry(joined)))
        row = {"opened_at": at, "listed": opened.listed, **table.row}
        try:
            await self.store.append(id, 0, written, row)
        except StoreConflict:
            opened = (await self.read(id)).opened
        if table.due is not None and seconds_to(table.due) < SOON_SECONDS:
            await self._load_quietly(id, address)
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
            raise Refused("no-table", Message("there is no such table"), 404)
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
        if referee is not None and not referee.is_busy and referee.table.due != due:
            await self.store.change(id, referee.table.phase, referee.table.due)

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


def city_key(wanted: NewTableRequest) -> str:
    """The city's key at the table and in its record; for a custom city, the name of its file."""
    if not wanted.city_file:
        return wanted.city
    if wanted.city_name:
        return checked_file_name(wanted.city_name)
    return file_name_of(custom_city(wanted.city_file).name)


def seconds_to(time: int) -> float:
    return (time - now()) / 1000


def check_playable(opened: Opened) -> None:
    """Whether a game can be dealt at all."""
    if not opened.city_file and opened.city not in city_names():
        raise Refused(
            "no-city",
            Message(
                "unknown city {city!r}; choose from {names}",
                city=opened.city,
                names=", ".join(city_names()),
            ),
            422,
        )
    salts = [""] * len(opened.seats)
    fair_deal(city_of(opened), opened.addons, len(opened.seats), opened.seed, "", salts, opened.pencils)
