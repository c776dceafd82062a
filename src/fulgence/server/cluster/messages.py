"""The messages that the processes of a cluster send each other.

In MessagePack: JSON would have to scan every view for its end, which costs five times as much.
"""

from __future__ import annotations

import msgspec

from fulgence.table.requests import AnyAnswer, AnyRequest


class ClusterMessage(msgspec.Struct, frozen=True, tag_field="letter"):
    """`number`: of the request or the socket, chosen by the process that has it."""

    number: int


class ForwardedRequest(ClusterMessage, frozen=True, tag="question"):
    table: str
    request: AnyRequest


class OpenSocket(ClusterMessage, frozen=True, tag="arrival"):
    """A socket wants to connect to a table; answered like a request."""

    table: str
    key: str
    language: str
    words: bool
    address: str = ""


class ForwardedAnswer(ClusterMessage, frozen=True, tag="reply"):
    answer: AnyAnswer


class SocketToTable(ClusterMessage, frozen=True, tag="speech"):
    """A socket's message to its table."""

    text: str


class SocketGone(ClusterMessage, frozen=True, tag="departure"):
    """The socket was closed."""


class TableToSocket(ClusterMessage, frozen=True, tag="delivery"):
    """A table's message to a socket."""

    data: bytes


class CloseSocket(ClusterMessage, frozen=True, tag="dismissal"):
    """Close the socket."""

    code: int
    reason: str


class ForgetSockets(ClusterMessage, frozen=True, tag="oblivion"):
    """Messages were lost: the sender has dropped all sockets of the receiver."""


class ProcessLeaving(ClusterMessage, frozen=True, tag="farewell"):
    """The sender shuts down and has released all its tables."""


class RereadTables(ClusterMessage, frozen=True, tag="reread"):
    """The log of these tables was changed: who has one in memory reads it again."""

    tables: list[str]


class SelfPing(ClusterMessage, frozen=True, tag="echo"):
    """A ping to oneself, to know that messages arrive."""


AnyClusterMessage = (
    ForwardedRequest
    | OpenSocket
    | ForwardedAnswer
    | SocketToTable
    | SocketGone
    | TableToSocket
    | CloseSocket
    | ForgetSockets
    | ProcessLeaving
    | RereadTables
    | SelfPing
)


class MessageBatch(msgspec.Struct, frozen=True, rename={"messages": "letters"}):
    """All that waits for one process; on the wire as older servers read it."""

    sender: str
    messages: list[AnyClusterMessage]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(MessageBatch)


def format_batch(batch: MessageBatch) -> bytes:
    return _encoder.encode(batch)


def parse_batch(data: bytes) -> MessageBatch:
    """The envelope, or msgspec.DecodeError."""
    batch: MessageBatch = _decoder.decode(data)
    return batch
