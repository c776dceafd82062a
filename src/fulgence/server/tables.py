"""All tables of this process: opened, read back, asked, and put away when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from fulgence.fair import commitment, fair_deal, new_seed
from fulgence.language import load_language
from fulgence.rules.cityfile import city_names
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.bots import Bots
from fulgence.server.entries import Joined, Opened, Plan, format_entry, now, parse_entry
from fulgence.server.inbox import Arrived, Asked, Visitor
from fulgence.server.leases import Alone, Elsewhere, Leases
from fulgence.server.limits import Limits
from fulgence.server.referee import RESTART, Referee, row_of
from fulgence.server.refusals import Outdated, Refused, StoreConflict
from fulgence.server.requests import AnyAnswer, AnyRequest, Place
from fulgence.server.retries import Retries
from fulgence.server.seats import (
    checked_bot,
    checked_file_name,
    checked_name,
    checked_promise,
    file_name_of,
    hashed,
    new_table_id,
    new_token,
)
from fulgence.server.state import Table, city_of, fold, own_city
from fulgence.server.store import Store

log = logging.getLogger(__name__)

IDLE = 60.0  # seconds that a table stays in memory although nobody looks at it
SWEEP = 5.0
ROUND = 60.0  # seconds between two looks for deadlines in the store
SOON = 2 * ROUND  # a table whose deadline is nearer is in memory, so none is missed


@dataclass(frozen=True)
class Wish:
    """What somebody who opens a table asks for. `bots`: one for each seat, empty for a person.

    `city_name`: what the city file is called, empty if they did not say it. `request`: a secret number that
    the table is found by when it is asked for again."""

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
    address: str = ""  # of whoever asks: kept in memory only


@dataclass(frozen=True)
class NewTable:
    """The only time that the tokens are told."""

    table: str
    seat: int | None
    token: str | None
    invite: str
    watch: str
    commitment: str


class Tables:
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

    async def open(self, wish: Wish) -> NewTable:
        token, invite, watch = (new_token(wish.request, kind) for kind in ("seat", "invite", "watch"))
        seats = [n for n, bot in enumerate(wish.bots) if not bot]
        seat = seats[0] if seats and wish.name is not None else None
        opened = Opened(
            city=city_key(wish),
            city_file=wish.city_file,
            addons=tuple(wish.addons),
            seats=tuple(Plan(bot=checked_bot(bot) if bot else "") for bot in wish.bots),
            seed=new_seed(),
            invite=hashed(invite),
            watch=hashed(watch),
            clock=wish.clock,
            language=load_language(wish.language).tag,
            pencils=tuple(wish.pencils),
            listed=wish.listed,
            host=seat,
        )
        if wish.promise and seat is None:
            raise Refused("bad-salt", Message("a promise belongs to a seat; take one with your name"), 422)
        joined = None
        if seat is not None and wish.name is not None:
            promise = checked_promise(wish.promise)
            joined = Joined(seat, checked_name(wish.name), hashed(token), promise=promise)
        id = new_table_id(wish.request, "table")
        opened = await self.write_opening(id, opened, joined, wish.address)
        return NewTable(
            table=id,
            seat=opened.host,
            token=token if opened.host is not None else None,
            invite=invite,
            watch=watch,
            commitment=commitment(opened.seed),
        )

    async def open_rematch(self, old: Table, address: str) -> str:
        """The same table once more; every person's seat waits for its owner."""
        plans = [Plan(name=seat.name, key=seat.key) if seat.key else Plan(bot=seat.bot) for seat in old.seats]
        id = new_table_id(old.opened.seed, "rematch")
        opened = msgspec.structs.replace(old.opened, seats=tuple(plans), seed=new_seed(), host=old.host)
        await self.write_opening(id, opened, None, address)
        return id

    async def write_opening(self, id: str, opened: Opened, joined: Joined | None, address: str) -> Opened:
        """What is written now, or was the first time if this was asked before and the answer was lost."""
        check_playable(opened)
        at = now()
        table = Table(id, opened, at)
        written = [(at, format_entry(opened))]
        if joined:
            table.apply(joined, at)
            written.append((at, format_entry(joined)))
        row = {"opened_at": at, "listed": opened.listed, **row_of(table)}
        try:
            await self.store.append(id, 0, written, row)
        except StoreConflict:
            opened = (await self.read(id)).opened
        if table.due is not None and seconds_to(table.due) < SOON:
            await self._go_on(id, address)
        return opened

    # Finding.

    async def referee(self, id: str, address: str = "") -> Referee:
        """The referee of a table, read from the store if it is not in memory; or raise Elsewhere.

        `address`: on whose account its bots think, if it was not in memory."""
        known = self.referees.get(id)
        if known is not None:
            return known
        reading = self._reading.get(id)
        if reading is None:
            reading = self._reading[id] = asyncio.create_task(self._call(id, address))
            reading.add_done_callback(lambda _: self._has_read(id))
        await asyncio.wait([reading])  # whoever goes away meanwhile does not stop it for the others
        return reading.result()

    def _has_read(self, id: str) -> None:
        reading = self._reading.pop(id)
        if not reading.cancelled():
            reading.exception()  # all who waited may have gone

    async def _call(self, id: str, address: str) -> Referee:
        if len(self.referees) >= self.limits.loaded:
            raise Refused("busy", Message("too many tables are in play here; try again later"), 503)
        await self.leases.claim(id)
        try:
            table = await self.read(id)
        except BaseException:
            self.leases.release(id)
            raise
        referee = self.referees[id] = Referee(self, table, address)
        referee.attend()
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
        """Forget a table that has failed; if it does not wait for anybody, it is read again after a pause."""
        self.forget(referee)
        if referee.table.due is not None:
            self._retries.add(referee.table.id, time.monotonic())

    # Asking.

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        referee = await self.referee(id)
        answer: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        referee.put(Asked(request, answer))
        return await answer

    async def attach(self, id: str, visitor: Visitor) -> Referee:
        """Let a socket in as what its token says it is, or refuse it."""
        referee = await self.referee(id)
        answer: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        referee.put(Arrived(visitor, answer))
        await answer
        return referee

    # Keeping house.

    async def begin(self) -> None:
        """From now on no deadline is missed, whoever had the table before."""
        await self.wake()
        self._tasks.append(asyncio.create_task(self._watch_deadlines(), name="deadlines"))

    async def _watch_deadlines(self) -> None:
        """One timer for all tables that are not in memory."""
        while True:
            await asyncio.sleep(ROUND)
            try:
                await self.wake()
            except FulgenceError:
                pass  # the store has told why
            except Exception:
                log.exception("deadlines cannot be read")

    async def wake(self) -> int:
        """Go on with the tables that will soon need a referee although nobody asks; how many there are."""
        found = await self.store.due(now() + round(SOON * 1000))
        for id, due in found:
            if id in self.referees:
                continue
            if 2 * len(self.referees) > self.limits.loaded:
                log.warning("too many tables are due at once; some wait", extra={"due": len(found)})
                break
            await self._go_on(id)
            await self._correct(id, due)
        return len(found)

    async def _correct(self, id: str, due: int) -> None:
        """The entries are right if the table's row tells another deadline."""
        referee = self.referees.get(id)
        if referee is not None and not referee.is_busy and referee.table.due != due:
            await self.store.change(id, referee.table.phase, referee.table.due)

    async def _go_on(self, id: str, address: str = "") -> None:
        """A table that is another's is left alone, and one that cannot be read is tried again later."""
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
            await asyncio.sleep(SWEEP)
            limit = time.monotonic() - IDLE
            for referee in list(self.referees.values()):
                needed = referee.audience.visitors or referee.thoughts or referee.inbox or referee.is_busy
                is_soon = referee.table.due == 0 or referee.clock.seconds_left < SOON
                if not needed and not is_soon and referee.audience.idle_since < limit:
                    self.forget(referee)
                    referee.stop(RESTART, "")
            for id in self._retries.due(time.monotonic()):
                await self._go_on(id)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for referee in list(self.referees.values()):
            self.forget(referee)
            referee.stop(RESTART, "the server restarts")


def city_key(wish: Wish) -> str:
    """What the table and its record call the city: a custom one as its file."""
    if not wish.city_file:
        return wish.city
    if wish.city_name:
        return checked_file_name(wish.city_name)
    return file_name_of(own_city(wish.city_file).name)


def seconds_to(time: int) -> float:
    return (time - now()) / 1000


def check_playable(opened: Opened) -> None:
    """Whether a game can be dealt at all."""
    if not opened.city_file and opened.city not in city_names():
        raise Refused(
            "no-city",
            Message(
                "there is no city {city!r}; there are {names}",
                city=opened.city,
                names=", ".join(city_names()),
            ),
            422,
        )
    salts = [""] * len(opened.seats)
    fair_deal(city_of(opened), opened.addons, len(opened.seats), opened.seed, "", salts, opened.pencils)
