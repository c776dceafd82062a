"""The display for screen readers: plain sentences, one item per line."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.options import Option, option_text
from fulgence.prose.score_explained import explain_score
from fulgence.prose.situation import situation
from fulgence.prose.stations import drawn_sections, station
from fulgence.prose.task import task
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.score_pad import objectives
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

LEFT = N_("Still in the pile: {cards}.")
GATE_IS = N_("Gate at {cell}: {gate}.")
LINE_SO_FAR = N_("Your line so far:")
LINE_OF_SIDE = N_("Your {side} line so far:")
LINE_OF_PENCIL = N_("{pencil} line:")
NO_SECTION = N_("no section, departure {cells}")
SECTION = N_("{start} to {end}")
SCORE_NOW = N_("Score so far: {points} for this line, {total} in total.")
PASS_CHOICE = N_("p: pass")
STATIONS_OF_ROW = N_("Row {row}:")
STATION_IS = N_("{cell}, {what}, district {district}")
SCORE_OF = N_("Score of {name}:")
SHEET_OF = N_("Sheet of {name}, as of the last flip:")
KEYS_SPOKEN = N_("Type a number, or ? for help.")


class SpokenDisplay:
    """The same pages as Screen, in words."""

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        rows = situation(view) if view.sheet.permit == kinds.CARD else []
        rows += [*self.line_so_far(view), *self.score_now(view), task(view)]
        rows += self.moves(view, choices)
        if view.moves:
            rows += [translate(PASS_CHOICE), translate(KEYS_SPOKEN)]
        return [*rows, *notes]

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        return [f"{choice.number}: {option_text(view, choice)}" for choice in choices]

    def line_so_far(self, view: View) -> list[str]:
        city, sheet = view.city, view.sheet
        if not sheet.side[1]:
            return [translate(LINE_SO_FAR), *sections_of(city, sheet, view.round, sheet.side[0])]
        rows = []
        for side, prefix in enumerate(city.sides):
            rows.append(translate(LINE_OF_SIDE, side=wording.kind_name(city, prefix)))
            rows += sections_of(city, sheet, view.round, sheet.side[side])
        return rows

    def score_now(self, view: View) -> list[str]:
        pad = view.pad()
        return [translate(SCORE_NOW, points=pad.lines[view.round].points, total=pad.total)]

    def whole_map(self, view: View, choices: Sequence[Option]) -> list[str]:
        """Every station of the city, what was dealt, and everything drawn."""
        city, rows = view.city, []
        for y in range(city.size[1]):
            rows.append(translate(STATIONS_OF_ROW, row=y + 1))
            for cell, point in enumerate(city.points):
                if point[1] == y:
                    what = station(city, view.sheet, cell).in_words
                    name, district = city.cells[cell], city.districts[city.district_of[cell]]
                    rows.append(translate(STATION_IS, cell=name, what=what, district=district))
        for name, gate in view.gates.items():
            rows.append(translate(GATE_IS, cell=name, gate=translate(wording.GATES[gate])))
        rows += [wording.objective_progress(city, progress) for progress in objectives(city, view.sheet)]
        rows.append(translate(LEFT, cards=", ".join(wording.card_name(city, c) for c in view.remaining)))
        return rows + lines_of(city, view.sheet)

    def other_sheets(self, view: View) -> list[str]:
        rows = []
        for seat, name in enumerate(view.names):
            if seat != view.seat:
                rows.append(translate(SHEET_OF, name=wording.player_name(name)))
                rows += lines_of(view.city, view.sheets[seat])
                rows += self.wrap(explain_score(view, seat))
        return rows

    def wrap(self, rows: Sequence[str]) -> list[str]:
        return [row.strip() for row in rows]

    def legend(self, view: View) -> list[str]:
        return []

    def final_page(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        rows = []
        for seat, name in enumerate(game.names):
            rows.append(translate(SCORE_OF, name=wording.player_name(name)))
            rows += self.wrap(explain_score(game.view(seat), seat))
        return [*rows, *notes]


def lines_of(city: City, sheet: Sheet) -> list[str]:
    """All lines with a section, by pencil."""
    rows = []
    for number, pencil in enumerate(sheet.terms.pencils):
        if drawn_sections(city, sheet, number):
            rows.append(translate(LINE_OF_PENCIL, pencil=translate(city.pencils[pencil])))
            starts = sum(1 << cell for cell in city.departures[city.pencils[pencil]])
            rows += sections_of(city, sheet, number, starts)
    return rows


def sections_of(city: City, sheet: Sheet, number: int, stations: int) -> list[str]:
    """The sections of a line, in order from its departures that are in `stations`."""
    pencil = city.pencils[sheet.terms.pencils[number]]
    starts = [cell for cell in city.departures[pencil] if stations >> cell & 1]
    left = [city.sections[section] for section in drawn_sections(city, sheet, number)]
    reached = sum(city.station_cells[cell] for cell in starts)
    rows = []
    while True:
        for a, b in left:
            start, end = (a, b) if reached >> a & 1 else (b, a)
            if reached >> start & 1:
                left.remove((a, b))
                reached |= city.station_cells[end]
                rows.append(translate(SECTION, start=city.cells[start], end=city.cells[end]))
                break
        else:
            break
    return rows or [translate(NO_SECTION, cells=wording.join_with_and([city.cells[cell] for cell in starts]))]
