"""The score pad explained: where each number comes from."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.pad_rows import formula
from fulgence.prose.stations import drawn_sections, group_by_district, names_in
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.score_pad import LineScore, Part, ScorePad, objectives
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

LINE_IS = N_("{pencil}: {formula} = {points}")
LINE_EMPTY = N_("{pencil}: nothing drawn, 0")
DISTRICTS_ARE = N_("districts: {count} (stations {districts})")
MOST_IS = N_("most stations in one district: {count} ({cells})")
WITH_BONUS = N_("these two numbers include a bonus; without it they are {districts} and {most}")
EXTRAS_ARE = N_("extra points: {points} ({causes})")
RIVER_COUNT = N_("sections under the {river}: {count}")
MONUMENT_COUNT = N_("monuments {cells}")
LINKED = N_("two lines linked")
INTERCHANGES_ARE = N_("interchanges: {points}")
INTERCHANGES_LIST = N_("on {lines} lines: {cells}")
BOXED_TWICE = N_("counted twice, as National Train Stations: {cells}")
SITES_ARE = N_("sites: {points}, visits: {count}")
CROSSINGS_ARE = N_("crossings: {points}")
CROSSED_ONCE = N_("used once: {cells}")
CROSSED_TWICE = N_("used twice: {cells}")
OBJECTIVES_ARE = N_("objectives: {points}")
HANDICAP_IS = N_("solo deduction for add-ons: {points}")
TOTAL_IS = N_("total: {points}")

INDENT = "  "  # of rows that belong to the row above


def indented(text: str, **fields: object) -> str:
    return INDENT + translate(text, **fields)


def explain_score(view: View, seat: int) -> list[str]:
    """One item per line: the view's own seat as of now, other seats as of the last flip."""
    return [row for rows in explain_items(view, seat).values() for row in rows]


def explain_items(view: View, seat: int) -> dict[str, list[str]]:
    """The explanation of each number on the pad, keyed by pencil or item."""
    sheet = view.sheet if seat == view.seat else view.sheets[seat]
    return explain_pad(view.city, sheet, view.pad(seat))


def explain_pad(city: City, sheet: Sheet, pad: ScorePad) -> dict[str, list[str]]:
    """The same for any sheet; the lines of the pad are in the order of its rounds."""
    parts = {line.pencil: explain_line(city, sheet, number, line) for number, line in enumerate(pad.lines)}
    parts["interchanges"] = explain_interchanges(city, sheet, pad)
    if city.sites:
        parts["sites"] = explain_sites(city, sheet, pad)
    if city.overhead:
        parts["crossings"] = explain_crossings(city, sheet, pad)
    if sheet.terms.objectives:
        parts["objectives"] = explain_objectives(city, sheet, pad)
    if pad.handicap:
        parts["handicap"] = [translate(HANDICAP_IS, points=pad.handicap)]
    parts["total"] = [translate(TOTAL_IS, points=pad.total)]
    return parts


def explain_line(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.parts:
        return [translate(LINE_EMPTY, pencil=translate(line.pencil))]
    pencil = translate(line.pencil)
    rows = [translate(LINE_IS, pencil=pencil, formula=formula(line), points=line.points)]
    sides = [score.side_stations(sheet, number, side) for side in range(2)]
    for part, stations in zip(line.parts, [side for side in sides if side], strict=True):
        rows += explain_part(city, part, stations)
    return rows + explain_extras(city, sheet, number, line)


def explain_part(city: City, part: Part, stations: int) -> list[str]:
    groups = [[city.cells[cell] for cell in cells] for cells in group_by_district(city, stations).values()]
    fullest = max(groups, key=len)
    districts = "; ".join(" ".join(cells) for cells in groups)
    rows = [
        indented(DISTRICTS_ARE, count=part.districts, districts=districts),
        indented(MOST_IS, count=part.most, cells=" ".join(fullest)),
    ]
    if (part.districts, part.most) != (len(groups), len(fullest)):
        rows.append(indented(WITH_BONUS, districts=len(groups), most=len(fullest)))
    return rows


def explain_extras(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.extras:
        return []
    causes = wording.join_with_and(extra_causes(city, sheet, number))
    return [indented(EXTRAS_ARE, points=line.extras, causes=causes)]


def extra_causes(city: City, sheet: Sheet, number: int) -> list[str]:
    """What earned the line of round `number` its extra points."""
    stations = score.stations_of(sheet, number)
    monuments = [cell for cell in city.monuments if stations >> cell & 1]
    river = city.river.intersection(drawn_sections(city, sheet, number))
    causes = []
    if river:
        causes.append(translate(RIVER_COUNT, count=len(river), river=translate(city.river_name)))
    if monuments:
        causes.append(translate(MONUMENT_COUNT, cells=" ".join(city.cells[cell] for cell in monuments)))
    if sheet.linked[number]:
        causes.append(translate(LINKED))
    return causes


def explain_interchanges(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [translate(INTERCHANGES_ARE, points=pad.interchanges)]
    for lines in range(2, kinds.ROUNDS + 1):
        more = score.shared(sheet, lines + 1) if lines < kinds.ROUNDS else 0
        stations = score.shared(sheet, lines) & ~more
        if stations:
            rows.append(indented(INTERCHANGES_LIST, lines=lines, cells=names_in(city, stations)))
        if stations & sheet.boxed:
            rows.append(indented(BOXED_TWICE, cells=names_in(city, stations & sheet.boxed)))
    return rows


def explain_sites(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    visits = []
    for number, line in enumerate(pad.lines):
        stations = score.stations_of(sheet, number)
        pencil = translate(line.pencil)
        visits += [f"{city.cells[cell]} {pencil}" for cell in city.sites if stations >> cell & 1]
    rows = [translate(SITES_ARE, points=pad.sites, count=len(visits))]
    return [*rows, INDENT + ", ".join(visits)] if visits else rows


def explain_crossings(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    drawn = {s for number in range(kinds.ROUNDS) for s in drawn_sections(city, sheet, number)}
    uses = {cell: len(drawn.intersection(sections)) for cell, sections in city.overhead.items()}
    rows = [translate(CROSSINGS_ARE, points=pad.crossings)]
    for times, text in ((1, CROSSED_ONCE), (2, CROSSED_TWICE)):
        cells = [cell for cell, used in uses.items() if used == times]
        if cells:
            rows.append(indented(text, cells=", ".join(cells)))
    return rows


def explain_objectives(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [translate(OBJECTIVES_ARE, points=pad.objectives)]
    rows += [INDENT + wording.objective_progress(city, progress) for progress in objectives(city, sheet)]
    return rows
