"""The few errors of the rules; each message names the thing and the reason."""

from __future__ import annotations

from fulgence.rules.message import Message


class FulgenceError(Exception):
    """A mistake that the user can correct; the message says how."""

    is_usage = False  # wrong command line, rather than wrong data

    @property
    def message(self) -> str:
        """The sentence; a Message where it can be translated."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class BadNotation(FulgenceError):
    """Text that is not a cell, section, move or card."""


class BadCity(FulgenceError):
    """A city file with a mistake."""


class CityMistake(BadCity):
    """A mistake and its place. `line`: from 1, 0 if it is in none. `key`: its path, empty for the whole file.
    `cells`: those of the map that it concerns."""

    def __init__(
        self, source: str, line: int, key: str, reason: Message, cells: tuple[str, ...] = ()
    ) -> None:
        self.line = line
        self.key = key
        self.reason = reason
        self.cells = cells
        where = f"{source}:{line}" if line else source
        super().__init__(f"{where}: {key}: {reason}" if key else f"{where}: {reason}")


class NoCity(BadCity):
    """There is no such city, or its file cannot be opened."""

    is_usage = True


class BadDeal(FulgenceError):
    """Add-ons, seats or cards that do not make a game."""

    is_usage = True


class IllegalMove(FulgenceError):
    """A well-formed move that the rules forbid here."""


class BadRecord(FulgenceError):
    """A record that is malformed or breaks the rules."""
