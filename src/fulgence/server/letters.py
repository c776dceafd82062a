"""What processes that share the tables write to each other.

In MessagePack: in JSON every view would be looked through for its end, which costs five times as much.
"""

from __future__ import annotations

import msgspec

from fulgence.server.requests import AnyAnswer, AnyRequest


class Letter(msgspec.Struct, frozen=True, tag_field="letter"):
    """`number` names the question or the socket, and is given by the process that has it."""

    number: int


class Question(Letter, frozen=True, tag="question"):
    table: str
    request: AnyRequest


class Arrival(Letter, frozen=True, tag="arrival"):
    """A socket wants to be let in; it is answered like a question."""

    table: str
    key: str
    language: str
    words: bool
    address: str = ""


class Reply(Letter, frozen=True, tag="reply"):
    answer: AnyAnswer


class Speech(Letter, frozen=True, tag="speech"):
    """A socket's message to its table."""

    text: str


class Departure(Letter, frozen=True, tag="departure"):
    """The socket is gone."""


class Delivery(Letter, frozen=True, tag="delivery"):
    """A table's message to a socket."""

    data: bytes


class Dismissal(Letter, frozen=True, tag="dismissal"):
    """The socket is to be closed."""

    code: int
    reason: str


class Oblivion(Letter, frozen=True, tag="oblivion"):
    """Letters were lost: the sender knows nothing of any socket of the reader any more."""


class Farewell(Letter, frozen=True, tag="farewell"):
    """The sender has given back all its tables."""


class Echo(Letter, frozen=True, tag="echo"):
    """To oneself, to know that letters arrive."""


AnyLetter = (
    Question | Arrival | Reply | Speech | Departure | Delivery | Dismissal | Oblivion | Farewell | Echo
)


class Envelope(msgspec.Struct, frozen=True):
    sender: str
    letters: list[AnyLetter]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Envelope)


def format_envelope(envelope: Envelope) -> bytes:
    return _encoder.encode(envelope)


def parse_envelope(data: bytes) -> Envelope:
    """The envelope, or msgspec.DecodeError."""
    envelope: Envelope = _decoder.decode(data)
    return envelope
