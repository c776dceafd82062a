"""The referee of one table, who alone lets things happen there.

What arrives is taken in order: tried on the table in memory, written down, and only then answered
and told to the others. If writing fails, the table in memory is thrown away and read again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from fulgence.language import Language
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.record import format_record, record_of
from fulgence.server import requests
from fulgence.server.entries import (
    Closed,
    Entry,
    Handed,
    Joined,
    Left,
    Moved,
    Reissued,
    Rematched,
    Returned,
    SaidReady,
    SeatEntry,
    TimedOut,
    TookBack,
    format_entry,
)
from fulgence.server.messages import (
    Acknowledged,
    AskView,
    ClientMessage,
    Error,
    Move,
    Presence,
    Ready,
    Undo,
    format_message,
    parse_client_message,
)
from fulgence.server.refusals import Refused, StoreConflict, StoreFailed, code_of
from fulgence.server.requests import AnyAnswer, AnyRequest, Document, Place, TableInfo
from fulgence.server.seats import checked_name, checked_salt
from fulgence.server.state import PLAYING, WAITING, Table
from fulgence.server.views import NOBODY, Views

if TYPE_CHECKING:
    from fulgence.server.tables import Tables

log = logging.getLogger(__name__)

NO_RIGHT, REPLACED, RESTART = 4401, 4410, 1012  # close codes: not here; the token was replaced; come again
PLAYER, GUEST, SPECTATOR = "player", "guest", "spectator"
PATIENCE = 10_000  # ms: what a clock leaves at least after a restart
PAUSE = 1.0  # seconds until bots and clock go on after nothing could be written


class Visitor(Protocol):
    """A socket of a player or a spectator, here or on another machine."""

    key: str
    seat: int
    language: Language

    def send(self, data: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


@dataclass
class Spoken:
    visitor: Visitor
    text: str | bytes


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


@dataclass
class Batch:
    """What happens between two waits for the disk."""

    first: int  # number of its first entry
    phase: str
    entries: list[tuple[int, str]] = field(default_factory=list)
    answers: list[Callable[[], None]] = field(default_factory=list)  # after the commit
    failures: list[Callable[[FulgenceError], None]] = field(default_factory=list)  # instead of it
    seats: set[int] = field(default_factory=set)  # whose own view changed
    everybody: bool = False
    presence: bool = False


Item = Spoken | Asked | Arrived | Departed | Thought | None  # None: the clock


class Referee:
    """Everything reaches it through `put`, in order; so nobody is told what is not yet written."""

    def __init__(self, house: Tables, table: Table) -> None:
        self.house = house
        self.visitors: set[Visitor] = set()
        self.present: Counter[int] = Counter()  # sockets by seat
        self.inbox: deque[Item] = deque()
        self.arrived = asyncio.Event()
        self.thinking: dict[int, int] = {}  # the ply that a bot's seat is thinking about
        self.thoughts: set[asyncio.Task[None]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.is_busy = False
        self.idle_since = time.monotonic()
        self.resume(table)
        self.task: asyncio.Task[None] | None = asyncio.create_task(self.run(), name=f"table {table.id}")

    def resume(self, table: Table) -> None:
        self.table = table
        late = table.turn_began + 1000 * (table.opened.clock or 0) < now()
        self.not_before = now() + PATIENCE if late else 0
        self.views = Views(table, self.is_here, self.not_before)
        self.thinking.clear()

    # Coming and going.

    def say(self, visitor: Visitor, text: str) -> None:
        self.put(Spoken(visitor, text))

    def detach(self, visitor: Visitor) -> None:
        self.put(Departed(visitor))

    def welcome(self, arrived: Arrived, batch: Batch) -> None:
        """Let a socket in as what its token says it is."""
        try:
            place = self.place_of(arrived.visitor.key)
            if place.role == GUEST:
                raise Refused("no-right", Message("join the table first"), 403)
        except FulgenceError as error:
            fail(arrived.answer, error)
            return
        batch.answers.append(lambda: self.greet(arrived, place))
        batch.failures.append(lambda error: fail(arrived.answer, error))

    def greet(self, arrived: Arrived, place: Place) -> None:
        """A view for whoever comes; the others are told of it."""
        visitor = arrived.visitor
        if arrived.answer.done():  # gone again
            return
        visitor.seat = NOBODY if place.seat is None else place.seat
        self.visitors.add(visitor)
        self.present[visitor.seat] += 1
        arrived.answer.set_result(place)
        visitor.send(self.view_bytes(visitor.seat))
        self.tell_presence(besides=visitor)

    def see_off(self, visitor: Visitor) -> None:
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.present[visitor.seat] -= 1
            self.idle_since = time.monotonic()
            self.tell_presence()

    def is_here(self, seat: int) -> bool:
        return self.present[seat] > 0

    @property
    def watching(self) -> int:
        return self.present[NOBODY]

    def place_of(self, key: str) -> Place:
        """Who holds the token with this hash, or Refused."""
        table = self.table
        seat = table.seat_of(key)
        if seat is not None:
            return Place(PLAYER, seat, table.id)
        if key and (key == table.opened.invite or table.reserved_seat(key) is not None):
            return Place(GUEST, None, table.id)
        if (key and key == table.opened.watch) or table.opened.listed:
            return Place(SPECTATOR, None, table.id)
        raise stranger()

    # The one task.

    async def run(self) -> None:
        while True:
            await self.arrived.wait()
            self.arrived.clear()
            batch = Batch(self.table.written, self.table.phase)
            self.is_busy = True
            try:
                await self.work_off(batch)
            except Exception:  # a mistake of ours hurts this table only, and only until it is read again
                log.exception("a referee failed", extra={"table": self.table.id})
                self.give_up(batch, mistake())
            self.is_busy = False

    async def work_off(self, batch: Batch) -> None:
        while self.inbox:
            item = self.inbox.popleft()
            if isinstance(item, Asked) and isinstance(item.request, requests.Rematch):
                await self.open_rematch(item, batch)
            else:
                self.take(item, batch)
        self.pass_left_seats(batch)
        await self.settle(batch)

    def put(self, item: Item) -> None:
        self.inbox.append(item)
        self.arrived.set()

    def take(self, item: Item, batch: Batch) -> None:
        if isinstance(item, Spoken):
            self.hear(item, batch)
        elif isinstance(item, Asked):
            self.consider(item, batch)
        elif isinstance(item, Arrived):
            self.welcome(item, batch)
        elif isinstance(item, Departed):
            visitor = item.visitor
            batch.answers.append(lambda: self.see_off(visitor))
            batch.failures.append(lambda _: self.see_off(visitor))
        elif isinstance(item, Thought):
            self.accept(item, batch)
        else:
            self.ring(batch)

    def enter(self, entry: Entry, batch: Batch) -> None:
        """Let it happen in memory and note it for the log; a FulgenceError leaves no trace."""
        at = now()
        changes = self.table.changes
        self.table.apply(entry, at)
        batch.entries.append((at, format_entry(entry)))
        batch.everybody = batch.everybody or self.table.changes != changes

    async def settle(self, batch: Batch) -> None:
        """Write, acknowledge, then tell."""
        if batch.entries:
            row: dict[str, object] | None = (
                {"phase": self.table.phase} if self.table.phase != batch.phase else None
            )
            try:
                await self.house.store.append(self.table.id, batch.first, batch.entries, row)
            except StoreConflict:
                self.give_up(batch, lost())
                return
            except StoreFailed as error:
                await self.start_again(batch, error)
                return
        for answer in batch.answers:
            answer()
        self.tell(batch)
        self.attend()

    def tell(self, batch: Batch) -> None:
        made: dict[int, bytes] = {}
        for visitor in list(self.visitors):
            seat = visitor.seat
            if batch.everybody or seat in batch.seats:
                if seat not in made:
                    made[seat] = self.view_bytes(seat)
                visitor.send(made[seat])
        if batch.presence and not batch.everybody:
            self.tell_presence(batch.seats)

    def tell_presence(self, seats: set[int] | None = None, besides: Visitor | None = None) -> None:
        """To everybody but the seats that have just got a whole view."""
        if len(self.visitors) < 2 and besides is not None:
            return
        message = format_message(Presence(self.views.seats(), self.watching))
        for visitor in list(self.visitors):
            if visitor is not besides and not (seats and visitor.seat in seats):
                visitor.send(message)

    def view_bytes(self, seat: int) -> bytes:
        return format_message(self.views.message(seat, self.watching, now()))

    async def start_again(self, batch: Batch, error: StoreFailed) -> None:
        """Nothing of the batch has happened: back to what is written."""
        try:
            self.resume(await self.house.read(self.table.id))
        except FulgenceError:
            self.give_up(batch, error)
            return
        for tell_failure in batch.failures:
            tell_failure(error)
        self.tell(Batch(0, "", everybody=True))
        self.set_timer(PAUSE)  # somebody else may have nothing to say: bots and clock try again

    def give_up(self, batch: Batch, error: FulgenceError) -> None:
        """The table is not ours any more, or cannot be read: whoever is here comes again."""
        log.warning("table given up", extra={"table": self.table.id, "reason": str(error)})
        self.house.forget(self)
        for tell_failure in batch.failures:
            tell_failure(error)
        while self.inbox:
            item = self.inbox.popleft()
            if isinstance(item, Asked | Arrived):
                fail(item.answer, error)
        self.stop(RESTART, "come again")

    def leave_to_others(self) -> None:
        """Another process has taken the table over."""
        self.house.forget(self)
        self.stop(RESTART, "come again")

    def stop(self, code: int, reason: str) -> None:
        for visitor in list(self.visitors):
            visitor.close(code, reason)
        self.visitors.clear()
        self.present.clear()
        if self.timer:
            self.timer.cancel()
        for thought in self.thoughts:
            thought.cancel()
        if self.task:
            self.task.cancel()
        # These and this hold each other, and garbage that has grown old is hardly ever looked for.
        self.task, self.views = None, Views(self.table, absent)

    # Moves.

    def hear(self, spoken: Spoken, batch: Batch) -> None:
        visitor = spoken.visitor
        ply = None
        try:
            message = parse_client_message(spoken.text)
            if isinstance(message, AskView):
                batch.answers.append(lambda: visitor.send(self.view_bytes(visitor.seat)))
                return
            ply = message.ply
            self.hear_turn(visitor.seat, visitor.key, message, batch)
        except msgspec.DecodeError as error:
            self.complain(visitor, Refused("bad-message", f"not a message: {error}"), ply, batch)
        except FulgenceError as error:
            self.complain(visitor, error, ply, batch)
        else:
            acknowledgement = format_message(Acknowledged(ply))
            batch.answers.append(lambda: visitor.send(acknowledgement))
            batch.failures.append(lambda error: self.send_error(visitor, error, ply))

    def hear_turn(self, number: int, key: str, message: Move | Undo | Ready, batch: Batch) -> None:
        if number == NOBODY:
            raise Refused("not-your-seat", Message("spectators do not play"))
        seat = self.table.seats[number]
        if seat.key != key:
            raise Refused("not-your-seat", Message("this seat is not yours any more"))
        entry = entry_of(number, message)
        if message.ply < seat.ply:
            if seat.entries[message.ply] != entry:
                raise Refused("too-late", Message("this turn was decided already"))
            return  # said before, and answered again
        if message.ply > seat.ply:
            raise Refused(
                "ply", Message("this seat has made {ply} entries, not {said}", ply=seat.ply, said=message.ply)
            )
        if seat.bot:
            raise Refused("not-your-seat", Message("a bot plays this seat until you return to it"))
        self.enter_turn(entry, batch)
        if seat.is_left and not self.table.is_ended:
            self.enter(Returned(number), batch)

    def enter_turn(self, entry: SeatEntry, batch: Batch) -> None:
        seat = self.table.seats[entry.seat]
        was_ready = seat.is_ready
        self.enter(entry, batch)
        batch.seats.add(entry.seat)
        batch.presence = batch.presence or seat.is_ready != was_ready

    def complain(self, visitor: Visitor, error: FulgenceError, ply: int | None, batch: Batch) -> None:
        batch.answers.append(lambda: self.send_error(visitor, error, ply))
        batch.failures.append(lambda _: self.send_error(visitor, error, ply))

    def send_error(self, visitor: Visitor, error: FulgenceError, ply: int | None) -> None:
        sentence = visitor.language.text(error.message)
        visitor.send(format_message(Error(code_of(error), sentence, ply)))

    # Those who are away, and bots.

    def pass_left_seats(self, batch: Batch) -> None:
        """A seat whose owner has left passes as soon as everybody else waits for it."""
        while self.table.phase == PLAYING:
            seats = self.table.seats
            late = [n for n, seat in enumerate(seats) if seat.is_left and not seat.is_ready]
            others = [seat for seat in seats if not seat.is_left]
            if not late or all(seat.bot for seat in others) or not all(seat.is_ready for seat in others):
                return
            for seat in late:
                self.enter_turn(TimedOut(seat), batch)

    def ring(self, batch: Batch) -> None:
        """The clock: whoever is not ready when the time is over passes what is left."""
        if self.milliseconds_left() > 0:
            return
        late = [number for number, seat in enumerate(self.table.seats) if not seat.is_ready]
        for number in late:
            self.enter_turn(TimedOut(number), batch)

    def milliseconds_left(self) -> int:
        table = self.table
        if table.opened.clock is None or table.phase != PLAYING:
            return 1
        return max(table.turn_began + table.opened.clock * 1000, self.not_before) - now()

    def attend(self) -> None:
        """Set the clock and let the bots think about what is new."""
        table = self.table
        is_playing = table.phase == PLAYING
        timed = is_playing and table.opened.clock is not None
        self.set_timer(max(0, self.milliseconds_left()) / 1000 if timed else None)
        if not is_playing:
            return
        for number, seat in enumerate(table.seats):
            if seat.bot and not seat.is_ready and self.thinking.get(number) != seat.ply:
                self.thinking[number] = seat.ply
                thought = asyncio.create_task(self.think(number, seat.ply, seat.bot))
                self.thoughts.add(thought)
                thought.add_done_callback(self.thoughts.discard)

    def set_timer(self, seconds: float | None) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if seconds is not None:
            self.timer = asyncio.get_running_loop().call_later(seconds, self.put, None)

    async def think(self, seat: int, ply: int, bot: str) -> None:
        game = self.table.game
        assert game is not None
        seen = self.views.game(game, seat)
        done = [other.is_ready for other in self.table.seats]
        move = "pass"
        if seen.moves:
            move = await self.house.bots.choose(bot, self.table, seat, ply, seen, done)
        self.put(Thought(seat, ply, move))

    def accept(self, thought: Thought, batch: Batch) -> None:
        table = self.table
        seat = table.seats[thought.seat]
        if self.thinking.get(thought.seat) == thought.ply:
            del self.thinking[thought.seat]
        if table.phase != PLAYING or not seat.bot or seat.ply != thought.ply:
            return
        assert table.game is not None
        if table.game.is_done(thought.seat):
            self.enter_turn(SaidReady(thought.seat), batch)
            return
        try:
            self.enter_turn(Moved(thought.seat, thought.move), batch)
        except FulgenceError as error:
            log.error("a bot's move was refused", extra={"table": table.id, "reason": str(error)})
            self.enter_turn(Moved(thought.seat, "pass"), batch)

    # Everything else that can be asked.

    def consider(self, asked: Asked, batch: Batch) -> None:
        try:
            answer = self.answer(asked.request, batch)
        except FulgenceError as error:
            refusal = error
            batch.answers.append(lambda: fail(asked.answer, refusal))
        else:
            batch.answers.append(lambda: give(asked.answer, self.info() if answer is None else answer))
        batch.failures.append(lambda error: fail(asked.answer, error))

    def answer(self, request: AnyRequest, batch: Batch) -> AnyAnswer | None:
        """None: the table as it is then."""
        table = self.table
        match request:
            case requests.Look():
                if not table.is_ended:
                    self.place_of(request.key)
                return None
            case requests.Enter():
                return self.place_of(request.key)
            case requests.GetRecord():
                return Document(self.record())
            case requests.GetCity():
                if not table.is_ended:
                    self.place_of(request.key)
                return Document(self.house.city_text(table))
            case requests.Join():
                return self.join(request, batch)
            case requests.Leave():
                seat = self.own_seat(request.key)
                if request.bot:
                    self.enter(Handed(seat, self.house.checked_bot(request.bot)), batch)
                else:
                    self.enter(Left(seat), batch)
                if not self.table.seats[seat].key:  # free: who comes next is nobody else's business
                    batch.answers.append(lambda: self.turn_out(request.key, NO_RIGHT, "you have left"))
            case requests.Hand():
                self.check_right(request.key, request.seat)
                self.enter(Handed(request.seat, self.house.checked_bot(request.bot)), batch)
            case requests.Return():
                if self.own_seat(request.key) != request.seat:
                    raise stranger()
                self.enter(Returned(request.seat), batch)
            case requests.Reissue():
                return self.reissue(request, batch)
            case requests.Close():
                self.check_host(request.key)
                self.enter(Closed(), batch)
            case requests.Rematch():
                raise AssertionError("a rematch is opened before it is answered")
        return None

    def join(self, request: requests.Join, batch: Batch) -> Place:
        table = self.table
        salt = checked_salt(request.salt)
        seat = table.reserved_seat(request.key)
        if seat is None:
            self.check_invited(request.key)
            name = checked_name(request.name)
            seat = table.free_seat()
        else:
            name = table.opened.seats[seat].name
        if seat is None or table.phase != WAITING:
            raise Refused("no-seat", Message("no seat is free at this table"))
        self.enter(Joined(seat, name, request.new_key, salt), batch)
        return Place(PLAYER, seat, table.id)

    def reissue(self, request: requests.Reissue, batch: Batch) -> Place:
        self.check_right(request.key, request.seat)
        old = self.table.seats[request.seat].key
        if not old:
            raise Refused("no-seat", Message("nobody has taken this seat"))
        self.enter(Reissued(request.seat, request.new_key), batch)
        batch.answers.append(lambda: self.turn_out(old, REPLACED, "your token was replaced"))
        return Place(PLAYER, request.seat, self.table.id)

    def turn_out(self, key: str, code: int, reason: str) -> None:
        for visitor in [visitor for visitor in self.visitors if visitor.key == key]:
            visitor.close(code, reason)
            self.see_off(visitor)

    async def open_rematch(self, asked: Asked, batch: Batch) -> None:
        """The first who asks opens the next table; everybody else is led to it."""
        try:
            self.own_seat(asked.request.key)
            if not self.table.is_ended:
                raise Refused("not-over", Message("the game is not over"))
            if self.table.rematch is None:
                self.enter(Rematched(await self.house.open_rematch(self.table)), batch)
        except FulgenceError as error:
            refusal = error
            batch.answers.append(lambda: fail(asked.answer, refusal))
            return
        batch.answers.append(lambda: give(asked.answer, Place(GUEST, None, self.table.rematch or "")))
        batch.failures.append(lambda error: fail(asked.answer, error))

    def own_seat(self, key: str) -> int:
        seat = self.table.seat_of(key)
        if seat is None:
            raise stranger()
        return seat

    def check_right(self, key: str, seat: int) -> None:
        """The host, or the owner of the seat."""
        if not 0 <= seat < len(self.table.seats):
            raise Refused("no-seat", Message("this table has no such seat"), 404)
        if self.own_seat(key) not in (seat, self.table.host):
            raise stranger()

    def check_host(self, key: str) -> None:
        if self.own_seat(key) != self.table.host:
            raise Refused("not-host", Message("only the host of the table may do this"), 403)

    def check_invited(self, key: str) -> None:
        if key != self.table.opened.invite and not self.table.opened.listed:
            raise stranger()

    def info(self) -> TableInfo:
        table, opened = self.table, self.table.opened
        return TableInfo(
            table=table.id,
            phase=table.phase,
            city=table.city.key,
            addons=opened.addons,
            clock=opened.clock,
            language=opened.language,
            listed=opened.listed,
            commitment=table.commitment,
            rematch=table.rematch,
            seats=self.views.seats(),
        )

    def record(self) -> str:
        fair, game = self.table.fair, self.table.game
        if fair is None or game is None:
            raise Refused("not-over", Message("the game is not over"))
        document = json.loads(format_record(record_of(game)))
        return json.dumps({**document, "fair": msgspec.to_builtins(fair)}, ensure_ascii=False)


def absent(_: int) -> bool:
    return False


def entry_of(seat: int, message: ClientMessage) -> SeatEntry:
    if isinstance(message, Move):
        return Moved(seat, message.move, message.ready)
    return TookBack(seat) if isinstance(message, Undo) else SaidReady(seat)


def give(future: asyncio.Future[AnyAnswer], answer: AnyAnswer) -> None:
    if not future.done():
        future.set_result(answer)


def fail(future: asyncio.Future[Any], error: FulgenceError) -> None:
    if not future.done():
        future.set_exception(error)


def stranger() -> Refused:
    return Refused("no-right", Message("this needs a token of the table that you do not have"), 403)


def mistake() -> Refused:
    return Refused("mistake", Message("the server made a mistake; come again"), 500)


def lost() -> Refused:
    return Refused("moved", Message("the table has moved to another server; ask again"), 503)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
