"""Folds the entries of tables and prints the digests of all views, in every Python the same.

    fold_entries.py FILE

FILE: a JSON list of tables, each [id, entries], and an entry is [milliseconds, text].
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from fulgence.language import load_language
from fulgence.table.entries import parse_entry
from fulgence.table.state import fold
from fulgence.table.view_words import view_bytes
from fulgence.table.views import NOBODY, Views

LANGUAGES = ("en", "fr", "it", "de")


def is_connected(seat: int) -> bool:
    return seat == 0


def digests(id: str, written: list[tuple[int, str]]) -> list[str]:
    """Of the views after the opening and after every later entry, in one language after the other."""
    entries = [(at, parse_entry(text)) for at, text in written]
    table = fold(id, entries[:2])
    found = []
    for number, (at, entry) in enumerate(entries[2:]):
        table.apply(entry, at)
        language = load_language(LANGUAGES[number % len(LANGUAGES)])
        for seat in (0, NOBODY):
            view = view_bytes(Views(table, is_connected), seat, 1, 0.0, language)
            found.append(hashlib.sha256(view).hexdigest()[:16])
    return found


if __name__ == "__main__":
    inside = Path("/machine") if sys.platform == "emscripten" else Path("/")
    for id, written in json.loads(Path(inside, sys.argv[1].lstrip("/")).read_text(encoding="utf-8")):
        print(" ".join(digests(id, written)), flush=True)
