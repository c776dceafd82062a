"""Find, choose and load languages. Messages in the sources are English."""

from __future__ import annotations

import gettext
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fulgence.language.catalogue import CatalogueEntry, format_mo, parse_catalogue
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

SOURCE = "en"  # the language of the sources; it has no catalogue
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides


class UnknownLanguage(FulgenceError):
    """There is no language of this name."""

    is_usage = True


@dataclass(frozen=True)
class Language:
    tag: str
    translations: gettext.NullTranslations

    def text(self, message: str, /, **fields: object) -> str:
        """The message in this language with its fields filled in. A Message has its own fields."""
        template = message
        if isinstance(message, Message):
            template, fields = message.template, {**message.fields, **fields}
        # gettext("") would return the catalogue's header.
        return self.filled(self.translations.gettext(template) if template else "", fields)

    def plural(self, one: str, many: str, number: int, /, **fields: object) -> str:
        """The plural form for this number. `fields` must contain the number too."""
        return self.filled(self.translations.ngettext(one, many, number), fields)

    def filled(self, template: str, fields: Mapping[str, object]) -> str:
        if not fields:
            return template
        texts = {key: self.text(v) if isinstance(v, Message) else v for key, v in fields.items()}
        return template.format(**texts)


ENGLISH = Language(SOURCE, gettext.NullTranslations())


@cache
def languages() -> tuple[str, ...]:
    """The tags of all languages."""
    folder = files("fulgence") / "locale"
    found = [place.name for place in folder.iterdir() if place.is_dir()] if folder.is_dir() else []
    return tuple(sorted({SOURCE, *found}))


def catalogue_entries(tag: str) -> list[CatalogueEntry]:
    """All entries of a language's catalogue, the header first."""
    file = files("fulgence") / "locale" / tag / "LC_MESSAGES" / "fulgence.po"
    return parse_catalogue(file.read_text(encoding="utf-8"), f"{tag}/LC_MESSAGES/fulgence.po")


@cache
def load_language(tag: str) -> Language:
    """A language by its tag. `fr_FR.UTF-8` means `fr` unless there is a catalogue for France."""
    known = known_tag(tag)
    if known is None:
        tags = ", ".join(languages())
        raise UnknownLanguage(Message("unknown language {tag!r}; choose from {tags}", tag=tag, tags=tags))
    if known == SOURCE:
        return ENGLISH
    return Language(known, gettext.GNUTranslations(io.BytesIO(format_mo(catalogue_entries(known)))))


def known_tag(tag: str) -> str | None:
    """The tag of the catalogue that matches, or None."""
    whole = tag.partition(".")[0].partition("@")[0].replace("-", "_").lower()
    tags = {known.lower(): known for known in languages()}
    return tags.get(whole) or tags.get(whole.partition("_")[0])


def language_from_environment(environ: Mapping[str, str] = os.environ) -> Language:
    """The language set in the environment, with gettext's precedence; English if we do not have it."""
    wanted = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    for tag in wanted.split(":"):
        if known_tag(tag):
            return load_language(tag)
    return ENGLISH
