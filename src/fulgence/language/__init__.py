"""Translations of what players read: catalogues (gettext .po files) and the current language."""

from fulgence.language.current import (
    N_,
    NP_,
    current_language,
    ngettext,
    set_language,
    translate,
    using_language,
)
from fulgence.language.languages import (
    ENGLISH,
    SOURCE,
    Language,
    UnknownLanguage,
    catalogue_entries,
    known_tag,
    language_from_environment,
    languages,
    load_language,
)

__all__ = [
    "ENGLISH",
    "NP_",
    "N_",
    "SOURCE",
    "Language",
    "UnknownLanguage",
    "catalogue_entries",
    "current_language",
    "known_tag",
    "language_from_environment",
    "languages",
    "load_language",
    "ngettext",
    "set_language",
    "translate",
    "using_language",
]
