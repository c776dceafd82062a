"""The state of a table: the fold of its entries. The same entries always give the same table.

Nothing here waits, writes or looks at a clock. `apply` refuses what the rules or the table forbid
before it changes anything, so the referee tries an entry here first and then writes it to the log.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from fulgence.fair import MAX_ATTEMPTS, commitment, fair_deal, keeps
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city, parse_city_file
from fulgence.rules.deal import Deal
from fulgence.rules.errors import FulgenceError, IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.text.record import NAMELESS, Record, parse_record
from fulgence.table.entries import (
    Closed,
    Entry,
    Handed,
    Hinted,
    JoinedSeat,
    Left,
    Moved,
    Opened,
    Reissued,
    Rematched,
    Returned,
    Revealed,
    SaidReady,
    SeatEntry,
    TakenOver,
    TimedOut,
    TookBack,
)
from fulgence.table.messages import Fair, Promised
from fulgence.table.refusals import Outdated, Refused
from fulgence.table.seats import FILE_NAME, Seat

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
REMINDER_SECONDS = 3600  # turns of at least so many have a reminder
LISTING_MS = 24 * 3600 * 1000  # milliseconds that a listed table waits for its next player


@lru_cache(maxsize=64)
def custom_city(text: str, name: str = NAMELESS) -> City:
    """A city that came with its table. `name`: the name of its file."""
    return parse_city_file(text.encode(), name, name)


def read_record(text: str, city_file: str = "") -> Record:
    """`city_file`: the text of a custom city; its name is the one in the record."""
    if not city_file:
        return parse_record(text)
    try:
        name = str(json.loads(text)["city"])
    except (ValueError, RecursionError, LookupError, TypeError):
        name = ""
    return parse_record(text, custom_city(city_file, name if FILE_NAME.fullmatch(name) else NAMELESS))


def city_of(opened: Opened) -> City:
    return custom_city(opened.city_file, opened.city) if opened.city_file else load_city(opened.city)


class Table:
    def __init__(self, id: str, opened: Opened, at: int) -> None:
        """`at`: milliseconds since 1970, as of every entry."""
        self.id = id
        self.opened = opened
        self.city = city_of(opened)
        self.commitment = "" if opened.cards else commitment(opened.seed)
        self.seats = [Seat(bot=plan.bot, name="" if plan.key else plan.name) for plan in opened.seats]
        for seat in self.seats:
            seat.name = seat.name or seat.bot
        self.game: Game | None = None
        self.phase = WAITING
        self.attempt = 1  # to collect the promised salts
        self.rematch: str | None = None
        self.rematch_by: int | None = None  # the seat that asked for it first
        self.host = opened.host  # if there is none, whoever joins first
        self.written = 1  # entries so far
        self.changes = 0  # to what everybody may see
        self.opened_at = at
        self.turn_began = at  # before the game: when somebody last sat down
        # Whether the game goes on with nobody connected.
        self.runs_alone = opened.clock is not None or all(plan.bot for plan in opened.seats)
        self.begin_if_full(at)

    @property
    def is_ended(self) -> bool:
        return self.phase in (OVER, CLOSED)

    @property
    def ends(self) -> int | None:
        """When the time of this turn is up, or a listed table has waited long enough for players."""
        opened = self.opened
        if opened.clock is not None and self.phase == PLAYING:
            return self.turn_began + opened.clock * 1000
        return self.turn_began + LISTING_MS if opened.listed and self.phase == WAITING else None

    @property
    def due(self) -> int | None:
        """When the table needs its referee even if nobody is connected; 0: now, None: never."""
        if self.runs_alone and self.phase == PLAYING and any(s.bot and not s.is_ready for s in self.seats):
            return 0
        return self.ends

    @property
    def reminder(self) -> int | None:
        """When to remind those who have not played: with a quarter of a long turn left; None: never."""
        clock = self.opened.clock
        if clock is None or clock < REMINDER_SECONDS or self.phase != PLAYING:
            return None
        return self.turn_began + clock * 750

    @property
    def turn(self) -> int:
        """The number of this turn, from 1 through the whole game; 0 before it."""
        return 0 if self.game is None else len(self.game.moves[0])

    @property
    def row(self) -> dict[str, object]:
        """What the store keeps of it to find it by, without reading its entries."""
        return {"phase": self.phase, "due_at": self.due, "remind_at": self.reminder}

    @property
    def fair(self) -> Fair | None:
        """The seed and salts, revealed once the game has ended; none if others have the same cards."""
        if not self.is_ended or self.opened.cards:
            return None
        salts = tuple(seat.salt for seat in self.seats)
        promises = tuple(seat.promise for seat in self.seats)
        return Fair(self.id, self.opened.seed, salts, self.commitment, promises, self.attempt)

    @property
    def promised(self) -> Promised | None:
        """What the cards will come from. Without revealed salts, so the last seat to reveal gains nothing."""
        if self.phase != WAITING:
            return None
        return Promised(
            promises=tuple(seat.promise for seat in self.seats),
            salts=tuple("" if seat.promise else seat.salt for seat in self.seats),
            attempt=self.attempt,
            waiting_for=tuple(n for n, seat in enumerate(self.seats) if self.is_full and seat.owes_salt),
        )

    @property
    def is_helped(self) -> bool:
        return any(seat.is_helped for seat in self.seats)

    @property
    def is_full(self) -> bool:
        return not any(seat.is_free for seat in self.seats)

    def seat_of(self, key: str) -> int | None:
        """The seat whose owner holds the token with this hash."""
        return next((n for n, seat in enumerate(self.seats) if key and seat.key == key), None)

    def reserved_seat(self, key: str) -> int | None:
        """The free seat that waits for the holder of this token."""
        plans = enumerate(self.opened.seats)
        return next((n for n, plan in plans if key and plan.key == key and self.seats[n].is_free), None)

    def free_seat(self) -> int | None:
        """The first seat that anybody may take."""
        plans = enumerate(self.opened.seats)
        return next((n for n, plan in plans if self.seats[n].is_free and not plan.key), None)

    def apply(self, entry: Entry, at: int) -> None:
        """Apply the entry, or raise a FulgenceError and change nothing."""
        match entry:
            case Moved() | TookBack() | SaidReady() | TimedOut():
                self.apply_turn(self.playing(), entry)
                self.flip_if_ready(at)
            case Closed():
                if self.is_ended:
                    raise over()
                self.phase = CLOSED
                self.changes += 1
            case Rematched():
                self.rematch, self.rematch_by = entry.table, entry.seat
                self.changes += 1
            case TakenOver():
                pass
            case Opened():
                raise AssertionError("a table is opened once")
            case _:
                self.apply_seat(entry)
                self.changes += 1
                if isinstance(entry, JoinedSeat):
                    self.turn_began = at
                self.begin_if_full(at)
                self.flip_if_ready(at)
        self.written += 1

    def playing(self) -> Game:
        if self.game is None:
            raise not_begun(self)
        if self.is_ended:
            raise over()
        return self.game

    def apply_turn(self, game: Game, entry: SeatEntry) -> None:
        number = entry.seat
        seat = self.seats[number]
        match entry:
            case Moved():
                game.play(number, entry.move)
                seat.is_ready = entry.ready and game.is_done(number)
            case TookBack():
                if seat.is_sealed:
                    raise IllegalMove(Message("this turn was finished when the seat got a new token"))
                game.undo(number)
                seat.is_ready = False
            case SaidReady():
                if not game.is_done(number):
                    raise IllegalMove(Message("there is still something to decide in this turn"))
                seat.is_ready = True
            case TimedOut():
                while not game.is_done(number):
                    game.play(number, "pass")
                seat.is_ready = True
        seat.entries.append(entry)

    def flip_if_ready(self, at: int) -> None:
        game = self.game
        if game is None or not all(seat.is_ready for seat in self.seats):
            return
        game.flip()
        if game.is_over:
            self.phase = OVER
        for seat in self.seats:
            seat.is_ready = seat.is_sealed = False
            seat.ran_out_of_time = isinstance(seat.entries[-1], TimedOut)
        self.turn_began = at
        self.changes += 1

    def apply_seat(self, entry: JoinedSeat | Revealed | Left | Handed | Returned | Reissued | Hinted) -> None:
        if self.is_ended:
            raise over()
        seat = self.seats[entry.seat]
        seat.changes += 1
        match entry:
            case JoinedSeat():
                seat.name, seat.key = entry.name, entry.key
                seat.salt, seat.promise = entry.salt, entry.promise
                self.host = entry.seat if self.host is None else self.host
            case Revealed():
                self.check_revealed(seat, entry.salt)
                seat.salt = entry.salt
            case Left():
                if self.game is None:
                    self.withdraw(seat)
                    seat.name = seat.key = seat.bot = ""
                seat.is_left = self.game is not None
            case Handed():
                if self.game is None:
                    self.withdraw(seat)
                plan = self.opened.seats[entry.seat]
                if plan.key and not seat.key:  # the person it is reserved for may still return to it
                    seat.key, seat.name = plan.key, plan.name
                seat.bot, seat.is_left = entry.bot, False
                seat.name = seat.name if seat.key else entry.bot
            case Hinted():
                seat.is_helped = True
            case Returned():
                seat.bot, seat.is_left = "", False
            case Reissued():
                seat.key = entry.key
                if entry.by_host and self.game is not None and self.game.moves[entry.seat][-1]:
                    if not seat.is_ready:
                        self.apply_turn(self.game, TimedOut(entry.seat))
                    seat.is_sealed = True

    def check_revealed(self, seat: Seat, salt: str) -> None:
        if not seat.promise:
            raise Refused("no-promise", Message("this seat has promised no salt"))
        if not self.is_full:
            raise Refused("too-early", Message("salts are revealed when every seat is taken"))
        if self.attempt > MAX_ATTEMPTS:
            raise Refused("too-late", Message("the seats have changed too often; open another table"))
        if not keeps(salt, seat.promise, self.attempt):
            raise Refused("bad-salt", Message("this is not the salt that was promised"), 422)

    def withdraw(self, seat: Seat) -> None:
        """The seat leaves and its salt no longer counts.

        Others may have revealed theirs, and whoever knows a salt could choose who sits down next.
        So everybody reveals another salt at the next attempt.
        """
        if self.is_full:
            self.attempt += 1
            for other in self.seats:
                other.salt = "" if other.promise else other.salt
        seat.salt = seat.promise = ""

    def begin_if_full(self, at: int) -> None:
        if self.game is not None or not self.is_full or any(seat.owes_salt for seat in self.seats):
            return
        self.game = Game(self.dealt(), [seat.name for seat in self.seats])
        self.phase = PLAYING
        self.turn_began = at

    def dealt(self) -> Deal:
        opened = self.opened
        if opened.cards:
            return read_record(opened.cards, opened.city_file).deal
        salts = tuple(seat.salt for seat in self.seats)
        return fair_deal(
            self.city, opened.addons, len(self.seats), opened.seed, self.id, salts, opened.pencils
        )


def not_begun(table: Table) -> Refused:
    if table.is_full:
        return Refused("not-playing", Message("the game has not begun: a salt still has to be revealed"))
    return Refused("not-playing", Message("the game has not begun: a seat is free"))


def over() -> Refused:
    return Refused("not-playing", Message("the game is over"))


def fold(id: str, entries: Iterable[tuple[int, Entry]]) -> Table:
    """The table after these entries, each with its time; Outdated if the rules now forbid one of them."""
    every = iter(entries)
    at, opened = next(every)
    assert isinstance(opened, Opened)
    table = Table(id, opened, at)
    try:
        for at, entry in every:
            table.apply(entry, at)
    except FulgenceError as error:
        raise Outdated(error.message) from None
    return table
