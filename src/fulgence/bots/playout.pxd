cimport cython
from fulgence.bots cimport gain, levels
from fulgence.rules cimport bits, chance, kinds, score, sheet, tables
from fulgence.rules.bits cimport u64

cpdef int greedy_move(sheet.Sheet page, gain.Gains gains, chance.Generator luck) noexcept nogil

@cython.locals(
    best=int, highest=int, ties=int, place=int, move=int, value=int, sources=u64, ends=u64,
    start=Py_ssize_t, i=Py_ssize_t
)
cdef int best_gain(
    sheet.Sheet page, gain.Gains gains, chance.Generator luck, int number
) noexcept nogil

@cython.locals(move=int, number=int)
cdef void greedy_turn(sheet.Sheet page, gain.Gains gains, chance.Generator luck) noexcept nogil

cpdef int random_game(sheet.Sheet page, chance.Pile pile, chance.Generator luck) noexcept nogil

cpdef int greedy_game(
    sheet.Sheet page, gain.Gains gains, chance.Pile pile, chance.Generator cards, chance.Generator luck
) noexcept nogil

cdef int rest_of_game(
    sheet.Sheet page, gain.Gains gains, chance.Pile pile, chance.Pile fresh,
    chance.Generator cards, chance.Generator luck
) noexcept nogil

@cython.locals(
    blank=sheet.Sheet,
    page=sheet.Sheet,
    gains=gain.Gains,
    pile=chance.Pile,
    points="long long",
    _="long long",
)
cpdef long long games(tables.Terms terms, int level, long long number, chance.Generator luck)
