"""Every catalogue is complete, up to date, and fits its messages."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest

from fulgence.language import catalogue_entries, languages
from fulgence.language.catalogue import CatalogueEntry
from language.extraction import (
    TEMPLATE,
    catalogue_files,
    city_files,
    extracted,
    formatted,
    names_in,
    read_catalogue,
)

FILES = catalogue_files()


def texts(tag: str) -> Iterator[tuple[str, str]]:
    """Every message with its translation, form by form."""
    for entry in catalogue_entries(tag)[1:]:
        messages = [entry.one] + [entry.many] * (len(entry.texts) - 1)
        yield from zip(messages, entry.texts, strict=True)


def fields(text: str) -> list[str]:
    parsed = string.Formatter().parse(text)
    return sorted(f"{name}!{how}" if how else name for _, name, _, how in parsed if name)


def test_there_are_four_languages() -> None:
    assert languages() == ("de", "en", "fr", "it")
    assert list(FILES) == ["de", "fr", "it"]


def test_the_template_has_all_messages_of_the_sources() -> None:
    assert formatted(extracted()) == TEMPLATE.read_bytes(), "run `make messages`"


def test_the_names_in_city_files_are_messages() -> None:
    messages = {message.id for message in extracted()}
    assert len(city_files()) > 4
    for city in city_files():
        assert messages.issuperset(names_in(city))


@pytest.mark.parametrize("tag", FILES)
def test_a_catalogue_has_exactly_the_messages_of_the_template(tag: str) -> None:
    wanted = {message.id for message in extracted() if message.id}
    ours = {(entry.one, entry.many) if entry.many else entry.one for entry in catalogue_entries(tag)[1:]}
    assert ours == wanted, "run `make messages` and translate what is new"
    assert "#~" not in FILES[tag].read_text(encoding="utf-8")
    assert read_catalogue(FILES[tag]).obsolete == {}


@pytest.mark.parametrize("tag", FILES)
def test_a_catalogue_is_as_the_tools_write_it(tag: str) -> None:
    catalog = read_catalogue(FILES[tag])
    catalog.update(extracted(), no_fuzzy_matching=True)
    assert formatted(catalog) == FILES[tag].read_bytes(), "run `make messages`"


@pytest.mark.parametrize("tag", FILES)
def test_every_message_has_a_translation_that_somebody_has_looked_at(tag: str) -> None:
    assert [entry.one for entry in catalogue_entries(tag) if not entry.is_translated] == []


@pytest.mark.parametrize("tag", FILES)
def test_a_translation_has_the_fields_of_its_message(tag: str) -> None:
    assert [(m, t) for m, t in texts(tag) if fields(m) != fields(t)] == []


@pytest.mark.parametrize("tag", FILES)
def test_a_translation_ends_and_is_spaced_as_its_message(tag: str) -> None:
    for message, text in texts(tag):
        assert text == text.strip()
        assert "\n" not in text
        if message[-1] in ".:" or text[-1] in ".:":
            assert message[-1] == text[-1], (message, text)


def test_french_never_breaks_a_line_before_its_signs() -> None:
    for _, text in texts("fr"):
        assert not re.search(r" [:;!]|[^\s(]\?|[^\u00a0]:(?! ?\w+-)(?=\s|$)", text.replace("{text!r}", "")), (
            text
        )


@pytest.mark.parametrize("tag", FILES)
def test_a_catalogue_says_how_its_language_counts(tag: str) -> None:
    header = catalogue_entries(tag)[0]
    assert isinstance(header, CatalogueEntry)
    assert f"Language: {tag}\n" in header.texts[0]
    assert "Plural-Forms: nplurals=2;" in header.texts[0]
