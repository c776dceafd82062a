cimport cython
from fulgence.bots cimport inputs, value
from fulgence.rules cimport chance, kinds, score, sheet, tables

@cython.final
cdef class Player:
    cdef value.Value judge
    cdef bint is_steady
    cdef inputs.Inputs seen
    cdef sheet.Sheet trial
    cdef chance.Pile fresh
    cdef Player later
    cdef readonly int choice
    cdef float look(self, sheet.Sheet page, chance.Pile pile) noexcept nogil
    @cython.locals(points=float)
    cdef float worth(self, sheet.Sheet page, chance.Pile pile) noexcept nogil
    @cython.locals(highest=float, place=int, move=int, points=float)
    cpdef float decide(self, sheet.Sheet page, chance.Pile pile) noexcept nogil

@cython.locals(out=int)
cpdef int head_of(chance.Pile pile) noexcept nogil
