"""Records in files, one after the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from fulgence.commands.options import BadOption
from fulgence.commands.streams import complain, read_text
from fulgence.language import N_
from fulgence.rules.cityfile import load_city
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.record import Record, parse_record

NO_RECORD = N_("{file}: there is no record {number}; the file has {records}")
NUMBERED = N_("{file}: record {number}: {reason}")
UNVERSIONED = N_("the record does not say on which version of {file} it was played")


class Reader:
    """Reads records: those of the package, and with `city` those of that custom city."""

    def __init__(self, city: str | None) -> None:
        self.own = load_city(city) if city else None
        self.has_noted = False

    def record(self, text: str) -> Record:
        """The record, or BadRecord. What an old one leaves open, which has no digest, is told once."""
        record = parse_record(text, self.own)
        city = record.deal.city
        if city.file_digest and not self.has_noted and "city_digest" not in json.loads(text):
            complain(Message(UNVERSIONED, file=city.key))
            self.has_noted = True
        return record


def chosen(texts: Sequence[str], file: str, number: int) -> str:
    """The text of one of the records of a file, counted from 1."""
    if number > len(texts):
        raise BadOption(Message(NO_RECORD, file=file, number=number, records=len(texts)))
    return texts[number - 1]


def seat_of(record: Record, number: int) -> int:
    """The seat of a record that people count from 1."""
    seats = len(record.names)
    if number > seats:
        raise BadOption(Message("there is no seat {seat}; the record has {seats}", seat=number, seats=seats))
    return number - 1


@contextmanager
def numbered(file: str, number: int) -> Iterator[None]:
    """Mistakes of a record are told with its file and its number there, from 1."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(Message(NUMBERED, file=file, number=number, reason=error.message)) from None


def each_record(files: Iterable[str], treat: Callable[[str, int, str], bool]) -> int:
    """Treat all records, each with its file, its number there and its text. The exit code is 0 if
    every file could be read and every record was right, 2 if a file is not there, otherwise 1."""
    status = 0
    for file in files:
        try:
            records = documents(read_text(file))
        except BadRecord as error:
            complain(error.message)
            status = max(status, 2 if error.is_usage else 1)
            continue
        for number, text in enumerate(records, 1):
            if not treat(file, number, text):
                status = max(status, 1)
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
