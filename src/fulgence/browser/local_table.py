"""The referee of a table in a browser: what the server's referee does, without tasks, sockets or a store.

Every call returns its effects. The caller writes the entries first and carries out the rest only then, so
nobody sees what has not been written; if writing fails, it calls `roll_back`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from fulgence.api.hints import hints
from fulgence.api.jobs import FindHints, choose_job
from fulgence.browser.light_expert import LIGHT
from fulgence.language import Language
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.table import commands, requests, turns
from fulgence.table.entries import Entry, Moved, Rematched, Returned, SaidReady, TimedOut, format_entry, now
from fulgence.table.hints import hint_entry
from fulgence.table.messages import (
    Acknowledged,
    AskHints,
    AskView,
    Error,
    Explain,
    Presence,
    React,
    Reason,
    Reveal,
    SeatInfo,
    TurnMessage,
    Why,
    format_message,
    parse_client_message,
)
from fulgence.table.reactions import Reactions
from fulgence.table.refusals import Refused, code_of
from fulgence.table.requests import AnyAnswer, AnyRequest
from fulgence.table.state import PLAYING, Table, fold, not_begun
from fulgence.table.turn_clock import TurnClock
from fulgence.table.view_words import explanation, reason, view_bytes
from fulgence.table.views import NOBODY, Views

MAX_ENTRIES = 2000  # at a seat, as on a server
Written = tuple[int, str]  # an entry: milliseconds since 1970, and its text


@dataclass(slots=True)
class Visitor:
    """A page that is connected to the table. `key`: the hash of its token. `follows`: another page of the
    browser plays, which this one watches."""

    id: int
    key: str
    language: Language
    wants_words: bool = True
    seat: int = NOBODY
    seen: int = -1  # the number of the newest view that was sent
    follows: bool = False


@dataclass(slots=True)
class Effects:
    """What has to be done: write, then send, then think. `seconds`: until `time_up` must be called."""

    first: int = 0  # the number of the first new entry
    entries: list[Written] = field(default_factory=list)
    messages: list[tuple[int, bytes]] = field(default_factory=list)  # by visitor
    jobs: list[tuple[str, bytes]] = field(default_factory=list)  # encoded, each with a key of its own
    seconds: float | None = None


class LocalTable:
    """Call one method at a time, and carry out its effects before the next."""

    def __init__(self, id: str, written: Iterable[tuple[int, Entry]]) -> None:
        self.log = list(written)
        self.visitors: dict[int, Visitor] = {}
        self.clock = TurnClock()
        self.reactions = Reactions()
        self.thinking: dict[int, int] = {}  # by seat of a bot: the ply it thinks about
        self.resume(fold(id, self.log))

    def resume(self, table: Table) -> None:
        self.table = table
        self.clock.follow(table)
        self.views = Views(table, self.is_connected)
        self.thinking.clear()
        self.presence: list[SeatInfo] = []

    def is_connected(self, seat: int) -> bool:
        return any(visitor.seat == seat or visitor.follows for visitor in self.visitors.values())

    @property
    def watching(self) -> int:
        return sum(visitor.seat == NOBODY for visitor in self.visitors.values())

    # What comes in.

    def connect(self, visitor: Visitor) -> Effects:
        """A page opens its socket, or Refused."""
        identity = commands.visitor_identity(self.table, visitor.key)
        visitor.seat = NOBODY if identity.seat is None else identity.seat
        self.visitors[visitor.id] = visitor
        return self.finished(Effects(len(self.log)))

    def watch(self, visitor: Visitor) -> Effects:
        """Another page of the same browser, which may see the table but does not play."""
        self.visitors[visitor.id] = visitor
        return self.finished(Effects(len(self.log)))

    def disconnect(self, id: int) -> Effects:
        self.visitors.pop(id, None)
        return self.finished(Effects(len(self.log)))

    def receive(self, id: int, text: str) -> Effects:
        """A message of the socket. What is wrong with it is said in an error message."""
        visitor, effects = self.visitors[id], Effects(len(self.log))
        said: TurnMessage | None = None
        try:
            message = parse_client_message(text)
            if isinstance(message, AskView):
                visitor.seen = -1
            elif isinstance(message, Explain):
                self.explain(visitor, message, effects)
            elif isinstance(message, Why):
                self.tell_why(visitor, message, effects)
            elif isinstance(message, AskHints):
                self.hint(visitor, effects)
            elif isinstance(message, React):
                self.react(visitor, message, effects)
            elif isinstance(message, Reveal):
                self.reveal(visitor, message, effects)
            elif isinstance(message, TurnMessage):
                said = message
                self.enter_turn(visitor, message, effects)
                effects.messages.append((id, format_message(Acknowledged(message.ply, message))))
        except msgspec.DecodeError as error:
            self.refuse(visitor, Refused("bad-message", f"not a message: {error}"), said, effects)
        except FulgenceError as error:
            self.refuse(visitor, error, said, effects)
        return self.finished(effects)

    def request(self, request: AnyRequest) -> tuple[AnyAnswer, Effects]:
        """A request other than a move; what it is answered, or a FulgenceError."""
        effects = Effects(len(self.log))
        decision = commands.decide(self.table, request, now())
        if decision.entry is not None:
            commands.check_entry_limit(self.table, decision.entry, MAX_ENTRIES)
            self.enter(decision.entry, effects)
        answer = decision.answer
        if answer is None:
            answer = commands.info(self.table, self.views.seats(), request.key, self.clock.seconds_left)
        return answer, self.finished(effects)

    def rematched(self, key: str, id: str) -> Effects:
        """The next table was opened under this name."""
        commands.check_rematch(self.table, key)
        effects = Effects(len(self.log))
        if self.table.rematch is None:
            self.enter(Rematched(id, self.table.seat_of(key)), effects)
        return self.finished(effects)

    def bot_chose(self, seat: int, ply: int, move: str) -> Effects:
        """Unless the seat has moved on since, or a person plays it again."""
        effects, owner = Effects(len(self.log)), self.table.seats[seat]
        if self.thinking.get(seat) == ply:
            del self.thinking[seat]
        if self.table.phase == PLAYING and owner.bot and owner.ply == ply:
            try:
                self.enter(Moved(seat, move), effects)
            except FulgenceError:
                self.enter(Moved(seat, "pass"), effects)
        return self.finished(effects)

    def time_up(self) -> Effects:
        effects = Effects(len(self.log))
        if self.clock.seconds_left <= 0:
            for entry in turns.overdue_entries(self.table):
                self.enter(entry, effects)
        return self.finished(effects)

    def roll_back(self, effects: Effects, error: Refused) -> Effects:
        """The entries were not written: go back to what is in the log, and tell everybody."""
        del self.log[effects.first :]
        self.resume(fold(self.table.id, self.log))
        after = Effects(len(self.log))
        for visitor in self.visitors.values():
            visitor.seen = -1
            self.refuse(visitor, error, None, after)
        return self.finished(after)

    # How it is handled.

    def enter(self, entry: Entry, effects: Effects) -> None:
        """Apply it in memory; a FulgenceError leaves no trace."""
        at = now()
        self.table.apply(entry, at)
        self.log.append((at, entry))
        effects.entries.append((at, format_entry(entry)))
        self.clock.follow(self.table)

    def enter_turn(self, visitor: Visitor, message: TurnMessage, effects: Effects) -> None:
        entry = turns.turn_entry(self.table, visitor.seat, visitor.key, message, MAX_ENTRIES)
        if entry is None:
            return
        self.enter(entry, effects)
        if self.table.seats[visitor.seat].is_left and not self.table.is_ended:
            self.enter(Returned(visitor.seat), effects)

    def react(self, visitor: Visitor, message: React, effects: Effects) -> None:
        at = time.monotonic()
        shown = format_message(self.reactions.accept(self.table, visitor.seat, visitor.key, message, at))
        effects.messages += [(id, shown) for id in self.visitors]

    def reveal(self, visitor: Visitor, message: Reveal, effects: Effects) -> None:
        turns.check_seat(self.table, visitor.seat, visitor.key)
        asked = requests.RevealRequest(visitor.key, message.salt, message.attempt)
        decision = commands.decide(self.table, asked, now())
        if decision.entry is None:
            visitor.seen = -1
        else:
            self.enter(decision.entry, effects)

    def explain(self, visitor: Visitor, message: Explain, effects: Effects) -> None:
        if self.table.game is None:
            raise not_begun(self.table)
        if message.seat >= len(self.table.seats):
            raise Refused("no-seat", Message("this table has no such seat"))
        reader = self.views.eyes(visitor.seat)
        explained = explanation(self.table.game, reader, message.seat, visitor.language)
        effects.messages.append((visitor.id, format_message(explained)))

    def hint(self, visitor: Visitor, effects: Effects) -> None:
        """Found here at once: a player alone waits for nobody else."""
        entry = hint_entry(self.table, visitor.seat, visitor.key)
        if entry is not None:
            self.enter(entry, effects)
        assert self.table.game is not None
        seen, ply = self.views.game(self.table.game, visitor.seat), self.table.seats[visitor.seat].ply
        job = FindHints(seen, visitor.seat, ply, visitor.language.tag, self.table.opened.city_file)
        effects.messages.append((visitor.id, format_message(hints(job, LIGHT))))

    def tell_why(self, visitor: Visitor, message: Why, effects: Effects) -> None:
        turns.check_seat(self.table, visitor.seat, visitor.key)
        if self.table.game is None:
            raise not_begun(self.table)
        seat = self.views.eyes(visitor.seat)
        text = reason(self.table.game, seat, message.target, visitor.language)
        effects.messages.append((visitor.id, format_message(Reason(message.target, text))))

    def refuse(
        self, visitor: Visitor, error: FulgenceError, said: TurnMessage | None, effects: Effects
    ) -> None:
        message = Error(
            code_of(error), visitor.language.text(error.message), said.ply if said else None, said
        )
        effects.messages.append((visitor.id, format_message(message)))

    # What goes out.

    def finished(self, effects: Effects) -> Effects:
        """Everything that follows: left seats, views for whom something has changed, bots, the clock."""
        while late := turns.left_seats_to_pass(self.table):
            for seat in late:
                self.enter(TimedOut(seat), effects)
        self.end_bot_turns(effects)
        self.send_views(effects)
        self.wake_bots(effects)
        left = self.clock.seconds_left
        effects.seconds = None if left == math.inf else left
        return effects

    def end_bot_turns(self, effects: Effects) -> None:
        """Of bots that took over a turn in which everything is drawn."""
        game = self.table.game
        for number, seat in enumerate(self.table.seats):
            if (
                self.table.phase == PLAYING
                and game
                and seat.bot
                and not seat.is_ready
                and game.is_done(number)
            ):
                self.enter(SaidReady(number), effects)

    def send_views(self, effects: Effects) -> None:
        seats = self.views.seats()
        for visitor in self.visitors.values():
            number = self.views.number(visitor.seat)
            language = visitor.language if visitor.wants_words else None
            if number != visitor.seen:
                visitor.seen = number
                view = view_bytes(self.views, visitor.seat, self.watching, self.clock.seconds_left, language)
                effects.messages.append((visitor.id, view))
            elif seats != self.presence:
                effects.messages.append((visitor.id, format_message(Presence(seats, self.watching))))
        self.presence = seats

    def wake_bots(self, effects: Effects) -> None:
        """A job for every bot that has a decision to make and is not at it yet."""
        game = self.table.game
        if self.table.phase != PLAYING or game is None:
            return
        for number, seat in enumerate(self.table.seats):
            if not seat.bot or seat.is_ready or self.thinking.get(number) == seat.ply:
                continue
            self.thinking[number] = seat.ply
            seen = self.views.game(game, number)
            done = [other.is_ready for other in self.table.seats]
            job = choose_job(self.table, number, seat.ply, seat.bot, seen, done)
            effects.jobs.append((f"{self.table.id} {number} {seat.ply}", msgspec.json.encode(job)))
