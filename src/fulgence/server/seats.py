"""Seats: who sits there, and the tokens that prove it."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass, field

from fulgence.bots.bot import BadBot, make_bot
from fulgence.rules.chance import Generator
from fulgence.rules.message import Message
from fulgence.server.entries import SeatEntry
from fulgence.server.refusals import Refused

NAME_LENGTH = 24
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # categories: control, format, unknown, ...
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that nobody sees
MAX_MARKS = 3  # on one letter; Hebrew and Tibetan need so many
EFFORT = 5_000  # most simulations of a bot
SALT = re.compile(r"[0-9a-f]{0,64}")


@dataclass
class Seat:
    """A free seat has neither bot nor name. `key` is the hash of the owner's token."""

    bot: str = ""
    name: str = ""
    key: str = ""
    salt: str = ""
    is_left: bool = False  # its owner has gone; it passes when all the others wait for it
    is_ready: bool = False  # done with this turn, until the flip
    entries: list[SeatEntry] = field(default_factory=list)
    changes: int = field(default=0, compare=False)  # entries about who plays it

    @property
    def is_free(self) -> bool:
        return not self.bot and not self.name

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def written(self) -> int:
        """All entries about this seat."""
        return len(self.entries) + self.changes


def new_token() -> str:
    """128 bits."""
    return secrets.token_hex(16)


def new_table_id() -> str:
    """Nobody guesses it: it is all one needs to see a game that is over."""
    return secrets.token_urlsafe(9)


def hashed(token: str) -> str:
    """What is stored of a token; of no token it is empty."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def checked_name(text: str) -> str:
    """The name as it is shown: one line of visible signs."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Refused("bad-name", Message("a name has at least one sign"), 422)
    if len(name) > NAME_LENGTH:
        raise Refused("bad-name", Message("a name has at most {most} signs", most=NAME_LENGTH), 422)
    if any(unicodedata.category(sign) in HIDDEN or sign in BLANK for sign in name):
        raise Refused("bad-name", Message("a name has visible signs only"), 422)
    if any(len(marks) > MAX_MARKS for marks in marks_in(name)):
        raise Refused("bad-name", Message("a letter has at most {most} marks", most=MAX_MARKS), 422)
    return name


def marks_in(name: str) -> list[str]:
    """What is written above and below each letter: marks that stand in a row."""
    return "".join(sign if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in name).split()


def checked_salt(text: str) -> str:
    if not SALT.fullmatch(text):
        raise Refused("bad-salt", Message("a salt is at most 64 hexadecimal digits"), 422)
    return text


def checked_bot(name: str) -> str:
    """A bot that thinks for a moment and not for minutes: others wait for the same workers."""
    make_bot(name, Generator(0))
    number = name.partition(":")[2]
    if number and int(number) > EFFORT:
        raise BadBot(Message("a bot's number is at most {most} at a table", most=EFFORT))
    return name
