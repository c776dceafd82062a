"""Records in files, one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from fulgence.commands.streams import complain, read_text
from fulgence.rules.errors import BadRecord


def each_record(files: Iterable[str], treat: Callable[[str, int, str], bool]) -> int:
    """Treat all records, each with its file, its number there and its text. The exit code is 0 if
    every file could be read and every record was right."""
    status = 0
    for file in files:
        try:
            records = documents(read_text(file))
        except BadRecord as error:
            complain(error.message)
            status = 1
            continue
        for number, text in enumerate(records, 1):
            if not treat(file, number, text):
                status = 1
    return status


def documents(text: str) -> list[str]:
    """The records of a text: JSON Lines, or one document on several lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or lines[0].strip() in ("{", "[") or is_json(text):
        return [text]
    return lines


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
