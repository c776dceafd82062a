cimport cython
from fulgence.bots cimport limits
from fulgence.bots.network.evaluator cimport Evaluator
from fulgence.bots.zobrist cimport ZobristKeys
from fulgence.rules cimport kinds
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class ValuePlayer:
    cdef readonly Evaluator evaluator
    cdef readonly ZobristKeys zobrist
    cdef Sheet trial
    cdef ValuePlayer deeper
    cdef readonly int choice
    @cython.locals(slot=int)
    cdef double move_value(self, Sheet sheet, int move, Pile pile, u64 drawn, u64 key) noexcept nogil
    cdef double waived_value(self, Sheet sheet, int move, Pile pile, u64 drawn) noexcept nogil
    @cython.locals(key=u64, slot=int)
    cpdef double sheet_value(self, Sheet sheet, Pile pile, u64 drawn) noexcept nogil
    @cython.locals(key=u64, highest=double, place=int, move=int, points=double)
    cdef double decide(self, Sheet sheet, Pile pile, u64 drawn) noexcept nogil
    cpdef int choose(self, Sheet sheet, Pile pile) noexcept nogil
