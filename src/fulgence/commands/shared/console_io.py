"""Input and output of commands: files, standard input, errors on one line."""

from __future__ import annotations

import sys
from pathlib import Path

from fulgence.language import translate
from fulgence.rules.errors import BadRecord
from fulgence.term.canvas import plain_spaces


class UnreadableFile(BadRecord):
    """A file that does not exist or cannot be opened."""

    is_usage = True


def read_text(file: str) -> str:
    """Read a whole file (`-` is standard input) without a byte order mark."""
    try:
        if file != "-":
            content = Path(file).read_bytes()
        elif sys.stdin is None:
            raise BadRecord(f"{file}: cannot be read: standard input is closed")
        else:
            content = sys.stdin.buffer.read()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise UnreadableFile(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{file}: cannot be read: it is not UTF-8 text") from None


def print_error(message: str) -> None:
    """Print one line to standard error, even if the message quotes line breaks."""
    print(f"fulgence: {printable(translate(message))}", file=sys.stderr)


def printable(text: str) -> str:
    """Escape line breaks and control characters."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in plain_spaces(text))
