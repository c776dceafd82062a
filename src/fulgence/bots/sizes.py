"""How large the parts of a learned value and of a search are; sizes.pxd repeats them as C constants."""

MOST_FACTS = 512
COUNTS = 8  # stations in a district are told up to 7
PAIRS = 14  # districts, and stations in the fullest, are told up to 13
VISITS = 20
REACHED, LEFT = 5, 4  # targets of a symbol in reach up to 4, cards of it in the pile up to 3
GAINS = 16
HIDDEN, NARROW, HEADS = 64, 16, 8
TURNS = 64  # more than any game has
MOVES = 512  # at one decision, pass among them
EDGES = 12  # moves at a decision of a tree, on the average at most
NONE = -1
SAME_TURN = 255  # the key of a decision that follows without a new card
UNTRIED = 1000000  # more points than any game has
POINT = 64  # parts of a point in the estimates of a search
HIGHEST = 65536  # above any of them
DECISIONS = 16  # of one turn, more than any turn has
CHANGES = 64  # after so many sums are made afresh, so that rounding does not add up
