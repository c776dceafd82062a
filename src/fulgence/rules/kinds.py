"""Named constants shared by all of the rules; kinds.pxd repeats the numbers as C constants."""

PASS = 0  # the move that waives the current permit
NOWHERE = 64  # no cell: one past the last bit of a mask
NO_CARD = 16  # one past the last number of a card
SWITCH_CARD = "switch"  # its name in city files, deals and records

# Symbols of stations and cards. A station of ANY symbol fits every card; a card of ANY symbol fits every
# station.
SQUARE, TRIANGLE, PENTAGON, CIRCLE, ANY = range(5)

# Kinds of cards of ANY symbol.
PLAIN, TOUR, WILD = range(3)

# Permits; TURN_OVER: none is left.
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

# Shared Objectives: what they count, in the order of OBJECTIVES.
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
PART = 256  # packs a part of a line's score into one number: districts * PART + most
