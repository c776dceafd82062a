cimport cython
from fulgence.rules cimport bits, kinds, sheet
from fulgence.rules.bits cimport u64

cpdef u64 side_stations(sheet.Sheet page, int number, int side) noexcept nogil
cpdef u64 stations_of(sheet.Sheet page, int number) noexcept nogil
@cython.locals(one=u64, two=u64, three=u64, four=u64, number=int, stations=u64)
cpdef u64 shared(sheet.Sheet page, int least) noexcept nogil
@cython.locals(visits=int, number=int)
cpdef int site_points(sheet.Sheet page) noexcept nogil
@cython.locals(over=int, under=int)
cpdef int crossing_uses(sheet.Sheet page, int crossing) noexcept nogil
@cython.locals(points=int, crossing=int)
cpdef int crossing_points(sheet.Sheet page) noexcept nogil
@cython.locals(points=int, two=u64, three=u64, four=u64)
cpdef int interchange_points(sheet.Sheet page) noexcept nogil
cdef int weighted(sheet.Sheet page, u64 stations) noexcept nogil
@cython.locals(n=int, network=u64, district=int, cells=u64)
cdef int full_districts(sheet.Sheet page, u64 among) noexcept nogil
@cython.locals(n=int, district=int)
cdef int districts_with(sheet.Sheet page, u64 stations, u64 among) noexcept nogil
@cython.locals(n=int, number=int, side=int, stations=u64)
cdef int tally(sheet.Sheet page, int kind, int lines, u64 among) noexcept nogil
cpdef int objective_count(sheet.Sheet page, int objective) noexcept nogil
cpdef bint objective_met(sheet.Sheet page, int objective) noexcept nogil
@cython.locals(points=int, objective=int)
cpdef int objective_points(sheet.Sheet page) noexcept nogil
@cython.locals(points=int)
cdef int line_points(sheet.Sheet page) noexcept nogil
cpdef int total(sheet.Sheet page) noexcept nogil
