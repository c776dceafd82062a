"""Chapters on playing: what you need, a turn, what you may draw, the cards, the end of a round."""

from __future__ import annotations

from fulgence.language import N_, ngettext, translate
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.topics.cards import (
    has_double_switch,
    has_early_switch,
    has_joker,
    has_switch,
    has_tour,
    has_wild,
)
from fulgence.prose import short_rules, wording
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal_checks import PLACES

GOAL = N_(
    "You build a metro network for {city}. In each of {rounds} rounds, you draw with a pencil of "
    "another colour. The player with the most points at the end wins."
)
PLAYERS = N_(
    "Up to {most} people play. Everyone draws on their own sheet, all at the same time and with the "
    "same cards. You can also play alone."
)
SHEET = N_(
    "The sheet shows {stations} stations in {districts} districts. Dotted lines connect each station to "
    "the next one to the left and right, up and down, and along the diagonals. A piece of line between "
    "two such neighbours is a section."
)
SYMBOLS = N_("Every station has a symbol: square, triangle, pentagon or circle.")
ANY_SYMBOL = N_("Stations that take any symbol: {cells}.")
SECONDARY = N_(
    "There are {main} main districts and {secondary} secondary ones. The secondary districts are those "
    "of {cells}."
)
PENCILS = N_("The pencils and their departures: {departures}.")
PILE = N_("The pile of a round has {count} cards: {cards}.")
PLACES_MOVE = N_(
    "There is a pencil at each of {most} places, even where nobody sits. After each round, the pencils "
    "move on one place, so everyone draws with every colour, and no two people draw with the same one "
    "at once."
)
TURN = N_(
    "The pile is shuffled for every round. Each turn, one card is flipped, and everyone may draw the "
    "section it allows, or pass. When everyone is done, the next card is flipped."
)
END = N_(
    "An end is a station of your line with at most one of the line's sections. The departure is an end "
    "too, as long as only one section leaves it."
)
FORBIDDEN = N_(
    "Four things are forbidden: crossing a drawn section, whatever its colour; drawing a section a "
    "second time; joining two stations that a section already joins; and coming back to a station of "
    "the line you are building."
)
CROSS_THERE = N_("Sections may cross only at overhead crossings.")
DEPARTURES_OPEN = N_("The departure of another colour is a station like any other.")
SIDES_ARE_FREE = N_("Only departures and cards have a side. The lines may go anywhere.")
LINK = N_(
    "A section may end at a station of your other line of this round, even at a departure from which "
    "nothing is drawn yet. That links the two. From then on they are one line: you may extend it from "
    "any of its ends with cards of either side, and it may not form a loop."
)
PLAIN = N_("A card with a symbol takes you to a station with this symbol, or to one that takes any symbol.")
JOKER = N_("Joker: your section may end at any station.")
TOUR = N_(
    "Free entry or guided tour: your section may end at any station. If it ends at a monument, you may "
    "draw a second one from there at once, to any station. Then the tour is over, even at another "
    "monument."
)
WILD = N_(
    "Wild: your section may end at any station, which becomes a National Train Station and gets a box. "
    "A station has at most one box."
)
SWITCH = N_("Switch: it is flipped together with the next card, and the two make one turn.")
DOUBLE_SWITCH = N_("Double switch: it is flipped together with the next card, and the two make one turn.")
SWITCH_ONE = N_(
    "Your section may start at any station on your line, not only at an end. The tip of such a branch "
    "is a new end."
)
SWITCH_TWO = N_(
    "You may draw two sections to the symbol on that card, each from any station already on your line."
)
SWITCH_SIDES = N_(
    "You may draw two sections to the symbol on that card, one on each of your lines, from any station "
    "already on it; the side of the card does not matter. If your lines are linked, both sections "
    "extend that one line."
)
SWITCH_WILD = N_("If that card is a wild, both stations you reach become National Train Stations.")
LAST_CARD = N_("That card is still played, so a round has {fewest} to {most} turns.")


def goal(city: City) -> Chapter:
    first = translate(GOAL, city=translate(city.name), rounds=kinds.ROUNDS)
    return Chapter("goal", translate(N_("The goal")), [first, translate(PLAYERS, most=max(PLACES))])


def needs(city: City) -> Chapter:
    stations = translate(SHEET, stations=len(city.stations), districts=len(city.districts))
    symbols = translate(SYMBOLS)
    special = [city.cells[cell] for cell in city.stations if city.symbols[cell] == kinds.ANY]
    if special:
        symbols += " " + translate(ANY_SYMBOL, cells=", ".join(special))
    rows = [stations, symbols]
    secondary = sum(map(city.is_secondary, range(len(city.districts))))
    if secondary:
        cells = [city.cells[c] for c in city.stations if city.is_secondary(city.district_of[c])]
        main = len(city.districts) - secondary
        rows.append(translate(SECONDARY, main=main, secondary=secondary, cells=wording.join_with_and(cells)))
    departures = [
        f"{translate(pencil)} {wording.join_with_and([city.cells[cell] for cell in cells])}"
        for pencil, cells in city.departures.items()
    ]
    rows.append(translate(PENCILS, departures=", ".join(departures)))
    rows.append(translate(PILE, count=len(city.cards), cards=pile(city)))
    if city.note:
        rows.append(translate(city.note))
    return Chapter("needs", translate(N_("What you need")), rows)


def pile(city: City) -> str:
    """`Underground (square, joker), Street (circle), switch`."""
    groups: dict[str, list[str]] = {}
    for card in city.cards:
        names = groups.setdefault(card.prefix, [])
        if card.prefix:
            names.append(translate(wording.shown_on(city, card.name)))
    parts = []
    for prefix, names in groups.items():
        kind = wording.kind_name(city, prefix)
        parts.append(f"{kind} ({', '.join(names)})" if names else kind)
    return ", ".join(parts)


def turn(city: City, players: int = 0) -> Chapter:
    """`players`: 0 if any number may play."""
    moving = [] if players == 1 else [translate(PLACES_MOVE, most=len(city.pencils))]
    rows = [translate(TURN), *moving]
    return Chapter("turn", translate(N_("A turn")), rows)


def drawing(city: City) -> Chapter:
    forbidden = translate(FORBIDDEN)
    if city.overhead:
        forbidden += " " + translate(CROSS_THERE)
    starts = short_rules.STARTS_SIDES if city.sides else short_rules.STARTS
    rows = [*map(translate, (short_rules.FOLLOWS, starts, END)), forbidden, translate(DEPARTURES_OPEN)]
    return Chapter("drawing", translate(N_("What you may draw")), rows)


def two_lines(city: City) -> Chapter:
    first, second = (wording.kind_name(city, side) for side in city.sides)
    sides = f"{translate(short_rules.SIDES, first=first, second=second)} {translate(SIDES_ARE_FREE)}"
    return Chapter("two-lines", translate(N_("Two lines and how to link them")), [sides, translate(LINK)])


def cards(city: City) -> Chapter:
    texts = [(JOKER, has_joker(city)), (TOUR, has_tour(city)), (WILD, has_wild(city))]
    rows = [translate(PLAIN), *(translate(text) for text, is_there in texts if is_there)]
    if has_switch(city):
        rows.append(f"{translate(SWITCH)} {translate(SWITCH_ONE)}")
    if has_double_switch(city):
        both = translate(SWITCH_SIDES if city.sides else SWITCH_TWO)
        rows.append(f"{translate(DOUBLE_SWITCH)} {both}")
        if has_wild(city):
            rows.append(translate(SWITCH_WILD))
    if has_early_switch(city):
        count = city.tables.switch_ignored_turns
        rows.append(ngettext(*short_rules.EARLY_SWITCH, count, count=count))
    return Chapter("cards", translate(N_("The cards")), rows)


def round_end(city: City) -> Chapter:
    fewest, most = turns_of(city)
    text = f"{short_rules.closing(city)} {translate(LAST_CARD, fewest=fewest, most=most)}"
    return Chapter("round-end", translate(N_("The end of a round")), [text])


def turns_of(city: City) -> tuple[int, int]:
    """The fewest and the most turns of a round; the switch and its partner make one turn."""
    others = sum(card.prefix not in city.closing for card in city.cards)
    most = sum(last - 1 for last in city.closing.values()) + 1 + others
    return min(city.closing.values()), most - (city.tables.switch != kinds.NOWHERE)
