"""Figures on add-ons: powers, gates and double tracks."""

from __future__ import annotations

from fulgence.draw.detail import gate_sign, rings
from fulgence.language import N_, translate
from fulgence.lessons.figures.cards import flipped
from fulgence.lessons.figures.figure import Figure, of_sheet
from fulgence.lessons.figures.routes import routes_of, sheet_with
from fulgence.lessons.figures.scoring import stations_by_district
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import draw_sections, ends

SECOND = N_("A second section with the same card: both ringed stations were reached in one turn.")
TWICE = N_("{cell} is circled and counts as two stations of its district, for this line.")
GATE = N_("A section has reached the city gate {cell}, so its bonus may be used at once.")
TRACKS = N_("Double tracks: {second} has drawn a section beside the one of {first}.")


def second_section(city: City) -> Figure | None:
    """A turn in which one card led to two stations."""
    for route in routes_of(city):
        if len(route.moves) != 1:
            continue
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if sheet is None:
            continue
        powers = [kinds.POWER_SECOND] * len(city.pencils)
        strong = Sheet(Terms(city.tables, sheet.terms.pencils, powers=powers))
        draw_sections(city, strong, route.sections)
        for number, card in enumerate(city.cards):
            if card.symbol == kinds.ANY or card.name == kinds.SWITCH_CARD:
                continue
            twin = flipped(city, strong, number)
            for move in twin.legal_moves():
                after = twin.after(move)
                if after.permit == kinds.SECOND_SECTION:
                    second = after.legal_moves()[0]
                    reached = [ends(city, move)[1], ends(city, second)[1]]
                    cells = [*route.cells(city), *reached]
                    above = rings(city, reached)
                    last = after.after(second)
                    return of_sheet(city, "second-section", "powers", last, cells, translate(SECOND), above)
    return None


def counts_twice(city: City) -> Figure | None:
    """A circled station in a district where the line has two others."""
    for route in routes_of(city):
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if sheet is None or max(stations_by_district(city, sheet).values()) < min(2, len(route.moves)):
            continue
        plain = [cell for cell in route.cells(city) if cell not in special(city)]
        if len(route.moves) < 2 or not plain:
            continue
        sheet.mark_circled(plain[-1])
        caption = translate(TWICE, cell=city.cells[plain[-1]])
        section = "powers" if "powers" in city.addons else "gates"
        return of_sheet(city, "counts-twice", section, sheet, route.cells(city), caption)
    return None


def special(city: City) -> set[int]:
    """Stations that a gate's bonus cannot circle (R11, R28)."""
    departures = [cell for cells in city.departures.values() for cell in cells]
    wild = [cell for cell in city.stations if city.symbols[cell] == kinds.ANY]
    return {*departures, *wild, *city.sites, *city.monuments}


def gate(city: City) -> Figure | None:
    for route in routes_of(city):
        end = ends(city, route.moves[-1])[1]
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if end in city.gates and sheet is not None:
            caption = translate(GATE, cell=city.cells[end])
            above = gate_sign(city, end)
            return of_sheet(city, "gate", "gates", sheet, route.cells(city)[-3:], caption, above)
    return None


def double_tracks(city: City) -> Figure | None:
    """A line that runs beside one of another colour, in a round that allows it."""
    rounds = (kinds.NO_BONUS, kinds.DOUBLE_TRACKS, kinds.NO_BONUS, kinds.NO_BONUS)
    found = routes_of(city)
    for one in found[:200]:
        for two in found:
            if one.pencil == two.pencil or not {*one.sections} & {*two.sections} or len(two.moves) > 5:
                continue
            plain = sheet_with(city, [(one.pencil, one.sections), (two.pencil, ())])
            assert plain is not None
            sheet = Sheet(Terms(city.tables, plain.terms.pencils, acceleration=rounds))
            draw_sections(city, sheet, one.sections)
            sheet.end_round()
            for move in two.moves:
                start, goal = ends(city, move)
                if not sheet.open[start] >> goal & 1:
                    break
                sheet.draw_section(move)
            else:
                shared = [city.sections[section] for section in {*one.sections} & {*two.sections}]
                cells = {cell for pair in shared for cell in pair}
                names = {"first": translate(one.pencil), "second": translate(two.pencil)}
                caption = translate(TRACKS, **names)
                return of_sheet(city, "double-tracks", "acceleration", sheet, cells, caption)
    return None
