"""Translation catalogues: a strict parser of .po files, and the .mo bytes that gettext loads."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fulgence.rules.errors import FulgenceError

MAGIC, TABLES = 0x950412DE, 28  # .mo format: magic number, offset of the tables
LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[([0-9])\])\s+)?"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
FORMS = re.compile(r"^Plural-Forms: nplurals=([1-6]);", re.MULTILINE)


class BadCatalogue(FulgenceError):
    """A .po file with a mistake."""


@dataclass(frozen=True)
class CatalogueEntry:
    """A message and its translation. A plural message has `many` and one text per plural form."""

    one: str
    many: str
    texts: tuple[str, ...]
    is_fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        return all(self.texts) and not self.is_fuzzy


@dataclass
class PartialEntry:
    """An entry that is still being parsed."""

    line: int
    is_fuzzy: bool
    parts: dict[str, str] = field(default_factory=dict)
    last: str = ""


def parse_catalogue(text: str, source: str) -> list[CatalogueEntry]:
    """All entries of a .po text, the header first; BadCatalogue with file, line and reason otherwise."""
    entries: dict[str, CatalogueEntry] = {}
    forms = 0
    for partial in partial_entries(text, source):
        where = f"{source}:{partial.line}"
        entry = complete_entry(partial, where)
        if entry.one in entries:
            raise BadCatalogue(f"{where}: {entry.one!r} appears twice")
        if not entries:
            forms = plural_forms(entry, where)
        elif len(entry.texts) != (forms if entry.many else 1):
            raise BadCatalogue(f"{where}: {len(entry.texts)} plural forms; the header says {forms}")
        entries[entry.one] = entry
    if not entries:
        raise BadCatalogue(f"{source}: the header is missing")
    return list(entries.values())


def partial_entries(text: str, source: str) -> Iterator[PartialEntry]:
    partial, is_fuzzy = None, False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        if not line:
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise BadCatalogue(f"{source}:{number}: not a line of a .po file")
        key, text = match[1], unescape(match[3], f"{source}:{number}")
        if key == "msgid":
            if partial:
                yield partial
            partial, is_fuzzy = PartialEntry(number, is_fuzzy), False
        if not partial or (key and key in partial.parts):
            raise BadCatalogue(f"{source}:{number}: {key or 'a text'} is out of place")
        partial.last = key or partial.last
        partial.parts[partial.last] = partial.parts.get(partial.last, "") + text
    if partial:
        yield partial


def unescape(text: str, where: str) -> str:
    def char(match: re.Match[str]) -> str:
        if match[1] not in ESCAPES:
            raise BadCatalogue(f"{where}: \\{match[1]}: unknown escape")
        return ESCAPES[match[1]]

    return ESCAPE.sub(char, text)


def complete_entry(partial: PartialEntry, where: str) -> CatalogueEntry:
    parts = partial.parts
    many = parts.get("msgid_plural", "")
    head = ["msgid", "msgid_plural"] if many else ["msgid"]
    tail = [f"msgstr[{n}]" for n in range(len(parts) - 2)] if many else ["msgstr"]
    if list(parts) != head + tail or not tail:
        raise BadCatalogue(f"{where}: {parts['msgid']!r} needs {' and '.join(tail or ['msgstr[0]'])} only")
    return CatalogueEntry(parts["msgid"], many, tuple(parts[key] for key in tail), partial.is_fuzzy)


def plural_forms(header: CatalogueEntry, where: str) -> int:
    """The number of plural forms."""
    match = FORMS.search(header.texts[0])
    if header.one or "charset=utf-8" not in header.texts[0].lower() or not match:
        raise BadCatalogue(f"{where}: the header must come first, with charset=utf-8 and Plural-Forms")
    return int(match[1])


def format_mo(entries: Iterable[CatalogueEntry]) -> bytes:
    """The translated entries, as the bytes of a .mo file."""
    pairs = []
    for entry in entries:
        if entry.is_translated:
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
