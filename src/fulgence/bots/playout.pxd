cimport cython
from fulgence.bots cimport levels
from fulgence.rules cimport generator, kinds, pile, score, sheet, tables

@cython.final
cdef class Playout:
    cdef tables.Terms terms
    cdef generator.Generator chance
    cdef sheet.Sheet page, blank, trial
    cdef sheet.MoveList moves
    cdef pile.Pile pile
    @cython.locals(n=int)
    cpdef int random_move(self, sheet.Sheet page) noexcept nogil
    @cython.locals(n=int, best=int, highest=int, ties=int, i=int, value=int)
    cpdef int greedy_move(self, sheet.Sheet page) noexcept nogil
    @cython.locals(i=int, j=int, pencil=int)
    cdef void deal_pencils(self) noexcept nogil
    cdef int game(self, int bot) noexcept nogil
    @cython.locals(points="long long", _="long long")
    cpdef long long games(self, int bot, long long number) noexcept nogil
