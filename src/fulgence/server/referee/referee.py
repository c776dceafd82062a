"""The referee of one table: the only task that changes it.

Items are handled in order: applied to the table in memory, written to the log, and only then answered
and broadcast. If writing fails, the table in memory is discarded and read again from the log.
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
from fulgence.server.referee import replies
from fulgence.server.referee.audience import Audience, send_error
from fulgence.server.referee.bot_turns import enter_bot_move, wake_bots
from fulgence.server.referee.finished_games import finished_games
from fulgence.server.referee.inbox import (
    Batch,
    BotMove,
    InboxItem,
    PendingRequest,
    SocketClosed,
    SocketOpened,
    SocketText,
    Visitor,
    WritableAgain,
    fail,
)
from fulgence.server.referee.maintenance import is_maintenance, maintain
from fulgence.server.referee.turn_notices import call_players
from fulgence.table import commands, requests, turns
from fulgence.table.close_codes import SERVICE_RESTART
from fulgence.table.commands import Decision
from fulgence.table.decode_reasons import decode_reason
from fulgence.table.entries import (
    Closed,
    Entry,
    Moved,
    Rematched,
    Returned,
    SeatEntry,
    TimedOut,
    format_entry,
)
from fulgence.table.hints import hint_entry
from fulgence.table.messages import (
    AskHints,
    AskView,
    Explain,
    React,
    Reaction,
    Reason,
    Reveal,
    TurnMessage,
    Visibility,
    Why,
    parse_client_message,
)
from fulgence.table.reactions import Reactions
from fulgence.table.refusals import Refused, StoreConflict, code_of, in_doubt, internal_error, table_moved
from fulgence.table.state import Table, not_begun
from fulgence.table.turn_clock import TurnClock
from fulgence.table.view_words import reason

if TYPE_CHECKING:
    from fulgence.server.referee.registry import Registry

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds until bots and clock try again after a failed write


class Referee:
    """Everything goes through `put`, in order, so nobody sees what has not been written."""

    def __init__(self, registry: Registry, table: Table, address: str) -> None:
        """`address`: whose CPU budget the bots use; if unknown, that of the first player who connects."""
        self.registry = registry
        self.metrics = registry.store.metrics
        self.clock = TurnClock()
        self.audience = Audience(self.clock)
        self.address = address
        self.inbox: deque[InboxItem] = deque()
        self.has_items = asyncio.Event()
        self.thinking: dict[int, int] = {}  # by seat of a bot: the ply it thinks about
        self.reactions = Reactions()
        self.tasks: set[asyncio.Task[None]] = set()
        self.timer: asyncio.TimerHandle | None = None
        self.is_busy = False
        self.is_stopped = False
        self.notified_turn = 0  # whose players were notified, or are about to be
        self.resume(table)
        self.task: asyncio.Task[None] | None = asyncio.create_task(self.run(), name=f"table {table.id}")

    def resume(self, table: Table) -> None:
        self.table = table
        self.row = table.row
        self.clock.follow(table)
        self.audience.follow(table, self.registry.now)
        self.thinking.clear()

    # Sockets.

    def receive(self, visitor: Visitor, text: str) -> None:
        self.put(SocketText(visitor, text, time.perf_counter()))

    def detach(self, visitor: Visitor) -> None:
        self.put(SocketClosed(visitor))

    def on_socket_opened(self, opened: SocketOpened, batch: Batch) -> None:
        """Admit a socket in the role that its token gives it."""
        try:
            identity = commands.visitor_identity(self.table, opened.visitor.key)
        except FulgenceError as error:
            fail(opened.answer, error)
        else:
            batch.replies.append(replies.ArrivalReply(self, opened, identity))

    # The one task.

    async def run(self) -> None:
        while not self.is_stopped:
            await self.has_items.wait()
            self.has_items.clear()
            batch = Batch(self.table.written)
            self.is_busy = True
            try:
                await self.handle_inbox(batch)
            except asyncio.CancelledError:  # stopped
                batch.fail(in_doubt() if batch.is_sent else table_moved())
                raise
            except Exception:  # a bug affects this table only, and only until it is read again
                log.exception("a referee failed", extra={"table": self.table.id})
                self.give_up(batch, internal_error())
            self.is_busy = False

    async def handle_inbox(self, batch: Batch) -> None:
        while self.inbox:
            item = self.inbox.popleft()
            if isinstance(item, PendingRequest) and isinstance(item.request, requests.RematchRequest):
                await self.open_rematch(item, batch)
            elif isinstance(item, PendingRequest) and is_maintenance(item.request):
                await self.commit(batch)
                await maintain(self, item)
                return
            else:
                self.handle(item, batch)
        self.pass_left_seats(batch)
        await self.commit(batch)

    def put(self, item: InboxItem) -> None:
        self.inbox.append(item)
        self.has_items.set()
        if self.is_stopped:
            self.refuse_waiting(table_moved())

    def refuse_waiting(self, error: FulgenceError) -> None:
        """Fail all requests that wait in the inbox."""
        while self.inbox:
            item = self.inbox.popleft()
            if isinstance(item, PendingRequest | SocketOpened):
                fail(item.answer, error)

    def handle(self, item: InboxItem, batch: Batch) -> None:
        if isinstance(item, SocketText):
            self.on_text(item, batch)
        elif isinstance(item, PendingRequest):
            self.on_request(item, batch)
        elif isinstance(item, SocketOpened):
            self.on_socket_opened(item, batch)
        elif isinstance(item, SocketClosed):
            batch.replies.append(replies.DepartureReply(self.audience, item.visitor))
        elif isinstance(item, WritableAgain):
            self.on_writable_again(batch)
        elif self.registry.store.is_read_only:
            return  # bots and the clock wait until it is writable again
        elif isinstance(item, BotMove):
            enter_bot_move(self, item, batch)
        else:
            self.on_time_up(batch)

    def enter(self, entry: Entry, batch: Batch) -> None:
        """Apply it in memory and add it to the batch; a FulgenceError leaves no trace."""
        self.registry.store.check_writable()
        at = self.registry.now()
        changes = self.table.changes
        self.table.apply(entry, at)
        batch.entries.append((at, format_entry(entry)))
        if self.table.changes != changes:
            batch.everybody = True
            self.clock.follow(self.table)

    async def commit(self, batch: Batch) -> None:
        """Write, acknowledge, then broadcast."""
        if batch.entries:
            row = self.table.row
            batch.is_sent = True
            try:
                await self.registry.store.append(
                    self.table.id,
                    batch.first,
                    batch.entries,
                    row if row != self.row else None,
                    finished_games(self.table) if row["phase"] != self.row["phase"] else (),
                )
            except StoreConflict:
                self.give_up(batch, table_moved())
                return
            except Refused as error:
                await self.reload(batch, error)
                return
            self.row = row
        for maker in batch.moves:
            self.metrics.moves[maker] += 1
        for reply in batch.replies:
            reply.succeed()
        self.audience.broadcast(batch)
        self.schedule()

    async def reload(self, batch: Batch, error: Refused) -> None:
        """The batch was not written, or nobody knows: go back to what is in the log."""
        try:
            self.resume(await self.registry.read(self.table.id))
        except FulgenceError:
            self.give_up(batch, error)
            return
        batch.fail(error)
        self.audience.broadcast(Batch(0, everybody=True))
        self.set_timer(PAUSE)  # bots and clock must try again even if nobody sends anything

    def give_up(self, batch: Batch, error: FulgenceError) -> None:
        """The table is no longer ours, or cannot be read: everybody here reconnects."""
        log.warning("table given up", extra={"table": self.table.id, "reason": str(error)})
        self.registry.give_up(self)
        batch.fail(error)
        self.refuse_waiting(error)
        self.stop(SERVICE_RESTART, "reconnect")

    def hand_over(self) -> None:
        """Another process has taken the table over."""
        self.registry.forget(self)
        self.stop(SERVICE_RESTART, "reconnect")

    def stop(self, code: int, reason: str) -> None:
        """Close the sockets and fail all pending requests; clients try again."""
        self.is_stopped = True
        self.refuse_waiting(table_moved())
        self.audience.close_all(code, reason)
        if self.timer:
            self.timer.cancel()
        for task in self.tasks:
            task.cancel()
        if self.task:
            self.task.cancel()
        self.task = None  # breaks a reference cycle

    # Moves.

    def on_text(self, incoming: SocketText, batch: Batch) -> None:
        visitor = incoming.visitor
        said: TurnMessage | None = None
        try:
            message = parse_client_message(incoming.text)
            if isinstance(message, AskView):
                batch.replies.append(replies.ViewReply(self.audience, visitor))
                return
            if isinstance(message, Explain):
                if self.table.game is None:
                    raise not_begun(self.table)
                if message.seat >= len(self.table.seats):
                    raise Refused("no-seat", Message("this table has no such seat"))
                batch.replies.append(replies.ExplainReply(self, visitor, message.seat))
                return
            if isinstance(message, Why):
                batch.replies.append(replies.WhyReply(visitor, self.reason(visitor, message)))
                return
            if isinstance(message, AskHints):
                entry = hint_entry(self.table, visitor.seat, visitor.key)
                if entry is not None:
                    self.enter(entry, batch)
                batch.replies.append(replies.HintReply(self, visitor))
                return
            if isinstance(message, React):
                batch.replies.append(replies.ReactionReply(self.audience, self.reaction(visitor, message)))
                return
            if isinstance(message, Reveal):
                self.on_reveal(visitor, message, batch)
                return
            if isinstance(message, Visibility):
                self.audience.show(visitor, message.visible)
                return
            said = message
            self.on_turn(visitor.seat, visitor.key, said, batch)
        except msgspec.DecodeError as error:
            refusal = Refused("bad-message", Message("not a message: {reason}", reason=decode_reason(error)))
            batch.replies.append(replies.RefusalReply(self, visitor, refusal, said))
        except FulgenceError as error:
            batch.replies.append(replies.RefusalReply(self, visitor, error, said))
        else:
            batch.replies.append(replies.TurnReply(self, incoming, said))

    def reason(self, visitor: Visitor, message: Why) -> Reason:
        turns.check_seat(self.table, visitor.seat, visitor.key)
        if self.table.game is None:
            raise not_begun(self.table)
        seat = self.audience.views.eyes(visitor.seat)
        return Reason(message.target, reason(self.table.game, seat, message.target, visitor.language))

    def reaction(self, visitor: Visitor, message: React) -> Reaction:
        return self.reactions.accept(self.table, visitor.seat, visitor.key, message, time.monotonic())

    def on_reveal(self, visitor: Visitor, message: Reveal, batch: Batch) -> None:
        """Everybody gets a new view; after a retry, only this visitor."""
        turns.check_seat(self.table, visitor.seat, visitor.key)
        request = requests.RevealRequest(visitor.key, message.salt, message.attempt)
        decision = commands.decide(self.table, request, self.registry.now())
        if decision.entry is None:
            batch.replies.append(replies.ViewReply(self.audience, visitor))
            return
        self.enter(decision.entry, batch)
        batch.replies.append(replies.RevealReply(visitor))

    def on_turn(self, number: int, key: str, message: TurnMessage, batch: Batch) -> None:
        entry = turns.turn_entry(self.table, number, key, message, self.registry.limits.entries)
        if entry is None:
            return
        self.enter_turn(entry, batch)
        if self.table.seats[number].is_left and not self.table.is_ended:
            self.enter(Returned(number), batch)

    def enter_turn(self, entry: SeatEntry, batch: Batch) -> None:
        seat = self.table.seats[entry.seat]
        was_ready = seat.is_ready
        self.enter(entry, batch)
        batch.seats.add(entry.seat)
        if isinstance(entry, Moved):
            batch.moves.append("bot" if seat.bot else "person")
        batch.presence = batch.presence or seat.is_ready != was_ready

    def refuse(self, visitor: Visitor, error: FulgenceError, said: TurnMessage | None) -> None:
        self.metrics.refusals[code_of(error)] += 1
        send_error(visitor, error, said)

    # The clock, left seats and bots.

    def on_writable_again(self, batch: Batch) -> None:
        """Whoever gets a view sends again what was refused meanwhile."""
        self.thinking.clear()
        self.clock.prolong()
        batch.everybody = True

    def pass_left_seats(self, batch: Batch) -> None:
        if self.registry.store.is_read_only:
            return
        while late := turns.left_seats_to_pass(self.table):
            for seat in late:
                self.enter_turn(TimedOut(seat), batch)

    def on_time_up(self, batch: Batch) -> None:
        if self.clock.seconds_left > 0:
            return
        for entry in turns.overdue_entries(self.table):
            if isinstance(entry, Closed):
                self.enter(entry, batch)
            else:
                self.enter_turn(entry, batch)

    def schedule(self) -> None:
        """Set the clock, let the bots think about what is new, and call the players whose turn it is."""
        self.set_timer(self.clock.seconds_left)
        wake_bots(self)
        call_players(self)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run it in a task that ends with this referee."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def set_timer(self, seconds: float) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        if seconds < math.inf:
            self.timer = asyncio.get_running_loop().call_later(seconds, self.put, None)

    # Requests.

    def on_request(self, asked: PendingRequest, batch: Batch) -> None:
        outcome: Decision | FulgenceError
        try:
            outcome = commands.decide(self.table, asked.request, self.registry.now())
            if outcome.entry is not None:
                commands.check_entry_limit(self.table, outcome.entry, self.registry.limits.entries)
                self.enter(outcome.entry, batch)
        except FulgenceError as error:
            outcome = error
        batch.replies.append(replies.RequestReply(self, asked, outcome))

    async def open_rematch(self, asked: PendingRequest, batch: Batch) -> None:
        """The first request opens the next table; later ones are answered with the same one."""
        reply = replies.RematchReply(self, asked)
        batch.replies.append(reply)
        try:
            commands.check_rematch(self.table, asked.request.key)
            if self.table.rematch is None:
                opened = await self.registry.open_rematch(self.table, self.address)
                self.enter(Rematched(opened, self.table.seat_of(asked.request.key)), batch)
        except FulgenceError as error:
            reply.refusal = error
