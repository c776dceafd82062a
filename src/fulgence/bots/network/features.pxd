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
    cdef readonly int count, size, old_size
    cdef int sides
    cdef int[10] reachable
    cdef int[10] highest
    cdef int[10] left
    cdef int line, ends, earlier, near, far, boxed, circled, gates, closed, cards, closing, districts, pairs
    cdef int visits, pencils, reach, best, crossings, objectives, bonus, powers, flags
    cdef int reached, third, near_lines, clock
    cdef inline void add(self, int feature) noexcept nogil
    cdef inline void add_all(self, int first, u64 mask) noexcept nogil
    @cython.locals(kind=int)
    cpdef void read(self, Sheet sheet, Pile pile) noexcept nogil
    @cython.locals(kind=int, side=int)
    cpdef void read_sheet(self, Sheet sheet) noexcept nogil
    @cython.locals(side=int, stations=u64, district=int, n=int, place=int, wide=int, most=int)
    cdef void read_lines(self, Sheet sheet) noexcept nogil
    @cython.locals(start=Py_ssize_t, shut=u64, move=int)
    cdef inline void read_closed(self, Sheet sheet) noexcept nogil
    @cython.locals(place=Py_ssize_t, there=u64, group=int, left=int, seen=int)
    cpdef void read_pile(self, Pile pile) noexcept nogil
    @cython.locals(kind=int, place=Py_ssize_t, card=int, side=int)
    cdef void count_cards(self, Pile pile, int are_two) noexcept nogil
    cdef inline int reach_feature(self, int kind, int stations, int left) noexcept nogil
    cdef inline int best_feature(self, int kind, int gain) noexcept nogil
    @cython.locals(
        own=u64, sources=u64, near=u64, far=u64, third=u64, ends=u64, cells=u64, start=Py_ssize_t,
        end=Py_ssize_t, value=int, symbol=int, kind=int, n=int, more=int, district=int, place=int, lines=int
    )
    cdef void read_reach(self, Sheet sheet, int side) noexcept nogil
    @cython.locals(found=u64)
    cdef inline u64 open_from(self, Sheet sheet, u64 cells) noexcept nogil
    @cython.locals(
        visits=int, number=int, crossing=int, uses=int, objective=int,
        n=int, bonus=int, pencil=int
    )
    cdef void read_marks(self, Sheet sheet) noexcept nogil
