"""A TOML document read key by key; every mistake is told with file, line, key and reason."""

from __future__ import annotations

import re
import tomllib
from typing import Any, NoReturn

from fulgence.rules.errors import BadCity

HEADER = re.compile(r"\s*\[+([^\]]+)\]")
KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


class Facts:
    """One table of the document. `done` refuses the keys that nobody asked for."""

    def __init__(self, source: str, lines: dict[str, int], path: str, table: dict[str, Any]) -> None:
        self.source = source
        self.lines = lines
        self.path = path
        self.table = table
        self.asked: set[str] = set()

    def fail(self, key: str, reason: str, offset: int = 0) -> NoReturn:
        path = f"{self.path}.{key}" if self.path and key else key or self.path
        known = path
        while known and known not in self.lines:
            known = known.rpartition(".")[0]
        line = self.lines.get(known)
        where = f"{self.source}:{line + offset}" if line else self.source
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
            self.fail(key, f"must be a whole number from {least} to {most}, not {value!r}")
        return value

    def numbers(self, key: str, size: int | None = None) -> list[int]:
        value = self.value(key)
        if not isinstance(value, list) or any(type(n) is not int for n in value):
            self.fail(key, "must be a list of whole numbers")
        if size is not None and len(value) != size:
            self.fail(key, f"must have {size} numbers, not {len(value)}")
        return list(value)

    def texts(self, key: str) -> list[str]:
        value = self.value(key)
        if not isinstance(value, list) or any(not isinstance(t, str) for t in value):
            self.fail(key, "must be a list of texts")
        twice = [t for i, t in enumerate(value) if t in value[:i]]
        if twice:
            self.fail(key, f"{twice[0]!r} stands there twice")
        return list(value)

    def facts(self, key: str) -> Facts:
        """The table below a key, empty if it is missing."""
        self.asked.add(key)
        value = self.table.get(key, {})
        if not isinstance(value, dict):
            self.fail(key, "must be a table")
        path = f"{self.path}.{key}" if self.path else key
        return Facts(self.source, self.lines, path, value)

    def done(self) -> None:
        for key in self.table:
            if key not in self.asked:
                self.fail(key, "is not a key that cities have")


def parse_facts(source: str, text: str) -> Facts:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCity(f"{source}: not TOML: {error}") from None
    return Facts(source, key_lines(text), "", table)


def key_lines(text: str) -> dict[str, int]:
    """The line on which every key stands, good enough for messages."""
    lines: dict[str, int] = {}
    path = ""
    in_text = False
    for number, line in enumerate(text.splitlines(), 1):
        if in_text:
            in_text = '"""' not in line
            continue
        in_text = line.count('"""') == 1
        if header := HEADER.match(line):
            path = header[1].replace('"', "").strip() + "."
            lines.setdefault(path[:-1], number)
        elif key := KEY.match(line):
            lines.setdefault(path + key[1].replace('"', ""), number)
    return lines
