cimport cython
from fulgence.rules cimport generator, tables

@cython.final
cdef class Pile:
    cdef tables.Tables city
    cdef int[16] cards
    cdef int[3] seen
    cdef readonly int size, position, card, switched, last
    cpdef void restart(self)
    @cython.locals(card=int, group=int)
    cpdef void flip(self) noexcept nogil
    @cython.locals(i=int, j=int, card=int)
    cdef void shuffle(self, generator.Generator chance) noexcept nogil

@cython.locals(pile=Pile)
cpdef list turns(tables.Tables city, object cards)
