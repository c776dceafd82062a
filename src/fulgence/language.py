"""The languages that players read: chosen, loaded, and spoken.

A `Language` translates, and several can be in use side by side. The terminal speaks one at a time,
the current one: `translate` and `ngettext` are in that. Messages are English; `N_` and `NP_` mark
those that are translated later, where they are used.
"""

from __future__ import annotations

import gettext
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fulgence.catalogue import Entry, format_mo, parse_catalogue
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

SOURCE = "en"  # the language of the messages themselves; it has no catalogue
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides


class NoLanguage(FulgenceError):
    """A name that is no language."""

    is_usage = True


@dataclass(frozen=True)
class Language:
    tag: str
    translations: gettext.NullTranslations

    def text(self, message: str, /, **fields: object) -> str:
        """The message in this language, its fields filled in; a Message brings its own fields."""
        template = message
        if isinstance(message, Message):
            template, fields = message.template, {**message.fields, **fields}
        # The empty message is the header of a catalogue.
        return self.filled(self.translations.gettext(template) if template else "", fields)

    def plural(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """The form of the message that goes with the number, which `fields` must name too."""
        return self.filled(self.translations.ngettext(one, many, number), fields)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        if not fields:
            return template
        told = {key: self.text(v) if isinstance(v, Message) else v for key, v in fields.items()}
        return template.format(**told)


ENGLISH = Language(SOURCE, gettext.NullTranslations())


@cache
def languages() -> tuple[str, ...]:
    """What can be chosen."""
    folder = files("fulgence") / "locale"
    found = [place.name for place in folder.iterdir() if place.is_dir()] if folder.is_dir() else []
    return tuple(sorted({SOURCE, *found}))


def entries_of(tag: str) -> list[Entry]:
    """The catalogue of a language, its header first."""
    file = files("fulgence") / "locale" / tag / "LC_MESSAGES" / "fulgence.po"
    return parse_catalogue(file.read_text(encoding="utf-8"), f"{tag}/LC_MESSAGES/fulgence.po")


@cache
def load_language(tag: str) -> Language:
    """A language by its name; `fr_FR.UTF-8` is `fr` if nobody has written a catalogue for France."""
    known = known_tag(tag)
    if known is None:
        tags = ", ".join(languages())
        raise NoLanguage(Message("there is no language {tag!r}; there are {tags}", tag=tag, tags=tags))
    if known == SOURCE:
        return ENGLISH
    return Language(known, gettext.GNUTranslations(io.BytesIO(format_mo(entries_of(known)))))


def known_tag(tag: str) -> str | None:
    """The name of the language as the package has it, None if it has none."""
    whole = tag.partition(".")[0].partition("@")[0].replace("-", "_").lower()
    tags = {known.lower(): known for known in languages()}
    return tags.get(whole) or tags.get(whole.partition("_")[0])


def language_of(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the environment asks for, as gettext reads it; English if it is none of ours."""
    wanted = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    for tag in wanted.split(":"):
        if known_tag(tag):
            return load_language(tag)
    return ENGLISH


_current = ENGLISH


def speak(language: Language) -> None:
    """Make it the current language."""
    global _current
    _current = language


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    before = _current
    speak(language)
    try:
        yield
    finally:
        speak(before)


def translate(message: str, /, **fields: object) -> str:
    return _current.text(message, **fields)


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    return _current.plural(one, many, number, **fields)


def N_(message: str) -> str:
    return message


def NP_(one: str, many: str) -> tuple[str, str]:
    """A message that depends on a number, as the first two arguments of `ngettext`."""
    return one, many
