cimport cython
from fulgence.rules cimport bits, kinds, line
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport CityTables, Terms
from fulgence.rules.generator cimport Generator

@cython.final
cdef class Sheet:
    cdef readonly Terms terms
    cdef CityTables city
    cdef readonly short[192] drawn
    cdef readonly short[4] river_sections
    cdef readonly u64[8] lines
    cdef readonly int[4] linked
    cdef readonly u64[4] circled
    cdef readonly int[4] doubled
    cdef readonly int[4] points
    cdef readonly u64 boxed
    cdef readonly u64[64] open
    cdef readonly Py_ssize_t round
    cdef readonly int turn
    cdef readonly u64[2] side
    cdef readonly u64 joined, inner
    cdef readonly Py_ssize_t card
    cdef readonly int power, branching, permit
    cdef readonly u64 sources, targets, wide_sources, wide_targets
    cdef u64[64] reaches
    cdef int[8] queue
    cdef Py_ssize_t landed
    cdef int queued, offered, plain

    cpdef void copy_from(self, Sheet other) noexcept nogil
    @cython.locals(pencil=int, first=int, second=int)
    cdef void begin_round(self) noexcept nogil
    cpdef void end_round(self) noexcept nogil
    @cython.locals(stations=u64)
    cpdef u64 stations(self, int side) noexcept nogil
    @cython.locals(now=int, first=u64, second=u64, points=int)
    cpdef int current_points(self) noexcept nogil
    cpdef int part(self, int number, u64 stations) noexcept nogil
    @cython.locals(points=int)
    cpdef int extras(self, int number, u64 stations) noexcept nogil
    @cython.locals(section=int, a=int, b=int)
    cdef void open_drawn(self, int free) noexcept nogil
    cpdef void begin_turn(self, Py_ssize_t card, int switched) noexcept nogil
    cdef u64 card_sources(self) noexcept nogil
    cdef bint offer(self, int permit) noexcept nogil
    @cython.locals(symbol=int)
    cdef int second_symbol(self) noexcept nogil
    @cython.locals(n=int, i=Py_ssize_t, start=Py_ssize_t, sources=u64, targets=u64, ends=u64)
    cpdef int count_moves(self) noexcept nogil
    @cython.locals(n=int)
    cpdef int random_move(self, Generator rng) noexcept nogil
    @cython.locals(n=int, i=Py_ssize_t, ends=u64, sources=u64)
    cpdef int move_at(self, int place) noexcept nogil
    cpdef void play(self, Py_ssize_t move) noexcept nogil
    @cython.locals(permit=int, follow=int, start=Py_ssize_t, end=Py_ssize_t)
    cdef void play_permit(self, Py_ssize_t move) noexcept nogil
    @cython.locals(section=Py_ssize_t, i=Py_ssize_t, a=Py_ssize_t, b=Py_ssize_t, both=u64)
    cdef inline void draw(self, Py_ssize_t move, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cpdef void mark_boxed(self, int cell) noexcept nogil
    cpdef void mark_circled(self, int cell) noexcept nogil
    cpdef void mark_doubled(self, int cell) noexcept nogil
    @cython.locals(gate=int)
    cdef void earn(self, int cell) noexcept nogil
    @cython.locals(permit=int, i=int)
    cdef void advance(self, int follow) noexcept nogil
