cimport cython
from fulgence.bots cimport limits
from fulgence.rules cimport bits, kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport CityTables, Terms
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class Gains:
    cdef CityTables city
    cdef Sheet trial
    cdef bint is_simple
    cdef int[32] counts
    cdef int[2] districts
    cdef int[2] most
    cdef int[2] line_points
    cdef u64 one, two, three
    cdef int visits, visited, boxes_target, total
    @cython.locals(number=int, stations=u64)
    cpdef void set_sheet(self, Sheet sheet) noexcept nogil
    cpdef void refresh_lines(self, Sheet sheet) noexcept nogil
    cpdef void refresh_card(self, Sheet sheet) noexcept nogil
    @cython.locals(end=Py_ssize_t, district=int, n=int)
    cpdef void update(self, Sheet sheet, int move) noexcept nogil
    @cython.locals(stations=u64, districts=int, most=int, n=int, district=int)
    cdef void count_stations(self, Sheet sheet, int side) noexcept nogil
    @cython.locals(
        start=Py_ssize_t, end=Py_ssize_t, side=int, district=int, n=int, most=int, gain=int, reached=u64, section=int
    )
    cpdef int of(self, Sheet sheet, int move) noexcept nogil
    @cython.locals(here=u64, lines=int, weight=int, before=int)
    cdef int interchange_gain(self, Py_ssize_t cell, int boxes, u64 boxed) noexcept nogil
    @cython.locals(last=int, visits=int, before=int)
    cdef int site_gain(self, int more) noexcept nogil
    @cython.locals(crossing=int, uses=int)
    cdef int crossing_gain(self, Sheet sheet, int section) noexcept nogil
    cdef int gain_by_playing(self, Sheet sheet, int move) noexcept nogil
