"""The operations of an operator as data: the same for a running server and for a mere database."""

from __future__ import annotations

import msgspec


class Operation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class ListTables(Operation, frozen=True, tag="list"):
    """The newest first. `phase`: only those in it."""

    phase: str = ""
    limit: int = 50


class ShowTable(Operation, frozen=True, tag="show"):
    table: str


class CloseTable(Operation, frozen=True, tag="close"):
    table: str


class DeleteTable(Operation, frozen=True, tag="delete"):
    table: str


class Block(Operation, frozen=True, tag="block"):
    """`days`: how long; 0: for ever."""

    network: str
    days: int = 0
    note: str = ""


class Unblock(Operation, frozen=True, tag="unblock"):
    network: str


class ListBlocks(Operation, frozen=True, tag="blocked"):
    pass


class Count(Operation, frozen=True, tag="stats"):
    pass


class FindName(Operation, frozen=True, tag="find-name"):
    """What ForgetName would erase."""

    name: str


class ForgetName(Operation, frozen=True, tag="forget-name"):
    name: str


class ForgetSeat(Operation, frozen=True, tag="forget-seat"):
    """`is_player`: the player whose seat it is, at all tables, as when they ask for it themselves."""

    table: str
    seat: int
    is_player: bool = False


class SetReadOnly(Operation, frozen=True, tag="read-only"):
    is_on: bool


AnyOperation = (
    ListTables
    | ShowTable
    | CloseTable
    | DeleteTable
    | Block
    | Unblock
    | ListBlocks
    | Count
    | FindName
    | ForgetName
    | ForgetSeat
    | SetReadOnly
)
# These change nothing that a running server has in memory, or what it looks at again by itself.
HARMLESS = (ListTables, ShowTable, Block, Unblock, ListBlocks, Count, FindName)

_decoder = msgspec.json.Decoder(AnyOperation)


def parse_operation(data: bytes) -> AnyOperation:
    """Or msgspec.DecodeError."""
    operation: AnyOperation = _decoder.decode(data)
    return operation
