"""Topics about special cards, and about the cards that end the round."""

from __future__ import annotations

from fulgence.language import N_, ngettext, translate
from fulgence.lessons.lesson_state import LessonState
from fulgence.lessons.note import NoteText, Topic
from fulgence.prose import short_rules, wording
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.kinds import SWITCH_CARD

JOKER = N_("With a joker you can go to any station that a dotted line connects to an end of your line.")
TOUR = N_(
    "With this card you can go to any station. If you choose a monument, it becomes a guided tour: you "
    "may draw a second section from there at once, again to any station."
)
TOUR_ON = N_("You have reached a monument: draw one more section from {cell} to any station, or pass.")
WILD = N_(
    "With a wild card you can go to any station. The one you reach becomes a National Train Station and "
    "gets a box. As an interchange, it counts twice."
)
SWITCH = N_(
    "The switch is flipped together with the next card. This turn, your section may start at any "
    "station on your line, not just at an end. Such a branch gives you one more end."
)
DOUBLE_SWITCH = N_(
    "The double switch is flipped together with the next card. You may draw a section on each of your "
    "two lines, from any of its stations, to the symbol on that card; its side does not matter."
)
DOUBLE_SWITCH_LINKED = N_(
    "The double switch is flipped together with the next card. As your lines are linked, you may draw "
    "two sections, each from a station that is already on the line, to the symbol on that card."
)
SWITCH_REST = N_(
    "Now draw the second section of the double switch, or pass. It may not start at the station you "
    "just reached."
)
CLOSING = N_("{kind} cards so far: {seen} of {last}. The next one ends the round, but it is still played.")


def joker(state: LessonState) -> NoteText | None:
    if not state.is_card or state.card.symbol != kinds.ANY or state.card.kind != kinds.PLAIN:
        return None
    return NoteText(translate(JOKER), ends_of(state))


def tour(state: LessonState) -> NoteText | None:
    if not state.is_card or state.card.kind != kinds.TOUR:
        return None
    return NoteText(translate(TOUR), state.names(state.ends_in(state.city.monuments)))


def tour_on(state: LessonState) -> NoteText | None:
    if state.sheet.permit != kinds.TOUR_ON:
        return None
    cells = state.names(state.starts())
    return NoteText(translate(TOUR_ON, cell=cells[0]), cells)


def wild(state: LessonState) -> NoteText | None:
    if not state.is_card or state.card.kind != kinds.WILD:
        return None
    return NoteText(translate(WILD), ends_of(state))


def switch(state: LessonState) -> NoteText | None:
    if not state.is_card or not state.sheet.branching:
        return None
    return NoteText(translate(SWITCH), state.names(state.starts()))


def early_switch(state: LessonState) -> NoteText | None:
    if not state.is_card or not state.has_switch or state.sheet.branching:
        return None
    count = state.city.tables.switch_ignored_turns
    return NoteText(ngettext(*short_rules.EARLY_SWITCH, count, count=count))


def double_switch(state: LessonState) -> NoteText | None:
    if not state.is_card or not state.sheet.branching:
        return None
    text = DOUBLE_SWITCH if state.sheet.side[1] else DOUBLE_SWITCH_LINKED
    return NoteText(translate(text), state.names(state.starts()))


def switch_rest(state: LessonState) -> NoteText | None:
    if state.sheet.permit != kinds.SWITCH_REST:
        return None
    return NoteText(translate(SWITCH_REST), state.names(state.starts()))


def closing(state: LessonState) -> NoteText | None:
    if not state.is_card:
        return None
    shown = [card for turn in (*state.view.played, state.view.cards) for card in turn]
    for prefix, last in state.city.closing.items():
        seen = sum(card.partition(":")[0] == prefix for card in shown)
        if seen == last - 1 and prefix == state.card.prefix:
            kind = wording.kind_name(state.city, prefix)
            return NoteText(translate(CLOSING, kind=kind, seen=seen, last=last))
    return None


def ends_of(state: LessonState) -> tuple[str, ...]:
    return state.names(sorted({choice.end for choice in state.choices}))


def has_kind(city: City, symbol: int, kind: int) -> bool:
    cards = [card for card in city.cards if card.name != SWITCH_CARD]
    return any((card.symbol, card.kind) == (symbol, kind) for card in cards)


def has_joker(city: City) -> bool:
    return has_kind(city, kinds.ANY, kinds.PLAIN)


def has_tour(city: City) -> bool:
    return has_kind(city, kinds.ANY, kinds.TOUR)


def has_wild(city: City) -> bool:
    return has_kind(city, kinds.ANY, kinds.WILD)


def has_switch(city: City) -> bool:
    return city.tables.switch != kinds.NOWHERE and city.tables.switch_sections == 1


def has_early_switch(city: City) -> bool:
    return has_switch(city) and city.tables.switch_ignored_turns > 0


def has_double_switch(city: City) -> bool:
    return city.tables.switch != kinds.NOWHERE and city.tables.switch_sections > 1


CARDS = (
    Topic("early-switch", N_("Too early for the switch"), early_switch, has_early_switch),
    Topic("switch", N_("The switch"), switch, has_switch),
    Topic("double-switch", N_("The double switch"), double_switch, has_double_switch),
    Topic("switch-rest", N_("The second section"), switch_rest, has_double_switch),
    Topic("joker", N_("A joker"), joker, has_joker),
    Topic("tour", N_("Free entry or guided tour"), tour, has_tour),
    Topic("tour-on", N_("The tour goes on"), tour_on, has_tour),
    Topic("wild", N_("A wild card"), wild, has_wild),
    Topic("closing", N_("The end of the round is near"), closing),
)
