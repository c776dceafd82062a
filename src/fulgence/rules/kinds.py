"""Small numbers with names, shared by every part of the rules; kinds.pxd repeats them as C constants."""

PASS = 0  # the move that waives the current permit
NOWHERE = 64  # no cell: one past the last bit of a mask
NO_CARD = 16  # one past the last number of a card

# Symbols of stations and cards. A station of ANY symbol ends a section after every card; a card of
# ANY symbol leads to every station.
SQUARE, TRIANGLE, PENTAGON, CIRCLE, ANY = range(5)

# What a card of ANY symbol is besides.
PLAIN, TOUR, WILD = range(3)

# What the first section of a permit may be followed by; TURN_OVER: no permit is left.
(
    TURN_OVER,
    CARD,
    TOUR_ON,
    SWITCH_REST,
    SWITCH_AND_FREE_ENTRY,
    FREE_ENTRY,
    FREE_ENTRY_AGAIN,
    CIRCLE_STATION,
    SECOND_SECTION,
) = range(9)

# Pencil Powers, in the order of POWERS from 1.
NO_POWER, POWER_SECOND, POWER_JOKER, POWER_SWITCH, POWER_DOUBLE = range(5)
POWERS = ("second-section", "joker", "switch", "double-station")

# City Gates, in the order of GATES from 1.
NO_GATE, GATE_SWITCH, GATE_FREE, GATE_DISTRICT, GATE_STATION = range(5)
GATES = ("switch-and-free-entry", "double-free-entry", "double-district", "double-station")

# Accelerated Construction, in the order of ACCELERATIONS from 1.
NO_BONUS, VISIBLE_CARDS, SECONDARY_DISTRICTS, DOUBLE_STATIONS, REPEAT_SWITCH, DOUBLE_TRACKS = range(6)
ACCELERATIONS = (
    "visible-cards",
    "secondary-districts",
    "double-stations",
    "repeat-switch",
    "double-tracks",
)

# Shared Objectives: what is counted, in the order of OBJECTIVES.
(
    INTERCHANGES,
    DISTRICTS,
    LINE_DISTRICTS,
    SITES,
    MONUMENTS,
    RIVER,
    FULL_DISTRICTS,
    DOUBLE_CROSSINGS,
    LINE_NATIONALS,
    NATIONAL_DISTRICTS,
    SECONDARY_INTERCHANGES,
) = range(11)
OBJECTIVES = (
    "interchanges",
    "districts",
    "line-districts",
    "sites",
    "monuments",
    "river",
    "full-districts",
    "double-crossings",
    "line-nationals",
    "national-districts",
    "secondary-interchanges",
)

ADDONS = ("objectives", "powers", "gates", "acceleration")
ROUNDS = 4
PART = 256  # one connected line as one number: districts * PART + most, as they are multiplied
