cdef enum:
    RANDOM, GREEDY
