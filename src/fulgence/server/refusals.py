"""What the server does not do: a code for programs and a sentence for people."""

from __future__ import annotations

from fulgence.rules.errors import BadNotation, FulgenceError, IllegalMove


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
