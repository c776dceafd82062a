"""Names of things in the game and short texts, for every display.

All texts are messages to translate; those with {fields} are filled in where they are used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from fulgence.language import N_, NP_, ngettext, translate
from fulgence.rules import kinds
from fulgence.rules.city import City, Objective
from fulgence.rules.score_pad import ObjectiveProgress

# Things on the map and on the cards.
SYMBOLS = (N_("square"), N_("triangle"), N_("pentagon"), N_("circle"), N_("any symbol"))  # as in kinds.py
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
        "every station in {count} main district", "every station in {count} main districts"
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
ALL_DISTRICTS = N_("stations in all {count} districts")
ONE_FULL_DISTRICT = N_("every station in one main district")
CENTRAL_DISTRICT = N_("all {count} stations in the central district")
DISTRICT_OF = N_("the whole district of {cell}")
# Progress towards an objective, by what it counts.
STEPS = {
    "interchanges": N_("{steps} of {goal} interchanges"),
    "districts": N_("{steps} of {goal} districts"),
    "line-districts": N_("{steps} of {goal} districts"),
    "sites": N_("{steps} of {goal} sites"),
    "monuments": N_("{steps} of {goal} monuments"),
    "river": N_("{steps} of {goal} sections"),
    "full-districts": N_("{steps} of {goal} stations"),
    "double-crossings": N_("{steps} of {goal} crossings"),
    "line-nationals": N_("{steps} of {goal} National Train Stations"),
    "national-districts": N_("{steps} of {goal} districts"),
    "secondary-interchanges": N_("{steps} of {goal} districts"),
}
READY, SPENT, AUTOMATIC = N_("ready"), N_("used"), N_("automatic")

# The panel.
SITES, CROSSINGS, INTERCHANGES = N_("sites"), N_("crossings"), N_("interchanges")
OBJECTIVE_POINTS = N_("objectives")
HANDICAP, TOTAL = N_("deduction"), N_("total")

# Flags of a move.
# Translators: {river} is the name of a river as your catalogue has it, so it may bring its article.
RIVER_FLAG = N_("under the {river}")
POWER_FLAG = N_("uses your power")
LINK_FLAG = N_("links your two lines")

# In sentences, for screen readers.
POWER_IS = N_("Your power: {power}, {state}.")
BONUS_IS = N_("This round: {bonus}.")

# The score pad explained.
IS_MET = N_("met: {objective} ({count})")
IS_NOT_MET = N_("not met yet: {objective} ({count} so far)")

# Between turns and at the end.
VERDICTS = (
    N_("A quiet branch line. Every network starts small."),
    N_("The trains run. A few more interchanges and the crowds will come."),
    N_("A sound network that gets the city to work on time."),
    N_("A fine network. People move house to live near your stations."),
    N_("Superb. Engineers travel far to study your map."),
    N_("A masterpiece. One day a station will bear your name."),
)
AND = N_("{names} and {last}")
YOU = N_("You")  # a player without a name
BOT_LEVELS = (
    N_("random"),
    N_("beginner"),
    N_("greedy"),
    N_("casual"),
    N_("skilled"),
    N_("expert"),
)  # bots are called by their level


def join_with_and(names: Sequence[str]) -> str:
    """`Ann, Bob and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return translate(AND, names=", ".join(names[:-1]), last=names[-1])


def as_sentence(text: str) -> str:
    """Add a full stop, and a capital unless it starts with a move: `d3-f1: crosses d2-g2.`"""
    first = text.partition(" ")[0]
    return f"{text[0].upper() if first.isalpha() else text[0]}{text[1:]}."


def player_name(name: str) -> str:
    return translate(name) if name == YOU or name in BOT_LEVELS else name


def name_in_sentence(name: str) -> str:
    """A name written from right to left is isolated, so that it does not turn the sentence around it."""
    shown = player_name(name)
    is_turned = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in shown)
    return f"\u2068{shown}\u2069" if is_turned else shown


def power_state(power: str, unspent: int) -> str:
    if power == kinds.POWERS[kinds.POWER_DOUBLE - 1]:
        return translate(AUTOMATIC)
    return translate(READY if unspent else SPENT)


def card_name(city: City, name: str) -> str:
    """`Underground circle`."""
    shown = translate(shown_on(city, name))
    if name == kinds.SWITCH_CARD:
        return shown
    return translate(CARD, kind=kind_name(city, name.partition(":")[0]), symbol=shown)


def shown_on(city: City, card: str) -> str:
    """What a card shows, as a message: `circle`, `guided tour`, `double switch`."""
    if card == kinds.SWITCH_CARD:
        return DOUBLE_SWITCH if city.tables.switch_sections > 1 else SWITCH
    symbol = card.partition(":")[2]
    return CARDS.get(symbol, symbol)


def kind_name(city: City, prefix: str) -> str:
    """`Underground`. The switch has no prefix and is its own kind."""
    return translate(city.prefixes.get(prefix, shown_on(city, kinds.SWITCH_CARD)))


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


def objective_progress(city: City, progress: ObjectiveProgress) -> str:
    text = IS_MET if progress.is_met else IS_NOT_MET
    return translate(text, objective=objective_name(city, progress.objective), count=progress.count)


def objective_steps(progress: ObjectiveProgress) -> str:
    """`5 of 7 districts`."""
    return translate(STEPS[progress.objective.kind], steps=progress.steps, goal=progress.goal)


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
