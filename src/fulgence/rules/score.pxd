cimport cython
from fulgence.rules cimport bits, kinds
from fulgence.rules.bits cimport u64
from fulgence.rules.sheet cimport Sheet

cpdef u64 side_stations(Sheet sheet, int number, int side) noexcept nogil
cpdef u64 stations_of(Sheet sheet, int number) noexcept nogil
@cython.locals(one=u64, two=u64, three=u64, four=u64, number=int, stations=u64)
cpdef u64 shared(Sheet sheet, int least) noexcept nogil
@cython.locals(visits=int, number=int)
cpdef int site_visits(Sheet sheet) noexcept nogil
cpdef int site_points(Sheet sheet) noexcept nogil
@cython.locals(over=int, under=int)
cpdef int crossing_uses(Sheet sheet, int crossing) noexcept nogil
@cython.locals(points=int, crossing=int)
cpdef int crossing_points(Sheet sheet) noexcept nogil
@cython.locals(points=int, two=u64, three=u64, four=u64)
cpdef int interchange_points(Sheet sheet) noexcept nogil
cdef int weighted(Sheet sheet, u64 stations) noexcept nogil
@cython.locals(n=int, network=u64, district=int, cells=u64)
cdef int full_districts(Sheet sheet, u64 among) noexcept nogil
@cython.locals(n=int, district=int)
cdef int districts_with(Sheet sheet, u64 stations, u64 among) noexcept nogil
@cython.locals(n=int, number=int, side=int, stations=u64)
cdef int tally(Sheet sheet, int kind, int lines, u64 among) noexcept nogil
cpdef int objective_count(Sheet sheet, int objective) noexcept nogil
cpdef bint objective_met(Sheet sheet, int objective) noexcept nogil
@cython.locals(points=int, objective=int)
cpdef int objective_points(Sheet sheet) noexcept nogil
@cython.locals(points=int)
cdef int line_points(Sheet sheet) noexcept nogil
cpdef int total(Sheet sheet) noexcept nogil
