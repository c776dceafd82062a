"""The entries of a table's log, append-only. The table is the fold of its entries."""

from __future__ import annotations

import time

import msgspec


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as planned when the table was opened.

    `bot`: the bot that plays it, empty for a person. `key`: it is reserved for the holder of this token.
    """

    bot: str = ""
    name: str = ""
    key: str = ""


class Written(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="entry"):
    pass


class Opened(Written, frozen=True, tag="opened"):
    city: str
    addons: tuple[str, ...]
    seats: tuple[SeatPlan, ...]
    seed: str
    invite: str  # a hash, like all tokens here
    watch: str
    clock: int | None = None
    language: str = "en"
    pencils: tuple[str, ...] = ()
    listed: bool = False
    host: int | None = None
    city_file: str = ""  # the text of a custom city; `city` is then the name of its file
    cards: str = ""  # the same for everybody in a contest: a record without moves, instead of the seed's
    contest: str = ""  # what the result counts for


class JoinedSeat(Written, frozen=True, tag="joined"):
    seat: int
    name: str
    key: str
    salt: str = ""  # given at once instead of promised
    promise: str = ""


class Revealed(Written, frozen=True, tag="revealed"):
    """The seat reveals the salt it promised."""

    seat: int
    salt: str


class Left(Written, frozen=True, tag="left"):
    seat: int


class Handed(Written, frozen=True, tag="handed"):
    """A bot plays the seat from now on."""

    seat: int
    bot: str


class Returned(Written, frozen=True, tag="returned"):
    """The owner plays the seat again."""

    seat: int


class Reissued(Written, frozen=True, tag="reissued"):
    """A seat got a new token. `by_host`: from the host, not from its owner."""

    seat: int
    key: str
    by_host: bool = False


class Hinted(Written, frozen=True, tag="hinted"):
    """The seat has asked what the expert would do."""

    seat: int


class Moved(Written, frozen=True, gc=False, tag="moved"):
    seat: int
    move: str
    ready: bool = True


class TookBack(Written, frozen=True, gc=False, tag="took-back"):
    seat: int


class SaidReady(Written, frozen=True, gc=False, tag="ready"):
    seat: int


class TimedOut(Written, frozen=True, gc=False, tag="timed-out"):
    """The seat passes every decision it had left in this turn."""

    seat: int


class Closed(Written, frozen=True, tag="closed"):
    pass


class Rematched(Written, frozen=True, tag="rematched"):
    """`seat`: who asked for it first; older logs do not tell."""

    table: str
    seat: int | None = None


class TakenOver(Written, frozen=True, tag="taken-over"):
    """Another process owns the table from now on; the table itself does not change."""


Entry = (
    Opened
    | JoinedSeat
    | Revealed
    | Left
    | Handed
    | Returned
    | Reissued
    | Hinted
    | Moved
    | TookBack
    | SaidReady
    | TimedOut
    | Closed
    | Rematched
    | TakenOver
)
SeatEntry = Moved | TookBack | SaidReady | TimedOut

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def format_entry(entry: Entry) -> str:
    return _encoder.encode(entry).decode()


def parse_entry(text: str | bytes) -> Entry:
    entry: Entry = _decoder.decode(text)
    return entry


def now() -> int:
    """Milliseconds since 1970: the time of an entry."""
    return time.time_ns() // 1_000_000
