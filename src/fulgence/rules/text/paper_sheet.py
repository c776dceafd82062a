"""A sheet drawn on paper, as JSON: its lines section by section, without cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal_checks import DOUBLE_TRACKS, check_addons
from fulgence.rules.errors import BadCity, BadRecord, FulgenceError
from fulgence.rules.public_deal import handicap_of, terms_of
from fulgence.rules.score_pad import ScorePad, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.json_reasons import no_sheet, parse_document
from fulgence.rules.text.notation import format_section, parse_section
from fulgence.rules.text.paper_marks import MARKS, BadMark, box_station, double_earned, mark_line
from fulgence.rules.text.record import required, text_table, texts, typed
from fulgence.rules.text.sheet_text import blank_sheet, draw_possible, why_not_drawable

ACCELERATIONS = ", ".join(kinds.ACCELERATIONS)


@dataclass(frozen=True)
class Problem:
    """Something on the sheet that the rules forbid. `kind`: `section`, or that of the mark. `where`: the
    section, empty if it is none of the map; or the cell of the mark, which has no pencil."""

    kind: str
    pencil: str
    where: str
    reason: str

    def __str__(self) -> str:
        if self.kind != "section":
            return f"{self.kind} {self.where}: {self.reason}"
        return ": ".join(part for part in (self.pencil, self.where, self.reason) if part)


@dataclass(frozen=True)
class Paper:
    """`problems`: what was left out because the rules forbid it."""

    city: City
    sheet: Sheet
    drawn: tuple[str, ...]  # pencils in the order of the sheet's rounds
    listed: tuple[str, ...]  # in the order of the document
    name: str = ""
    alone: tuple[str, ...] | None = None  # the add-ons of a player alone
    problems: tuple[Problem, ...] = ()
    document: Mapping[str, Any] = field(default_factory=dict)

    @property
    def pad(self) -> ScorePad:
        """The score with its lines in the order of the document."""
        pad = self.pad_by_round
        lines = {line.pencil: line for line in pad.lines}
        return pad._replace(lines=tuple(lines[pencil] for pencil in self.listed))

    @property
    def pad_by_round(self) -> ScorePad:
        return score_pad(self.sheet, self.drawn, handicap_of(self.city, self.alone or (), 1))

    @property
    def verdict(self) -> int | None:
        return None if self.alone is None else self.city.verdict(self.pad.total)


def parse_paper(text: str) -> Paper:
    """A sheet as in docs/record.md; the first thing that the rules forbid is a BadRecord."""
    return checked(read_paper(parse_document(text, no_sheet)))


def checked(paper: Paper) -> Paper:
    """The same paper, unless there is something on it that the rules forbid."""
    for problem in paper.problems:
        raise BadRecord(str(problem))
    return paper


def read_paper(value: Any, city: City | None = None) -> Paper:
    """The sheet in a document; `problems` has what the rules forbid on it, which is left out.

    `{"city", "lines": {pencil: [sections]}, "boxed", "circled", "doubled", "objectives"}`. `acceleration` has
    the bonus of each pencil's round: `{"pink": "double-stations"}`. A circled station or doubled district
    belongs to a line; if several lines run there, it is written with the pencil: `pink:d3`. `powers` and
    `gates`, as they were dealt, do the rest by themselves: with them, what counts twice without a mark need
    not be marked. `solo`: the add-ons of a player alone. `city`: given where no file may be opened."""
    document = typed(value, dict, "the sheet")
    key = required(document, "city", str)
    try:
        city = city or load_city(key)
    except BadCity as error:
        raise BadRecord(str(error)) from None
    lines = {pencil: texts(s, f"lines.{pencil}") for pencil, s in required(document, "lines", dict).items()}
    listed = (*lines, *(pencil for pencil in city.pencils if pencil not in lines))
    check_features(city, document)
    bonuses = read_acceleration(city, document)
    # The order of the rounds is unknown: the line that may run beside others is drawn last.
    drawn = tuple(sorted(listed, key=lambda pencil: bonuses.get(pencil) == DOUBLE_TRACKS))
    try:
        sheet = with_add_ons(city, drawn, bonuses, document)
        alone = read_alone(city, document)
    except BadRecord:
        raise
    except FulgenceError as error:
        raise BadRecord(str(error)) from None
    problems: list[Problem] = []
    for pencil in drawn:
        draw_line(city, sheet, pencil, lines.get(pencil, []), problems)
        mark_lines(city, sheet, pencil, lines, document, problems)
        sheet.end_round()
    for cell in texts(document.get("boxed", []), "boxed"):
        try:
            box_station(city, sheet, cell)
        except BadMark as error:
            problems.append(Problem("boxed", "", cell, error.message))
    name = typed(document.get("name", ""), str, "name")
    return Paper(city, sheet, drawn, listed, name, alone, tuple(problems), document)


def check_features(city: City, document: Mapping[str, Any]) -> None:
    """Refuse what cannot be on a sheet of this city."""
    possible = {
        "circled": "gates" in city.addons or "powers" in city.addons,
        "doubled": "gates" in city.addons,
        "boxed": any(card.kind == kinds.WILD for card in city.cards),
        "acceleration": "acceleration" in city.addons,
        "powers": "powers" in city.addons,
        "gates": "gates" in city.addons,
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


def read_alone(city: City, document: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The add-ons of a player alone, which cost points; None with several players."""
    if "solo" not in document:
        return None
    addons = texts(document["solo"], "solo")
    check_addons(city, addons)
    return tuple(addons)


def with_add_ons(
    city: City, pencils: Sequence[str], bonuses: Mapping[str, str], document: Mapping[str, Any]
) -> Sheet:
    """The blank sheet with what the add-ons change about its score."""
    blank_sheet(city, pencils)  # checks their names
    wanted = texts(document.get("objectives", []), "objectives")
    known = [card.name for card in city.objectives]
    for name in wanted:
        if name not in known:
            raise BadRecord(f"{name!r} is not an objective of {city.name}: {', '.join(known)}")
    powers = dealt(document, "powers", city.pencils, kinds.POWERS)
    gates = dealt(document, "gates", [city.cells[cell] for cell in city.gates], kinds.GATES)
    rounds = [bonuses.get(pencil, "") for pencil in pencils]
    return Sheet(terms_of(city, pencils, powers, gates, rounds, wanted))


def dealt(
    document: Mapping[str, Any], name: str, keys: Sequence[str], values: Sequence[str]
) -> dict[str, str]:
    """What was dealt for an add-on; a part of it may be left out."""
    found = text_table(document.get(name, {}), name)
    for key, value in found.items():
        if key not in keys or value not in values:
            raise BadRecord(
                f"{name}: {key} {value}: write one of {', '.join(keys)} and of {', '.join(values)}"
            )
    return found


def draw_line(city: City, sheet: Sheet, pencil: str, written: Sequence[str], problems: list[Problem]) -> None:
    sections = []
    for text in written:
        try:
            sections.append(parse_section(city, text))
        except FulgenceError as error:
            problems.append(Problem("section", pencil, "", error.message))
    for section in draw_possible(city, sheet, sections):
        reason = why_not_drawable(city, sheet, section)
        problems.append(Problem("section", pencil, format_section(city, section), reason))


def mark_lines(
    city: City,
    sheet: Sheet,
    pencil: str,
    lines: Mapping[str, list[str]],
    document: Mapping[str, Any],
    problems: list[Problem],
) -> None:
    """The marks that belong to the line that was just drawn."""
    double_earned(city, sheet)
    for kind in MARKS:
        for text in texts(document.get(kind, []), kind):
            try:
                mark_line(city, sheet, pencil, lines, kind, text)
            except BadMark as error:
                problem = Problem(kind, "", error.where, error.message)
                if problem not in problems:
                    problems.append(problem)
