"""Figures on cards: where a symbol leads, branches, guided tours, National Train Stations, closing cards."""

from __future__ import annotations

from fulgence.draw.card_row import card_row_svg, row_size
from fulgence.draw.detail import rings, window_around
from fulgence.language import N_, translate
from fulgence.lessons.figures.building import line_of
from fulgence.lessons.figures.figure import Figure, of_sheet
from fulgence.lessons.figures.routes import routes_of, sheet_with
from fulgence.prose import short_rules, wording
from fulgence.rules import kinds
from fulgence.rules.city import Card, City
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.sheet_text import ends

TARGETS = N_("The card shows: {card}. From the ends of this line, it leads to the ringed stations.")
BRANCH = N_("With the switch, a section may start anywhere on the line: here at {start}. {end} is a new end.")
TWO_BRANCHES = N_("With the double switch, both ringed stations were reached in one turn.")
TOUR = N_("A guided tour: the first section ends at the monument {monument}, the second goes on to {end}.")
WILD = N_("A wild card led to {cell}: its box makes it a National Train Station.")
CLOSING_ALT = N_("Cards: {cards}.")


def with_line(city: City, sections: int) -> tuple[Sheet, list[int]] | None:
    """A sheet with a short line, and where that passes."""
    route = line_of(city, sections)
    sheet = sheet_with(city, [(route.pencil, route.sections)]) if route else None
    return None if route is None or sheet is None else (sheet, route.cells(city))


def flipped(city: City, sheet: Sheet, card: int, switched: int = 0) -> Sheet:
    """The sheet when this card is flipped, late enough for the switch to count."""
    twin = sheet.copy()
    for _ in range(city.tables.switch_ignored_turns + 1):
        twin.begin_turn(card, switched)
    return twin


def targets(city: City) -> Figure | None:
    """A plain card that leads to two stations or more, where that needs the smallest picture."""
    best: tuple[tuple[bool, float], Card, Sheet, set[int], set[int]] | None = None
    for route in [route for route in routes_of(city) if len(route.moves) == 2][:12]:
        sheet, cells = sheet_with(city, [(route.pencil, route.sections)]), route.cells(city)
        for number, card in enumerate(city.cards):
            if sheet is None or card.symbol == kinds.ANY or card.name == kinds.SWITCH_CARD:
                continue
            moves = [ends(city, move) for move in flipped(city, sheet, number).legal_moves()]
            reached = {end for start, end in moves if start in cells}
            window = window_around(city, {*cells, *reached})
            rank = (len(reached) < 2, window.width * window.height)
            if reached and (best is None or rank < best[0]):
                best = (rank, card, sheet, {*cells, *reached}, reached)
    if best is None:
        return None
    _, card, sheet, shown, reached = best
    caption = translate(TARGETS, card=wording.card_name(city, card.name))
    return of_sheet(city, "targets", "cards", sheet, shown, caption, rings(city, sorted(reached)))


def branch(city: City) -> Figure | None:
    """A section from the middle of a line."""
    drawn = with_line(city, 3)
    if drawn is None:
        return None
    sheet, cells = drawn
    for number, card in enumerate(city.cards):
        if card.symbol == kinds.ANY or card.name == kinds.SWITCH_CARD:
            continue
        twin = flipped(city, sheet, number, 1)
        for move in twin.legal_moves():
            start, end = ends(city, move)
            if sheet.inner >> start & 1:
                caption = translate(BRANCH, start=city.cells[start], end=city.cells[end])
                above = rings(city, [end])
                return of_sheet(city, "switch", "cards", twin.after(move), {*cells, end}, caption, above)
    return None


def two_branches(city: City) -> Figure | None:
    """Both sections of a double switch; of many turns the one that needs the smallest picture."""
    best: tuple[float, Sheet, set[int], list[int]] | None = None
    for route in [route for route in routes_of(city) if len(route.moves) == 2][:24]:
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if sheet is None:
            continue
        for number, card in enumerate(city.cards):
            if card.symbol == kinds.ANY or card.name == kinds.SWITCH_CARD:
                continue
            twin = flipped(city, sheet, number, 1)
            for move in (each for each in twin.legal_moves() if sheet.inner >> ends(city, each)[0] & 1):
                after = twin.after(move)
                for second in after.legal_moves():
                    reached = [ends(city, move)[1], ends(city, second)[1]]
                    cells = {*route.cells(city), *reached, *ends(city, second)}
                    window = window_around(city, cells)
                    if best is None or window.width * window.height < best[0]:
                        best = (window.width * window.height, after.after(second), cells, reached)
    if best is None:
        return None
    _, last, cells, reached = best
    caption = translate(TWO_BRANCHES)
    return of_sheet(city, "double-switch", "cards", last, cells, caption, rings(city, reached))


def tour(city: City) -> Figure | None:
    for route in routes_of(city):
        end = ends(city, route.moves[-1])[1]
        sheet = sheet_with(city, [(route.pencil, route.sections)])
        if end not in city.monuments or sheet is None:
            continue
        for number, card in enumerate(city.cards):
            if card.kind != kinds.TOUR:
                continue
            short = sheet_with(city, [(route.pencil, route.sections[:-1])])
            assert short is not None
            twin = flipped(city, short, number)
            if route.moves[-1] not in twin.legal_moves():
                continue
            after = twin.after(route.moves[-1])
            onward = [move for move in after.legal_moves() if after.permit == kinds.TOUR_ON]
            if onward:
                last = ends(city, onward[0])[1]
                caption = translate(TOUR, monument=city.cells[end], end=city.cells[last])
                cells = {*ends(city, route.moves[-1]), last}
                return of_sheet(city, "tour", "cards", after.after(onward[0]), cells, caption)
    return None


def wild(city: City) -> Figure | None:
    drawn = with_line(city, 1)
    numbers = [number for number, card in enumerate(city.cards) if card.kind == kinds.WILD]
    if drawn is None or not numbers:
        return None
    sheet, cells = drawn
    departures = {cell for own in city.departures.values() for cell in own}
    for number in numbers:
        twin = flipped(city, sheet, number)
        for move in twin.legal_moves():
            start, end = ends(city, move)
            if start in cells and end not in departures:
                caption = translate(WILD, cell=city.cells[end])
                return of_sheet(city, "national", "cards", twin.after(move), {*cells, end}, caption)
    return None


def closing(city: City) -> Figure | None:
    """The cards of one kind that end a round."""
    prefix = next(iter(city.closing))
    cards = [card for card in city.cards if card.prefix == prefix][: city.closing[prefix]]
    names = ", ".join(wording.card_name(city, card.name) for card in cards)
    wide, high = row_size(len(cards))
    alt = translate(CLOSING_ALT, cards=names)
    svg = card_row_svg(city, cards)
    return Figure("closing-cards", "round-end", short_rules.closing(city), alt, (0, 0, wide, high), svg)
