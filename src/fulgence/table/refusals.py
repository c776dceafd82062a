"""Refusals: a code for programs, a sentence for people, and an HTTP status."""

from __future__ import annotations

from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove
from fulgence.rules.message import Message


class Refused(FulgenceError):
    """`status`: the HTTP status."""

    def __init__(self, code: str, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class RefusedOperator(Refused):
    """Said to whoever runs the server, so in English only."""


class StoreFailed(Refused):
    """Nothing was written, so nothing has happened."""

    def __init__(self, message: str) -> None:
        super().__init__("storage", message, 503)


class Outdated(Refused):
    """The log of a table has an entry that the rules now forbid, because a ruling was corrected."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "outdated",
            Message(
                "this game cannot go on: a ruling has changed since it was played ({reason})", reason=reason
            ),
            410,
        )


class StoreConflict(Exception):
    """Another process has written an entry with this number: the table is no longer ours."""


def code_of(error: FulgenceError) -> str:
    if isinstance(error, Refused):
        return error.code
    if isinstance(error, IllegalMove):
        return "illegal-move"
    return "bad-move" if isinstance(error, BadNotation) else "refused"


def status_of(error: FulgenceError) -> int:
    return error.status if isinstance(error, Refused) else 422


def no_right() -> Refused:
    return Refused("no-right", Message("this needs a token of the table that you do not have"), 403)


def internal_error() -> Refused:
    return Refused("mistake", Message("the server made a mistake; reconnect"), 500)


def no_table() -> Refused:
    return Refused("no-table", Message("there is no such table"), 404)


def table_deleted() -> Refused:
    return Refused("no-table", Message("whoever runs this server has deleted this table"), 404)


def read_only() -> Refused:
    """Nothing has happened; the same entry can be sent again when a view arrives."""
    return Refused(
        "read-only",
        Message("this server is being maintained: nothing can be changed at the moment; try again soon"),
        503,
    )


def table_moved() -> Refused:
    """Nothing has happened, for certain."""
    return Refused("moved", Message("the table has moved to another server; try again"), 503)


def in_doubt() -> Refused:
    return Refused(
        "in-doubt", Message("the server cannot tell whether this was done; look at the table"), 503
    )


def is_in_doubt(error: FulgenceError) -> bool:
    return code_of(error) == in_doubt().code
