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
from fulgence.server.referee import RESTART, Referee
from fulgence.server.refusals import Refused
from fulgence.server.requests import AnyAnswer, AnyRequest, Place
from fulgence.server.retries import Retries
from fulgence.server.seats import checked_bot, checked_name, hashed, new_table_id, new_token
from fulgence.server.state import OWN_CITY, Table, city_of, fold
from fulgence.server.store import Store

log = logging.getLogger(__name__)

IDLE = 60.0  # seconds that a table stays in memory although nobody looks at it
SWEEP = 5.0


@dataclass(frozen=True)
class Wish:
    """What somebody who opens a table asks for. `bots`: one for each seat, empty for a person."""

    city: str
    city_file: str
    addons: Sequence[str]
    bots: Sequence[str]
    name: str | None
    clock: int | None
    language: str
    pencils: Sequence[str]
    listed: bool
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
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    # Opening.

    async def open(self, wish: Wish) -> NewTable:
        token, invite, watch = new_token(), new_token(), new_token()
        seats = [n for n, bot in enumerate(wish.bots) if not bot]
        seat = seats[0] if seats and wish.name is not None else None
        opened = Opened(
            city=OWN_CITY if wish.city_file else wish.city,
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
        joined = None
        if seat is not None and wish.name is not None:
            joined = Joined(seat, checked_name(wish.name), hashed(token))
        id = await self.write_opening(opened, joined, wish.address)
        return NewTable(
            table=id,
            seat=seat,
            token=token if joined else None,
            invite=invite,
            watch=watch,
            commitment=commitment(opened.seed),
        )

    async def open_rematch(self, old: Table, address: str) -> str:
        """The same table once more; every person's seat waits for its owner."""
        plans = [Plan(name=seat.name, key=seat.key) if seat.key else Plan(bot=seat.bot) for seat in old.seats]
        return await self.write_opening(
            msgspec.structs.replace(old.opened, seats=tuple(plans), seed=new_seed(), host=old.host),
            None,
            address,
        )

    async def write_opening(self, opened: Opened, joined: Joined | None, address: str) -> str:
        check_playable(opened)
        id = new_table_id()
        at = now()
        table = Table(id, opened, at)
        written = [(at, format_entry(opened))]
        if joined:
            table.apply(joined, at)
            written.append((at, format_entry(joined)))
        row = {"opened_at": at, "phase": table.phase, "listed": opened.listed, "runs_alone": table.runs_alone}
        await self.store.append(id, 0, written, row)
        if table.runs_alone:
            await self._go_on(id, address)
        return id

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
        if referee.table.runs_alone:
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

    async def wake(self) -> int:
        """Go on with the games that do not wait for anybody; how many there are."""
        ids = await self.store.running_alone()
        for id in ids:
            await self._go_on(id)
        return len(ids)

    async def _go_on(self, id: str, address: str = "") -> None:
        """A table that is another's is left alone, and one that cannot be read is tried again later."""
        try:
            await self.referee(id, address)
        except Elsewhere:
            return
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
                running = referee.table.runs_alone and referee.table.phase == "playing"
                if not needed and not running and referee.audience.idle_since < limit:
                    self.forget(referee)
                    referee.stop(RESTART, "")
            for id in self._retries.due(time.monotonic()):
                await self._go_on(id)

    async def close(self) -> None:
        self._sweeper.cancel()
        for referee in list(self.referees.values()):
            self.forget(referee)
            referee.stop(RESTART, "the server restarts")


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
