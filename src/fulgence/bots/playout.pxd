cimport cython
from fulgence.bots.gain cimport Gains
from fulgence.rules cimport bits, kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cpdef int greedy_move(Sheet sheet, Gains gains, Generator rng) noexcept nogil

@cython.locals(
    best=int, highest=int, ties=int, place=int, move=int, value=int, sources=u64, ends=u64,
    start=Py_ssize_t, i=Py_ssize_t
)
cdef int best_gain(
    Sheet sheet, Gains gains, Generator rng, int number
) noexcept nogil

@cython.locals(move=int, number=int)
cdef void greedy_turn(Sheet sheet, Gains gains, Generator rng) noexcept nogil

cpdef int random_game(Sheet sheet, Pile pile, Generator rng) noexcept nogil

cpdef int greedy_game(
    Sheet sheet, Gains gains, Pile pile, Generator cards, Generator rng
) noexcept nogil

cdef int rest_of_game(
    Sheet sheet, Gains gains, Pile pile, Pile fresh,
    Generator cards, Generator rng
) noexcept nogil

@cython.locals(blank=Sheet, sheet=Sheet, pile=Pile, points="long long", _="long long")
cpdef long long random_games(Terms terms, long long number, Generator rng)

@cython.locals(blank=Sheet, sheet=Sheet, gains=Gains, pile=Pile, points="long long", _="long long")
cpdef long long greedy_games(Terms terms, long long number, Generator rng)

cdef void begin_game(Sheet sheet, Sheet blank, Terms terms, Generator rng) noexcept nogil
