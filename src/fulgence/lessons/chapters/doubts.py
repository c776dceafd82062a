"""Good to know: what people ask about most, as the rulings decide it."""

from __future__ import annotations

from fulgence.language import N_, translate
from fulgence.lessons.chapters.section import Section
from fulgence.lessons.topics.cards import has_double_switch, has_early_switch, has_switch, has_tour, has_wild
from fulgence.lessons.topics.places import platform_cells
from fulgence.rules.city import City

BY_STATIONS = N_(
    "Districts count by stations. A line that only runs through a district does not touch it."
)  # R5
SWITCH_LAST = N_(
    "The switch alone never ends a round. The card that comes with it counts as usual."
)  # R3, R40
EARLY_TURNS = N_(
    "A turn in which you pass is a turn, too, when the early ones are counted for the switch."
)  # R4
TOUR_SILENT = N_(
    "A guided tour need not be announced: whoever reaches a monument with this card may go on. With a "
    "switch only the first of the two sections may start anywhere."
)  # R13
SAME_LINE_CROSSES = N_("A line may cross itself at an overhead crossing. That is no loop.")
PLATFORM_CROSSINGS = N_(
    "Dotted lines to the platform that meet outside a station cross like any others."
)  # R32
EITHER_ORDER = N_(
    "The two sections of a double switch come in either order, and you may draw just one. A line that is not "
    "begun starts at its departure. Both sections start at stations that you had when the card was flipped, "
    "never at the one that the first section has just reached."
)  # R14
BOX_ON_LINK = N_(
    "A section drawn with a wild boxes the station that it reaches, also when it links your lines."
)  # R34
SITES_AGAIN = N_("A station that is a tourist site and an interchange counts as both.")
NO_TOUR_BY_POWER = N_("The power to go to any station makes no guided tour of a card.")  # R23
NO_POWER_NEEDED = N_("A power is never spent on a section that the card allows anyway.")  # R9
ONE_AT_A_TIME = N_(
    "Pencil Powers and City Gates can be played together, though the publisher advises one of them at a time."
)
EACH_LINE = N_(
    "On two lines that are not linked, a bonus for districts or stations holds for each of the two."
)  # R35
DEDUCTION = N_("The deduction for add-ons is part of the total that the verdict looks at.")  # R37


def good_to_know(city: City) -> Section:
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
    rows = [translate(text) for text, matters in texts if matters]
    return Section("good-to-know", translate(N_("Good to know")), rows)
