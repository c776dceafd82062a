"""A table as the rules alone would have it: one Game, and who is ready, away or a bot.

It follows what a server writes down and does not believe it: an entry that the rules or the manners of
a table do not allow at this moment is an AssertionError.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from fulgence.fair import fair_deal
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import BadNotation, IllegalMove
from fulgence.rules.game import Game
from fulgence.table.entries import (
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Moved,
    Opened,
    Reissued,
    Returned,
    Revealed,
    SaidReady,
    SeatEntry,
    TimedOut,
    TookBack,
)


@dataclass
class ReferenceSeat:
    name: str = ""
    salt: str = ""
    bot: str = ""
    promise: str = ""
    is_left: bool = False
    is_ready: bool = False
    is_sealed: bool = False
    entries: list[SeatEntry] = field(default_factory=list)


class ReferenceTable:
    def __init__(self, id: str, opened: Opened) -> None:
        self.id = id
        self.opened = opened
        self.seats = [ReferenceSeat(bot=plan.bot, name=plan.bot) for plan in opened.seats]
        self.game: Game | None = None
        self.attempt = 1
        self.followed = 1
        self.begin()

    def begin(self) -> None:
        if self.game is None and self.is_full and not self.waiting_for:
            opened = self.opened
            salts = [place.salt for place in self.seats]
            city = load_city(opened.city)
            dealt = fair_deal(city, opened.addons, len(salts), opened.seed, self.id, salts)
            self.game = Game(dealt, [place.name for place in self.seats])

    @property
    def is_full(self) -> bool:
        return all(place.name for place in self.seats)

    @property
    def waiting_for(self) -> list[int]:
        """Seats that have promised a salt and not revealed it, once every seat is taken."""
        seats = enumerate(self.seats)
        return [n for n, place in seats if self.is_full and place.promise and not place.salt]

    @property
    def phase(self) -> str:
        if self.game is None:
            return "waiting"
        return "over" if self.game.is_over else "playing"

    def reply(self, seat: int, ply: int, entry: SeatEntry) -> str:
        """What a server must answer to this entry of a seat's owner."""
        place = self.seats[seat]
        if ply < len(place.entries):
            return "ack" if place.entries[ply] == entry else "too-late"
        if ply > len(place.entries):
            return "ply"
        if place.bot:
            return "not-your-seat"
        if self.phase != "playing":
            return "not-playing"
        return self.verdict(entry)

    def reply_to_salt(self, seat: int, salt: str, attempt: int) -> str:
        """What a server must answer to a revealed salt: a view, or the code of an error."""
        place = self.seats[seat]
        if attempt != self.attempt:
            return "too-late"
        if place.promise and place.salt == salt:
            return "view"
        if self.phase == "over":
            return "not-playing"
        if not place.promise:
            return "no-promise"
        if not self.is_full:
            return "too-early"
        return "view" if hashed_often(salt, attempt) == place.promise else "bad-salt"

    def verdict(self, entry: SeatEntry) -> str:
        game = self.game
        assert game is not None
        seat = entry.seat
        if isinstance(entry, Moved):
            try:
                game.play(seat, entry.move)
            except IllegalMove:
                return "illegal-move"
            except BadNotation:
                return "bad-move"
            game.undo(seat)
            return "ack"
        if isinstance(entry, TookBack):
            return "ack" if game.moves[seat][-1] and not self.seats[seat].is_sealed else "illegal-move"
        return "ack" if game.is_done(seat) else "illegal-move"

    def follow(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.take(entry)
            self.followed += 1
        assert not self.are_waiting_for_the_absent

    def take(self, entry: Entry) -> None:
        match entry:
            case JoinedSeat():
                assert not self.seats[entry.seat].name
                self.seats[entry.seat] = ReferenceSeat(entry.name, entry.salt, promise=entry.promise)
                self.begin()
            case Revealed():
                place = self.seats[entry.seat]
                assert self.game is None and entry.seat in self.waiting_for
                assert hashed_often(entry.salt, self.attempt) == place.promise
                place.salt = entry.salt
                self.begin()
            case Left():
                if self.game is None:
                    self.withdraw(self.seats[entry.seat])
                    self.seats[entry.seat] = ReferenceSeat()
                self.seats[entry.seat].is_left = self.game is not None
            case Handed():
                place = self.seats[entry.seat]
                if self.game is None:
                    self.withdraw(place)
                place.name = place.name or entry.bot
                place.bot = entry.bot
                place.is_left = False
                self.begin()
            case Returned():
                self.seats[entry.seat].bot = ""
                self.seats[entry.seat].is_left = False
            case Moved() | TookBack() | SaidReady() | TimedOut():
                self.take_turn(entry)
            case Reissued():
                self.reissue(entry)
            case _:
                raise AssertionError(entry)

    def withdraw(self, leaving: ReferenceSeat) -> None:
        if self.is_full:
            self.attempt += 1
            for place in self.seats:
                if place.promise:
                    place.salt = ""
        leaving.salt = leaving.promise = ""

    def reissue(self, entry: Reissued) -> None:
        game, place = self.game, self.seats[entry.seat]
        if not entry.by_host or game is None or not game.moves[entry.seat][-1]:
            return
        if not place.is_ready:
            place.entries.append(TimedOut(entry.seat))
        while not game.is_done(entry.seat):
            game.play(entry.seat, "pass")
        place.is_ready = place.is_sealed = True
        self.flip_if_all_are_ready(game)

    def take_turn(self, entry: SeatEntry) -> None:
        game = self.game
        assert game is not None and not game.is_over
        place = self.seats[entry.seat]
        match entry:
            case Moved():
                game.play(entry.seat, entry.move)
                place.is_ready = entry.ready and game.is_done(entry.seat)
            case TookBack():
                game.undo(entry.seat)
                place.is_ready = False
            case SaidReady():
                assert game.is_done(entry.seat)
                place.is_ready = True
            case TimedOut():
                assert place.is_left and self.are_waiting_for_the_absent
                while not game.is_done(entry.seat):
                    game.play(entry.seat, "pass")
                place.is_ready = True
        place.entries.append(entry)
        self.flip_if_all_are_ready(game)

    def flip_if_all_are_ready(self, game: Game) -> None:
        if all(place.is_ready for place in self.seats):
            game.flip()
            for place in self.seats:
                place.is_ready = place.is_sealed = False

    @property
    def are_waiting_for_the_absent(self) -> bool:
        """Everybody is ready but those who have left."""
        present = [place.is_ready for place in self.seats if not place.is_left]
        late = any(place.is_left and not place.is_ready for place in self.seats)
        return self.phase == "playing" and late and bool(present) and all(present)


def hashed_often(salt: str, times: int) -> str:
    for _ in range(times):
        salt = hashlib.sha256(b"fulgence/salt/1" + bytes.fromhex(salt)).hexdigest()
    return salt
