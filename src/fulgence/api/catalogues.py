"""All messages of a language, for a page that translates itself."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from fulgence.language import SOURCE, catalogue_entries, languages
from fulgence.rules.message import Message
from fulgence.table.refusals import Refused


class Catalogue(msgspec.Struct, frozen=True):
    """Translations by English message; several forms where a number decides, chosen by `plural`."""

    tag: str
    plural: str
    messages: dict[str, list[str]]


@lru_cache(maxsize=8)
def catalogue_of(tag: str) -> Catalogue:
    """The catalogue, or Refused."""
    if tag not in languages():
        raise Refused("not-found", Message("there is no language {tag!r}", tag=tag), 404)
    if tag == SOURCE:
        return Catalogue(tag=tag, plural="n != 1", messages={})
    header, *entries = catalogue_entries(tag)
    fields = dict(line.split(": ", 1) for line in header.texts[0].splitlines() if ": " in line)
    plural = fields["Plural-Forms"].partition("plural=")[2].strip("; ()")
    return Catalogue(tag=tag, plural=plural, messages={entry.one: list(entry.texts) for entry in entries})
