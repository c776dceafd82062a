"""The help of the terminal game: what can be typed, the rules in short, what was dealt."""

from __future__ import annotations

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH as SWITCH_CARD
from fulgence.rules.city import City
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.explain import INDENT, below
from fulgence.term.glyphs import Glyphs
from fulgence.term.plan import pencil_letters

TYPE = N_("What you can type")
KEYS = {
    "7": N_("play move number 7 of the list"),
    "d3-c4": N_("draw that section (d3* circles a station)"),
    "c4": N_("draw to c4, if only one move ends there"),
    "p": N_("pass: draw nothing"),
    "u": N_("undo your last move of this turn"),
    "l": N_("list all legal moves"),
    "m": N_("show the map again"),
    "s": N_("explain the score pad"),
    "o": N_("show the other players' sheets"),
    "q": N_("stop the game"),
}

RULES = N_("The rules in short")
ONE_LINE = N_("Each round you draw one line with one pencil.")
SIDES = N_(
    "Each round you draw up to two lines with one pencil: {first} cards continue one, {second} cards the "
    "other."
)
EVERY_CARD = N_("Every card lets you add a section, or pass.")
FOLLOWS = N_("A section follows a dotted line to a neighbouring station that has the symbol of the card.")
STARTS = N_("It starts at an end of your line; the first one at the departure of your colour.")
STARTS_SIDES = N_(
    "It starts at an end of that line. The first section of each line starts at its own departure."
)
FORBIDDEN = N_("It may not cross a drawn section, lie on one, or return to its own line.")
LINK = N_(
    "If a section of one line ends at a station of the other, they become a single line, which gives "
    "{points} extra points. Otherwise each is counted for itself."
)
SWITCH = N_("With the switch a section may start at any station of your line.")
EARLY_SWITCH = NP_(
    "A switch in the first {count} turn of a round has no effect. Play the other card as if it had come "
    "alone.",
    "A switch in the first {count} turns of a round has no effect. Play the other card as if it had come "
    "alone.",
)
DOUBLE_SWITCH = N_(
    "With the double switch you may draw two sections, each from any station that your line already has."
)
DOUBLE_SWITCH_SIDES = N_(
    "With the double switch you may draw a section on each of your lines, from any station that it already "
    "has; the side of the card does not matter."
)
JOKER = N_("A joker leads to any station.")
TOUR = N_(
    "Free entry or guided tour: a section to any station; if it ends at a monument, a second one may follow "
    "from there to any station."
)
WILD = N_("A wild card leads to any station and makes it a National Train Station, which gets a box.")
CLOSING = N_("The round ends with the {nth} {kind} card.")
CLOSING_EITHER = N_("The round ends with the {nth} {kind} or the {other_nth} {other} card.")
SCORE = N_("A line scores its districts times its stations in the fullest of them.")
RIVER = N_("Each section under the {river} gives its line {points} extra points.")
SITES = N_(
    "For every tourist site on a line you cross off a circle. At the end 0, 1, 2 and more circles give these "
    "points: {track}."
)
MONUMENTS = N_("Monuments take any symbol and give {points} extra points to every line that stops there.")
PLATFORM = N_("The platform is one station that takes any symbol; a line may pass through it once.")
OVERHEAD = N_(
    "Only at overhead crossings may two sections cross. At the end a crossing gives {once} points if it is "
    "used once, {twice} if it is used twice."
)
INTERCHANGES = N_(
    "A station on several of your lines is an interchange. It gives {two} points with two lines, {three} "
    "with three and {four} with four."
)
BOXED = N_("As an interchange, a National Train Station counts twice.")

SIGNS = N_("Signs on the map")
STATIONS = N_("{symbols}  square, triangle, pentagon, circle, any symbol")
LETTERS = N_("{letters}: lines and departures")
SITE_SIGN = N_("a site")
MONUMENT_SIGN = N_("a monument")
BOXED_SIGN = N_("a National Train Station")
GATE_SIGN = N_("a city gate")
CIRCLED_SIGN = N_("a circled station")
OVERHEAD_SIGN = N_("an overhead crossing")

DEALT = N_("In this game")
POWER = N_("{pencil}: once in its round, {power}")
GATE = N_("gate {cell}: {gate}")
ACCELERATION = N_("round {round}: {bonus}")
OBJECTIVE = N_("objective: {objective}")


def guide(view: View) -> list[str]:
    """As much of the help as this city and this game need."""
    rows = [translate(TYPE), *(f"  {key:<9}{translate(does)}" for key, does in KEYS.items())]
    rows += ["", translate(RULES), *rules_of(view.city)]
    dealt = what_was_dealt(view)
    return [*rows, "", translate(DEALT), *dealt] if dealt else rows


def rules_of(city: City) -> list[str]:
    return [f"{INDENT}{rule}" for rule in (*building(city), *cards(city), *points(city)) if rule]


def building(city: City) -> list[str]:
    lines, starts, link = translate(ONE_LINE), translate(STARTS), ""
    if city.sides:
        first, second = (words.kind_name(city, side) for side in city.sides)
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
    ends = [(words.ordinal(last), words.kind_name(city, prefix)) for prefix, last in city.closing.items()]
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
    if any(mask & (mask - 1) for mask in city.whole):
        rows.append(translate(PLATFORM))
    if city.overhead:
        _, once, twice = worth.crossing
        rows.append(translate(OVERHEAD, once=once, twice=twice))
    two, three, four = worth.interchange[2:]
    rows.append(translate(INTERCHANGES, two=two, three=three, four=four))
    if any(card.kind == kinds.WILD for card in city.cards):
        rows.append(translate(BOXED))
    return rows


def legend(view: View, glyphs: Glyphs) -> list[str]:
    """The signs of a drawn map, as far as this game has them."""
    city = view.city
    pencils = pencil_letters(city).items()
    letters = ", ".join(f"{letter} {translate(pencil)}" for pencil, letter in pencils)
    signs = [
        ("( )", translate(SITE_SIGN), bool(city.sites)),
        ("( )", translate(MONUMENT_SIGN), bool(city.monuments)),
        ("[ ]", translate(BOXED_SIGN), any(card.kind == kinds.WILD for card in city.cards)),
        ("< >", translate(GATE_SIGN), bool(view.gates)),
        ("{ }", translate(CIRCLED_SIGN), bool(view.gates)),
        (glyphs.river, words.under_river(city), bool(city.river)),
        (glyphs.overhead, translate(OVERHEAD_SIGN), bool(city.overhead)),
    ]
    return [
        "",
        translate(SIGNS),
        below(STATIONS, symbols=" ".join(glyphs.symbols)),
        below(LETTERS, letters=letters),
        *(f"  {sign}  {text}" for sign, text, applies in signs if applies),
    ]


def what_was_dealt(view: View) -> list[str]:
    rows = []
    for pencil, power in view.powers.items():
        rows.append(below(POWER, pencil=translate(pencil), power=translate(words.POWERS[power])))
    for cell, gate in view.gates.items():
        rows.append(below(GATE, cell=cell, gate=translate(words.GATES[gate])))
    for number, bonus in enumerate(view.acceleration, 1):
        rows.append(below(ACCELERATION, round=number, bonus=words.bonus_name(view.city, bonus)))
    for objective in view.city.objectives:
        if objective.name in view.objectives:
            rows.append(below(OBJECTIVE, objective=words.objective_name(view.city, objective)))
    return rows
