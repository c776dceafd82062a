cimport cython
from fulgence.rules cimport bits, kinds, tables
from fulgence.rules.bits cimport u64

@cython.locals(
    weight=int, factor=int, districts=int, most=int, district=int, here=u64, circles=u64, n=int
)
cdef int part(
    tables.Terms terms, int number, u64 stations, u64 circled, int doubled
) noexcept nogil

@cython.locals(district=int, here=u64, n=int, most=int)
cdef int doubled_most(tables.Terms terms, u64 stations, u64 circled) noexcept nogil

cdef int product(int part) noexcept nogil
