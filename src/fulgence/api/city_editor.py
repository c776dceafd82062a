"""The city editor: a city file or a draft of one, drawn and counted, with every mistake and its place."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from fulgence.api.city_maps import known_city
from fulgence.api.jobs import EditCity
from fulgence.draw.layout import CELL, MARGIN
from fulgence.draw.map_data import CityMap, map_of
from fulgence.language import Language, load_language, using_language
from fulgence.rules.cityfile.census import broken_laws, census
from fulgence.rules.cityfile.city_reader import city_text, empty_city_text, sketch_city
from fulgence.rules.cityfile.draft import CityDraft, format_draft, parse_draft, parse_draft_object
from fulgence.rules.errors import BadCity, CityMistake
from fulgence.rules.message import Message
from fulgence.rules.text.notation import format_section

FILE = "city.toml"
MAX_MISTAKES = 200


class MistakeView(msgspec.Struct, frozen=True):
    """`line`: in the file, from 1; 0 if it is in none. `key`: its path in the file, empty if it is about all
    of it. `cells`: those of the map that it concerns; `cell`: the one to point at."""

    message: str
    line: int
    key: str
    cell: str | None
    cells: list[str]


class GridPlace(msgspec.Struct, frozen=True):
    """Where the cells of a map lie, those without a station too: the middle of the first one, and the way to
    the next."""

    margin: float = MARGIN
    cell: float = CELL


class EditedCity(msgspec.Struct, frozen=True):
    """`draft` is null if the text is not TOML. `file`: the draft as a city file; the text itself if it has no
    draft. `digest`: SHA-256 of the file. `map`: what can be drawn, `sections` its dotted lines. `census` is
    null while there is no section."""

    draft: CityDraft | None
    file: str
    name: str
    digest: str
    map: CityMap | None
    grid: GridPlace
    sections: list[str]
    census: dict[str, Any] | None
    broken_laws: list[str]
    mistakes: list[MistakeView]


def answer(job: EditCity) -> EditedCity:
    if job.draft is None and not job.file:
        return begun_city(job.city, job.language)
    return edited_city(job.file, job.draft, job.language)


def begun_city(key: str, language: str) -> EditedCity:
    """A city of the package to begin with, or an empty grid without a key."""
    return edited_city(city_text(known_city(key).key) if key else empty_city_text(), None, language)


def edited_city(file: str, draft: dict[str, Any] | None, language: str) -> EditedCity:
    """`file` unless there is a draft. The mistakes of a file have their lines in it as it was sent; what is
    wrong with the shape of its pictures is put right in its draft."""
    spoken = load_language(language)
    if draft is not None:
        read = parse_draft_object(draft)
        text = format_draft(read)
    else:
        try:
            read, text = parse_draft(file, FILE), file
        except BadCity as error:
            return unreadable(file, error, spoken)
    try:
        city, mistakes = sketch_city(text, FILE, FILE)
    except BadCity as error:  # a draft can hold what no file can
        return unreadable(text, error, spoken)
    with using_language(spoken):
        drawn = map_of(city)
    written = format_draft(read)
    return EditedCity(
        draft=read,
        file=written,
        name=city.name,
        digest=digest_of(written),
        map=drawn,
        grid=GridPlace(),
        sections=[format_section(city, section) for section in range(len(city.sections))],
        census=census(city) if city.sections else None,
        broken_laws=[] if mistakes else [spoken.text(law) for law in broken_laws(city)],
        mistakes=[mistake_view(mistake, spoken) for mistake in mistakes[:MAX_MISTAKES]],
    )


def unreadable(text: str, error: BadCity, language: Language) -> EditedCity:
    line = error.line if isinstance(error, CityMistake) else toml_line(error)
    message = error.reason if isinstance(error, CityMistake) else error.message
    wrong = MistakeView(language.text(message), line, "", None, [])
    return EditedCity(None, text, "", digest_of(text), None, GridPlace(), [], None, [], [wrong])


def toml_line(error: BadCity) -> int:
    """The line at which a text stops being TOML, 0 if nobody knows."""
    reason = error.message.fields.get("reason") if isinstance(error.message, Message) else None
    line = reason.fields.get("line") if isinstance(reason, Message) else None
    return line if isinstance(line, int) else 0


def mistake_view(mistake: CityMistake, language: Language) -> MistakeView:
    cells = list(mistake.cells)
    return MistakeView(
        language.text(mistake.reason), mistake.line, mistake.key, cells[0] if cells else None, cells
    )


def digest_of(text: str) -> str:
    """As in the records of games that are played on it."""
    return hashlib.sha256(text.encode()).hexdigest()
