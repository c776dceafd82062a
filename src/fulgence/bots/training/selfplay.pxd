cimport cython
from fulgence.bots cimport expectimax, limits
from fulgence.bots.network cimport evaluator
from fulgence.bots.network.evaluator cimport Evaluator
from fulgence.bots.network.quantized_network cimport QuantizedNetwork
from fulgence.bots.training.adam cimport Adam
from fulgence.bots.value_player cimport ValuePlayer
from fulgence.rules cimport kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef int SWITCH_PARTNERS

@cython.final
cdef class SelfPlay:
    cdef Terms terms
    cdef Adam optimizer
    cdef ValuePlayer player
    cdef Sheet blank
    cdef Sheet sheet
    cdef Pile pile
    cdef Pile full
    cdef Sheet next_sheet
    cdef Pile next_pile
    cdef int[::1] features
    cdef int[64] feature_counts
    cdef int[64] rounds
    cdef int[64] heads
    cdef int[64] totals
    cdef double[64] expected
    cdef double[64] reached
    cdef int[64] explored
    cdef readonly int turns, states
    cdef readonly double squares
    cdef u64 drawn
    @cython.locals(turn=int, i=int)
    cdef void record_state(self, Generator rng) noexcept nogil
    cdef void begin_game(self, Generator rng) noexcept nogil
    cpdef int play(self, Generator rng, int epsilon) noexcept nogil
    cdef void begin_pile(self, Generator rng) noexcept nogil
    cdef void flip(self, Generator rng) noexcept nogil
    @cython.locals(size=Py_ssize_t)
    cdef void return_switch(self, Pile pile, Generator rng) noexcept nogil
    @cython.locals(move=int)
    cdef void decide(self, Generator rng, int epsilon) noexcept nogil
    @cython.locals(points=double, answers=double, place=Py_ssize_t, _=int)
    cdef double expectation(self, Generator rng) noexcept nogil
    @cython.locals(second=Py_ssize_t)
    cdef double best_answer(self, Py_ssize_t place, int switched, Generator rng) noexcept nogil
    @cython.locals(after=double, target=double, error=double, turn=int)
    cpdef void learn(self, int total, double trace_decay) noexcept nogil
    @cython.locals(points="long long", total=int, _="long long")
    cpdef long long learning_games(self, long long number, Generator rng, int epsilon, double trace_decay)
    @cython.locals(points="long long", _="long long")
    cpdef long long greedy_games(self, long long number, Generator rng)
