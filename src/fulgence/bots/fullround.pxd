cimport cython
from fulgence.bots cimport keys, sizes
from fulgence.rules cimport chance, kinds, score, sheet
from fulgence.rules.bits cimport u64

cdef u64 SALT, WORD

@cython.final
cdef class FullRound:
    cdef readonly int points
    cdef readonly long long nodes
    cdef readonly bint is_exact
    cdef list found
    cdef long long limit
    cdef keys.Keys maker
    cdef keys.Seen seen
    cdef int[16] cards
    cdef int[16] switched
    cdef int turns
    cdef bint wait
    cdef list pages
    cdef int[256] path
    cdef int[256] when
    @cython.locals(page=sheet.Sheet)
    cdef void flip(self, int depth, int turn, u64 drawn) noexcept
    @cython.locals(page=sheet.Sheet, later=sheet.Sheet, place=int, move=int, key=u64)
    cdef void decide(self, int depth, int turn, u64 drawn) noexcept
    @cython.locals(page=sheet.Sheet, points=int)
    cdef void end(self, int depth, int turn, u64 drawn) noexcept
