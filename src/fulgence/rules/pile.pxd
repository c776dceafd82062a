cimport cython
from fulgence.rules cimport city_tables
from fulgence.rules.city_tables cimport CityTables
from fulgence.rules.generator cimport Generator

@cython.final
cdef class Pile:
    cdef CityTables city
    cdef unsigned char[16] cards
    cdef int[3] seen
    cdef readonly Py_ssize_t size, position, card
    cdef readonly int switched, last
    cpdef void restart(self)
    @cython.locals(card=Py_ssize_t, group=Py_ssize_t)
    cpdef void flip(self) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void shuffle(self, Generator rng) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void shuffle_rest(self, Generator rng) noexcept nogil
    @cython.locals(card=int)
    cdef inline void swap(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    @cython.locals(group=int, place=Py_ssize_t)
    cdef void copy_from(self, Pile other) noexcept nogil

@cython.locals(pile=Pile)
cpdef list turns(CityTables city, object cards)
