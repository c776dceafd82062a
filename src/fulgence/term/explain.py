"""The score pad in sentences: where every number of it comes from."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.scorepad import LineScore, Part, ScorePad, objectives
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.stations import cells_in, drawn_sections, names_in
from fulgence.term.ticket import formula

INDENT = "  "  # of what belongs to the line above


def below(text: str, **fields: object) -> str:
    return INDENT + translate(text, **fields)


def explain(view: View, seat: int) -> list[str]:
    """One item a line; the view's own seat as it is now, another as of the last flip."""
    return [row for rows in explained(view, seat).values() for row in rows]


def explained(view: View, seat: int) -> dict[str, list[str]]:
    """The rows of each number of the pad: a pencil's name, or the item's."""
    city, pad = view.city, view.pad(seat)
    sheet = view.sheet if seat == view.seat else view.sheets[seat]
    parts = {line.pencil: explain_line(city, sheet, number, line) for number, line in enumerate(pad.lines)}
    parts["interchanges"] = explain_interchanges(city, sheet, pad)
    if city.sites:
        parts["sites"] = explain_sites(city, sheet, pad)
    if city.overhead:
        parts["crossings"] = explain_crossings(city, sheet, pad)
    if view.objectives:
        parts["objectives"] = explain_objectives(view, sheet, pad)
    if pad.handicap:
        parts["handicap"] = [translate(words.HANDICAP_IS, points=pad.handicap)]
    parts["total"] = [translate(words.TOTAL_IS, points=pad.total)]
    return parts


def explain_line(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.parts:
        return [translate(words.LINE_EMPTY, pencil=translate(line.pencil))]
    pencil = translate(line.pencil)
    rows = [translate(words.LINE_IS, pencil=pencil, formula=formula(line), points=line.points)]
    sides = [score.side_stations(sheet, number, side) for side in range(2)]
    for part, stations in zip(line.parts, [side for side in sides if side], strict=True):
        rows += explain_part(city, part, stations)
    return rows + explain_extras(city, sheet, number, line)


def explain_part(city: City, part: Part, stations: int) -> list[str]:
    groups: dict[int, list[str]] = {}
    for cell in cells_in(city, stations):
        groups.setdefault(city.district_of[cell], []).append(city.cells[cell])
    fullest = max(groups.values(), key=len)
    districts = "; ".join(" ".join(cells) for cells in groups.values())
    rows = [
        below(words.DISTRICTS_ARE, count=part.districts, districts=districts),
        below(words.MOST_IS, count=part.most, cells=" ".join(fullest)),
    ]
    if (part.districts, part.most) != (len(groups), len(fullest)):
        rows.append(below(words.WITH_BONUS, districts=len(groups), most=len(fullest)))
    return rows


def explain_extras(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.extras:
        return []
    causes = words.joined(extra_causes(city, sheet, number))
    return [below(words.EXTRAS_ARE, points=line.extras, causes=causes)]


def extra_causes(city: City, sheet: Sheet, number: int) -> list[str]:
    """What the line of round `number` has extra points for."""
    stations = score.stations_of(sheet, number)
    monuments = [cell for cell in city.monuments if stations >> cell & 1]
    river = city.river.intersection(drawn_sections(city, sheet, number))
    causes = []
    if river:
        causes.append(translate(words.RIVER_COUNT, count=len(river), river=translate(city.river_name)))
    if monuments:
        causes.append(translate(words.MONUMENT_COUNT, cells=" ".join(city.cells[cell] for cell in monuments)))
    if sheet.linked[number]:
        causes.append(translate(words.LINKED))
    return causes


def explain_interchanges(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [translate(words.INTERCHANGES_ARE, points=pad.interchanges)]
    for lines in range(2, kinds.ROUNDS + 1):
        more = score.shared(sheet, lines + 1) if lines < kinds.ROUNDS else 0
        stations = score.shared(sheet, lines) & ~more
        if stations:
            rows.append(below(words.INTERCHANGES_LIST, lines=lines, cells=names_in(city, stations)))
        if stations & sheet.boxed:
            rows.append(below(words.BOXED_TWICE, cells=names_in(city, stations & sheet.boxed)))
    return rows


def explain_sites(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    visits = []
    for number, line in enumerate(pad.lines):
        stations = score.stations_of(sheet, number)
        pencil = translate(line.pencil)
        visits += [f"{city.cells[cell]} {pencil}" for cell in city.sites if stations >> cell & 1]
    rows = [translate(words.SITES_ARE, points=pad.sites, count=len(visits))]
    return [*rows, INDENT + ", ".join(visits)] if visits else rows


def explain_crossings(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    drawn = {s for number in range(kinds.ROUNDS) for s in drawn_sections(city, sheet, number)}
    uses = {cell: len(drawn.intersection(sections)) for cell, sections in city.overhead.items()}
    rows = [translate(words.CROSSINGS_ARE, points=pad.crossings)]
    for times, text in ((1, words.CROSSED_ONCE), (2, words.CROSSED_TWICE)):
        cells = [cell for cell, used in uses.items() if used == times]
        if cells:
            rows.append(below(text, cells=", ".join(cells)))
    return rows


def explain_objectives(view: View, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [translate(words.OBJECTIVES_ARE, points=pad.objectives)]
    rows += [INDENT + words.progress(view.city, progress) for progress in objectives(view.city, sheet)]
    return rows
