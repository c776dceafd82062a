"""Topics about the cards: those that are more than a symbol, and those that end the round."""

from __future__ import annotations

from fulgence.language import N_, ngettext, translate
from fulgence.lessons.moment import Moment
from fulgence.lessons.note import Told, Topic
from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH as SWITCH_CARD
from fulgence.rules.city import City
from fulgence.term import guide, words

JOKER = N_("A joker leads to any station that a dotted line joins with one of your ends.")
TOUR = N_(
    "This card leads to any station. If you choose a monument, it becomes a guided tour: from there you may "
    "draw a second section at once, again to any station."
)
TOUR_ON = N_("You are at a monument: draw one more section from {cell} to any station, or pass.")
WILD = N_(
    "A wild card leads to any station. The one that you reach becomes a National Train Station and gets a "
    "box. As an interchange it counts twice."
)
SWITCH = N_(
    "The switch comes together with the next card. This turn your section may start at any station of your "
    "line, also between the ends. Such a branch gives you one more end."
)
DOUBLE_SWITCH = N_(
    "The double switch comes together with the next card. You may draw a section on each of your two lines, "
    "from any of its stations, to the symbol of that card; its side does not matter."
)
DOUBLE_SWITCH_LINKED = N_(
    "The double switch comes together with the next card. As your lines are linked, you may draw two "
    "sections, each from a station that the line has now, to the symbol of that card."
)
SWITCH_REST = N_(
    "Now the second section of the double switch. It may not start at the station just reached. If you "
    "would rather not, pass."
)
CLOSING = N_("{kind} cards seen: {seen} of {last}. With the next one the round ends; it is still played.")


def joker(now: Moment) -> Told | None:
    if not now.is_card or now.card.symbol != kinds.ANY or now.card.kind != kinds.PLAIN:
        return None
    return Told(translate(JOKER), ends_of(now))


def tour(now: Moment) -> Told | None:
    if not now.is_card or now.card.kind != kinds.TOUR:
        return None
    return Told(translate(TOUR), now.names(now.ends_in(now.city.monuments)))


def tour_on(now: Moment) -> Told | None:
    if now.sheet.permit != kinds.TOUR_ON:
        return None
    cells = now.names(now.starts())
    return Told(translate(TOUR_ON, cell=cells[0]), cells)


def wild(now: Moment) -> Told | None:
    if not now.is_card or now.card.kind != kinds.WILD:
        return None
    return Told(translate(WILD), ends_of(now))


def switch(now: Moment) -> Told | None:
    if not now.is_card or not now.sheet.branching:
        return None
    return Told(translate(SWITCH), now.names(now.starts()))


def early_switch(now: Moment) -> Told | None:
    if not now.is_card or not now.has_switch or now.sheet.branching:
        return None
    count = now.city.tables.switch_ignored_turns
    return Told(ngettext(*guide.EARLY_SWITCH, count, count=count))


def double_switch(now: Moment) -> Told | None:
    if not now.is_card or not now.sheet.branching:
        return None
    text = DOUBLE_SWITCH if now.sheet.side[1] else DOUBLE_SWITCH_LINKED
    return Told(translate(text), now.names(now.starts()))


def switch_rest(now: Moment) -> Told | None:
    if now.sheet.permit != kinds.SWITCH_REST:
        return None
    return Told(translate(SWITCH_REST), now.names(now.starts()))


def closing(now: Moment) -> Told | None:
    if not now.is_card:
        return None
    shown = [card for turn in (*now.view.played, now.view.cards) for card in turn]
    for prefix, last in now.city.closing.items():
        seen = sum(card.partition(":")[0] == prefix for card in shown)
        if seen == last - 1 and prefix == now.card.prefix:
            kind = words.kind_name(now.city, prefix)
            return Told(translate(CLOSING, kind=kind, seen=seen, last=last))
    return None


def ends_of(now: Moment) -> tuple[str, ...]:
    return now.names(sorted({choice.end for choice in now.choices}))


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
    Topic("switch-rest", N_("And the second one"), switch_rest, has_double_switch),
    Topic("joker", N_("A joker"), joker, has_joker),
    Topic("tour", N_("Free entry or guided tour"), tour, has_tour),
    Topic("tour-on", N_("The tour goes on"), tour_on, has_tour),
    Topic("wild", N_("A wild card"), wild, has_wild),
    Topic("closing", N_("The end of the round is near"), closing),
)
