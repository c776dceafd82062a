"""Capacities and layer sizes of the search and the value network; limits.pxd repeats them as C constants."""

MAX_FEATURES = 512  # active at once
# Buckets of counting features; the last one holds everything above.
COUNT_BUCKETS = 8  # stations of a line in a district, closing cards, what an objective still needs
PAIR_BUCKETS = 14  # districts of a line, and stations in its fullest one
VISIT_BUCKETS = 20
REACH_BUCKETS, CARD_BUCKETS = 5, 4  # targets of a symbol in reach, cards of it in the pile
GAIN_BUCKETS = 16
REACHED_BUCKETS = 4  # stations of a district within two sections
CLOCK_CARDS = 16  # cards left in the pile
HIDDEN, SECOND_HIDDEN, HEADS = 128, 16, 8  # layers of the value network
OLD_HIDDEN = 64  # of weight files of format 1
VALUE_BITS, OUTPUT_BITS = 16, 12  # of the fraction of a value, and of the weights of the output
MAX_KINDS = 10  # symbols, by side
MAX_TURNS = 64  # in a game
MAX_MOVES = 512  # at one decision, including pass
EDGES_PER_NODE = 12  # in a search tree, on average
NONE = -1
SAME_TURN = 255  # the key of a decision that follows without a new card
UNTRIED = 1000000  # more points than any game has
POINT_SCALE = 64  # fractions of a point in the estimates of a beam search
MAX_ESTIMATE = 65536  # above any of them
MAX_DECISIONS = 16  # in one turn
SHEET_SLOTS, PILE_SLOTS = 4096, 1024  # of the caches of an evaluator; powers of two
