"""What can be asked of a table besides moves, and what it answers. All of it can travel as text.

`key` is the hash of the token that the asker holds; empty if none.
"""

from __future__ import annotations

import msgspec

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.messages import Promised, SeatInfo
from fulgence.server.refusals import Refused, code_of, status_of

PLAYER, GUEST, SPECTATOR = "player", "guest", "spectator"


class Request(msgspec.Struct, frozen=True, tag_field="ask"):
    key: str


class Look(Request, frozen=True, tag="look"):
    pass


class Join(Request, frozen=True, tag="join"):
    """`new_key`: the hash of the token that the seat gets."""

    name: str
    new_key: str
    salt: str = ""
    promise: str = ""


class Reveal(Request, frozen=True, tag="reveal"):
    salt: str
    attempt: int


class Enter(Request, frozen=True, tag="enter"):
    pass


class Leave(Request, frozen=True, tag="leave"):
    bot: str = ""


class Hand(Request, frozen=True, tag="hand"):
    seat: int
    bot: str


class Return(Request, frozen=True, tag="return"):
    seat: int


class Reissue(Request, frozen=True, tag="reissue"):
    seat: int
    new_key: str


class Close(Request, frozen=True, tag="close"):
    pass


class Rematch(Request, frozen=True, tag="rematch"):
    pass


class GetRecord(Request, frozen=True, tag="record"):
    pass


class GetCity(Request, frozen=True, tag="city"):
    pass


AnyRequest = (
    Look | Join | Reveal | Enter | Leave | Hand | Return | Reissue | Close | Rematch | GetRecord | GetCity
)


class Answer(msgspec.Struct, frozen=True, tag_field="answer"):
    pass


class TableInfo(Answer, frozen=True, tag="table"):
    table: str
    phase: str
    city: str
    addons: tuple[str, ...]
    clock: int | None
    language: str
    listed: bool
    commitment: str
    promised: Promised | None
    rematch: str | None
    seats: list[SeatInfo]


class Place(Answer, frozen=True, tag="place"):
    """Who the asker is at a table: a player at a seat, a guest who may join, a spectator."""

    role: str
    seat: int | None = None
    table: str = ""


class Document(Answer, frozen=True, tag="document"):
    text: str


class Sentence(msgspec.Struct, frozen=True):
    """A Message on its way to a reader whose language only the other end knows."""

    template: str
    fields: dict[str, str | int | Sentence] = {}


class Refusal(Answer, frozen=True, tag="refusal"):
    code: str
    sentence: Sentence
    status: int


AnyAnswer = TableInfo | Place | Document | Refusal


def refusal_of(error: FulgenceError) -> Refusal:
    return Refusal(code_of(error), sentence_of(error.message), status_of(error))


def refused(refusal: Refusal) -> Refused:
    return Refused(refusal.code, message_of(refusal.sentence), refusal.status)


def sentence_of(message: str) -> Sentence:
    if not isinstance(message, Message):
        return Sentence(message.replace("{", "{{").replace("}", "}}"))
    told: dict[str, str | int | Sentence] = {}
    for name, value in message.fields.items():
        told[name] = (
            sentence_of(value)
            if isinstance(value, Message)
            else value
            if isinstance(value, int)
            else str(value)
        )
    return Sentence(message.template, told)


def message_of(sentence: Sentence) -> Message:
    fields = {
        name: message_of(value) if isinstance(value, Sentence) else value
        for name, value in sentence.fields.items()
    }
    return Message(sentence.template, **fields)
