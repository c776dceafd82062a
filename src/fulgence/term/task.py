"""What a seat has to decide now, in one or two sentences."""

from __future__ import annotations

from fulgence.language import translate
from fulgence.rules import kinds
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.stations import cells_in, names_in


def task(view: View) -> str:
    sheet = view.sheet
    if sheet.permit == kinds.TURN_OVER:
        return translate(words.DONE)
    if len(view.moves) == 1:
        return translate(words.NOTHING_LEGAL)
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
    text = translate(sentences[sheet.permit], start=start(view), goal=goal(view))
    return " ".join([text, *besides(view)])


def start(view: View) -> str:
    """Where the section may start without spending a power."""
    city, sheet = view.city, view.sheet
    cells = names_in(city, sheet.sources)
    if sheet.permit == kinds.TOUR_ON:
        return translate(words.FROM_MONUMENT, cells=cells)
    if sheet.permit == kinds.SWITCH_REST:
        return translate(words.FROM_OTHER if sheet.side[1] else words.FROM_BEFORE)
    with_switch = sheet.branching and sheet.permit in (kinds.CARD, kinds.SECOND_SECTION)
    if with_switch or sheet.permit == kinds.SWITCH_AND_FREE_ENTRY:
        return translate(words.FROM_EITHER if sheet.side[1] else words.FROM_ANY)
    if sheet.side[1]:
        side = words.kind_name(city, city.sides[1 if sheet.sources & sheet.side[1] else 0])
        return translate(words.FROM_SIDE_END, side=side, cells=cells)
    return translate(words.FROM_END, cells=cells)


def goal(view: View) -> str:
    """The one symbol of the targets, any station if they have several."""
    symbols = {view.city.symbols[cell] for cell in cells_in(view.city, view.sheet.targets)} - {kinds.ANY}
    return translate(words.A_SYMBOL[symbols.pop() if len(symbols) == 1 else kinds.ANY])


def besides(view: View) -> list[str]:
    sheet = view.sheet
    found = []
    if view.city.cards[sheet.card].kind == kinds.WILD and sheet.permit in (kinds.CARD, kinds.SWITCH_REST):
        found.append(translate(words.BOXES))
    if sheet.permit == kinds.CARD:
        if sheet.wide_targets & ~sheet.targets:
            found.append(translate(words.OR_JOKER))
        if sheet.wide_sources & ~sheet.sources:
            found.append(translate(words.OR_SWITCH))
    return found
