"""What is written down of a table, in order and for good. The table is a fold of these."""

from __future__ import annotations

import time

import msgspec


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as it was planned when the table was opened.

    `bot`: who plays it; empty: a person. `key`: the seat waits for the holder of this token.
    """

    bot: str = ""
    name: str = ""
    key: str = ""


class Written(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="entry"):
    pass


class Opened(Written, frozen=True, tag="opened"):
    city: str
    addons: tuple[str, ...]
    seats: tuple[Plan, ...]
    seed: str
    invite: str  # of the tokens only hashes
    watch: str
    clock: int | None = None
    language: str = "en"
    pencils: tuple[str, ...] = ()
    listed: bool = False
    host: int | None = None
    city_file: str = ""  # the text of a custom city, whose file is called `city`


class Joined(Written, frozen=True, tag="joined"):
    seat: int
    name: str
    key: str
    salt: str = ""  # added at once, where no promise was given
    promise: str = ""


class Revealed(Written, frozen=True, tag="revealed"):
    """The seat tells the salt that it had promised."""

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
    """`by_host`: not by the owner of the seat."""

    seat: int
    key: str
    by_host: bool = False


class Moved(Written, frozen=True, gc=False, tag="moved"):
    seat: int
    move: str
    ready: bool = True


class TookBack(Written, frozen=True, gc=False, tag="took-back"):
    seat: int


class SaidReady(Written, frozen=True, gc=False, tag="ready"):
    seat: int


class TimedOut(Written, frozen=True, gc=False, tag="timed-out"):
    """Everything that the seat had not decided is passed."""

    seat: int


class Closed(Written, frozen=True, tag="closed"):
    pass


class Rematched(Written, frozen=True, tag="rematched"):
    table: str


class TakenOver(Written, frozen=True, tag="taken-over"):
    """Another process has the table from now on; nothing there changes."""


Entry = (
    Opened
    | Joined
    | Revealed
    | Left
    | Handed
    | Returned
    | Reissued
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
    """Milliseconds since 1970, as every entry has its time."""
    return time.time_ns() // 1_000_000
