"""Requests to a table other than moves, and their answers. All of them can be sent to another process.

`key` is the hash of the token that came with the request; empty if there was none.
"""

from __future__ import annotations

import msgspec

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.table.messages import Promised, SeatInfo
from fulgence.table.refusals import Refused, code_of, status_of

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


class RevealRequest(Request, frozen=True, tag="reveal"):
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


class RematchRequest(Request, frozen=True, tag="rematch"):
    pass


class GetRecord(Request, frozen=True, tag="record"):
    pass


class GetCity(Request, frozen=True, tag="city"):
    pass


class CloseByOperator(Request, frozen=True, tag="close-by-operator"):
    """Whoever runs the server closes the table. No request of a player leads to this or the next two."""


class DeleteByOperator(Request, frozen=True, tag="delete-by-operator"):
    pass


AnyRequest = (
    Look
    | Join
    | RevealRequest
    | Enter
    | Leave
    | Hand
    | Return
    | Reissue
    | Close
    | RematchRequest
    | GetRecord
    | GetCity
    | CloseByOperator
    | DeleteByOperator
)


class RequestAnswer(msgspec.Struct, frozen=True, tag_field="answer"):
    pass


class OwnSheet(msgspec.Struct, frozen=True):
    """Enough to draw it: the moves by round and turn, the pencil of each round, the boxed stations."""

    rounds: list[list[list[str]]]
    pencils: tuple[str, ...]
    boxed: list[str]


class Progress(msgspec.Struct, frozen=True):
    """How far a game is. `round` and `turn` from 0; `totals`: of all seats, as of the last flip;
    `waiting_for`: the seats that are not done with this turn; `sheet`: of the seat that asks, as of now."""

    round: int
    turn: int
    totals: list[int]
    waiting_for: list[int]
    sheet: OwnSheet | None


class TableInfo(RequestAnswer, frozen=True, tag="table"):
    """`you`: the seat of whoever asks, if they have one. `contest`: what its result counts for.
    `seconds_left`: of this turn, if there is a clock."""

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
    you: int | None = None
    progress: Progress | None = None
    contest: str = ""
    seconds_left: float | None = None


class Identity(RequestAnswer, frozen=True, tag="place"):
    """Who holds a token: a player at a seat, a guest who may join, or a spectator."""

    role: str
    seat: int | None = None
    table: str = ""


class Document(RequestAnswer, frozen=True, tag="document"):
    text: str


class Sentence(msgspec.Struct, frozen=True):
    """A Message that is translated at the other end, where the reader's language is known."""

    template: str
    fields: dict[str, str | int | Sentence] = {}


class Refusal(RequestAnswer, frozen=True, tag="refusal"):
    code: str
    sentence: Sentence
    status: int


AnyAnswer = TableInfo | Identity | Document | Refusal


def refusal_of(error: FulgenceError) -> Refusal:
    return Refusal(code_of(error), sentence_of(error.message), status_of(error))


def refused(refusal: Refusal) -> Refused:
    return Refused(refusal.code, message_of(refusal.sentence), refusal.status)


def sentence_of(message: str) -> Sentence:
    if not isinstance(message, Message):
        return Sentence(message.replace("{", "{{").replace("}", "}}"))
    fields: dict[str, str | int | Sentence] = {}
    for name, value in message.fields.items():
        fields[name] = (
            sentence_of(value)
            if isinstance(value, Message)
            else value
            if isinstance(value, int)
            else str(value)
        )
    return Sentence(message.template, fields)


def message_of(sentence: Sentence) -> Message:
    fields = {
        name: message_of(value) if isinstance(value, Sentence) else value
        for name, value in sentence.fields.items()
    }
    return Message(sentence.template, **fields)
