"""Values as TOML text in one fixed form, the inverse of reading them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence

from fulgence.rules.cityfile.toml_reader import MAX_DOTS

WIDTH = 88  # of a line, if its values allow
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def format_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else format_text(key)


def format_path(keys: Iterable[str]) -> str:
    return ".".join(map(format_key, keys))


def format_text(text: str) -> str:
    line = escaped(text)
    if line.count(".") > MAX_DOTS:
        line = line.replace(".", "\\u002E")
    return f'"{line}"'


def escaped(text: str) -> str:
    return "".join(
        ESCAPES.get(sign) or (f"\\u{ord(sign):04X}" if sign < " " or sign == "\x7f" else sign)
        for sign in text
    )


def format_value(value: object) -> str:
    """Any value that a TOML document can hold, on one line."""
    match value:
        case str():
            return format_text(value)
        case bool():
            return "true" if value else "false"
        case int():  # a large one in hexadecimal, as Python does not write thousands of decimal digits
            return str(value) if abs(value) < 1 << 63 else hex(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case Mapping():
            pairs = [f"{format_key(str(key))} = {format_value(item)}" for key, item in value.items()]
            return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
    return repr(value)


def format_pair(key: str, value: object) -> list[str]:
    """`key = value`; a list that is too long for one line has several."""
    line = f"{format_key(key)} = {format_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, list | tuple):
        return [line]
    return format_list(key, [value])


def format_list(key: str, groups: Sequence[Sequence[object]]) -> list[str]:
    """A list on several lines; every group begins on a line of its own."""
    lines = [f"{format_key(key)} = ["]
    for group in groups:
        line = "   "
        for item in group:
            text = f" {format_value(item)},"
            if len(line) + len(text) > WIDTH and line.strip():
                lines.append(line)
                line = "   "
            line += text
        lines.append(line)
    return [*lines, "]"]
