"""The current language: a ContextVar, so each task and each thread has its own.

`translate` and `ngettext` use it. `N_` and `NP_` mark messages to be translated later.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from fulgence.language.languages import ENGLISH, Language

_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def set_language(language: Language) -> None:
    _current.set(language)


def current_language() -> Language:
    return _current.get()


@contextmanager
def using_language(language: Language) -> Iterator[None]:
    token = _current.set(language)
    try:
        yield
    finally:
        _current.reset(token)


def translate(message: str, /, **fields: object) -> str:
    return _current.get().text(message, **fields)


def ngettext(one: str, many: str, number: int, /, **fields: object) -> str:
    return _current.get().plural(one, many, number, **fields)


def N_(message: str) -> str:
    return message


def NP_(one: str, many: str) -> tuple[str, str]:
    """A message that depends on a number, as the first two arguments of `ngettext`."""
    return one, many
