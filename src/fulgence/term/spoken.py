"""A game without pictures: plain sentences, one item a line, as a screen reader likes them."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.language import translate
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.scorepad import objectives
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.explain import explain
from fulgence.term.options import Option
from fulgence.term.stations import drawn_sections, station
from fulgence.term.task import task


class Spoken:
    """The same pages as Screen has, in words."""

    def decision(self, view: View, choices: Sequence[Option], notes: Sequence[str] = ()) -> list[str]:
        rows = self.situation(view) if view.sheet.permit == kinds.CARD else []
        rows += [*self.line_so_far(view), *self.score_now(view), task(view)]
        rows += self.moves(view, choices)
        if view.moves:
            rows += [translate(words.PASS_CHOICE), translate(words.KEYS_SPOKEN)]
        return [*rows, *notes]

    def moves(self, view: View, choices: Sequence[Option]) -> list[str]:
        return [f"{choice.number}: {option_text(view, choice)}" for choice in choices]

    def situation(self, view: View) -> list[str]:
        city = view.city
        shown = words.joined([words.card_name(city, name) for name in view.cards])
        rows = [
            translate(
                words.WHERE,
                city=translate(city.name),
                round=view.round + 1,
                rounds=kinds.ROUNDS,
                turn=view.turn + 1,
            )
        ]
        if len(view.names) > 1:
            rows.append(translate(words.PLAYER_IS, name=words.player(view.names[view.seat])))
        rows.append(translate(words.PENCIL_IS, pencil=translate(view.pencil)))
        rows.append(translate(words.CARDS_SHOWN, cards=shown))
        seen = [name.partition(":")[0] for cards in (*view.played, view.cards) for name in cards]
        for prefix, last in city.closing.items():
            kind = words.kind_name(city, prefix)
            rows.append(translate(words.SEEN, kind=kind, seen=seen.count(prefix), last=last))
        if view.next_card:
            rows.append(translate(words.NEXT_CARD_IS, card=words.card_name(city, view.next_card)))
        power = view.powers.get(view.pencil)
        if power:
            state = words.power_state(power, view.sheet.power)
            rows.append(translate(words.POWER_IS, power=translate(words.POWERS[power]), state=state))
        if view.acceleration:
            bonus = words.bonus_name(city, view.acceleration[view.round])
            rows.append(translate(words.BONUS_IS, bonus=bonus))
        return rows

    def line_so_far(self, view: View) -> list[str]:
        city, sheet = view.city, view.sheet
        if not sheet.side[1]:
            return [translate(words.LINE_SO_FAR), *sections_of(city, sheet, view.round, sheet.side[0])]
        rows = []
        for side, prefix in enumerate(city.sides):
            rows.append(translate(words.LINE_OF_SIDE, side=words.kind_name(city, prefix)))
            rows += sections_of(city, sheet, view.round, sheet.side[side])
        return rows

    def score_now(self, view: View) -> list[str]:
        pad = view.pad()
        return [translate(words.SCORE_NOW, points=pad.lines[view.round].points, total=pad.total)]

    def atlas(self, view: View, choices: Sequence[Option]) -> list[str]:
        """Every station of the city, what was dealt, and all that is drawn."""
        city, rows = view.city, []
        for y in range(city.size[1]):
            rows.append(translate(words.STATIONS_OF_ROW, row=y + 1))
            for cell, point in enumerate(city.points):
                if point[1] == y:
                    what = station(city, view.sheet, cell).in_words
                    name, district = city.cells[cell], city.districts[city.district_of[cell]]
                    rows.append(translate(words.STATION_IS, cell=name, what=what, district=district))
        for name, gate in view.gates.items():
            rows.append(translate(words.GATE_IS, cell=name, gate=translate(words.GATES[gate])))
        rows += [words.progress(city, progress) for progress in objectives(city, view.sheet)]
        rows.append(translate(words.LEFT, cards=", ".join(words.card_name(city, c) for c in view.remaining)))
        return rows + lines_of(city, view.sheet)

    def others(self, view: View) -> list[str]:
        rows = []
        for seat, name in enumerate(view.names):
            if seat != view.seat:
                rows.append(translate(words.SHEET_OF, name=words.player(name)))
                rows += lines_of(view.city, view.sheets[seat])
                rows += self.prose(explain(view, seat))
        return rows

    def prose(self, rows: Sequence[str]) -> list[str]:
        return [row.strip() for row in rows]

    def legend(self, view: View) -> list[str]:
        return []

    def final(self, game: Game, people: Sequence[int], notes: Sequence[str] = ()) -> list[str]:
        rows = []
        for seat, name in enumerate(game.names):
            rows.append(translate(words.SCORE_OF, name=words.player(name)))
            rows += self.prose(explain(game.view(seat), seat))
        return [*rows, *notes]


def option_text(view: View, option: Option) -> str:
    """A legal move with all that it does."""
    city = view.city
    text = translate(
        words.CIRCLE_CHOICE if option.is_circle else words.CHOICE,
        start=city.cells[option.start],
        end=city.cells[option.end],
        what=station(city, view.sheet, option.end).in_words,
        district=city.districts[city.district_of[option.end]],
    )
    flags = [
        (words.under_river(city), option.crosses_river),
        (translate(words.POWER_FLAG), option.needs_power),
        (translate(words.LINK_FLAG), option.links),
    ]
    return ", ".join([text, *(flag for flag, is_so in flags if is_so)])


def lines_of(city: City, sheet: Sheet) -> list[str]:
    """All lines with a section, by pencil."""
    rows = []
    for number, pencil in enumerate(sheet.terms.pencils):
        if drawn_sections(city, sheet, number):
            rows.append(translate(words.LINE_OF_PENCIL, pencil=translate(city.pencils[pencil])))
            starts = sum(1 << cell for cell in city.departures[city.pencils[pencil]])
            rows += sections_of(city, sheet, number, starts)
    return rows


def sections_of(city: City, sheet: Sheet, number: int, stations: int) -> list[str]:
    """The sections of a line, walked from those of its departures that are among `stations`."""
    pencil = city.pencils[sheet.terms.pencils[number]]
    starts = [cell for cell in city.departures[pencil] if stations >> cell & 1]
    left = [city.sections[section] for section in drawn_sections(city, sheet, number)]
    reached = sum(city.whole[cell] for cell in starts)
    rows = []
    while True:
        for a, b in left:
            start, end = (a, b) if reached >> a & 1 else (b, a)
            if reached >> start & 1:
                left.remove((a, b))
                reached |= city.whole[end]
                rows.append(translate(words.SECTION, start=city.cells[start], end=city.cells[end]))
                break
        else:
            break
    return rows or [translate(words.NO_SECTION, cells=words.joined([city.cells[cell] for cell in starts]))]
