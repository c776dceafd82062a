"""All messages of the package: from its sources and those of the web app, and the names in its city files."""

from __future__ import annotations

import io
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import fulgence

SOURCE = Path(fulgence.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"
LOCALE = SOURCE / "locale"
TEMPLATE = LOCALE / "fulgence.pot"
KEYWORDS = {
    "N_": None,
    "NP_": (1, 2),
    "translate": None,
    "ngettext": (1, 2),
    "indented": None,
    "Message": None,
}
# Rows of the header that change with the day, the version or the tool, or that nobody fills in.
NOISE = tuple(
    f'"{key}:'.encode()
    for key in (
        "Project-Id-Version",
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Generated-By",
        "Report-Msgid-Bugs-To",
        "Last-Translator",
        "Language-Team",
    )
)


def catalogue_files() -> dict[str, Path]:
    """The .po file of every language."""
    return {
        folder.name: folder / "LC_MESSAGES" / "fulgence.po"
        for folder in sorted(LOCALE.iterdir())
        if folder.is_dir()
    }


def names_in(city: Path) -> Iterator[str]:
    """What a city file calls things."""
    facts = tomllib.loads(city.read_text(encoding="utf-8"))
    yield facts["name"]
    if "note" in facts:
        yield facts["note"]
    yield from facts["pencils"]
    yield from facts["cards"]["names"].values()
    if "river" in facts:
        yield facts["river"]["name"]


TEXT = r'("(?:[^"\\]|\\.)*")'
IN_THE_APP = re.compile(rf"\b(?:t|N_)\(\s*{TEXT}|\bn\(\s*{TEXT},\s*{TEXT}")


def messages_of_the_app() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """File and message; what the app asks to translate is always a text in double quotes."""
    for file in sorted([*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")]):
        if "generated" in file.parts or file.name.endswith(".test.ts"):
            continue
        for found in IN_THE_APP.finditer(file.read_text(encoding="utf-8")):
            message, one, many = (json.loads(text) if text else "" for text in found.groups())
            yield f"web/{file.relative_to(WEB).as_posix()}", message or (one, many)


def extracted() -> Catalog:
    catalog = Catalog(
        copyright_holder="The Fulgence developers",
        header_comment="# Messages of Fulgence. Written by `make messages`.",
        charset="utf-8",
        fuzzy=False,
    )
    found = extract_from_dir(
        SOURCE,
        [("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=["Translators:"],
        strip_comment_tags=True,
    )
    for file, line, message, comments, _ in sorted(found, key=lambda row: (row[0], row[1])):
        catalog.add(message, None, [(file, line)], auto_comments=comments)
    for file, message in messages_of_the_app():
        catalog.add(message, None, [(file, 1)])
    for city in city_files():
        for name in names_in(city):
            catalog.add(name, None, [(str(city.relative_to(SOURCE)), 1)])
    lessons = tomllib.loads((SOURCE / "lessons" / "lessons.toml").read_text(encoding="utf-8"))
    for lesson in lessons.values():
        for key in ("title", "about"):
            catalog.add(lesson[key], None, [("lessons/lessons.toml", 1)])
    return catalog


def city_files() -> list[Path]:
    return [
        file
        for folder in (SOURCE / "cities", SOURCE / "lessons" / "towns")
        for file in sorted(folder.glob("*.toml"))
    ]


def read_catalogue(file: Path) -> Catalog:
    with file.open("rb") as stream:
        return read_po(stream, locale=file.parts[-3])


def formatted(catalog: Catalog) -> bytes:
    """A .po text that is the same as long as the messages are."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=100, include_lineno=False, ignore_obsolete=True)
    return b"".join(row for row in stream.getvalue().splitlines(keepends=True) if not row.startswith(NOISE))
