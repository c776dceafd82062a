"""A table as its entries tell it: the same entries always give the same table.

Nothing here waits, writes or looks at a clock. `apply` refuses what the rules or the table forbid
before it changes anything, so the authority tries an entry here first and then writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from fulgence.fair import commitment, fair_deal
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city, parse_city
from fulgence.rules.errors import IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.server.entries import (
    Closed,
    Entry,
    Handed,
    Joined,
    Left,
    Moved,
    Opened,
    Reissued,
    Rematched,
    Returned,
    SaidReady,
    SeatEntry,
    TakenOver,
    TimedOut,
    TookBack,
)
from fulgence.server.messages import Fair
from fulgence.server.refusals import Refused
from fulgence.server.seats import Seat

OWN_CITY = "own.toml"  # what records call a city that came with its table
WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
LISTED_FOR = 24 * 3600 * 1000  # ms that a listed table waits for the next player


@lru_cache(maxsize=64)
def own_city(text: str) -> City:
    return parse_city(text, OWN_CITY, OWN_CITY)


def city_of(opened: Opened) -> City:
    return own_city(opened.city_file) if opened.city_file else load_city(opened.city)


class Table:
    def __init__(self, id: str, opened: Opened, at: int) -> None:
        """`at`: milliseconds since 1970, as of every entry."""
        self.id = id
        self.opened = opened
        self.city = city_of(opened)
        self.commitment = commitment(opened.seed)
        self.seats = [Seat(bot=plan.bot, name="" if plan.key else plan.name) for plan in opened.seats]
        for seat in self.seats:
            seat.name = seat.name or seat.bot
        self.game: Game | None = None
        self.is_closed = False
        self.rematch: str | None = None
        self.host = opened.host  # without one, whoever joins first
        self.written = 1  # entries so far
        self.changes = 0  # of what everybody may see
        self.turn_began = at  # before the game: when somebody last sat down
        self.begin_if_full(at)

    @property
    def phase(self) -> str:
        if self.game is not None and self.game.is_over:
            return OVER
        if self.is_closed:
            return CLOSED
        return WAITING if self.game is None else PLAYING

    @property
    def is_ended(self) -> bool:
        return self.phase in (OVER, CLOSED)

    @property
    def runs_alone(self) -> bool:
        """Whether the game goes on although nobody asks."""
        return self.opened.clock is not None or all(plan.bot for plan in self.opened.seats)

    @property
    def ends(self) -> int | None:
        """When the time of this turn is up, or a listed table has waited long enough for players."""
        if self.phase == PLAYING and self.opened.clock is not None:
            return self.turn_began + self.opened.clock * 1000
        return self.turn_began + LISTED_FOR if self.phase == WAITING and self.opened.listed else None

    @property
    def due(self) -> int | None:
        """When the table needs its referee although nobody asks for it; 0: now, None: never."""
        is_bots_turn = any(seat.bot and not seat.is_ready for seat in self.seats)
        return 0 if self.phase == PLAYING and self.runs_alone and is_bots_turn else self.ends

    @property
    def fair(self) -> Fair | None:
        """The secret, once it is none any more."""
        if not self.is_ended:
            return None
        salts = tuple(seat.salt for seat in self.seats)
        return Fair(self.id, self.opened.seed, salts, self.commitment)

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
        """Let it happen, or raise a FulgenceError and change nothing."""
        match entry:
            case Moved() | TookBack() | SaidReady() | TimedOut():
                self.apply_turn(self.playing(), entry)
                self.flip_if_ready(at)
            case Closed():
                if self.is_ended:
                    raise over()
                self.is_closed = True
                self.changes += 1
            case Rematched():
                self.rematch = entry.table
                self.changes += 1
            case TakenOver():
                pass
            case Opened():
                raise AssertionError("a table is opened once")
            case _:
                self.apply_seat(entry)
                self.changes += 1
                if isinstance(entry, Joined):
                    self.turn_began = at
                self.begin_if_full(at)
        self.written += 1

    def playing(self) -> Game:
        if self.game is None:
            raise not_begun()
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
        for seat in self.seats:
            seat.is_ready = False
        self.turn_began = at
        self.changes += 1

    def apply_seat(self, entry: Joined | Left | Handed | Returned | Reissued) -> None:
        if self.is_ended:
            raise over()
        seat = self.seats[entry.seat]
        seat.changes += 1
        match entry:
            case Joined():
                seat.name, seat.key, seat.salt = entry.name, entry.key, entry.salt
                self.host = entry.seat if self.host is None else self.host
            case Left():
                if self.game is None:
                    seat.name = seat.key = seat.salt = seat.bot = ""
                seat.is_left = self.game is not None
            case Handed():
                plan = self.opened.seats[entry.seat]
                if plan.key and not seat.key:  # whom the seat waited for may still return to it
                    seat.key, seat.name = plan.key, plan.name
                seat.bot, seat.is_left = entry.bot, False
                seat.name = seat.name if seat.key else entry.bot
            case Returned():
                seat.bot, seat.is_left = "", False
            case Reissued():
                seat.key = entry.key

    def begin_if_full(self, at: int) -> None:
        if self.game is not None or any(seat.is_free for seat in self.seats):
            return
        opened = self.opened
        salts = tuple(seat.salt for seat in self.seats)
        dealt = fair_deal(
            self.city, opened.addons, len(self.seats), opened.seed, self.id, salts, opened.pencils
        )
        self.game = Game(dealt, [seat.name for seat in self.seats])
        self.turn_began = at


def not_begun() -> Refused:
    return Refused("not-playing", Message("the game has not begun: a seat is free"))


def over() -> Refused:
    return Refused("not-playing", Message("the game is over"))


def fold(id: str, entries: Iterable[tuple[int, Entry]]) -> Table:
    """The table that these entries, each with its time, make."""
    every = iter(entries)
    at, opened = next(every)
    assert isinstance(opened, Opened)
    table = Table(id, opened, at)
    for at, entry in every:
        table.apply(entry, at)
    return table
