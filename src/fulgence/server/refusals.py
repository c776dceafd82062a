"""What the server does not do: a code for programs and a sentence for people."""

from __future__ import annotations

from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove
from fulgence.rules.message import Message


class Refused(FulgenceError):
    """`status`: how HTTP says it."""

    def __init__(self, code: str, message: str, status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class StoreFailed(Refused):
    """Nothing was written; what was asked for has not happened."""

    def __init__(self, message: str) -> None:
        super().__init__("storage", message, 503)


class Outdated(Refused):
    """The log of a table has something in it that the rules of today forbid: a ruling was corrected."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            "outdated",
            Message(
                "this game cannot go on: a ruling has changed since it was played ({reason})", reason=reason
            ),
            410,
        )


class StoreConflict(Exception):
    """Somebody else has written this entry of the table: it is not ours any more."""


def code_of(error: FulgenceError) -> str:
    if isinstance(error, Refused):
        return error.code
    if isinstance(error, IllegalMove):
        return "illegal-move"
    return "bad-move" if isinstance(error, BadNotation) else "refused"


def status_of(error: FulgenceError) -> int:
    return error.status if isinstance(error, Refused) else 422


def stranger() -> Refused:
    return Refused("no-right", Message("this needs a token of the table that you do not have"), 403)


def mistake() -> Refused:
    return Refused("mistake", Message("the server made a mistake; come again"), 500)


def lost() -> Refused:
    """Certainly nothing has happened."""
    return Refused("moved", Message("the table has moved to another server; ask again"), 503)


def in_doubt() -> Refused:
    return Refused("in-doubt", Message("it is not known whether this has happened; look at the table"), 503)


def is_in_doubt(error: FulgenceError) -> bool:
    return code_of(error) == in_doubt().code
