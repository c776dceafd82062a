"""A TOML document read key by key; every mistake is told with file, line, key and reason."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import Any, NoReturn

from fulgence.rules.errors import BadCity

HEADER = re.compile(r"\s*\[+([^\]]+)\]")
DOTS = 40  # in a line: a picture has 26; for a key of thousands of parts tomllib takes half a minute
KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=\s*(\"{3}|'{3})?(.*)")
# Texts and comments, in which brackets mean nothing; brackets; ends of lines.
TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\])*"|'[^']*'|\#[^\n]*|[][{}\n]''', re.DOTALL
)


@dataclass(frozen=True)
class Place:
    """Where a key stands; `rows` is the line of the first row of its text if that has several."""

    line: int
    rows: int = 0


class Facts:
    """One table of the document. `done` refuses the keys that nobody asked for."""

    def __init__(self, source: str, places: dict[str, Place], path: str, table: dict[str, Any]) -> None:
        self.source = source
        self.places = places
        self.path = path
        self.table = table
        self.asked: set[str] = set()

    def fail(self, key: str, reason: str, row: int | None = None) -> NoReturn:
        """`row`: the row of the key's text, from 0, that is wrong."""
        path = f"{self.path}.{key}" if self.path and key else key or self.path
        known = path
        while known and known not in self.places:
            known = known.rpartition(".")[0]
        where = self.source
        if place := self.places.get(known):
            where += f":{place.line if row is None or not place.rows else place.rows + row}"
        raise BadCity(f"{where}: {path}: {reason}" if path else f"{where}: {reason}")

    def has(self, key: str) -> bool:
        return key in self.table

    def value(self, key: str) -> Any:
        self.asked.add(key)
        if key not in self.table:
            self.fail(key, "is missing")
        return self.table[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self.table:
            return default
        value = self.value(key)
        if not isinstance(value, str) or not value.strip():
            self.fail(key, "must be a text")
        return value

    def number(self, key: str, default: int | None = None, least: int = 0, most: int = 999) -> int:
        if default is not None and key not in self.table:
            return default
        value = self.value(key)
        if type(value) is not int or not least <= value <= most:
            self.fail(key, f"must be a whole number from {least} to {most}, not {shown(value)}")
        return value

    def numbers(self, key: str, size: int | None = None, most: int = 999) -> list[int]:
        value = self.value(key)
        if not isinstance(value, list) or any(type(n) is not int or not 0 <= n <= most for n in value):
            self.fail(key, f"must be a list of whole numbers from 0 to {most}, not {shown(value)}")
        if size is not None and len(value) != size:
            self.fail(key, f"must have {size} numbers, not {len(value)}")
        return list(value)

    def texts(self, key: str) -> list[str]:
        value = self.value(key)
        if not isinstance(value, list) or any(not isinstance(t, str) or not t.strip() for t in value):
            self.fail(key, "must be a list of texts")
        seen: set[str] = set()
        for text in value:
            if text in seen:
                self.fail(key, f"{text!r} stands there twice")
            seen.add(text)
        return list(value)

    def facts(self, key: str) -> Facts:
        """The table below a key, empty if it is missing."""
        self.asked.add(key)
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, "must be a table")
        path = f"{self.path}.{key}" if self.path else key
        return Facts(self.source, self.places, path, value)

    def done(self) -> None:
        for key in self.table:
            if key not in self.asked:
                self.fail(key, "is not a key that cities have")


def shown(value: Any) -> str:
    """A value for a message; a number can have more digits than Python writes out."""
    try:
        text = repr(value)
    except ValueError:
        return "one of thousands of digits"
    return text if len(text) <= 60 else f"{text[:57]}..."


def parse_facts(source: str, text: str) -> Facts:
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS and not line.lstrip().startswith("#"):
            raise BadCity(f"{source}:{number}: a line has at most {DOTS} dots")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCity(f"{source}: not TOML: {error}") from None
    return Facts(source, key_places(text), "", table)


def key_places(text: str) -> dict[str, Place]:
    """Where every key of a TOML document stands; those of inline tables are not looked for."""
    places: dict[str, Place] = {}
    lines = text.split("\n")
    path = ""
    for number in statements(text):
        line = lines[number - 1]
        if header := HEADER.match(line):
            path = plain(header[1]) + "."
            places.setdefault(path[:-1], Place(number))
        elif key := KEY.match(line):
            rows = number + (not key[3].strip("\r")) if key[2] else 0
            places.setdefault(path + plain(key[1]), Place(number, rows))
    return places


def plain(key: str) -> str:
    return key.replace('"', "").replace("'", "").replace(" ", "")


def statements(text: str) -> list[int]:
    """Numbers of the lines that do not begin inside a text or a list of several lines."""
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
