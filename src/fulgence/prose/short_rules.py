"""The rules of a city in brief, generated from its file."""

from __future__ import annotations

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.kinds import SWITCH_CARD

ONE_LINE = N_("Each round you draw one line with one pencil.")
SIDES = N_(
    "Each round you draw up to two lines with one pencil: {first} cards extend one, {second} cards the other."
)
EVERY_CARD = N_("With every card you may add a section or pass.")
FOLLOWS = N_("A section follows a dotted line to a neighbouring station with the symbol on the card.")
STARTS = N_("It starts at an end of your line, or at the departure of your colour if it is the first.")
STARTS_SIDES = N_(
    "It starts at an end of that line. The first section of each line starts at the line's departure."
)
FORBIDDEN = N_("It may not cross a drawn section, run along one, or return to its own line.")
LINK = N_(
    "If a section of one line ends at a station of the other, they become a single line, which earns "
    "{points} extra points. Otherwise each line is scored separately."
)
SWITCH = N_("With the switch, a section may start at any station on your line.")
EARLY_SWITCH = NP_(
    "A switch in the first {count} turn of a round has no effect. Play the other card as if it were alone.",
    "A switch in the first {count} turns of a round has no effect. Play the other card as if it were alone.",
)
DOUBLE_SWITCH = N_(
    "With the double switch, you may draw two sections, each from any station already on your line."
)
DOUBLE_SWITCH_SIDES = N_(
    "With the double switch, you may draw a section on each of your lines, from any station already on "
    "it; the side of the card does not matter."
)
JOKER = N_("A joker takes you to any station.")
TOUR = N_(
    "Free entry or guided tour: draw a section to any station. If it ends at a monument, you may draw a "
    "second one from there to any station."
)
WILD = N_("A wild card takes you to any station, which becomes a National Train Station and gets a box.")
CLOSING = N_("The round ends with the {nth} {kind} card.")
CLOSING_EITHER = N_("The round ends with the {nth} {kind} or the {other_nth} {other} card.")
SCORE = N_("A line scores its districts times its stations in the fullest of them.")
RIVER = N_("Each section under the {river} earns its line {points} extra points.")
SITES = N_(
    "For every tourist site on a line, cross off a circle. At the end, 0, 1, 2 and more circles score: "
    "{track}."
)
MONUMENTS = N_("Monuments take any symbol and earn {points} extra points for every line that stops there.")
PLATFORM = N_("The platform is one station that takes any symbol; a line may pass through it only once.")
OVERHEAD = N_(
    "Two sections may cross only at an overhead crossing. At the end, a crossing scores {once} points "
    "if it is used once and {twice} if it is used twice."
)
INTERCHANGES = N_(
    "A station on several of your lines is an interchange. It scores {two} points with two lines, "
    "{three} with three and {four} with four."
)
BOXED = N_("As an interchange, a National Train Station counts twice.")


def short_rules(city: City) -> list[str]:
    return [rule for rule in (*building(city), *cards(city), *points(city)) if rule]


def building(city: City) -> list[str]:
    lines, starts, link = translate(ONE_LINE), translate(STARTS), ""
    if city.sides:
        first, second = (wording.kind_name(city, side) for side in city.sides)
        lines, starts = translate(SIDES, first=first, second=second), translate(STARTS_SIDES)
        link = translate(LINK, points=city.worth.link)
    return [
        translate(city.note),
        f"{lines} {translate(EVERY_CARD)}",
        translate(FOLLOWS),
        starts,
        translate(FORBIDDEN),
        link,
    ]


def cards(city: City) -> list[str]:
    names = {card.name.rpartition(":")[2] for card in city.cards}
    special = {"joker": JOKER, "tour": TOUR, "wild": WILD}
    rows = [switch(city)] if SWITCH_CARD in names else []
    return [*rows, *(translate(text) for name, text in special.items() if name in names), closing(city)]


def switch(city: City) -> str:
    tables = city.tables
    if tables.switch_sections > 1:
        return translate(DOUBLE_SWITCH_SIDES if city.sides else DOUBLE_SWITCH)
    early = tables.switch_ignored_turns
    return f"{translate(SWITCH)} {ngettext(*EARLY_SWITCH, early, count=early) if early else ''}".strip()


def closing(city: City) -> str:
    """Which card ends a round."""
    ends = [(wording.ordinal(last), wording.kind_name(city, prefix)) for prefix, last in city.closing.items()]
    if len(ends) == 1:
        [(nth, kind)] = ends
        return translate(CLOSING, nth=nth, kind=kind)
    (nth, kind), (other_nth, other) = ends
    return translate(CLOSING_EITHER, nth=nth, kind=kind, other_nth=other_nth, other=other)


def points(city: City) -> list[str]:
    worth = city.worth
    rows = [translate(SCORE)]
    if city.river:
        rows.append(translate(RIVER, river=translate(city.river_name), points=worth.river))
    if city.sites:
        rows.append(translate(SITES, track=", ".join(map(str, worth.track))))
    if city.monuments:
        rows.append(translate(MONUMENTS, points=worth.monument))
    if any(mask & (mask - 1) for mask in city.station_cells):
        rows.append(translate(PLATFORM))
    if city.overhead:
        _, once, twice = worth.crossing
        rows.append(translate(OVERHEAD, once=once, twice=twice))
    two, three, four = worth.interchange[2:]
    rows.append(translate(INTERCHANGES, two=two, three=three, four=four))
    if any(card.kind == kinds.WILD for card in city.cards):
        rows.append(translate(BOXED))
    return rows
