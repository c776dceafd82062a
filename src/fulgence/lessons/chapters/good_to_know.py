"""Frequently asked questions, answered by the rulings (docs/rulings.md)."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.chapters.chapter import Chapter
from fulgence.lessons.topics.cards import has_double_switch, has_early_switch, has_switch, has_tour, has_wild
from fulgence.lessons.topics.places import platform_cells
from fulgence.prose import wording
from fulgence.rules.city import City

BY_STATIONS = N_(
    "A district counts only if your line has a station there; running through it is not enough."
)  # R5
SWITCH_LAST = N_(
    "A round never ends with {switch} alone: the card that comes with it counts as usual."
)  # R3, R40
EARLY_TURNS = N_("When you count the first turns for the switch, include those in which you passed.")  # R4
TOUR_SILENT = N_(
    "You need not announce a guided tour: if you reach a monument with this card, you may go on. With a "
    "switch, only the first of the two sections may start anywhere."
)  # R13
SAME_LINE_CROSSES = N_("A line may cross itself at an overhead crossing. That is not a loop.")
PLATFORM_CROSSINGS = N_(
    "Dotted lines to the platform that meet outside a station cross like any others."
)  # R32
EITHER_ORDER = N_(
    "You may draw the two sections of the double switch in either order, or just one of them. Both "
    "start at stations that your lines had when the card was flipped, never at the one you just "
    "reached; a line without a section starts at its departure. If the first section links your lines, "
    "the second one extends the linked line."
)  # R14
BOX_ON_LINK = N_(
    "With a wild card, the station you reach becomes a National Train Station, even if the section "
    "links your lines."
)  # R34
SITES_AGAIN = N_("A station that is a tourist site and an interchange counts as both.")
NO_TOUR_BY_POWER = N_("The power to go to any station does not make a card a guided tour.")  # R23
NO_POWER_NEEDED = N_("A power is never used up by a section that the card allows anyway.")  # R9
ONE_AT_A_TIME = N_(
    "Pencil Powers and City Gates can be played together, but the publisher recommends one at a time."
)
EACH_LINE = N_(
    "If two lines are not linked, a bonus for districts or stations applies to each of them."
)  # R35
DEDUCTION = N_("The verdict is based on your total after the deduction for add-ons.")  # R37


def good_to_know(city: City) -> Chapter:
    texts = [
        (BY_STATIONS, True),
        (SWITCH_LAST, has_switch(city) or has_double_switch(city)),
        (EARLY_TURNS, has_early_switch(city)),
        (TOUR_SILENT, has_tour(city)),
        (SAME_LINE_CROSSES, bool(city.overhead)),
        (PLATFORM_CROSSINGS, bool(platform_cells(city))),
        (EITHER_ORDER, has_double_switch(city) and bool(city.sides)),
        (BOX_ON_LINK, has_wild(city) and bool(city.sides)),
        (SITES_AGAIN, bool(city.sites)),
        (NO_POWER_NEEDED, "powers" in city.addons),
        (NO_TOUR_BY_POWER, "powers" in city.addons and has_tour(city)),
        (ONE_AT_A_TIME, {"powers", "gates"} <= set(city.addons)),
        (EACH_LINE, "acceleration" in city.addons and bool(city.sides)),
        (DEDUCTION, bool(city.addons)),
    ]
    rows = [translate(text, switch=wording.the_switch(city)) for text, matters in texts if matters]
    return Chapter("good-to-know", translate(N_("Good to know")), rows)
