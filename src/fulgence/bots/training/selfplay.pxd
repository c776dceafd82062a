cimport cython
from fulgence.bots cimport limits, value_player
from fulgence.bots.training.adam cimport Adam
from fulgence.bots.value_player cimport ValuePlayer
from fulgence.rules cimport kinds, score
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class SelfPlay:
    cdef Terms terms
    cdef Adam optimizer
    cdef ValuePlayer player
    cdef Sheet blank
    cdef Sheet sheet
    cdef Pile pile
    cdef Sheet next_sheet
    cdef Pile next_pile
    cdef int[::1] features
    cdef int[64] feature_counts
    cdef int[64] rounds
    cdef int[64] heads
    cdef int[64] totals
    cdef float[64] predictions
    cdef int[64] explored
    cdef float[64] best_totals
    cdef readonly int turns
    @cython.locals(turn=int, i=int)
    cdef void record_state(self, Pile pile) noexcept nogil
    cpdef int play(self, Generator rng, int epsilon) noexcept nogil
    cdef void begin_game(self, Generator rng) noexcept nogil
    @cython.locals(points=float)
    cdef void decide(self, Generator rng, int epsilon) noexcept nogil
    @cython.locals(points=float, place=Py_ssize_t, second=Py_ssize_t)
    cdef float expectimax(self, Generator rng) noexcept nogil
    @cython.locals(target=float)
    cpdef int play_expectimax(self, Generator rng, int epsilon) noexcept nogil
    @cython.locals(points="long long", _="long long")
    cpdef long long expectimax_games(self, long long number, Generator rng, int epsilon)
    @cython.locals(target=float, after=float, points=int, turn=int)
    cpdef void learn_td(self, int total, float trace_decay) noexcept nogil
    @cython.locals(points="long long", total=int, _="long long")
    cpdef long long td_games(self, long long number, Generator rng, int epsilon, float trace_decay)
    @cython.locals(points="long long", _="long long")
    cpdef long long greedy_games(self, long long number, Generator rng)
