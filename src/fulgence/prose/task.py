"""What a seat has to decide now, in one or two sentences."""

from __future__ import annotations

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.prose import wording
from fulgence.prose.stations import cells_in, names_in
from fulgence.rules import kinds
from fulgence.rules.view import View

# Translators: stands for {goal}, after "to".
A_SYMBOL = (N_("a square"), N_("a triangle"), N_("a pentagon"), N_("a circle"), N_("any station"))
DRAW = N_("Draw a section {start} to {goal}.")
FROM_END = N_("from an end ({cells})")
FROM_SIDE_END = N_("from an end of your {side} line ({cells})")
FROM_ANY = N_("from any station on your line")
FROM_EITHER = N_("from any station on one of your lines")
FROM_OTHER = N_("from any station on your other line")
FROM_BEFORE = N_("from any station that was already on your line")
BOXES = N_("The station you reach becomes a National Train Station.")
OR_JOKER = N_("Your power lets you go to any station.")
OR_SWITCH = N_("Your power lets you start at any station.")
TOUR_ON = N_("Guided tour: draw a second section {start} to any station.")
FROM_MONUMENT = N_("from the monument ({cells})")
SWITCH_REST = N_("Double switch, second section: {start} to {goal}.")
GATE_SWITCH = N_("City gate: draw a section {start} to any station.")
GATE_FREE = N_("City gate, first of two sections: {start} to any station.")
GATE_FREE_AGAIN = N_("City gate, second of two sections: {start} to any station.")
CIRCLE = N_("City gate: circle a station on your line; it counts twice.")
SECOND = N_("Second section with your power: {start} to {goal}.")
SWITCH_IGNORED = NP_(
    "The switch does not count on the first turn of a round.",
    "The switch does not count on the first {count} turns of a round.",
)
NOTHING_LEGAL = N_("There is nothing you can draw this turn.")
DONE = N_("Your turn is complete.")


def task(view: View) -> str:
    sheet = view.sheet
    if sheet.permit == kinds.TURN_OVER:
        return translate(DONE)
    if len(view.moves) == 1:
        return translate(NOTHING_LEGAL)
    sentences = {
        kinds.CARD: DRAW,
        kinds.TOUR_ON: TOUR_ON,
        kinds.SWITCH_REST: SWITCH_REST,
        kinds.SWITCH_AND_FREE_ENTRY: GATE_SWITCH,
        kinds.FREE_ENTRY: GATE_FREE,
        kinds.FREE_ENTRY_AGAIN: GATE_FREE_AGAIN,
        kinds.CIRCLE_STATION: CIRCLE,
        kinds.SECOND_SECTION: SECOND,
    }
    text = translate(sentences[sheet.permit], start=start(view), goal=goal(view))
    return " ".join([text, *extra_sentences(view)])


def start(view: View) -> str:
    """Where the section may start without using the power."""
    city, sheet = view.city, view.sheet
    cells = names_in(city, sheet.sources)
    if sheet.permit == kinds.TOUR_ON:
        return translate(FROM_MONUMENT, cells=cells)
    if sheet.permit == kinds.SWITCH_REST:
        return translate(FROM_OTHER if sheet.side[1] else FROM_BEFORE)
    with_switch = sheet.branching and sheet.permit in (kinds.CARD, kinds.SECOND_SECTION)
    if with_switch or sheet.permit == kinds.SWITCH_AND_FREE_ENTRY:
        return translate(FROM_EITHER if sheet.side[1] else FROM_ANY)
    if sheet.side[1]:
        side = wording.kind_name(city, city.sides[1 if sheet.sources & sheet.side[1] else 0])
        return translate(FROM_SIDE_END, side=side, cells=cells)
    return translate(FROM_END, cells=cells)


def goal(view: View) -> str:
    """The symbol that all targets share, or any station."""
    symbols = {view.city.symbols[cell] for cell in cells_in(view.city, view.sheet.targets)} - {kinds.ANY}
    return translate(A_SYMBOL[symbols.pop() if len(symbols) == 1 else kinds.ANY])


def extra_sentences(view: View) -> list[str]:
    sheet = view.sheet
    found = []
    if kinds.SWITCH_CARD in view.cards and not sheet.branching:
        turns = view.city.tables.switch_ignored_turns
        found.append(ngettext(*SWITCH_IGNORED, turns, count=turns))
    if view.city.cards[sheet.card].kind == kinds.WILD and sheet.permit in (kinds.CARD, kinds.SWITCH_REST):
        found.append(translate(BOXES))
    if sheet.permit == kinds.CARD:
        if sheet.wide_targets & ~sheet.targets:
            found.append(translate(OR_JOKER))
        if sheet.wide_sources & ~sheet.sources:
            found.append(translate(OR_SWITCH))
    return found
