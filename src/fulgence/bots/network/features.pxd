cimport cython
from fulgence.bots cimport limits
from fulgence.bots.gain cimport Gains
from fulgence.rules cimport bits, kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport CityTables, Terms
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class Features:
    cdef CityTables city
    cdef Gains gains
    cdef int[::1] active
    cdef readonly int count, size
    cdef int sides
    cdef int[10] left
    cdef int[5] highest
    cdef int line, ends, earlier, near, far, boxed, circled, gates, closed, cards, closing, districts, pairs
    cdef int visits, pencils, reach, best, crossings, objectives, bonus, powers, flags
    cdef inline void add(self, int feature) noexcept nogil
    cdef inline void add_all(self, int first, u64 mask) noexcept nogil
    @cython.locals(side=int)
    cpdef void read(self, Sheet sheet, Pile pile) noexcept nogil
    @cython.locals(side=int, stations=u64, district=int, n=int, place=int, wide=int, most=int)
    cdef void read_lines(self, Sheet sheet) noexcept nogil
    @cython.locals(start=Py_ssize_t, shut=u64, move=int)
    cdef inline void read_closed(self, Sheet sheet) noexcept nogil
    @cython.locals(symbol=int, place=Py_ssize_t, card=int, group=int, there=u64, side=int)
    cdef void read_cards(self, Sheet sheet, Pile pile) noexcept nogil
    @cython.locals(
        own=u64, sources=u64, near=u64, far=u64, mask=u64, ends=u64, start=Py_ssize_t,
        end=Py_ssize_t, value=int, symbol=int, kind=int, n=int, left=int
    )
    cdef void read_reach(self, Sheet sheet, int side) noexcept nogil
    @cython.locals(
        visits=int, number=int, crossing=int, uses=int, objective=int,
        n=int, bonus=int, pencil=int
    )
    cdef void read_marks(self, Sheet sheet) noexcept nogil
