"""Where the points of a score pad are on the map, and each sum in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.prose.stations import cells_in, drawn_sections, group_by_district
from fulgence.rules import kinds, score
from fulgence.rules.city import City
from fulgence.rules.score_pad import LineScore, Part, ScorePad, objectives, pad_counts
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

NOTHING_DRAWN, NONE_YET = N_("Nothing drawn yet."), N_("None yet.")
# Translators: a sum in words, as in "7 districts x 5 stations".
DISTRICTS, STATIONS = NP_("{count} district", "{count} districts"), NP_("{count} station", "{count} stations")
ON_LINES = NP_("{count} station on {lines} lines", "{count} stations on {lines} lines")
VISITS = NP_("{count} visit to a site", "{count} visits to sites")
USED_ONCE = NP_("{count} crossing used once", "{count} crossings used once")
USED_TWICE = NP_("{count} crossing used twice", "{count} crossings used twice")
MET = NP_("{count} objective met", "{count} objectives met")
DEDUCTION = N_("The deduction for playing alone with add-ons.")
ALL_TOGETHER = N_("All lines, {lines}, and everything below them, {rest}.")
TIMES, PLUS = " \u00d7 ", " + "


@dataclass(frozen=True)
class Highlight:
    """`sum` in words; stations, sections and districts by name."""

    sum: str
    stations: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    districts: tuple[str, ...] = ()


def highlights(view: View, seat: int) -> dict[str, Highlight]:
    """By pencil or item, as the explanations of the pad."""
    sheet = view.sheet if seat == view.seat else view.sheets[seat]
    return pad_highlights(view.city, sheet, view.pad(seat))


def pad_highlights(city: City, sheet: Sheet, pad: ScorePad) -> dict[str, Highlight]:
    """The same for any sheet; the lines of the pad are in the order of its rounds."""
    counts = pad_counts(city, sheet)
    found = {line.pencil: line_highlight(city, sheet, number, line) for number, line in enumerate(pad.lines)}
    on_lines = [
        ngettext(*ON_LINES, count, count=count, lines=lines) + TIMES + str(city.worth.interchange[lines])
        for lines, count in enumerate(counts.interchanges, 2)
        if count
    ]
    found["interchanges"] = Highlight(added(on_lines), names_of(city, score.shared(sheet, 2)))
    if city.sites:
        sites = sum(1 << cell for cell in city.sites)
        visited = names_of(city, score.shared(sheet, 1) & sites)
        found["sites"] = Highlight(ngettext(*VISITS, counts.visits, count=counts.visits), visited)
    if city.overhead:
        found["crossings"] = crossings_highlight(city, sheet, counts.crossings)
    if sheet.terms.objectives:
        met = sum(progress.is_met for progress in objectives(city, sheet))
        text = ngettext(*MET, met, count=met) + TIMES + str(city.worth.objective)
        found["objectives"] = Highlight(text)
    if pad.handicap:
        found["handicap"] = Highlight(translate(DEDUCTION))
    found["total"] = Highlight(total_sum(pad), sections=sections_of(city, sheet, range(kinds.ROUNDS)))
    return found


def line_highlight(city: City, sheet: Sheet, number: int, line: LineScore) -> Highlight:
    if not line.parts:
        return Highlight(translate(NOTHING_DRAWN))
    stations = score.stations_of(sheet, number)
    texts = [part_sum(part) for part in line.parts]
    if line.extras:
        texts.append(str(line.extras))
    districts = tuple(city.districts[district] for district in group_by_district(city, stations))
    return Highlight(
        PLUS.join(texts), names_of(city, stations), sections_of(city, sheet, [number]), districts
    )


def part_sum(part: Part) -> str:
    """`7 districts x 5 stations`."""
    districts = ngettext(*DISTRICTS, part.districts, count=part.districts)
    return districts + TIMES + ngettext(*STATIONS, part.most, count=part.most)


def crossings_highlight(city: City, sheet: Sheet, counts: tuple[int, ...]) -> Highlight:
    drawn = set(sections_of(city, sheet, range(kinds.ROUNDS)))
    names = [city.move_names[1 + 2 * section] for pair in city.overhead.values() for section in pair]
    texts = [
        ngettext(*text, count, count=count) + TIMES + str(city.worth.crossing[uses])
        for uses, (text, count) in enumerate(zip((USED_ONCE, USED_TWICE), counts, strict=True), 1)
        if count
    ]
    return Highlight(added(texts), sections=tuple(name for name in names if name in drawn))


def total_sum(pad: ScorePad) -> str:
    lines = sum(line.points for line in pad.lines)
    return translate(ALL_TOGETHER, lines=lines, rest=pad.total - lines)


def added(texts: list[str]) -> str:
    return PLUS.join(texts) if texts else translate(NONE_YET)


def names_of(city: City, stations: int) -> tuple[str, ...]:
    return tuple(city.cells[cell] for cell in cells_in(city, stations))


def sections_of(city: City, sheet: Sheet, rounds: Iterable[int]) -> tuple[str, ...]:
    return tuple(
        city.move_names[1 + 2 * section]
        for number in rounds
        for section in drawn_sections(city, sheet, number)
    )
