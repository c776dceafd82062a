"""The few errors of the rules; each message names the thing and the reason."""


class FulgenceError(Exception):
    """Something a person can put right; the message is a sentence for them."""

    is_usage = False  # the command was asked for something that does not exist

    @property
    def message(self) -> str:
        """The sentence; a Message where it can be translated."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class BadNotation(FulgenceError):
    """Text that is no cell, section, move or card."""


class BadCity(FulgenceError):
    """A city file with a mistake."""


class NoCity(BadCity):
    """A name that is no city, or a file that cannot be opened."""

    is_usage = True


class BadDeal(FulgenceError):
    """Add-ons, seats or cards that do not make a game."""

    is_usage = True


class IllegalMove(FulgenceError):
    """A well-written move that the rules forbid here."""


class BadRecord(FulgenceError):
    """A record that is not a game of ours."""
