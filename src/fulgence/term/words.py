"""What a player reads while playing: short texts, the names of things, and how they join.

Texts with {names} are filled in where they are used. The longer help is in guide.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import cards, kinds
from fulgence.rules.city import City, Objective
from fulgence.rules.scorepad import Progress

# Things on the map and on the cards.
SYMBOLS = ("square", "triangle", "pentagon", "circle", "any symbol")  # by the numbers of kinds.py
A_SYMBOL = ("a square", "a triangle", "a pentagon", "a circle", "any station")
CARDS = {"joker": "joker", "tour": "guided tour", "wild": "wild"}
SWITCH = "switch"  # the card of that name
SITE, MONUMENT, DEPARTURE, BOXED, GATE = "site", "monument", "departure", "boxed", "city gate"
CIRCLED = "circled"
PLATFORM = "platform"

# Add-ons, by their names in records.
POWERS = {
    "second-section": "a second section",
    "joker": "go to any station",
    "switch": "start at any station",
    "double-station": "one station counts twice",
}
GATES = {
    "switch-and-free-entry": "one more section, anywhere",
    "double-free-entry": "two more sections from ends",
    "double-district": "district counts twice",
    "double-station": "circle a station: counts twice",
}
ACCELERATIONS = {
    "visible-cards": "the next card is visible",
    "secondary-districts": "corner districts count more",
    "double-stations": "the fullest district doubled",
    "repeat-switch": "the switch comes back once",
    "double-tracks": "double tracks allowed",
}
OBJECTIVES = {
    "interchanges": "{count} interchanges",
    "districts": "stations in {count} districts",
    "line-districts": "one line in {count} districts",
    "sites": "{count} different sites",
    "monuments": "{count} different monuments",
    "river": "{count} sections under the {river}",
    "full-districts": "every station of {count} main districts",
    "double-crossings": "{count} crossings used twice",
    "line-nationals": "{count} boxed stations on one line",
    "national-districts": "boxed stations in {count} districts",
    "secondary-interchanges": "interchanges in {count} corner districts",
}
INTERCHANGES_OF = "{count} interchanges of {lines} lines"
ONE_FULL_DISTRICT = "every station of one main district"
DISTRICT_OF = "every station around {cell}"
READY, SPENT, AUTOMATIC = "ready", "used", "automatic"

# The panel.
ROUND_TURN = "round {round} of {rounds}, turn {turn}"
DRAWS = "{name}: {pencil} pencil"
AS_OF_LAST_FLIP = "{name}, as of the last flip"
OF = "{seen} of {last}"
NEXT_CARD = "next: {card}"
SWITCH_IGNORED = "the switch does not count yet"
POWER = "power"
THIS_ROUND = "this round"
SITES, CROSSINGS, INTERCHANGES, OBJECTIVE_POINTS = "sites", "crossings", "interchanges", "objectives"
HANDICAP, TOTAL = "playing alone", "total"

# What is to be decided.
DRAW = "Draw a section {start} to {goal}."
FROM_END = "from an end ({cells})"
FROM_SIDE_END = "from an end of your {side} line ({cells})"
FROM_ANY = "from any station of your line"
FROM_EITHER = "from any station of one of your lines"
FROM_OTHER = "from any station of your other line"
BOXES = "The station reached becomes a boxed one."
OR_JOKER = "Your power may take you to any station."
OR_SWITCH = "Your power lets you start at any station."
TOUR_ON = "Guided tour: draw a second section {start} to any station."
FROM_MONUMENT = "from the monument ({cells})"
SWITCH_REST = "Double switch, second section: {start} to {goal}."
GATE_SWITCH = "City gate: draw a section {start} to any station."
GATE_FREE = "City gate, first of two sections: {start} to any station."
GATE_FREE_AGAIN = "City gate, second of two sections: {start} to any station."
CIRCLE = "City gate: circle a station of your line; it counts twice."
SECOND = "Second section with your power: {start} to {goal}."
NOTHING_LEGAL = "Nothing can be drawn this turn."
DONE = "Your turn is complete."
RIVER_FLAG = "under the {river}"
POWER_FLAG = "uses your power"
LINK_FLAG = "joins your two lines"

# Without pictures: one item a line.
WHERE = "{city}. Round {round} of {rounds}, turn {turn}."
PLAYER_IS = "Player: {name}."
PENCIL_IS = "Pencil: {pencil}."
CARDS_SHOWN = "Card: {cards}."
SEEN = "{kind} cards so far: {seen}; the round ends with {last}."
LEFT = "Still in the pile: {cards}."
NEXT_CARD_IS = "The next card is {card}."
POWER_IS = "Your power: {power}, {state}."
BONUS_IS = "This round: {bonus}."
GATE_IS = "Gate at {cell}: {gate}."
LINE_SO_FAR = "Your line so far:"
LINE_OF_SIDE = "Your {side} line so far:"
LINE_OF_PENCIL = "{pencil} line:"
NO_SECTION = "no section, departure {cells}"
SECTION = "{start} to {end}"
SCORE_NOW = "Score so far: {points} for this line, {total} in all."
CHOICE = "{number}: {start} to {end}, {what}, district {district}"
CIRCLE_CHOICE = "{number}: circle {end}, {what}, district {district}"
PASS_CHOICE = "p: pass"
STATIONS_OF_ROW = "Row {row}:"
STATION_IS = "{cell}, {what}, district {district}"
SCORE_OF = "Score of {name}:"
SHEET_OF = "Sheet of {name}, as of the last flip:"
KEYS_SPOKEN = "Type a number, or ? for help."

# Asking.
KEYS_DRAW = "number or d3-c4 = draw, p pass"
KEYS = "u undo, m map, s score, ? help, q quit"
KEYS_OTHERS = "u undo, m map, s score, o others, ? help, q quit"
NAMED = "{name}. {prompt}"
YOUR_MOVE = "Your move: "
ONLY_PASS = "Enter = pass: "
NEXT_CARD_ASK = "Enter = next card, u = undo: "
NEXT_PLAYER_ASK = "Enter = next player, u = undo: "
LAST_CARD_ASK = "Enter = end of the game, u = undo: "
QUIT_SAVES = "Stop here? The game so far will be saved in {path}. (y/n) "
QUIT_LOSES = "Stop here? The game will be lost; start with --record FILE to keep it. (y/n) "

# Answers to what was typed.
NEEDS_INPUT = "Type a number, a move such as {move}, or p to pass; ? for help."
NEEDS_ENTER = "Press Enter to go on, or type u to undo; ? for help."
NO_NUMBER = "There is no move {number}; choose from 1 to {last}."
NO_NUMBERS = "There is no move {number}; nothing can be drawn, so press Enter to pass."
SEVERAL_MOVES = "Several moves end at {cell}; choose by number: {numbers}."
NO_MOVE_TO = "No legal move ends at {cell} now."
NO_OTHERS = "You are playing alone; there are no other sheets."
YES = ("y", "yes")

# The score pad explained. Lines that begin with blanks belong to the one above.
LINE_IS = "{pencil}: {formula} = {points}"
LINE_EMPTY = "{pencil}: nothing drawn, 0"
DISTRICTS_ARE = "  districts: {count}, with the stations {districts}"
MOST_IS = "  most stations in one of them: {count}, {cells}"
WITH_BONUS = "  a bonus is in these two numbers; without it they are {districts} and {most}"
EXTRAS_ARE = "  extra points: {points}, {causes}"
RIVER_COUNT = "sections under the {river}: {count}"
MONUMENT_COUNT = "monuments {cells}"
LINKED = "two lines joined"
INTERCHANGES_ARE = "interchanges: {points}"
INTERCHANGES_LIST = "  on {lines} lines: {cells}"
BOXED_TWICE = "  counted twice, because boxed: {cells}"
SITES_ARE = "sites: {points}, visits: {count}"
SITES_LIST = "  {visits}"
CROSSINGS_ARE = "crossings: {points}"
CROSSED_ONCE = "  used once: {cells}"
CROSSED_TWICE = "  used twice: {cells}"
OBJECTIVES_ARE = "objectives: {points}"
IS_MET = "  reached: {objective} ({count})"
IS_NOT_MET = "  not yet: {objective} ({count} so far)"
HANDICAP_IS = "playing alone with add-ons: {points}"
TOTAL_IS = "total: {points}"

# Between turns and at the end.
ROUND_OVER = "Round {round} is over."
LINE_WORTH = "{name}: {pencil} {formula} = {points}."
GAME_OVER = "The game is over."
WINS = "The winner is {name} with {total} points."
WINS_TIE = "{names} have {total} points each. The winner is {name} with the best single line, {best} points."
SHARED = "{names} share the victory with {total} points each and equal best lines ({best})."
VERDICT = "{total} points, verdict {verdict} of {last}: {sentence}"
VERDICTS = (
    "A quiet branch line. Every network starts small.",
    "The trains run. A few more interchanges and the crowds will come.",
    "A sound network that gets the city to work on time.",
    "A fine network. People move house to live near your stations.",
    "Superb. Engineers travel far to study your map.",
    "A masterpiece. One day a station will bear your name.",
)
SAVED = "The record of the game is in {path}."
SAVED_PART = "The game so far is saved in {path}."
NOT_SAVED = "The record could not be saved in {path}: {reason}."
STOPPED = "Stopped."
AND = " and "


def joined(names: Sequence[str]) -> str:
    """`Ann, Bob and Cy`."""
    return AND.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def power_state(power: str, unspent: int) -> str:
    if power == kinds.POWERS[kinds.POWER_DOUBLE - 1]:
        return AUTOMATIC
    return READY if unspent else SPENT


def card_name(city: City, name: str) -> str:
    """`Underground circle`."""
    if name == cards.SWITCH:
        return SWITCH
    prefix, _, symbol = name.partition(":")
    return f"{city.prefixes[prefix]} {CARDS.get(symbol, symbol)}"


def progress(city: City, progress: Progress) -> str:
    text = IS_MET if progress.is_met else IS_NOT_MET
    return text.format(objective=objective_name(city, progress.objective), count=progress.count)


def objective_name(city: City, objective: Objective) -> str:
    fields = {"count": objective.count, "lines": objective.lines, "river": city.river_name}
    if objective.kind == "interchanges" and objective.lines > 2:
        return INTERCHANGES_OF.format(**fields)
    if objective.kind == "full-districts" and objective.count == 1:
        if len(objective.among) > 1:
            return ONE_FULL_DISTRICT
        district = city.districts.index(objective.among[0])
        cells = [cell for cell in city.stations if city.district_of[cell] == district]
        any_symbol = [cell for cell in cells if city.symbols[cell] == kinds.ANY]
        return DISTRICT_OF.format(cell=city.cells[(any_symbol or cells)[0]])
    return OBJECTIVES[objective.kind].format(**fields)
