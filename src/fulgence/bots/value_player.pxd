cimport cython
from fulgence.bots.network.features cimport Features
from fulgence.bots.network.value_network cimport ValueNetwork
from fulgence.rules cimport kinds, score
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class ValuePlayer:
    cdef ValueNetwork network
    cdef bint is_frozen
    cdef Features features
    cdef Sheet trial
    cdef Pile fresh
    cdef ValuePlayer deeper
    cdef readonly int choice
    cdef float predict(self, Sheet sheet, Pile pile) noexcept nogil
    @cython.locals(points=float)
    cdef float expected_total(self, Sheet sheet, Pile pile) noexcept nogil
    @cython.locals(highest=float, place=int, move=int, points=float)
    cpdef float decide(self, Sheet sheet, Pile pile) noexcept nogil

@cython.locals(out=int)
cpdef int head_of(Pile pile) noexcept nogil
