cimport cython
from fulgence.bots cimport sizes
from fulgence.rules cimport bits, kinds, score, sheet, tables
from fulgence.rules.bits cimport u64

@cython.final
cdef class Gains:
    cdef tables.Tables city
    cdef sheet.Sheet trial
    cdef bint is_simple
    cdef int[32] counts
    cdef int[2] districts
    cdef int[2] most
    cdef int[2] worth
    cdef u64 one, two, three
    cdef int visits, visited, boxes, total
    @cython.locals(number=int, stations=u64)
    cpdef void look(self, sheet.Sheet page) noexcept nogil
    cpdef void look_again(self, sheet.Sheet page) noexcept nogil
    cpdef void look_at_card(self, sheet.Sheet page) noexcept nogil
    @cython.locals(end=Py_ssize_t, district=int, n=int)
    cpdef void follow(self, sheet.Sheet page, int move) noexcept nogil
    @cython.locals(stations=u64, districts=int, most=int, n=int, district=int)
    cdef void count(self, sheet.Sheet page, int side) noexcept nogil
    @cython.locals(
        start=Py_ssize_t, end=Py_ssize_t, side=int, district=int, n=int, most=int, gain=int, reached=u64, section=int
    )
    cpdef int of(self, sheet.Sheet page, int move) noexcept nogil
    @cython.locals(here=u64, lines=int, weight=int, before=int)
    cdef int met(self, Py_ssize_t cell, int boxes, u64 boxed) noexcept nogil
    @cython.locals(last=int, visits=int, before=int)
    cdef int toured(self, int more) noexcept nogil
    @cython.locals(crossing=int, uses=int)
    cdef int crossed(self, sheet.Sheet page, int section) noexcept nogil
    cdef int tried(self, sheet.Sheet page, int move) noexcept nogil
