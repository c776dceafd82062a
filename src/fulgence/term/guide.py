"""The help of the terminal game: what can be typed, the rules in short, what was dealt."""

from __future__ import annotations

from fulgence.rules import kinds
from fulgence.rules.cards import SWITCH as SWITCH_CARD
from fulgence.rules.city import City
from fulgence.rules.view import View
from fulgence.term import words
from fulgence.term.glyphs import Glyphs
from fulgence.term.plan import pencil_letters

TYPE = """\
What you can type
  7        play move number 7 of the list
  d3-c4    draw that section (d3* circles a station)
  c4       draw to c4, if only one move ends there
  p        pass: draw nothing
  u        undo your last move of this turn
  m        show the map again
  s        explain the score pad
  o        show the other players' sheets
  q        stop the game"""

RULES = """\
The rules in short
  Each round you draw one line with one pencil. Every card lets you add a
  section to it, or pass.
  A section follows a dotted line to a neighbouring station that has the symbol
  of the card.
  It starts at an end of your line; the first one at the departure of your
  colour.
  It may not cross a drawn section, lie on one, or return to its own line."""
SWITCH = "  With the switch a section may start at any station of your line."
DOUBLE_SWITCH = "  With the switch you draw a section on each of your lines, from any station."
SIDES = """\
  You have two lines a round: {first} cards continue one, {second} cards the other.
  If one of them reaches the other, they become a single line."""
WILD = "  A wild card leads to any station and makes it a boxed one."
JOKER = "  A joker leads to any station."
TOUR = "  A guided tour leads to any station, and on from there if it is a monument."
CLOSING = "  The round ends after {last} {kind} cards."
SCORE = "  A line scores its districts times its stations in the fullest of them."
RIVER = "  Sections under the {river} give extra points."
SITES = "  Sites give points for every line that stops there."
MONUMENTS = "  Monuments take any symbol and give extra points."
OVERHEAD = "  Overhead crossings let two sections cross; using them gives points."
INTERCHANGES = "  Stations on two or more lines are interchanges and give points at the end."
BOXED = "  A boxed interchange counts twice."

SIGNS = "Signs on the map"
STATIONS = "  {symbols}  square, triangle, pentagon, circle, any symbol"
LETTERS = "  {letters}: lines and departures"
SITE_SIGN = "  ( )  a site"
MONUMENT_SIGN = "  ( )  a monument"
BOXED_SIGN = "  [ ]  a boxed station"
GATE_SIGN = "  < >  a city gate"
CIRCLED_SIGN = "  { }  a circled station"
RIVER_SIGN = "  {river}  under the {name}"
OVERHEAD_SIGN = "  {overhead}  an overhead crossing"

DEALT = "In this game"
POWER = "  {pencil}: once in its round, {power}"
GATE = "  gate {cell}: {gate}"
ACCELERATION = "  round {round}: {bonus}"
OBJECTIVE = "  objective: {objective}"


def guide(view: View) -> list[str]:
    """As much of the help as this city and this game need."""
    dealt = what_was_dealt(view)
    parts = [TYPE, "", RULES, *rules_of(view.city)]
    return "\n".join([*parts, "", DEALT, *dealt] if dealt else parts).splitlines()


def rules_of(city: City) -> list[str]:
    names = {card.name.rpartition(":")[2] for card in city.cards}
    closing = [CLOSING.format(last=last, kind=city.prefixes[prefix]) for prefix, last in city.closing.items()]
    sides = []
    if city.sides:
        first, second = (city.prefixes[side] for side in city.sides)
        sides = [SIDES.format(first=first, second=second)]
    rules = [
        (sides, bool(city.sides)),
        ([DOUBLE_SWITCH if city.tables.switch_sections > 1 else SWITCH], SWITCH_CARD in names),
        ([JOKER], "joker" in names),
        ([TOUR], "tour" in names),
        ([WILD], "wild" in names),
        (closing, True),
        ([SCORE], True),
        ([RIVER.format(river=city.river_name)], bool(city.river)),
        ([SITES], bool(city.sites)),
        ([MONUMENTS], bool(city.monuments)),
        ([OVERHEAD], bool(city.overhead)),
        ([INTERCHANGES], True),
        ([BOXED], "wild" in names),
    ]
    return [row for rows, applies in rules if applies for row in rows]


def legend(view: View, glyphs: Glyphs) -> list[str]:
    """The signs of a drawn map, as far as this game has them."""
    city = view.city
    letters = ", ".join(f"{letter} {pencil}" for pencil, letter in pencil_letters(city.pencils).items())
    signs = [
        (STATIONS.format(symbols=" ".join(glyphs.symbols)), True),
        (LETTERS.format(letters=letters), True),
        (SITE_SIGN, bool(city.sites)),
        (MONUMENT_SIGN, bool(city.monuments)),
        (BOXED_SIGN, any(card.kind == kinds.WILD for card in city.cards)),
        (GATE_SIGN, bool(view.gates)),
        (CIRCLED_SIGN, bool(view.gates)),
        (RIVER_SIGN.format(river=glyphs.river, name=city.river_name), bool(city.river)),
        (OVERHEAD_SIGN.format(overhead=glyphs.overhead), bool(city.overhead)),
    ]
    return ["", SIGNS, *(text for text, applies in signs if applies)]


def what_was_dealt(view: View) -> list[str]:
    rows = [POWER.format(pencil=pencil, power=words.POWERS[power]) for pencil, power in view.powers.items()]
    rows += [GATE.format(cell=cell, gate=words.GATES[gate]) for cell, gate in view.gates.items()]
    rows += [
        ACCELERATION.format(round=number, bonus=words.ACCELERATIONS[bonus])
        for number, bonus in enumerate(view.acceleration, 1)
    ]
    for objective in view.city.objectives:
        if objective.name in view.objectives:
            rows.append(OBJECTIVE.format(objective=words.objective_name(view.city, objective)))
    return rows
