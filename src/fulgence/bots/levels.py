"""The simple bots by number; levels.pxd repeats them as C constants."""

RANDOM, GREEDY = range(2)
LEVELS = ("random", "greedy")
