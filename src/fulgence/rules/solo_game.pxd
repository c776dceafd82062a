cimport cython
from fulgence.rules cimport bits, city_tables, kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport CityTables, Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class SoloGame:
    cdef CityTables city
    cdef readonly Terms terms
    cdef readonly Sheet sheet
    cdef Sheet blank
    cdef Pile pile
    cdef public Generator rng
    cdef readonly int handicap, total, is_over
    cdef int cards, has_gates, has_powers, has_acceleration, objectives, objectives_dealt
    cdef int[4] gates
    cdef unsigned char[64] piles
    cdef int[4] sizes
    cdef unsigned char[16] order
    cdef u64 left
    cdef int switches
    @cython.locals(i=Py_ssize_t, number=int)
    cpdef void deal(self) noexcept nogil
    @cython.locals(i=Py_ssize_t, j=Py_ssize_t, kept=int)
    cdef void shuffle(self, int number) noexcept nogil
    @cython.locals(i=Py_ssize_t, other=Py_ssize_t)
    cdef void deal_acceleration(self) noexcept nogil
    cdef void deal_pile(self, Py_ssize_t number) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void keep_pile(self, Py_ssize_t number) noexcept nogil
    @cython.locals(rest=Py_ssize_t, place=Py_ssize_t, i=Py_ssize_t)
    cdef void repeat_switch(self, Py_ssize_t number) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void lay_pile(self, Py_ssize_t number) noexcept nogil
    cdef void begin_round(self) noexcept nogil
    cdef void flip(self) noexcept nogil
    @cython.locals(before=int)
    cpdef int play(self, Py_ssize_t move) noexcept nogil
    cdef void end_round(self) noexcept nogil
    @cython.locals(returns=bint)
    cpdef u64 remaining(self) noexcept nogil
    cpdef int next_card(self) noexcept nogil
