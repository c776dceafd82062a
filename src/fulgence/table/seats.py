"""Seats: who sits there, the tokens that prove it, and checks of names, salts and bots."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass, field

from fulgence.bots.bot import BadBot, make_bot
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.table.entries import SeatEntry
from fulgence.table.refusals import Refused

MAX_NAME_LENGTH = 24
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # categories: control, format, unknown, ...
BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that are invisible
JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
EMOJI = f"[\u2190-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]{EMOJI_STYLE}?[\U0001f3fb-\U0001f3ff]?"
# Hidden characters that only make one picture of several: families and professions, flags of regions.
EMOJI_SEQUENCE = re.compile(
    f"{EMOJI}(?:{JOINER}{EMOJI})+|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{3,6}}\U000e007f"
)
MAX_MARKS = 3  # on one letter; Hebrew and Tibetan need that many
MAX_BOT_NUMBER = 5_000  # simulations
SALT = re.compile(r"[0-9a-f]{0,64}")
FILE_NAME = re.compile(r"\w[\w .()+-]{0,58}\.toml")  # letters of any language, no folder, no hidden file
PROMISE = re.compile(r"([0-9a-f]{64})?")


@dataclass
class Seat:
    """A free seat has neither bot nor name. `key` is the hash of the owner's token."""

    bot: str = ""
    name: str = ""
    key: str = ""
    salt: str = ""
    promise: str = ""  # of a salt; then `salt` is empty until it is revealed
    is_left: bool = False  # its owner has left; it passes once everybody else waits for it
    is_helped: bool = False  # a hint was asked for
    is_ready: bool = False  # done with this turn, until the flip
    ran_out_of_time: bool = False  # in the turn before
    is_sealed: bool = False  # until the flip nobody sees or takes back what was drawn in this turn
    entries: list[SeatEntry] = field(default_factory=list)
    changes: int = field(default=0, compare=False)  # entries about who plays it

    @property
    def is_free(self) -> bool:
        return not self.bot and not self.name

    @property
    def owes_salt(self) -> bool:
        """Whether it has promised a salt and not yet revealed it."""
        return bool(self.promise) and not self.salt

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def written(self) -> int:
        """All entries about this seat."""
        return len(self.entries) + self.changes


def new_token(secret: str = "", purpose: str = "") -> str:
    """128 random bits; with a secret, always the same ones for the same purpose."""
    return derived(secret, purpose)[:16].hex() if secret else secrets.token_hex(16)


def seat_token(player_key: str, table: str) -> str:
    """The token of a player's seat, which every device with the player's key can derive."""
    return new_token(player_key, f"seat|{table}")


def new_table_id(secret: str = "", purpose: str = "") -> str:
    """Unguessable, since it is all one needs to see a finished game. With a secret, derived like a token."""
    if not secret:
        return secrets.token_urlsafe(9)
    return base64.urlsafe_b64encode(derived(secret, purpose)[:9]).decode()


def derived(secret: str, purpose: str) -> bytes:
    return hmac.digest(bytes.fromhex(secret), purpose.encode(), "sha256")


def hashed(token: str) -> str:
    """What is stored instead of a token; empty if there is none."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def checked_name(text: str) -> str:
    """The name as it is shown: one line of visible characters."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Refused("bad-name", Message("a name needs at least one character"), 422)
    if len(name) > MAX_NAME_LENGTH:
        raise Refused("bad-name", Message("a name has at most {most} characters", most=MAX_NAME_LENGTH), 422)
    visible = EMOJI_SEQUENCE.sub("", name)
    if any(unicodedata.category(character) in HIDDEN or character in BLANK for character in visible):
        raise Refused("bad-name", Message("a name has visible characters only"), 422)
    if any(len(marks) > MAX_MARKS for marks in marks_in(name)):
        raise Refused("bad-name", Message("a letter has at most {most} marks", most=MAX_MARKS), 422)
    return name


def marks_in(name: str) -> list[str]:
    """The combining marks above and below each letter, as runs."""
    return "".join(
        character if unicodedata.category(character) in ("Mn", "Me") else " " for character in name
    ).split()


def checked_salt(text: str) -> str:
    if not SALT.fullmatch(text):
        raise Refused("bad-salt", Message("a salt is at most 64 hexadecimal digits"), 422)
    return text


def checked_file_name(text: str) -> str:
    """The name of a city file, safe to show and to save under."""
    name = unicodedata.normalize("NFC", text)
    if not FILE_NAME.fullmatch(name):
        raise Refused(
            "bad-name",
            Message(
                "the name of a city file may have letters, digits, spaces and . _ - + ( ), and ends in .toml"
            ),
            422,
        )
    return name


def file_name_of(city: str) -> str:
    """A name for the file of a city that came without one: `Vienna` gets `vienna.toml`."""
    words = re.findall(r"\w+", unicodedata.normalize("NFC", city).casefold())
    return f"{'-'.join(words)[:59] or 'city'}.toml"


def checked_promise(text: str) -> str:
    if not PROMISE.fullmatch(text):
        raise Refused("bad-salt", Message("a promise is 64 hexadecimal digits"), 422)
    return text


def checked_bot(name: str) -> str:
    """Only bots that think for moments, not minutes: others wait for the same workers."""
    make_bot(name, Generator(0))
    number = name.partition(":")[2]
    if number and int(number) > MAX_BOT_NUMBER:
        raise BadBot(Message("a bot's number is at most {most} at a table", most=MAX_BOT_NUMBER))
    return name
