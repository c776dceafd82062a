"""The score pad in sentences: where every number of it comes from."""

from __future__ import annotations

from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.scorepad import LineScore, Part, ScorePad, objectives
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.stations import cells_in, drawn_sections, names_in
from fulgence.term.ticket import formula


def explain(view: View, seat: int) -> list[str]:
    """One item a line; the view's own seat as it is now, another as of the last flip."""
    city, pad = view.city, view.pad(seat)
    sheet = view.sheet if seat == view.seat else view.sheets[seat]
    rows: list[str] = []
    for number, line in enumerate(pad.lines):
        rows += explain_line(city, sheet, number, line)
    rows += explain_interchanges(city, sheet, pad)
    if city.sites:
        rows += explain_sites(city, sheet, pad)
    if city.overhead:
        rows += explain_crossings(city, sheet, pad)
    if view.objectives:
        rows += explain_objectives(view, sheet, pad)
    if pad.handicap:
        rows.append(words.HANDICAP_IS.format(points=pad.handicap))
    rows.append(words.TOTAL_IS.format(points=pad.total))
    return rows


def explain_line(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.parts:
        return [words.LINE_EMPTY.format(pencil=line.pencil)]
    rows = [words.LINE_IS.format(pencil=line.pencil, formula=formula(line), points=line.points)]
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
        words.DISTRICTS_ARE.format(count=part.districts, districts=districts),
        words.MOST_IS.format(count=part.most, cells=" ".join(fullest)),
    ]
    if (part.districts, part.most) != (len(groups), len(fullest)):
        rows.append(words.WITH_BONUS.format(districts=len(groups), most=len(fullest)))
    return rows


def explain_extras(city: City, sheet: Sheet, number: int, line: LineScore) -> list[str]:
    if not line.extras:
        return []
    stations = score.stations_of(sheet, number)
    monuments = [cell for cell in city.monuments if stations >> cell & 1]
    river = city.river.intersection(drawn_sections(city, sheet, number))
    causes = []
    if river:
        causes.append(words.RIVER_COUNT.format(count=len(river), river=city.river_name))
    if monuments:
        causes.append(words.MONUMENT_COUNT.format(cells=" ".join(city.cells[cell] for cell in monuments)))
    if sheet.linked[number]:
        causes.append(words.LINKED)
    return [words.EXTRAS_ARE.format(points=line.extras, causes=words.joined(causes))]


def explain_interchanges(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [words.INTERCHANGES_ARE.format(points=pad.interchanges)]
    for lines in range(2, kinds.ROUNDS + 1):
        more = score.shared(sheet, lines + 1) if lines < kinds.ROUNDS else 0
        stations = score.shared(sheet, lines) & ~more
        if stations:
            rows.append(words.INTERCHANGES_LIST.format(lines=lines, cells=names_in(city, stations)))
        if stations & sheet.boxed:
            rows.append(words.BOXED_TWICE.format(cells=names_in(city, stations & sheet.boxed)))
    return rows


def explain_sites(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    visits = []
    for number, line in enumerate(pad.lines):
        stations = score.stations_of(sheet, number)
        visits += [f"{city.cells[cell]} {line.pencil}" for cell in city.sites if stations >> cell & 1]
    rows = [words.SITES_ARE.format(points=pad.sites, count=len(visits))]
    return [*rows, words.SITES_LIST.format(visits=", ".join(visits))] if visits else rows


def explain_crossings(city: City, sheet: Sheet, pad: ScorePad) -> list[str]:
    drawn = {s for number in range(kinds.ROUNDS) for s in drawn_sections(city, sheet, number)}
    uses = {cell: len(drawn.intersection(sections)) for cell, sections in city.overhead.items()}
    rows = [words.CROSSINGS_ARE.format(points=pad.crossings)]
    for times, text in ((1, words.CROSSED_ONCE), (2, words.CROSSED_TWICE)):
        cells = [cell for cell, used in uses.items() if used == times]
        if cells:
            rows.append(text.format(cells=", ".join(cells)))
    return rows


def explain_objectives(view: View, sheet: Sheet, pad: ScorePad) -> list[str]:
    rows = [words.OBJECTIVES_ARE.format(points=pad.objectives)]
    rows += [words.progress(view.city, progress) for progress in objectives(view.city, sheet)]
    return rows
