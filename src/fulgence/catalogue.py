"""Catalogues of translations: a strict reader of .po files, and the form of them that gettext reads."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fulgence.rules.errors import FulgenceError

MAGIC, TABLES = 0x950412DE, 28  # of a .mo file: its first number, and where its tables begin
LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[([0-9])\])\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
FORMS = re.compile(r"^Plural-Forms: nplurals=([1-6]);", re.MULTILINE)


class BadCatalogue(FulgenceError):
    """A .po file with a mistake."""


@dataclass(frozen=True)
class Entry:
    """A message and its translation; `many` and several texts if it depends on a number."""

    one: str
    many: str
    texts: tuple[str, ...]
    is_fuzzy: bool = False

    @property
    def is_ready(self) -> bool:
        return all(self.texts) and not self.is_fuzzy


@dataclass
class Draft:
    """An entry as far as it is read."""

    line: int
    is_fuzzy: bool
    parts: dict[str, str] = field(default_factory=dict)
    last: str = ""


def parse_catalogue(text: str, source: str) -> list[Entry]:
    """All entries of a .po text, the header first; BadCatalogue with file, line and reason otherwise."""
    entries: dict[str, Entry] = {}
    forms = 0
    for draft in drafts(text, source):
        where = f"{source}:{draft.line}"
        entry = finished(draft, where)
        if entry.one in entries:
            raise BadCatalogue(f"{where}: {entry.one!r} stands there twice")
        if not entries:
            forms = plural_forms(entry, where)
        elif len(entry.texts) != (forms if entry.many else 1):
            raise BadCatalogue(f"{where}: {len(entry.texts)} forms, the header promises {forms}")
        entries[entry.one] = entry
    if not entries:
        raise BadCatalogue(f"{source}: has no header")
    return list(entries.values())


def drafts(text: str, source: str) -> Iterator[Draft]:
    draft, is_fuzzy = None, False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line:
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise BadCatalogue(f"{source}:{number}: is no line of a .po file")
        key, text = match[1], unescaped(match[3], f"{source}:{number}")
        if key == "msgid":
            if draft:
                yield draft
            draft, is_fuzzy = Draft(number, is_fuzzy), False
        if not draft or (key and key in draft.parts):
            raise BadCatalogue(f"{source}:{number}: {key or 'a text'} is out of place")
        draft.last = key or draft.last
        draft.parts[draft.last] = draft.parts.get(draft.last, "") + text
    if draft:
        yield draft


def unescaped(text: str, where: str) -> str:
    def sign(match: re.Match[str]) -> str:
        if match[1] not in ESCAPES:
            raise BadCatalogue(f"{where}: \\{match[1]} means nothing here")
        return ESCAPES[match[1]]

    return ESCAPE.sub(sign, text)


def finished(draft: Draft, where: str) -> Entry:
    parts = draft.parts
    many = parts.get("msgid_plural", "")
    head = ["msgid", "msgid_plural"] if many else ["msgid"]
    tail = [f"msgstr[{n}]" for n in range(len(parts) - 2)] if many else ["msgstr"]
    if list(parts) != head + tail or not tail:
        raise BadCatalogue(f"{where}: {parts['msgid']!r} needs {' and '.join(tail or ['msgstr[0]'])} only")
    return Entry(parts["msgid"], many, tuple(parts[key] for key in tail), draft.is_fuzzy)


def plural_forms(header: Entry, where: str) -> int:
    """How many forms a message with a number has."""
    match = FORMS.search(header.texts[0])
    if header.one or "charset=utf-8" not in header.texts[0].lower() or not match:
        raise BadCatalogue(f"{where}: the header must come first, with charset=utf-8 and Plural-Forms")
    return int(match[1])


def format_mo(entries: Iterable[Entry]) -> bytes:
    """The entries that are ready, as the bytes of a .mo file."""
    pairs = []
    for entry in entries:
        if entry.is_ready:
            message = f"{entry.one}\0{entry.many}" if entry.many else entry.one
            pairs.append((message.encode(), "\0".join(entry.texts).encode()))
    pairs.sort()
    places: list[tuple[int, int]] = []
    texts = b""
    start = TABLES + 16 * len(pairs)
    for text in [message for message, _ in pairs] + [translation for _, translation in pairs]:
        places.append((len(text), start + len(texts)))
        texts += text + b"\0"
    tables = b"".join(struct.pack("<2I", *place) for place in places)
    size = len(pairs)
    return struct.pack("<7I", MAGIC, 0, size, TABLES, TABLES + 8 * size, 0, start) + tables + texts
