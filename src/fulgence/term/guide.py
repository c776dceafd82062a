"""The help of the terminal game: what can be typed, the rules in short, what was dealt."""

from __future__ import annotations

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH as SWITCH_CARD
from fulgence.rules.city import City
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.explain import below
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
ALWAYS = (
    N_("Each round you draw one line with one pencil. Every card lets you add a section to it, or pass."),
    N_("A section follows a dotted line to a neighbouring station that has the symbol of the card."),
    N_("It starts at an end of your line; the first one at the departure of your colour."),
    N_("It may not cross a drawn section, lie on one, or return to its own line."),
)
SWITCH = N_("With the switch a section may start at any station of your line.")
DOUBLE_SWITCH = N_("With the switch you draw a section on each of your lines, from any station.")
SIDES = N_("You have two lines a round: {first} cards continue one, {second} cards the other.")
LINK = N_("If one of them reaches the other, they become a single line.")
WILD = N_("A wild card leads to any station and makes it a boxed one.")
JOKER = N_("A joker leads to any station.")
TOUR = N_("A guided tour leads to any station, and on from there if it is a monument.")
CLOSING = NP_("The round ends after {last} {kind} card.", "The round ends after {last} {kind} cards.")
SCORE = N_("A line scores its districts times its stations in the fullest of them.")
RIVER = N_("Sections under the {river} give extra points.")
SITES = N_("Sites give points for every line that stops there.")
MONUMENTS = N_("Monuments take any symbol and give extra points.")
OVERHEAD = N_("Overhead crossings let two sections cross; using them gives points.")
INTERCHANGES = N_("Stations on two or more lines are interchanges and give points at the end.")
BOXED = N_("A boxed interchange counts twice.")

SIGNS = N_("Signs on the map")
STATIONS = N_("{symbols}  square, triangle, pentagon, circle, any symbol")
LETTERS = N_("{letters}: lines and departures")
SITE_SIGN = N_("a site")
MONUMENT_SIGN = N_("a monument")
BOXED_SIGN = N_("a boxed station")
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
    names = {card.name.rpartition(":")[2] for card in city.cards}
    rows = [below(rule) for rule in ALWAYS]
    if city.sides:
        first, second = (words.kind_name(city, side) for side in city.sides)
        rows += [below(SIDES, first=first, second=second), below(LINK)]
    rules = [
        (DOUBLE_SWITCH if city.tables.switch_sections > 1 else SWITCH, SWITCH_CARD in names),
        (JOKER, "joker" in names),
        (TOUR, "tour" in names),
        (WILD, "wild" in names),
    ]
    rows += [below(rule) for rule, applies in rules if applies]
    for prefix, last in city.closing.items():
        rows.append("  " + ngettext(*CLOSING, last, last=last, kind=words.kind_name(city, prefix)))
    rows.append(below(SCORE))
    if city.river:
        rows.append(below(RIVER, river=translate(city.river_name)))
    rules = [
        (SITES, bool(city.sites)),
        (MONUMENTS, bool(city.monuments)),
        (OVERHEAD, bool(city.overhead)),
        (INTERCHANGES, True),
        (BOXED, "wild" in names),
    ]
    return rows + [below(rule) for rule, applies in rules if applies]


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
        rows.append(below(ACCELERATION, round=number, bonus=translate(words.ACCELERATIONS[bonus])))
    for objective in view.city.objectives:
        if objective.name in view.objectives:
            rows.append(below(OBJECTIVE, objective=words.objective_name(view.city, objective)))
    return rows
