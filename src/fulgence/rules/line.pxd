cimport cython
from fulgence.rules cimport bits, kinds
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms

@cython.locals(
    weight=int, factor=int, districts=int, most=int, district=int, here=u64, circles=u64, n=int
)
cdef int part(
    Terms terms, int number, u64 stations, u64 circled, int doubled
) noexcept nogil

@cython.locals(district=int, here=u64, n=int, most=int)
cdef int doubled_most(Terms terms, u64 stations, u64 circled) noexcept nogil

cdef int product(int part) noexcept nogil
