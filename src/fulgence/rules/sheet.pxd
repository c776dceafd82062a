cimport cython
from fulgence.rules cimport bits, kinds, line, tables
from fulgence.rules.bits cimport u64

@cython.final
cdef class MoveList:
    cdef int[384] move

@cython.final
cdef class Sheet:
    cdef readonly tables.Terms terms
    cdef tables.Tables city
    cdef readonly u64[12] drawn
    cdef readonly u64[8] lines
    cdef readonly int[4] linked
    cdef readonly u64[4] circled
    cdef readonly int[4] doubled
    cdef readonly int[4] points
    cdef readonly u64 boxed
    cdef readonly u64[64] open
    cdef readonly int round, turn
    cdef readonly u64[2] side
    cdef readonly u64 ends, fresh
    cdef readonly int power, card, branching, permit
    cdef readonly u64 sources, targets, wide_sources, wide_targets
    cdef int[8] queue
    cdef int queued, landed, offered

    cpdef void copy_from(self, Sheet other) noexcept nogil
    @cython.locals(pencil=int, bear=int, crown=int)
    cdef void begin_round(self) noexcept nogil
    cpdef void end_round(self) noexcept nogil
    @cython.locals(stations=u64)
    cpdef u64 stations(self, int side) noexcept nogil
    @cython.locals(now=int, bear=u64, crown=u64, points=int)
    cpdef int current_points(self) noexcept nogil
    cpdef int part(self, int number, u64 stations) noexcept nogil
    @cython.locals(points=int)
    cpdef int extras(self, int number, u64 stations) noexcept nogil
    cpdef int river_sections(self, int number) noexcept nogil
    @cython.locals(section=int, a=int, b=int)
    cdef void open_drawn(self, int free) noexcept nogil
    @cython.locals(word=int, mask=u64)
    cpdef bint is_drawn(self, int section) noexcept nogil
    cpdef void begin_turn(self, int card, int switched) noexcept nogil
    cdef u64 card_sources(self) noexcept nogil
    cdef bint offer(self, int permit) noexcept nogil
    @cython.locals(symbol=int)
    cdef int second_symbol(self) noexcept nogil
    @cython.locals(sources=u64, start=int, own=u64)
    cdef bint has_section(self) noexcept nogil
    @cython.locals(n=int, start=int, sources=u64, targets=u64, ends=u64)
    cdef int list_moves(self, MoveList moves) noexcept nogil
    @cython.locals(permit=int, follow=int, start=int, end=int)
    cpdef void play(self, int move) noexcept nogil
    @cython.locals(section=int, i=int, a=int, b=int, own=int)
    cpdef void draw(self, int move, int start, int end) noexcept nogil
    cpdef void mark_boxed(self, int cell) noexcept nogil
    cpdef void mark_circled(self, int cell) noexcept nogil
    cpdef void mark_doubled(self, int cell) noexcept nogil
    cdef void touch(self, int cell) noexcept nogil
    @cython.locals(gate=int)
    cdef void earn(self, int cell) noexcept nogil
    @cython.locals(permit=int, i=int)
    cdef void advance(self, int follow) noexcept nogil
