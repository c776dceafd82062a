"""How the game is played: what you need, a turn, what may be drawn, the cards, the end of a round."""

from __future__ import annotations

from fulgence.language import N_, ngettext, translate
from fulgence.lessons.chapters.section import Section
from fulgence.lessons.topics.cards import (
    has_double_switch,
    has_early_switch,
    has_joker,
    has_switch,
    has_tour,
    has_wild,
)
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.deal import PLACES
from fulgence.term import guide, words

GOAL = N_(
    "You build a metro network for {city}. In each of {rounds} rounds you draw with a pencil of another "
    "colour. Whoever has the most points in the end wins."
)
PLAYERS = N_(
    "Up to {most} people play. Everybody draws on a sheet of their own, all at the same time and with the "
    "same cards. You can play alone, too."
)
SHEET = N_(
    "The sheet shows {stations} stations in {districts} districts. Dotted lines join each station with the "
    "next one to the left and right, up and down and along the diagonals. A piece of line between two such "
    "neighbours is a section."
)
SYMBOLS = N_("Every station has a symbol: square, triangle, pentagon or circle.")
ANY_SYMBOL = N_("Stations that take any symbol: {cells}.")
SECONDARY = N_(
    "There are {main} main districts and {secondary} secondary ones. Secondary are those of {cells}."
)
PENCILS = N_("The pencils and their departures: {departures}.")
PILE = N_("The pile of a round has {count} cards: {cards}.")
PLACES_MOVE = N_(
    "Pencils lie at {most} places, also at those where nobody sits. After each round they move on by one "
    "place, so everybody draws with every colour, and never two people with the same one."
)
TURN = N_(
    "The pile is shuffled for every round. Each turn one card is turned over, and everybody may draw the "
    "section that it allows, or pass. When all are done, the next card follows."
)
END = N_(
    "An end is a station of your line with at most one of its sections. The departure is an end, too, as "
    "long as only one section leaves it."
)
FORBIDDEN = N_(
    "Four things are forbidden: to cross a drawn section, whatever its colour; to draw a section a second "
    "time; to join two stations that a section joins already; and to come back to a station of the line "
    "that you are building."
)
CROSS_THERE = N_("Only at overhead crossings may sections cross.")
DEPARTURES_OPEN = N_("The departure of another colour is a station like any other.")
SIDES_ARE_FREE = N_("The sides belong to the departures and the cards. The lines may go wherever they like.")
LINK = N_(
    "A section may end at a station of your other line of this round, even at a departure from where "
    "nothing is drawn yet. That links the two. From then on they are one line, which goes on from any of "
    "its ends with cards of either side and may not make a loop."
)
PLAIN = N_("A card with a symbol leads to a station with this symbol, or to one that takes any.")
JOKER = N_("Joker: your section may end at any station.")
TOUR = N_(
    "Free entry or guided tour: your section may end at any station. If it ends at a monument, you may draw "
    "a second one at once, from there to any station. Then the tour is over, even at another monument."
)
WILD = N_(
    "Wild: your section may end at any station, which becomes a National Train Station and gets a box. A "
    "station has one box at most."
)
SWITCH = N_("Switch: it is turned over together with the next card, and the two make one turn.")
DOUBLE_SWITCH = N_("Double switch: it is turned over together with the next card, and the two make one turn.")
SWITCH_ONE = N_(
    "Your section may start at any station of your line, not only at an end. The tip of such a branch is "
    "one more end."
)
SWITCH_TWO = N_(
    "You may draw two sections to the symbol of that card, each from any station that your line already has."
)
SWITCH_SIDES = N_(
    "You may draw two sections to the symbol of that card, one on each of your lines, from any station that "
    "it already has; the side of the card does not matter. If your lines are linked, both sections go to "
    "the one line."
)
SWITCH_WILD = N_("With a wild, both stations that you reach become National Train Stations.")
LAST_CARD = N_("The last card is still played. So a round has {fewest} to {most} turns.")


def goal(city: City) -> Section:
    first = translate(GOAL, city=translate(city.name), rounds=kinds.ROUNDS)
    return Section("goal", translate(N_("The goal")), [first, translate(PLAYERS, most=max(PLACES))])


def needs(city: City) -> Section:
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
        rows.append(translate(SECONDARY, main=main, secondary=secondary, cells=words.joined(cells)))
    departures = [
        f"{translate(pencil)} {words.joined([city.cells[cell] for cell in cells])}"
        for pencil, cells in city.departures.items()
    ]
    rows.append(translate(PENCILS, departures=", ".join(departures)))
    rows.append(translate(PILE, count=len(city.cards), cards=pile(city)))
    if city.note:
        rows.append(translate(city.note))
    return Section("needs", translate(N_("What you need")), rows)


def pile(city: City) -> str:
    """`Underground (square, joker), Street (circle), switch`."""
    groups: dict[str, list[str]] = {}
    for card in city.cards:
        names = groups.setdefault(card.prefix, [])
        if card.prefix:
            names.append(translate(words.shown_on(city, card.name)))
    parts = []
    for prefix, names in groups.items():
        kind = words.kind_name(city, prefix)
        parts.append(f"{kind} ({', '.join(names)})" if names else kind)
    return ", ".join(parts)


def turn(city: City) -> Section:
    rows = [translate(TURN), translate(PLACES_MOVE, most=len(city.pencils))]
    return Section("turn", translate(N_("A turn")), rows)


def drawing(city: City) -> Section:
    forbidden = translate(FORBIDDEN)
    if city.overhead:
        forbidden += " " + translate(CROSS_THERE)
    starts = guide.STARTS_SIDES if city.sides else guide.STARTS
    rows = [*map(translate, (guide.FOLLOWS, starts, END)), forbidden, translate(DEPARTURES_OPEN)]
    return Section("drawing", translate(N_("What may be drawn")), rows)


def two_lines(city: City) -> Section:
    first, second = (words.kind_name(city, side) for side in city.sides)
    sides = f"{translate(guide.SIDES, first=first, second=second)} {translate(SIDES_ARE_FREE)}"
    return Section("two-lines", translate(N_("Two lines and their link")), [sides, translate(LINK)])


def cards(city: City) -> Section:
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
        rows.append(ngettext(*guide.EARLY_SWITCH, count, count=count))
    return Section("cards", translate(N_("The cards")), rows)


def round_end(city: City) -> Section:
    fewest, most = turns_of(city)
    text = f"{guide.closing(city)} {translate(LAST_CARD, fewest=fewest, most=most)}"
    return Section("round-end", translate(N_("The end of a round")), [text])


def turns_of(city: City) -> tuple[int, int]:
    """How few and how many turns a round can have; switch and partner are one."""
    others = sum(card.prefix not in city.closing for card in city.cards)
    most = sum(last - 1 for last in city.closing.values()) + 1 + others
    return min(city.closing.values()), most - (city.tables.switch != kinds.NOWHERE)
