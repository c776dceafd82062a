"""What a player reads while playing: short texts, the names of things, and how they join.

All texts are messages to translate; those with {names} are filled in where they are used. The longer
help is in guide.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.rules import cards, kinds
from fulgence.rules.city import City, Objective
from fulgence.rules.scorepad import Progress

# Things on the map and on the cards.
SYMBOLS = (N_("square"), N_("triangle"), N_("pentagon"), N_("circle"), N_("any symbol"))  # as in kinds.py
# Translators: stands for {goal}, after "to".
A_SYMBOL = (N_("a square"), N_("a triangle"), N_("a pentagon"), N_("a circle"), N_("any station"))
CARDS = {"joker": N_("joker"), "tour": N_("guided tour"), "wild": N_("wild")}
# Translators: stand for {nth} before "card"; a kind has no more cards than there are symbols.
ORDINALS = (
    N_("first"),
    N_("second"),
    N_("third"),
    N_("fourth"),
    N_("fifth"),
    N_("sixth"),
    N_("seventh"),
)
CARD = N_("{kind} {symbol}")
SWITCH, DOUBLE_SWITCH = N_("switch"), N_("double switch")  # the card of that name
# Translators: stand for {switch}, as the subject or the object of a sentence.
THE_SWITCH, THE_DOUBLE_SWITCH = N_("the switch"), N_("the double switch")
SITE, MONUMENT, BOXED, GATE = N_("site"), N_("monument"), N_("National Train Station"), N_("city gate")
CIRCLED = N_("circled")
PLATFORM = N_("platform")
DEPARTURE = N_("{pencil} departure")

# Add-ons, by their names in records.
POWERS = {
    "second-section": N_("a second section"),
    "joker": N_("go to any station"),
    "switch": N_("start at any station"),
    "double-station": N_("one station counts twice"),
}
GATES = {
    "switch-and-free-entry": N_("one more section, anywhere"),
    "double-free-entry": N_("two more sections from ends"),
    "double-district": N_("district counts twice"),
    "double-station": N_("circle a station: counts twice"),
}
ACCELERATIONS = {
    "visible-cards": N_("the next card is visible"),
    "secondary-districts": N_("corner districts count {districts} times"),
    "double-stations": N_("the fullest district x {factor}"),
    "repeat-switch": N_("{switch} comes back once"),
    "double-tracks": N_("double tracks allowed"),
}
OBJECTIVES = {
    "interchanges": NP_("{count} interchange", "{count} interchanges"),
    "districts": NP_("stations in {count} district", "stations in {count} districts"),
    "line-districts": NP_("one line in {count} district", "one line in {count} districts"),
    "sites": NP_("{count} site", "{count} different sites"),
    "monuments": NP_("{count} monument", "{count} different monuments"),
    "river": NP_("{count} section under the {river}", "{count} sections under the {river}"),
    "full-districts": NP_(
        "every station of {count} main district", "every station of {count} main districts"
    ),
    "double-crossings": NP_("{count} crossing used twice", "{count} crossings used twice"),
    "line-nationals": NP_(
        "{count} National Train Station on one line", "{count} National Train Stations on one line"
    ),
    "national-districts": NP_(
        "National Train Stations in {count} district", "National Train Stations in {count} districts"
    ),
    "secondary-interchanges": NP_(
        "interchanges in {count} corner district", "interchanges in {count} corner districts"
    ),
}
INTERCHANGES_OF = NP_(
    "{count} interchange of {lines} or more lines", "{count} interchanges of {lines} or more lines"
)
ALL_DISTRICTS = N_("a station in all {count} districts")
ONE_FULL_DISTRICT = N_("every station of one main district")
CENTRAL_DISTRICT = N_("all {count} stations of the central district")
DISTRICT_OF = N_("the whole district of {cell}")
READY, SPENT, AUTOMATIC = N_("ready"), N_("used"), N_("automatic")

# The panel.
ROUND_TURN = N_("round {round} of {rounds}, turn {turn}")
DRAWS = N_("{name}: {pencil} pencil")
AS_OF_LAST_FLIP = N_("{name}, as of the last flip")
OF = N_("{seen} of {last}")
NEXT_CARD = N_("next: {card}")
SWITCH_IGNORED = N_("the switch does not count yet")
POWER = N_("power: {power}")
THIS_ROUND = N_("this round: {bonus}")
GATES_ELSEWHERE = N_("city gates: ? explains them")
OBJECTIVE = N_("{objective}: {count}")
SITES, CROSSINGS, INTERCHANGES = N_("sites"), N_("crossings"), N_("interchanges")
OBJECTIVE_POINTS = N_("objectives")
HANDICAP, TOTAL = N_("playing alone"), N_("total")

# What is to be decided.
DRAW = N_("Draw a section {start} to {goal}.")
FROM_END = N_("from an end ({cells})")
FROM_SIDE_END = N_("from an end of your {side} line ({cells})")
FROM_ANY = N_("from any station of your line")
FROM_EITHER = N_("from any station of one of your lines")
FROM_OTHER = N_("from any station of your other line")
FROM_BEFORE = N_("from any station that your line already had")
BOXES = N_("The station reached becomes a National Train Station.")
OR_JOKER = N_("Your power may take you to any station.")
OR_SWITCH = N_("Your power lets you start at any station.")
TOUR_ON = N_("Guided tour: draw a second section {start} to any station.")
FROM_MONUMENT = N_("from the monument ({cells})")
SWITCH_REST = N_("Double switch, second section: {start} to {goal}.")
GATE_SWITCH = N_("City gate: draw a section {start} to any station.")
GATE_FREE = N_("City gate, first of two sections: {start} to any station.")
GATE_FREE_AGAIN = N_("City gate, second of two sections: {start} to any station.")
CIRCLE = N_("City gate: circle a station of your line; it counts twice.")
SECOND = N_("Second section with your power: {start} to {goal}.")
NOTHING_LEGAL = N_("Nothing can be drawn this turn.")
DONE = N_("Your turn is complete.")
# Translators: {river} is the name of a river as your catalogue has it, so it may bring its article.
RIVER_FLAG = N_("under the {river}")
POWER_FLAG = N_("uses your power")
LINK_FLAG = N_("joins your two lines")

# Without pictures: one item a line.
WHERE = N_("{city}. Round {round} of {rounds}, turn {turn}.")
PLAYER_IS = N_("Player: {name}.")
PENCIL_IS = N_("Pencil: {pencil}.")
CARDS_SHOWN = N_("Card: {cards}.")
SEEN = N_("{kind} cards so far: {seen}; the round ends with {last}.")
LEFT = N_("Still in the pile: {cards}.")
NEXT_CARD_IS = N_("The next card is {card}.")
POWER_IS = N_("Your power: {power}, {state}.")
BONUS_IS = N_("This round: {bonus}.")
GATE_IS = N_("Gate at {cell}: {gate}.")
LINE_SO_FAR = N_("Your line so far:")
LINE_OF_SIDE = N_("Your {side} line so far:")
LINE_OF_PENCIL = N_("{pencil} line:")
NO_SECTION = N_("no section, departure {cells}")
SECTION = N_("{start} to {end}")
SCORE_NOW = N_("Score so far: {points} for this line, {total} in all.")
CHOICE = N_("{start} to {end}, {what}, district {district}")
CIRCLE_CHOICE = N_("circle {end}, {what}, district {district}")
PASS_CHOICE = N_("p: pass")
STATIONS_OF_ROW = N_("Row {row}:")
STATION_IS = N_("{cell}, {what}, district {district}")
SCORE_OF = N_("Score of {name}:")
SHEET_OF = N_("Sheet of {name}, as of the last flip:")
KEYS_SPOKEN = N_("Type a number, or ? for help.")

# Asking. The keys are the same in all languages.
KEYS_DRAW = N_("number or d3-c4 = draw, p pass")
KEYS = N_("u undo, m map, s score, ? help, q quit")
KEYS_OTHERS = N_("u undo, m map, s score, o others, ? help, q quit")
NAMED = N_("{name}. {prompt}")
YOUR_MOVE = N_("Your move:")
ONLY_PASS = N_("Enter = pass:")
NEXT_CARD_ASK = N_("Enter = next card, u = undo:")
NEXT_PLAYER_ASK = N_("Enter = next player, u = undo:")
LAST_CARD_ASK = N_("Enter = end of the game, u = undo:")
QUIT_SAVES = N_("Stop here? The game so far will be saved in {path}. (y/n)")
QUIT_LOSES = N_("Stop here? The game will be lost; start with --record FILE to keep it. (y/n)")
# Translators: all that means yes, with blanks between; "y yes" is understood besides.
YES = N_("y yes")

MORE_MOVES = N_("{count} more: type l")
MORE_PAGES = N_("Page {page} of {pages}. Enter = next page, q = skip the rest:")
LAST_PAGE = N_("Enter = back to the game:")
NEEDS_ROOM = N_("The map needs {columns} x {rows} characters; type m to see it in parts.")

# Answers to what was typed.
NEEDS_INPUT = N_("Type a number, a move such as {move}, or p to pass; ? for help.")
NEEDS_ENTER = N_("Press Enter to go on, or type u to undo; ? for help.")
NO_NUMBER = N_("There is no move {number}; choose from 1 to {last}.")
NO_NUMBERS = N_("There is no move {number}; nothing can be drawn, so press Enter to pass.")
SEVERAL_MOVES = N_("Several moves end at {cell}; choose by number: {numbers}.")
NO_MOVE_TO = N_("No legal move ends at {cell} now.")
NO_OTHERS = N_("You are playing alone; there are no other sheets.")

# The score pad explained.
LINE_IS = N_("{pencil}: {formula} = {points}")
LINE_EMPTY = N_("{pencil}: nothing drawn, 0")
DISTRICTS_ARE = N_("districts: {count}, with the stations {districts}")
MOST_IS = N_("most stations in one of them: {count}, {cells}")
WITH_BONUS = N_("a bonus is in these two numbers; without it they are {districts} and {most}")
EXTRAS_ARE = N_("extra points: {points}, {causes}")
RIVER_COUNT = N_("sections under the {river}: {count}")
MONUMENT_COUNT = N_("monuments {cells}")
LINKED = N_("two lines joined")
INTERCHANGES_ARE = N_("interchanges: {points}")
INTERCHANGES_LIST = N_("on {lines} lines: {cells}")
BOXED_TWICE = N_("counted twice, as National Train Stations: {cells}")
SITES_ARE = N_("sites: {points}, visits: {count}")
CROSSINGS_ARE = N_("crossings: {points}")
CROSSED_ONCE = N_("used once: {cells}")
CROSSED_TWICE = N_("used twice: {cells}")
OBJECTIVES_ARE = N_("objectives: {points}")
IS_MET = N_("reached: {objective} ({count})")
IS_NOT_MET = N_("not yet: {objective} ({count} so far)")
HANDICAP_IS = N_("playing alone with add-ons: {points}")
TOTAL_IS = N_("total: {points}")

# Between turns and at the end.
ROUND_OVER = N_("Round {round} is over.")
LINE_WORTH = N_("{name}: {pencil} {formula} = {points}.")
GAME_OVER = N_("The game is over.")
WINS = NP_("The winner is {name} with {total} point.", "The winner is {name} with {total} points.")
WINS_TIE = NP_(
    "{names} have {total} point each. The winner is {name} with the best single line, {best}.",
    "{names} have {total} points each. The winner is {name} with the best single line, {best} points.",
)
SHARED = NP_(
    "{names} share the victory with {total} point each and equal best lines ({best}).",
    "{names} share the victory with {total} points each and equal best lines ({best}).",
)
VERDICT = NP_(
    "{total} point, verdict {verdict} of {last}: {sentence}",
    "{total} points, verdict {verdict} of {last}: {sentence}",
)
VERDICTS = (
    N_("A quiet branch line. Every network starts small."),
    N_("The trains run. A few more interchanges and the crowds will come."),
    N_("A sound network that gets the city to work on time."),
    N_("A fine network. People move house to live near your stations."),
    N_("Superb. Engineers travel far to study your map."),
    N_("A masterpiece. One day a station will bear your name."),
)
SAVED = N_("The record of the game is in {path}.")
SAVED_PART = N_("The game so far is saved in {path}; --resume goes on with it.")
NOT_SAVED = N_("The record could not be saved in {path}: {reason}.")
STOPPED = N_("Stopped.")
AND = N_("{names} and {last}")
YOU = N_("You")  # the player who has not told a name


def joined(names: Sequence[str]) -> str:
    """`Ann, Bob and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return translate(AND, names=", ".join(names[:-1]), last=names[-1])


def sentence(text: str) -> str:
    """With a full stop, and a capital unless a move comes first: `d3-f1: crosses d2-g2.`"""
    first = text.partition(" ")[0]
    return f"{text[0].upper() if first.isalpha() else text[0]}{text[1:]}."


def player(name: str) -> str:
    return translate(name) if name == YOU else name


def power_state(power: str, unspent: int) -> str:
    if power == kinds.POWERS[kinds.POWER_DOUBLE - 1]:
        return translate(AUTOMATIC)
    return translate(READY if unspent else SPENT)


def card_name(city: City, name: str) -> str:
    """`Underground circle`."""
    shown = translate(shown_on(city, name))
    if name == cards.SWITCH:
        return shown
    return translate(CARD, kind=kind_name(city, name.partition(":")[0]), symbol=shown)


def shown_on(city: City, card: str) -> str:
    """What a card shows, as a message: `circle`, `guided tour`, `double switch`."""
    if card == cards.SWITCH:
        return DOUBLE_SWITCH if city.tables.switch_sections > 1 else SWITCH
    symbol = card.partition(":")[2]
    return CARDS.get(symbol, symbol)


def kind_name(city: City, prefix: str) -> str:
    """`Underground`; the switch is a kind of its own, without a prefix."""
    return translate(city.prefixes.get(prefix, shown_on(city, cards.SWITCH)))


def the_switch(city: City) -> str:
    return translate(THE_DOUBLE_SWITCH if city.tables.switch_sections > 1 else THE_SWITCH)


def ordinal(number: int) -> str:
    return translate(ORDINALS[number - 1])


def bonus_name(city: City, bonus: str) -> str:
    """What an acceleration card of this city does, in a few words."""
    worth = city.worth
    return translate(
        ACCELERATIONS[bonus],
        districts=worth.secondary_districts,
        factor=worth.double_stations,
        switch=the_switch(city),
    )


def under_river(city: City) -> str:
    return translate(RIVER_FLAG, river=translate(city.river_name))


def progress(city: City, progress: Progress) -> str:
    text = IS_MET if progress.is_met else IS_NOT_MET
    return translate(text, objective=objective_name(city, progress.objective), count=progress.count)


def objective_name(city: City, objective: Objective) -> str:
    if objective.kind == "full-districts" and objective.count == 1:
        if len(objective.among) > 1:
            return translate(ONE_FULL_DISTRICT)
        district = city.districts.index(objective.among[0])
        cells = [city.cells[cell] for cell in city.stations if city.district_of[cell] == district]
        if city.is_central(district):
            return translate(CENTRAL_DISTRICT, count=len(cells))
        return translate(DISTRICT_OF, cell=cells[0])
    if objective.kind == "districts" and objective.count == len(city.districts):
        return translate(ALL_DISTRICTS, count=objective.count)
    text = OBJECTIVES[objective.kind]
    if objective.kind == "interchanges" and objective.lines > 2:
        text = INTERCHANGES_OF
    river = translate(city.river_name)
    return ngettext(*text, objective.count, count=objective.count, lines=objective.lines, river=river)
