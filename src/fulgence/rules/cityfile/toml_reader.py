"""A TOML document read key by key; every mistake is reported with file, line, key and reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

from fulgence.rules.cityfile.toml_reasons import toml_reason
from fulgence.rules.errors import BadCity, CityMistake
from fulgence.rules.message import Message
from fulgence.rules.text.notation import CELL

HEADER = re.compile(r"\s*\[+([^\]]+)\]")
MAX_DOTS = 40  # in a line; a picture has 26. tomllib takes half a minute for a key with thousands of dots
KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=\s*(\"{3}|'{3})?(.*)")
# Strings and comments, in which brackets mean nothing; brackets; line ends.
TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|[][{}\n]''', re.DOTALL
)


@dataclass(frozen=True)
class KeyLocation:
    """The line of a key; `rows`: the first line of its string if that has several lines."""

    line: int
    rows: int = 0


class TomlTable:
    """One table of the document. `done` refuses the keys that were not read.

    `mistakes`: None if the first one ends the reading; otherwise they are collected there."""

    def __init__(
        self,
        source: str,
        locations: dict[str, KeyLocation],
        path: str,
        table: dict[str, Any],
        mistakes: list[CityMistake] | None = None,
    ) -> None:
        self.source = source
        self.locations = locations
        self.path = path
        self.table = table
        self.mistakes = mistakes
        self.read_keys: set[str] = set()

    def fail(self, key: str, reason: Message, row: int | None = None, cells: Sequence[str] = ()) -> NoReturn:
        """`row`: the line of the key's string, from 0, that is wrong. `cells`: those of the map that it
        concerns."""
        path = f"{self.path}.{key}" if self.path and key else key or self.path
        known = path
        while known and known not in self.locations:
            known = known.rpartition(".")[0]
        place = self.locations.get(known)
        line = 0
        if place:
            line = place.line if row is None or not place.rows else place.rows + row
        raise CityMistake(self.source, line, path, reason, tuple(cells))

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Around checks that others do not depend on: reading goes on behind it if mistakes are collected."""
        try:
            yield
        except CityMistake as mistake:
            if self.mistakes is None:
                raise
            self.mistakes.append(mistake)

    def has(self, key: str) -> bool:
        return key in self.table

    def value(self, key: str) -> Any:
        self.read_keys.add(key)
        if key not in self.table:
            self.fail(key, Message("is missing"))
        return self.table[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self.table:
            return default
        value = self.value(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, Message("must be a string"))
        return value

    def number(self, key: str, default: int | None = None, least: int = 0, most: int = 999) -> int:
        if default is not None and key not in self.table:
            return default
        value = self.value(key)
        if type(value) is not int or not least <= value <= most:
            self.fail(
                key,
                Message(
                    "must be a whole number from {least} to {most}, not {value}",
                    least=least,
                    most=most,
                    value=shown(value),
                ),
            )
        return value

    def numbers(self, key: str, size: int | None = None, most: int = 999) -> list[int]:
        value = self.value(key)
        if not isinstance(value, list) or any(type(n) is not int or not 0 <= n <= most for n in value):
            self.fail(
                key,
                Message(
                    "must be a list of whole numbers from 0 to {most}, not {value}",
                    most=most,
                    value=shown(value),
                ),
            )
        if size is not None and len(value) != size:
            self.fail(key, Message("must have {size} numbers, not {count}", size=size, count=len(value)))
        return list(value)

    def texts(self, key: str) -> list[str]:
        value = self.value(key)
        if not isinstance(value, list) or any(not isinstance(t, str) or not t.strip() for t in value):
            self.fail(key, Message("must be a list of strings"))
        seen: set[str] = set()
        for text in value:
            if text in seen:
                self.fail(key, Message("{text!r} is listed twice", text=text), cells=cells_in(text))
            seen.add(text)
        return list(value)

    def subtable(self, key: str) -> TomlTable:
        """The table below a key, empty if it is missing."""
        self.read_keys.add(key)
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, Message("must be a table"))
        path = f"{self.path}.{key}" if self.path else key
        return TomlTable(self.source, self.locations, path, value, self.mistakes)

    def done(self) -> None:
        for key in self.table:
            if key not in self.read_keys:
                with self.collecting():
                    self.fail(key, Message("unknown key"))


def cells_in(text: str) -> list[str]:
    """The cells that a value names: one, or the two of a section."""
    return [part for part in text.split("-") if CELL.fullmatch(part)]


def shown(value: Any) -> str:
    """A value for a message; an integer can have more digits than Python formats."""
    try:
        text = repr(value)
    except ValueError:
        return "one of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}..."


def parse_toml(source: str, text: str, mistakes: list[CityMistake] | None = None) -> TomlTable:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS and not line.lstrip().startswith("#"):
            raise CityMistake(source, number, "", Message("a line has at most {most} dots", most=MAX_DOTS))
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = toml_reason(error)
        raise BadCity(Message("{source}: not TOML: {reason}", source=source, reason=reason)) from None
    return TomlTable(source, key_locations(text), "", table, mistakes)


def key_locations(text: str) -> dict[str, KeyLocation]:
    """The location of every key of a TOML document, except those in inline tables."""
    locations: dict[str, KeyLocation] = {}
    lines = text.split("\n")
    path = ""
    for number in statement_lines(text):
        line = lines[number - 1]
        if header := HEADER.match(line):
            path = plain(header[1]) + "."
            locations.setdefault(path[:-1], KeyLocation(number))
        elif key := KEY.match(line):
            rows = number + (not key[3].strip("\r")) if key[2] else 0
            locations.setdefault(path + plain(key[1]), KeyLocation(number, rows))
    return locations


def plain(key: str) -> str:
    return key.replace('"', "").replace("'", "").replace(" ", "")


def statement_lines(text: str) -> list[int]:
    """Numbers of the lines that do not begin inside a string or a list."""
    found, line, depth = [1], 1, 0
    for token in TOKEN.findall(text):
        line += token.count("\n")
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
        elif token == "\n" and depth == 0:
            found.append(line)
    return found
