"""Files of records: JSON Lines, or one JSON document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from fulgence.commands.shared.console_io import print_error, read_text
from fulgence.commands.shared.options import BadOption
from fulgence.language import N_
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import BadRecord
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, parse_record

NO_RECORD = N_("{file}: there is no record {number}; the file has {records}")
NUMBERED = N_("{file}: record {number}: {reason}")
UNVERSIONED = N_("the record does not say which version of {file} it was played on")


class RecordReader:
    """Parses records of built-in cities and, with `city`, of that custom city."""

    def __init__(self, city: str | None) -> None:
        self.custom_city = load_city(city) if city else None
        self.has_warned = False

    def record(self, text: str) -> Record:
        """Parse a record; raises BadRecord. Warns once about old records without a city digest."""
        record = parse_record(text, self.custom_city)
        city = record.deal.city
        if city.file_digest and not self.has_warned and "city_digest" not in json.loads(text):
            print_error(Message(UNVERSIONED, file=city.key))
            self.has_warned = True
        return record


def nth_record(texts: Sequence[str], file: str, number: int) -> str:
    """The text of a file's record, counted from 1."""
    if number > len(texts):
        raise BadOption(Message(NO_RECORD, file=file, number=number, records=len(texts)))
    return texts[number - 1]


def seat_index(record: Record, number: int) -> int:
    """The index of a seat that people count from 1."""
    seats = len(record.names)
    if number > seats:
        raise BadOption(Message("there is no seat {seat}; the record has {seats}", seat=number, seats=seats))
    return number - 1


@contextmanager
def naming_record(file: str, number: int) -> Iterator[None]:
    """Add the file and the number of the record, from 1, to a BadRecord."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(Message(NUMBERED, file=file, number=number, reason=error.message)) from None


def each_record(files: Iterable[str], treat: Callable[[str, int, str], bool]) -> int:
    """Call `treat` with file, number and text of every record. Returns the exit code: 0 if all files
    and records are fine, 2 if a file does not exist, otherwise 1."""
    status = 0
    for file in files:
        try:
            records = split_records(read_text(file))
        except BadRecord as error:
            print_error(error.message)
            status = max(status, 2 if error.is_usage else 1)
            continue
        for number, text in enumerate(records, 1):
            if not treat(file, number, text):
                status = max(status, 1)
    return status


def split_records(text: str) -> list[str]:
    """Split a file into records: JSON Lines, or one document on several lines."""
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
