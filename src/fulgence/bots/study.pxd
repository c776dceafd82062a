cimport cython
from fulgence.bots cimport player, sizes, value
from fulgence.rules cimport chance, kinds, score, sheet, tables

@cython.final
cdef class Study:
    cdef tables.Terms terms
    cdef value.Trainer teacher
    cdef player.Player player
    cdef sheet.Sheet blank
    cdef sheet.Sheet page
    cdef chance.Pile pile
    cdef sheet.Sheet turned
    cdef chance.Pile next
    cdef int[::1] facts
    cdef int[64] counts
    cdef int[64] rounds
    cdef int[64] heads
    cdef int[64] totals
    cdef float[64] said
    cdef int[64] is_wild
    cdef float[64] best
    cdef readonly int turns
    @cython.locals(turn=int, i=int)
    cdef void note(self, chance.Pile pile) noexcept nogil
    cpdef int play(self, chance.Generator luck, int wild) noexcept nogil
    cdef void begin(self, chance.Generator luck) noexcept nogil
    @cython.locals(points=float)
    cdef void decide(self, chance.Generator luck, int wild) noexcept nogil
    @cython.locals(points=float, place=Py_ssize_t, second=Py_ssize_t)
    cdef float foreseen(self, chance.Generator luck) noexcept nogil
    @cython.locals(wanted=float)
    cpdef int rehearse(self, chance.Generator luck, int wild) noexcept nogil
    @cython.locals(points="long long", _="long long")
    cpdef long long rehearsals(self, long long number, chance.Generator luck, int wild)
    @cython.locals(wanted=float, after=float, points=int, turn=int)
    cpdef void learn(self, int total, float trace) noexcept nogil
    @cython.locals(points="long long", total=int, _="long long")
    cpdef long long games(self, long long number, chance.Generator luck, int wild, float trace)
    @cython.locals(points="long long", _="long long")
    cpdef long long trial_games(self, long long number, chance.Generator luck)
