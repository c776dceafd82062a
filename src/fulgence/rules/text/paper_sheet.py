"""A sheet drawn on paper, as JSON: its lines section by section, without cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal_checks import DOUBLE_TRACKS
from fulgence.rules.errors import BadCity, BadRecord, FulgenceError
from fulgence.rules.public_deal import number_of
from fulgence.rules.score_pad import ScorePad, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.json_reasons import no_sheet, parse_document
from fulgence.rules.text.notation import parse_section
from fulgence.rules.text.record import required, text_table, texts, typed
from fulgence.rules.text.sheet_text import blank_sheet, draw_sections, mark

ACCELERATIONS = ", ".join(kinds.ACCELERATIONS)


MARKS = ("circled", "doubled")  # of one line each


@dataclass(frozen=True)
class Paper:
    city: City
    sheet: Sheet
    drawn: tuple[str, ...]  # pencils in the order of the sheet's rounds
    listed: tuple[str, ...]  # in the order of the document

    @property
    def pad(self) -> ScorePad:
        """The score with its lines in the order of the document."""
        pad = score_pad(self.sheet, self.drawn)
        lines = {line.pencil: line for line in pad.lines}
        return pad._replace(lines=tuple(lines[pencil] for pencil in self.listed))


def parse_paper(text: str) -> Paper:
    """`{"city", "lines": {pencil: [sections]}, "boxed", "circled", "doubled", "objectives"}`.

    `acceleration` has the bonus of each pencil's round: `{"pink": "double-stations"}`. A circled station or
    doubled district belongs to a line; if several lines run there, it is written with the pencil: `pink:d3`.
    """
    document = typed(parse_document(text, no_sheet), dict, "the sheet")
    try:
        city = load_city(required(document, "city", str))
    except BadCity as error:
        raise BadRecord(str(error)) from None
    lines = {pencil: texts(s, f"lines.{pencil}") for pencil, s in required(document, "lines", dict).items()}
    listed = (*lines, *(pencil for pencil in city.pencils if pencil not in lines))
    check_features(city, document)
    bonuses = read_acceleration(city, document)
    # The order of the rounds is unknown: the line that may run beside others is drawn last.
    drawn = tuple(sorted(listed, key=lambda pencil: bonuses.get(pencil) == DOUBLE_TRACKS))
    try:
        sheet = with_add_ons(city, blank_sheet(city, drawn), drawn, bonuses, document)
        for pencil in drawn:
            draw_line(city, sheet, pencil, lines, document)
        for cell in texts(document.get("boxed", []), "boxed"):
            mark(city, sheet, "boxed", cell)
    except BadRecord:
        raise
    except FulgenceError as error:
        raise BadRecord(str(error)) from None
    return Paper(city, sheet, drawn, listed)


def check_features(city: City, document: Mapping[str, Any]) -> None:
    """Refuse what cannot be on a sheet of this city."""
    possible = {
        "circled": "gates" in city.addons or "powers" in city.addons,
        "doubled": "gates" in city.addons,
        "boxed": any(card.kind == kinds.WILD for card in city.cards),
        "acceleration": "acceleration" in city.addons,
    }
    for name, is_possible in possible.items():
        if document.get(name) and not is_possible:
            raise BadRecord(f"{name}: there is no such thing in {city.name}")


def read_acceleration(city: City, document: Mapping[str, Any]) -> dict[str, str]:
    """The bonus of each pencil's round."""
    bonuses = text_table(document.get("acceleration", {}), "acceleration")
    for pencil, name in bonuses.items():
        if pencil not in city.pencils or name not in kinds.ACCELERATIONS:
            raise BadRecord(f"acceleration: {pencil} {name}: write a pencil and one of {ACCELERATIONS}")
    for name, number in Counter(bonuses.values()).items():
        if number > 1:
            raise BadRecord(f"acceleration: {name} is the bonus of one round only")
    return bonuses


def with_add_ons(
    city: City,
    sheet: Sheet,
    pencils: Sequence[str],
    bonuses: Mapping[str, str],
    document: Mapping[str, Any],
) -> Sheet:
    """The blank sheet with what the add-ons change about its score."""
    wanted = texts(document.get("objectives", []), "objectives")
    known = [card.name for card in city.objectives]
    for name in wanted:
        if name not in known:
            raise BadRecord(f"{name!r} is not an objective of {city.name}: {', '.join(known)}")
    chosen = sum(1 << number for number, name in enumerate(known) if name in wanted)
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
    for kind in MARKS:
        for text in texts(document.get(kind, []), kind):
            owner, colon, cell = text.rpartition(":")
            if colon and owner not in city.pencils:
                raise BadRecord(f"{kind} {text}: there is no pencil {owner!r}")
            if (owner or owner_of(city, lines, kind, cell)) == pencil:
                check_mark(city, sheet, kind, cell)
                mark(city, sheet, kind, cell)
    sheet.end_round()


def owner_of(city: City, lines: Mapping[str, list[str]], kind: str, cell: str) -> str:
    """The one line that runs through the station of a cell."""
    station = city.station_cells[city.cell_numbers[cell]] if cell in city.cell_numbers else 0
    names = {city.cells[c] for c in range(len(city.cells)) if station >> c & 1}
    owners = [p for p, sections in lines.items() if any(names & {*text.split("-")} for text in sections)]
    if len(owners) != 1:
        how = f"write one of {', '.join(f'{p}:{cell}' for p in owners)}" if owners else "no line is there"
        raise BadRecord(f"{kind} {cell}: {how}")
    return owners[0]


def check_mark(city: City, sheet: Sheet, kind: str, cell: str) -> None:
    number = city.cell_numbers.get(cell)
    if number is None or not (sheet.side[0] | sheet.side[1]) >> number & 1:
        raise BadRecord(f"{kind} {cell}: the line does not run there")
    if kind == "doubled" and number not in city.gates:
        gates = ", ".join(city.cells[gate] for gate in city.gates)
        raise BadRecord(f"{kind} {cell}: only the district of a gate counts twice: {gates}")
