"""The help of the terminal game: keys, the rules in brief, what was dealt."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.prose import wording
from fulgence.prose.score_explained import INDENT, indented
from fulgence.prose.short_rules import short_rules
from fulgence.rules import kinds
from fulgence.rules.view import View
from fulgence.term.glyphs import Glyphs
from fulgence.term.text_map import pencil_letters

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

RULES = N_("The rules in brief")

SIGNS = N_("Map legend")
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


def help_rows(view: View) -> list[str]:
    """The help that this city and this game need."""
    rows = [translate(TYPE), *(f"  {key:<9}{translate(does)}" for key, does in KEYS.items())]
    rows += ["", translate(RULES), *(f"{INDENT}{rule}" for rule in short_rules(view.city))]
    dealt = what_was_dealt(view)
    return [*rows, "", translate(DEALT), *dealt] if dealt else rows


def legend(view: View, glyphs: Glyphs) -> list[str]:
    """The legend of the map, without what this game does not have."""
    city = view.city
    pencils = pencil_letters(city).items()
    letters = ", ".join(f"{letter} {translate(pencil)}" for pencil, letter in pencils)
    signs = [
        ("( )", translate(SITE_SIGN), bool(city.sites)),
        ("( )", translate(MONUMENT_SIGN), bool(city.monuments)),
        ("[ ]", translate(BOXED_SIGN), any(card.kind == kinds.WILD for card in city.cards)),
        ("< >", translate(GATE_SIGN), bool(view.gates)),
        ("{ }", translate(CIRCLED_SIGN), bool(view.gates)),
        (glyphs.river, wording.under_river(city), bool(city.river)),
        (glyphs.overhead, translate(OVERHEAD_SIGN), bool(city.overhead)),
    ]
    return [
        "",
        translate(SIGNS),
        indented(STATIONS, symbols=" ".join(glyphs.symbols)),
        indented(LETTERS, letters=letters),
        *(f"  {sign}  {text}" for sign, text, applies in signs if applies),
    ]


def what_was_dealt(view: View) -> list[str]:
    rows = []
    for pencil, power in view.powers.items():
        rows.append(indented(POWER, pencil=translate(pencil), power=translate(wording.POWERS[power])))
    for cell, gate in view.gates.items():
        rows.append(indented(GATE, cell=cell, gate=translate(wording.GATES[gate])))
    for number, bonus in enumerate(view.acceleration, 1):
        rows.append(indented(ACCELERATION, round=number, bonus=wording.bonus_name(view.city, bonus)))
    for objective in view.city.objectives:
        if objective.name in view.objectives:
            rows.append(indented(OBJECTIVE, objective=wording.objective_name(view.city, objective)))
    return rows
