"""A sheet drawn on paper, told as JSON: its lines section by section, no cards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import number_of
from fulgence.rules.drawn import blank_sheet, draw_sections, mark
from fulgence.rules.errors import BadCity, BadRecord, FulgenceError
from fulgence.rules.notation import parse_section
from fulgence.rules.record import part, text_table, texts, typed
from fulgence.rules.sheet import Sheet
from fulgence.rules.tables import Terms

ACCELERATIONS = ", ".join(kinds.ACCELERATIONS)


@dataclass(frozen=True)
class Paper:
    city: City
    sheet: Sheet
    pencils: tuple[str, ...]


def parse_paper(text: str) -> Paper:
    """`{"city", "lines": {pencil: [sections]}, "boxed", "circled", "doubled", "objectives"}`.

    `acceleration` tells the bonus of a pencil's round by its name, `{"pink": "double-stations"}`.
    A circled station or doubled district belongs to a line; if several run there it is written with
    the pencil, as `pink:d3`.
    """
    try:
        document = typed(json.loads(text), dict, "the sheet")
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    try:
        city = load_city(part(document, "city", str))
    except BadCity as error:
        raise BadRecord(str(error)) from None
    lines = {pencil: texts(s, f"lines.{pencil}") for pencil, s in part(document, "lines", dict).items()}
    pencils = (*lines, *(pencil for pencil in city.pencils if pencil not in lines))
    try:
        sheet = with_add_ons(city, blank_sheet(city, list(lines)), pencils, document)
        for pencil in pencils:
            draw_line(city, sheet, pencil, lines, document)
    except BadRecord:
        raise
    except FulgenceError as error:
        raise BadRecord(str(error)) from None
    return Paper(city, sheet, pencils)


def with_add_ons(city: City, sheet: Sheet, pencils: Sequence[str], document: Mapping[str, Any]) -> Sheet:
    """The blank sheet with what the add-ons change about its score."""
    wanted = texts(document.get("objectives", []), "objectives")
    known = [card.name for card in city.objectives]
    for name in wanted:
        if name not in known:
            raise BadRecord(f"{name!r} is no objective of {city.name}: {', '.join(known)}")
    chosen = sum(1 << number for number, name in enumerate(known) if name in wanted)
    bonuses = text_table(document.get("acceleration", {}), "acceleration")
    for pencil, name in bonuses.items():
        if pencil not in city.pencils or name not in kinds.ACCELERATIONS:
            raise BadRecord(f"acceleration: {pencil} {name}: write a pencil and one of {ACCELERATIONS}")
    rounds = [number_of(kinds.ACCELERATIONS, bonuses.get(pencil)) for pencil in pencils]
    return Sheet(Terms(city.tables, sheet.terms.pencils, acceleration=rounds, objectives=chosen))


def draw_line(
    city: City, sheet: Sheet, pencil: str, lines: Mapping[str, list[str]], document: Mapping[str, Any]
) -> None:
    """One round of the sheet: its sections, then the marks that belong to it."""
    try:
        draw_sections(city, sheet, [parse_section(city, text) for text in lines.get(pencil, [])])
    except FulgenceError as error:
        raise BadRecord(f"{pencil}: {error}") from None
    for kind in ("circled", "doubled"):
        for text in texts(document.get(kind, []), kind):
            owner, colon, cell = text.rpartition(":")
            if colon and owner not in city.pencils:
                raise BadRecord(f"{kind} {text}: there is no pencil {owner!r}")
            if (owner or owner_of(city, lines, kind, cell)) == pencil:
                check_on_line(city, sheet, kind, cell)
                mark(city, sheet, kind, cell)
    if pencil == next(iter(lines), ""):
        for cell in texts(document.get("boxed", []), "boxed"):
            mark(city, sheet, "boxed", cell)
    sheet.end_round()


def owner_of(city: City, lines: Mapping[str, list[str]], kind: str, cell: str) -> str:
    """The one line that runs through a cell."""
    owners = [p for p, sections in lines.items() if any(cell in text.split("-") for text in sections)]
    if len(owners) != 1:
        how = f"write one of {', '.join(f'{p}:{cell}' for p in owners)}" if owners else "no line is there"
        raise BadRecord(f"{kind} {cell}: {how}")
    return owners[0]


def check_on_line(city: City, sheet: Sheet, kind: str, cell: str) -> None:
    number = city.cell_numbers.get(cell)
    if number is None or not (sheet.side[0] | sheet.side[1]) >> number & 1:
        raise BadRecord(f"{kind} {cell}: the line does not run there")
