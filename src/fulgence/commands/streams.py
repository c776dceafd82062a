"""What a command reads and what it says: files, standard input, one line for every complaint."""

from __future__ import annotations

import sys
from pathlib import Path

from fulgence.language import translate
from fulgence.rules.errors import BadRecord
from fulgence.term.canvas import plain_blanks


class NoFile(BadRecord):
    """A file that is not there, or cannot be opened."""

    is_usage = True


def read_text(file: str) -> str:
    """A whole file, `-` is standard input; a byte order mark at its start is no part of the text."""
    try:
        if file != "-":
            content = Path(file).read_bytes()
        elif sys.stdin is None:
            raise BadRecord(f"{file}: cannot be read: standard input is closed")
        else:
            content = sys.stdin.buffer.read()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise NoFile(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{file}: cannot be read: it is not UTF-8 text") from None


def complain(message: str) -> None:
    """One line on standard error, whatever names and keys the message quotes."""
    print(f"fulgence: {printable(translate(message))}", file=sys.stderr)


def printable(text: str) -> str:
    """The text with line ends, control signs and the like written as escapes."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in plain_blanks(text))
