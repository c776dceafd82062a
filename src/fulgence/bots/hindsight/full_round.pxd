cimport cython
from fulgence.bots cimport limits
from fulgence.bots.zobrist cimport KeySet, ZobristKeys
from fulgence.rules cimport kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef u64 SALT, WORD

@cython.final
cdef class FullRound:
    cdef readonly int points
    cdef readonly long long nodes
    cdef readonly bint is_exact
    cdef list found
    cdef long long limit
    cdef ZobristKeys zobrist
    cdef KeySet seen_keys
    cdef int[16] cards
    cdef int[16] switched
    cdef int turns
    cdef bint is_mid_turn
    cdef list sheets
    cdef int[256] path
    cdef int[256] turn_of
    @cython.locals(sheet=Sheet)
    cdef void flip(self, int depth, int turn, u64 drawn) noexcept
    @cython.locals(sheet=Sheet, later=Sheet, place=int, move=int, key=u64)
    cdef void decide(self, int depth, int turn, u64 drawn) noexcept
    @cython.locals(sheet=Sheet, points=int)
    cdef void end_turn(self, int depth, int turn, u64 drawn) noexcept
