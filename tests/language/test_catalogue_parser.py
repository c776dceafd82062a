"""The parser of .po files, and what gettext does with its result."""

from __future__ import annotations

import gettext
import io

import pytest

from fulgence.language.catalogue import BadCatalogue, CatalogueEntry, format_mo, parse_catalogue

HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : n < 5 ? 1 : 2);\n"
"""
CATALOGUE = (
    HEADER
    + r"""
# A remark.
#: where.py
msgid "one \"word\""
msgstr "jedno\t"
"slovo\\\n"

#, python-brace-format
msgid "{n} line"
msgid_plural "{n} lines"
msgstr[0] "{n} linka"
msgstr[1] "{n} linky"
msgstr[2] "{n} linek"

#, fuzzy
msgid "perhaps"
msgstr "snad"
msgid "later"
msgstr ""
#~ msgid "gone"
#~ msgstr "pryč"
"""
)


def translations(text: str) -> gettext.GNUTranslations:
    return gettext.GNUTranslations(io.BytesIO(format_mo(parse_catalogue(text, "cs.po"))))


def test_entries_are_read_in_their_order() -> None:
    assert parse_catalogue(CATALOGUE, "cs.po")[1:] == [
        CatalogueEntry('one "word"', "", ("jedno\tslovo\\\n",)),
        CatalogueEntry("{n} line", "{n} lines", ("{n} linka", "{n} linky", "{n} linek")),
        CatalogueEntry("perhaps", "", ("snad",), is_fuzzy=True),
        CatalogueEntry("later", "", ("",)),
    ]


def test_gettext_reads_what_is_ready() -> None:
    czech = translations(CATALOGUE)
    assert czech.gettext('one "word"') == "jedno\tslovo\\\n"
    assert [czech.gettext(message) for message in ("perhaps", "later", "gone")] == [
        "perhaps",
        "later",
        "gone",
    ]


@pytest.mark.parametrize(
    ("number", "text"), [(1, "linka"), (2, "linky"), (4, "linky"), (5, "linek"), (0, "linky")]
)
def test_the_form_goes_with_the_number(number: int, text: str) -> None:
    assert translations(CATALOGUE).ngettext("{n} line", "{n} lines", number) == f"{{n}} {text}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cs.po: the header is missing"),
        ('msgid "a"\nmsgstr "b"\n', "cs.po:1: the header must come first"),
        (HEADER.replace("utf-8", "latin-1"), "cs.po:1: the header must come first"),
        (HEADER.replace("Plural-Forms", "Plural"), "cs.po:1: the header must come first"),
        (HEADER + "hello\n", "cs.po:5: not a line of a .po file"),
        (HEADER + 'msgctxt "a"\n', "cs.po:5: not a line of a .po file"),
        (HEADER + 'msgid "a\nmsgstr "b"\n', "cs.po:5: not a line of a .po file"),
        (HEADER + 'msgid "a" x\n', "cs.po:5: not a line of a .po file"),
        (HEADER + 'msgid "\\x"\nmsgstr "b"\n', "cs.po:5: \\x: unknown escape"),
        (HEADER + 'msgstr "b"\n', "cs.po:5: msgstr is out of place"),
        ('"a"\n' + HEADER, "cs.po:1: a text is out of place"),
        (HEADER + 'msgid "a"\n', "cs.po:5: 'a' needs msgstr only"),
        (HEADER + 'msgid "a"\nmsgid_plural "b"\n', "cs.po:5: 'a' needs msgstr[0] only"),
        (HEADER + 'msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', "cs.po:5: 'a' needs msgstr[0] only"),
        (HEADER + 'msgid "a"\nmsgstr[0] "c"\n', "cs.po:5: 'a' needs msgstr only"),
        (
            HEADER + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n',
            "cs.po:5: 1 plural forms; the header says 3",
        ),
        (HEADER + 'msgid "a"\nmsgstr "b"\nmsgid "a"\nmsgstr "c"\n', "cs.po:7: 'a' appears twice"),
        (HEADER + 'msgid "a"\nmsgstr "b"\nmsgstr "c"\n', "cs.po:7: msgstr is out of place"),
    ],
)
def test_a_mistake_is_reported_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(BadCatalogue) as caught:
        parse_catalogue(text, "cs.po")
    assert str(caught.value).startswith(reason)
