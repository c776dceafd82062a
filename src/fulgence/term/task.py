"""What a seat has to decide now, in one or two sentences."""

from __future__ import annotations

from fulgence.rules import kinds
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.stations import cells_in, names_in


def task(view: View) -> str:
    sheet = view.sheet
    if sheet.permit == kinds.TURN_OVER:
        return words.DONE
    if len(view.moves) == 1:
        return words.NOTHING_LEGAL
    sentences = {
        kinds.CARD: words.DRAW,
        kinds.TOUR_ON: words.TOUR_ON,
        kinds.SWITCH_REST: words.SWITCH_REST,
        kinds.SWITCH_AND_FREE_ENTRY: words.GATE_SWITCH,
        kinds.FREE_ENTRY: words.GATE_FREE,
        kinds.FREE_ENTRY_AGAIN: words.GATE_FREE_AGAIN,
        kinds.CIRCLE_STATION: words.CIRCLE,
        kinds.SECOND_SECTION: words.SECOND,
    }
    text = sentences[sheet.permit].format(start=start(view), goal=goal(view))
    return " ".join([text, *besides(view)])


def start(view: View) -> str:
    """Where the section may start without spending a power."""
    city, sheet = view.city, view.sheet
    cells = names_in(city, sheet.sources)
    if sheet.permit == kinds.TOUR_ON:
        return words.FROM_MONUMENT.format(cells=cells)
    if sheet.permit == kinds.SWITCH_REST and sheet.side[1]:
        return words.FROM_OTHER
    with_switch = sheet.branching and sheet.permit in (kinds.CARD, kinds.SWITCH_REST, kinds.SECOND_SECTION)
    if with_switch or sheet.permit == kinds.SWITCH_AND_FREE_ENTRY:
        return words.FROM_EITHER if sheet.side[1] else words.FROM_ANY
    if sheet.side[1]:
        side = city.prefixes[city.sides[1 if sheet.sources & sheet.side[1] else 0]]
        return words.FROM_SIDE_END.format(side=side, cells=cells)
    return words.FROM_END.format(cells=cells)


def goal(view: View) -> str:
    """The one symbol of the targets, any station if they have several."""
    symbols = {view.city.symbols[cell] for cell in cells_in(view.city, view.sheet.targets)} - {kinds.ANY}
    return words.A_SYMBOL[symbols.pop() if len(symbols) == 1 else kinds.ANY]


def besides(view: View) -> list[str]:
    sheet = view.sheet
    found = []
    if view.city.cards[sheet.card].kind == kinds.WILD and sheet.permit in (kinds.CARD, kinds.SWITCH_REST):
        found.append(words.BOXES)
    if sheet.permit == kinds.CARD:
        if sheet.wide_targets & ~sheet.targets:
            found.append(words.OR_JOKER)
        if sheet.wide_sources & ~sheet.sources:
            found.append(words.OR_SWITCH)
    return found
