cimport cython
from fulgence.bots cimport keys, player, sizes, value
from fulgence.rules cimport chance, kinds, score, sheet
from fulgence.rules.bits cimport u64

cdef int SLICE, SPARE, JUDGED

@cython.final
cdef class Beam:
    cdef readonly Py_ssize_t width
    cdef list piles
    cdef chance.Pile pile
    cdef int wait
    cdef player.Player judge
    cdef keys.Keys maker
    cdef keys.Seen seen
    cdef list pages, others, work
    cdef readonly list trail
    cdef int[16] path
    cdef u64[::1] drawn
    cdef Py_ssize_t size, room, count, grown, judged, looked
    cdef int[::1] hopes
    cdef int[::1] parents
    cdef u64[::1] child_keys
    cdef u64[::1] child_drawn
    cdef int[::1] lengths
    cdef int[::1] moves
    cdef int[::1] tally
    cdef int floor
    cdef readonly bint is_exact, is_over

    cdef void begin(self) noexcept
    cpdef bint step(self)
    cdef void open(self, sheet.Sheet page, Py_ssize_t parent) noexcept
    @cython.locals(page=sheet.Sheet, later=sheet.Sheet, place=int, move=int)
    cdef void grow(self, int depth) noexcept
    @cython.locals(n=Py_ssize_t, i=int, key=u64, drawn=u64, hope=int)
    cdef void note(self, sheet.Sheet page, int length) noexcept
    cdef bint is_last(self) noexcept
    @cython.locals(n=Py_ssize_t)
    cdef void seen_again(self) noexcept
    @cython.locals(page=sheet.Sheet, n=Py_ssize_t)
    cdef bint is_judged(self) noexcept
    @cython.locals(i=int)
    cdef void replay(self, sheet.Sheet page, Py_ssize_t child) noexcept
    @cython.locals(n=Py_ssize_t, hope=int, least=int, floor=int, above=Py_ssize_t, equal=Py_ssize_t, count=Py_ssize_t)
    cdef void drop(self, Py_ssize_t kept) noexcept
    @cython.locals(n=Py_ssize_t, i=int)
    cdef void shift(self, Py_ssize_t child) noexcept
    @cython.locals(n=Py_ssize_t, page=sheet.Sheet)
    cdef void finish(self)
    cdef tuple way(self, Py_ssize_t child)
