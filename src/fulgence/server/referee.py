"""The referee of one table, who alone lets things happen there.

What arrives is taken in order: tried on the table in memory, written down, and only then answered
and told to the others. If writing fails, the table in memory is thrown away and read again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server import desk, requests
from fulgence.server.audience import Audience, send_error
from fulgence.server.clock import TurnClock
from fulgence.server.desk import Decision
from fulgence.server.entries import (
    Closed,
    Entry,
    Moved,
    Rematched,
    Returned,
    SaidReady,
    SeatEntry,
    TimedOut,
    TookBack,
    format_entry,
    now,
)
from fulgence.server.fair_queue import ALONE, PEOPLE
from fulgence.server.inbox import (
    Arrived,
    Asked,
    Batch,
    Departed,
    Item,
    Spoken,
    Thought,
    Visitor,
    fail,
    give,
)
from fulgence.server.messages import (
    Acknowledged,
    AskView,
    Explain,
    Move,
    Reveal,
    TurnMessage,
    Undo,
    format_message,
    parse_client_message,
)
from fulgence.server.refusals import (
    Refused,
    StoreConflict,
    code_of,
    in_doubt,
    is_in_doubt,
    lost,
    mistake,
)
from fulgence.server.requests import GUEST, Place
from fulgence.server.state import PLAYING, WAITING, Table, not_begun
from fulgence.server.views import NOBODY

if TYPE_CHECKING:
    from fulgence.server.tables import Tables

log = logging.getLogger(__name__)

RESTART = 1012  # close code: come again
PAUSE = 1.0  # seconds until bots and clock go on after nothing could be written


class Referee:
    """Everything reaches it through `put`, in order; so nobody is told what is not yet written."""

    def __init__(self, house: Tables, table: Table, address: str) -> None:
        """`address`: on whose account the bots think; if it is not known, the first player's who comes."""
        self.house = house
        self.metrics = house.store.metrics
        self.clock = TurnClock()
        self.audience = Audience(self.clock)
        self.address = address
        self.inbox: deque[Item] = deque()
        self.arrived = asyncio.Event()
        self.thinking: dict[int, int] = {}  # the ply that a bot's seat is thinking about
        self.thoughts: set[asyncio.Task[None]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.is_busy = False
        self.is_stopped = False
        self.resume(table)
        self.task: asyncio.Task[None] | None = asyncio.create_task(self.run(), name=f"table {table.id}")

    def resume(self, table: Table) -> None:
        self.table = table
        self.clock.follow(table)
        self.audience.look_at(table)
        self.thinking.clear()

    # Coming and going.

    def say(self, visitor: Visitor, text: str) -> None:
        self.put(Spoken(visitor, text))

    def detach(self, visitor: Visitor) -> None:
        self.put(Departed(visitor))

    def welcome(self, arrived: Arrived, batch: Batch) -> None:
        """Let a socket in as what its token says it is."""
        try:
            place = desk.visitor_place(self.table, arrived.visitor.key)
        except FulgenceError as error:
            fail(arrived.answer, error)
            return
        batch.answers.append(lambda: self.greet(arrived, place))
        batch.failures.append(lambda error: fail(arrived.answer, lost() if is_in_doubt(error) else error))

    def greet(self, arrived: Arrived, place: Place) -> None:
        if not arrived.answer.done():  # not gone again
            if place.seat is not None:
                self.address = self.address or arrived.visitor.address
            arrived.answer.set_result(place)
            self.audience.greet(arrived.visitor, place.seat)

    # The one task.

    async def run(self) -> None:
        while not self.is_stopped:
            await self.arrived.wait()
            self.arrived.clear()
            batch = Batch(self.table.written, row_of(self.table))
            self.is_busy = True
            try:
                await self.work_off(batch)
            except asyncio.CancelledError:  # stopped
                batch.fail(in_doubt() if batch.is_sent else lost())
                raise
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
        if self.is_stopped:
            self.turn_away(lost())

    def turn_away(self, error: FulgenceError) -> None:
        """Whoever waits for an answer gets this one."""
        while self.inbox:
            item = self.inbox.popleft()
            if isinstance(item, Asked | Arrived):
                fail(item.answer, error)

    def take(self, item: Item, batch: Batch) -> None:
        if isinstance(item, Spoken):
            self.hear(item, batch)
        elif isinstance(item, Asked):
            self.consider(item, batch)
        elif isinstance(item, Arrived):
            self.welcome(item, batch)
        elif isinstance(item, Departed):
            visitor = item.visitor
            batch.answers.append(lambda: self.audience.see_off(visitor))
            batch.failures.append(lambda _: self.audience.see_off(visitor))
        elif isinstance(item, Thought):
            self.accept(item, batch)
        else:
            self.ring(batch)

    def enter(self, entry: Entry, batch: Batch) -> None:
        """Let it happen in memory and note it for the log; a FulgenceError leaves no trace."""
        at = now()
        changes = self.table.changes
        self.table.apply(entry, at)
        self.clock.follow(self.table)
        batch.entries.append((at, format_entry(entry)))
        batch.everybody = batch.everybody or self.table.changes != changes

    async def settle(self, batch: Batch) -> None:
        """Write, acknowledge, then tell."""
        if batch.entries:
            row = row_of(self.table)
            batch.is_sent = True
            try:
                await self.house.store.append(
                    self.table.id, batch.first, batch.entries, row if row != batch.row else None
                )
            except StoreConflict:
                self.give_up(batch, lost())
                return
            except Refused as error:
                await self.start_again(batch, error)
                return
        for maker in batch.moves:
            self.metrics.moves[maker] += 1
        for answer in batch.answers:
            answer()
        self.audience.tell(batch)
        self.attend()

    async def start_again(self, batch: Batch, error: Refused) -> None:
        """Nothing of the batch has happened, or nobody knows: back to what is written."""
        try:
            self.resume(await self.house.read(self.table.id))
        except FulgenceError:
            self.give_up(batch, error)
            return
        batch.fail(error)
        self.audience.tell(Batch(0, {}, everybody=True))
        self.set_timer(PAUSE)  # somebody else may have nothing to say: bots and clock try again

    def give_up(self, batch: Batch, error: FulgenceError) -> None:
        """The table is not ours any more, or cannot be read: whoever is here comes again."""
        log.warning("table given up", extra={"table": self.table.id, "reason": str(error)})
        self.house.give_up(self)
        batch.fail(error)
        self.turn_away(error)
        self.stop(RESTART, "come again")

    def leave_to_others(self) -> None:
        """Another process has taken the table over."""
        self.house.forget(self)
        self.stop(RESTART, "come again")

    def stop(self, code: int, reason: str) -> None:
        """Close the sockets; whoever waits for an answer is told to ask again."""
        self.is_stopped = True
        self.turn_away(lost())
        self.audience.dismiss(code, reason)
        if self.timer:
            self.timer.cancel()
        for thought in self.thoughts:
            thought.cancel()
        if self.task:
            self.task.cancel()
        self.task = None  # it and this hold each other

    # Moves.

    def hear(self, spoken: Spoken, batch: Batch) -> None:
        visitor = spoken.visitor
        said: TurnMessage | None = None
        try:
            message = parse_client_message(spoken.text)
            if isinstance(message, AskView):
                batch.answers.append(lambda: self.audience.show(visitor))
                return
            if isinstance(message, Explain):
                seat = message.seat
                if self.table.game is None:
                    raise not_begun(self.table)
                if seat >= len(self.table.seats):
                    raise Refused("no-seat", Message("this table has no such seat"))
                batch.answers.append(lambda: self.start(self.explain(visitor, seat)))
                batch.failures.append(lambda error: self.refuse(visitor, error, None))
                return
            if isinstance(message, Reveal):
                self.hear_reveal(visitor, message, batch)
                return
            said = message
            self.hear_turn(visitor.seat, visitor.key, said, batch)
        except msgspec.DecodeError as error:
            self.complain(visitor, Refused("bad-message", f"not a message: {error}"), said, batch)
        except FulgenceError as error:
            self.complain(visitor, error, said, batch)
        else:
            acknowledgement = format_message(Acknowledged(said.ply, said))
            batch.answers.append(lambda: self.acknowledge(spoken, acknowledgement))
            batch.failures.append(lambda error: self.refuse(visitor, error, said))

    def acknowledge(self, spoken: Spoken, acknowledgement: bytes) -> None:
        spoken.visitor.send(acknowledgement)
        self.metrics.acknowledged.observe(time.perf_counter() - spoken.at)

    def hear_reveal(self, visitor: Visitor, message: Reveal, batch: Batch) -> None:
        """Everybody gets a view then; if it was said before, only whoever says it again."""
        self.check_seat(visitor.seat, visitor.key)
        decision = desk.decide(self.table, requests.Reveal(visitor.key, message.salt, message.attempt))
        if decision.entry is None:
            batch.answers.append(lambda: self.audience.show(visitor))
            return
        self.enter(decision.entry, batch)
        batch.failures.append(lambda error: send_error(visitor, error, None))

    def check_seat(self, number: int, key: str) -> None:
        if number == NOBODY:
            raise Refused("not-your-seat", Message("spectators do not play"))
        if self.table.seats[number].key != key:
            raise Refused("not-your-seat", Message("this seat is not yours any more"))

    def hear_turn(self, number: int, key: str, message: TurnMessage, batch: Batch) -> None:
        self.check_seat(number, key)
        seat = self.table.seats[number]
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
        desk.check_room(self.table, entry, self.house.limits.entries)
        self.enter_turn(entry, batch)
        if seat.is_left and not self.table.is_ended:
            self.enter(Returned(number), batch)

    def enter_turn(self, entry: SeatEntry, batch: Batch) -> None:
        seat = self.table.seats[entry.seat]
        was_ready = seat.is_ready
        self.enter(entry, batch)
        batch.seats.add(entry.seat)
        if isinstance(entry, Moved):
            batch.moves.append("bot" if seat.bot else "person")
        batch.presence = batch.presence or seat.is_ready != was_ready

    def complain(
        self, visitor: Visitor, error: FulgenceError, said: TurnMessage | None, batch: Batch
    ) -> None:
        batch.answers.append(lambda: self.refuse(visitor, error, said))
        batch.failures.append(lambda _: self.refuse(visitor, error, said))

    def refuse(self, visitor: Visitor, error: FulgenceError, said: TurnMessage | None) -> None:
        self.metrics.refusals[code_of(error)] += 1
        send_error(visitor, error, said)

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
        """The clock: whoever is not ready when the time is over passes what is left. A listed table that
        has waited in vain is closed."""
        if self.clock.seconds_left > 0:
            return
        if self.table.phase == WAITING:
            self.enter(Closed(), batch)
            return
        late = [number for number, seat in enumerate(self.table.seats) if not seat.is_ready]
        for number in late:
            self.enter_turn(TimedOut(number), batch)

    def attend(self) -> None:
        """Set the clock and let the bots think about what is new."""
        table = self.table
        self.set_timer(self.clock.seconds_left)
        if table.phase != PLAYING:
            return
        for number, seat in enumerate(table.seats):
            if seat.bot and not seat.is_ready and self.thinking.get(number) != seat.ply:
                self.thinking[number] = seat.ply
                self.start(self.think(number, seat.ply, seat.bot))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """What takes a while and must not outlive this."""
        thought = asyncio.create_task(work)
        self.thoughts.add(thought)
        thought.add_done_callback(self.thoughts.discard)

    def set_timer(self, seconds: float) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if seconds < math.inf:
            self.timer = asyncio.get_running_loop().call_later(seconds, self.put, None)

    async def think(self, seat: int, ply: int, bot: str) -> None:
        game = self.table.game
        assert game is not None
        seen = self.audience.views.game(game, seat)
        done = [other.is_ready for other in self.table.seats]
        move = "pass"
        if seen.moves:
            began = time.perf_counter()
            kind = PEOPLE if self.audience.has_players else ALONE
            move = await self.house.bots.choose(bot, self.table, seat, ply, seen, done, kind, self.address)
            self.metrics.thoughts.observe(time.perf_counter() - began)
        self.put(Thought(seat, ply, move))

    async def explain(self, visitor: Visitor, seat: int) -> None:
        game = self.table.game
        assert game is not None
        reader = self.audience.views.eyes(visitor.seat)
        seen = self.audience.views.game(game, reader)
        refusal, message = None, b""
        try:
            message = await self.house.bots.explain(
                self.table, seen, reader, seat, visitor.language.tag, visitor.address
            )
        except Refused as error:
            refusal = error
        if visitor not in self.audience.visitors:  # gone meanwhile
            return
        if refusal:
            self.refuse(visitor, refusal, None)
        else:
            visitor.send(message)

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
        changes_nothing = True
        try:
            decision = desk.decide(self.table, asked.request)
            if decision.entry is not None:
                desk.check_room(self.table, decision.entry, self.house.limits.entries)
                self.enter(decision.entry, batch)
                changes_nothing = False
        except FulgenceError as error:
            refusal = error
            batch.answers.append(lambda: fail(asked.answer, refusal))
        else:
            batch.answers.append(lambda: self.carry_out(decision, asked))
        batch.failures.append(
            lambda error: fail(asked.answer, lost() if changes_nothing and is_in_doubt(error) else error)
        )

    def carry_out(self, decision: Decision, asked: Asked) -> None:
        if decision.ejection:
            self.audience.turn_out(decision.ejection)
        answer = decision.answer
        give(asked.answer, desk.info(self.table, self.audience.views.seats()) if answer is None else answer)

    async def open_rematch(self, asked: Asked, batch: Batch) -> None:
        """The first who asks opens the next table; everybody else is led to it."""
        batch.failures.append(lambda error: fail(asked.answer, error))
        try:
            desk.check_rematch(self.table, asked.request.key)
            if self.table.rematch is None:
                self.enter(Rematched(await self.house.open_rematch(self.table, self.address)), batch)
        except FulgenceError as error:
            refusal = error
            batch.answers.append(lambda: fail(asked.answer, refusal))
            return
        batch.answers.append(lambda: give(asked.answer, Place(GUEST, None, self.table.rematch or "")))


def row_of(table: Table) -> dict[str, object]:
    """What the table's own row tells, for finding it without reading its entries."""
    return {"phase": table.phase, "due_at": table.due}


def entry_of(seat: int, message: TurnMessage) -> SeatEntry:
    if isinstance(message, Move):
        return Moved(seat, message.move, message.ready)
    return TookBack(seat) if isinstance(message, Undo) else SaidReady(seat)
