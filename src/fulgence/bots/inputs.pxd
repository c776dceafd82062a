cimport cython
from fulgence.bots cimport gain, sizes
from fulgence.rules cimport bits, chance, kinds, score, sheet, tables
from fulgence.rules.bits cimport u64

@cython.final
cdef class Inputs:
    cdef tables.Tables city
    cdef gain.Gains gains
    cdef int[::1] facts
    cdef readonly int count, size
    cdef int sides
    cdef int[10] left
    cdef int[5] highest
    cdef int line, ends, earlier, near, far, boxed, circled, gates, closed, cards, closing, districts, pairs
    cdef int visits, pencils, reach, best, crossings, goals, bonus, powers, rest
    cdef inline void add(self, int fact) noexcept nogil
    cdef inline void add_all(self, int first, u64 mask) noexcept nogil
    @cython.locals(side=int)
    cpdef void read(self, sheet.Sheet page, chance.Pile pile) noexcept nogil
    @cython.locals(
        side=int, stations=u64, district=int, n=int, wide=int, most=int, start=Py_ssize_t, shut=u64, move=int
    )
    cdef void read_lines(self, sheet.Sheet page) noexcept nogil
    @cython.locals(symbol=int, place=Py_ssize_t, card=int, group=int, there=u64, side=int)
    cdef void read_cards(self, sheet.Sheet page, chance.Pile pile) noexcept nogil
    @cython.locals(
        own=u64, sources=u64, near=u64, far=u64, mask=u64, ends=u64, start=Py_ssize_t,
        end=Py_ssize_t, value=int, symbol=int, kind=int, n=int, left=int
    )
    cdef void read_reach(self, sheet.Sheet page, int side) noexcept nogil
    @cython.locals(
        visits=int, number=int, crossing=int, uses=int, objective=int,
        n=int, bonus=int, pencil=int
    )
    cdef void read_marks(self, sheet.Sheet page) noexcept nogil
