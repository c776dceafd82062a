"""Add-ons: a chapter and a one-line summary of each."""

from __future__ import annotations

from collections.abc import Callable

from fulgence.language import N_, translate
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.prose import wording
from fulgence.rules import kinds
from fulgence.rules.city import City

NAMES = {
    "objectives": N_("Shared Objectives"),
    "powers": N_("Pencil Powers"),
    "gates": N_("City Gates"),
    "acceleration": N_("Accelerated Construction"),
}
SUMMARIES = {
    "objectives": N_("Shared Objectives: shared goals that score at the end."),
    "powers": N_("Pencil Powers: each pencil can do something special, once per round."),
    "gates": N_("City Gates: a bonus for every line that reaches a city gate."),
    "acceleration": N_("Accelerated Construction: a new bonus for everyone each round."),
}
OBJECTIVES = N_(
    "{dealt} of the {count} objective cards are chosen at random and lie face up all game. Each one "
    "that your finished network meets scores {points} points. Several players can meet the same one."
)
OBJECTIVE_LIST = N_("The cards: {cards}.")
COUNT_ONCE = N_(
    "Unless a card refers to one line, it looks at all your lines together. Everything counts once, "
    "whatever bonus it has elsewhere."
)
POWERS = N_(
    "Each pencil is dealt one of {count} powers for the whole game. The player who draws with it may "
    "use the power once in that round. There is nothing to announce: a section that needs the power "
    "uses it up, and no other section does."
)
POWER_TEXTS = (
    N_(
        "A second section: after everything else in the turn, you may draw one more, to the same symbol "
        "and from where the first could start. If the card goes to any station, the symbol is that of "
        "the station the first section reached."
    ),
    N_("Go to any station: the card takes you to any station, whatever it shows."),
    N_("Start at any station: the card counts as if it came with the switch."),
    N_(
        "One station counts twice: when the round ends, the one that scores most is chosen for you. No "
        "station counts more than twice."
    ),
)
GATES = N_(
    "The gates are {cells}. Each is dealt one of {count} bonus cards, for everyone and for the whole "
    "game. Whenever one of your sections ends at a gate, you may take its bonus at once, but not later."
)
GATE_TEXTS = (
    N_("Switch and free entry: one more section, from any station on your line to any station."),
    N_("Double free entry: two more sections, each from an end of your line to any station."),
    N_(
        "Double district: the district of this gate counts as two districts for this line. This is "
        "counted for you."
    ),
    N_(
        "Double station: circle a station on your line; it counts as two stations for this line. "
        "Departures of any colour, tourist sites and stations that take any symbol cannot be circled."
    ),
)
GATE_CHAIN = N_("If a bonus section ends at another gate, finish the first bonus before you take the next.")
ACCELERATION = N_(
    "{rounds} of the {count} bonus cards are dealt, one to each round, and lie face up from the start. "
    "Each applies to everyone, in its round only."
)
ACCELERATION_TEXTS = (
    N_("You see the next card of the pile, but never the card that comes with {switch}."),
    N_("Each secondary district on a line counts as {districts} districts."),
    N_("The number of stations in the fullest district is multiplied by {factor}."),
    N_("After its turn, {switch} is shuffled back into the rest of the pile, once."),
    N_(
        "You may draw a section beside one of another colour, between the same two stations, as long as "
        "it crosses nothing. This card is never dealt to the first round."
    ),
)


def addon_name(addon: str) -> str:
    return translate(NAMES[addon])


def addon_line(addon: str) -> str:
    """A one-line summary."""
    return translate(SUMMARIES[addon])


def addon_section(city: City, addon: str) -> Chapter:
    return Chapter(addon, addon_name(addon), PARAGRAPHS[addon](city))


def objectives(city: City) -> list[str]:
    cards = [wording.objective_name(city, objective) for objective in city.objectives]
    dealt, points = city.objectives_dealt, city.worth.objective
    return [
        translate(OBJECTIVES, dealt=dealt, count=len(cards), points=points),
        translate(OBJECTIVE_LIST, cards=", ".join(cards)),
        translate(COUNT_ONCE),
    ]


def powers(city: City) -> list[str]:
    return [translate(POWERS, count=len(kinds.POWERS)), *map(translate, POWER_TEXTS)]


def gates(city: City) -> list[str]:
    cells = wording.join_with_and([city.cells[cell] for cell in city.gates])
    first = translate(GATES, cells=cells, count=len(kinds.GATES))
    return [first, *map(translate, GATE_TEXTS), translate(GATE_CHAIN)]


def acceleration(city: City) -> list[str]:
    fields = {
        "districts": city.worth.secondary_districts,
        "factor": city.worth.double_stations,
        "switch": wording.the_switch(city),
    }
    first = translate(ACCELERATION, rounds=kinds.ROUNDS, count=len(kinds.ACCELERATIONS))
    return [first, *(translate(text, **fields) for text in ACCELERATION_TEXTS)]


PARAGRAPHS: dict[str, Callable[[City], list[str]]] = {
    "objectives": objectives,
    "powers": powers,
    "gates": gates,
    "acceleration": acceleration,
}
