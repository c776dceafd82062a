cimport cython
from fulgence.bots cimport limits
from fulgence.bots.network.quantized_network cimport QuantizedNetwork
from fulgence.bots.value_player cimport ValuePlayer
from fulgence.bots.zobrist cimport KeySet, ZobristKeys
from fulgence.rules cimport kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef int STEP_WORK, OVERSAMPLING, EVALUATED_FACTOR

@cython.final
cdef class Beam:
    cdef readonly Py_ssize_t width
    cdef list piles
    cdef Pile pile
    cdef int is_mid_turn
    cdef ValuePlayer player
    cdef ZobristKeys zobrist
    cdef KeySet seen_keys
    cdef list sheets, next_sheets, scratch
    cdef readonly list backpointers
    cdef int[16] path
    cdef u64[::1] drawn
    cdef Py_ssize_t size, capacity, count, expanded, evaluated, step_work
    cdef int[::1] estimates
    cdef int[::1] parents
    cdef u64[::1] child_keys
    cdef u64[::1] child_drawn
    cdef int[::1] lengths
    cdef int[::1] moves
    cdef int[::1] histogram
    cdef int floor
    cdef readonly bint is_exact, is_over

    cdef void begin_turn(self) noexcept
    cpdef bint step(self)
    cdef void open(self, Sheet sheet, Py_ssize_t parent) noexcept
    @cython.locals(sheet=Sheet, later=Sheet, place=int, move=int)
    cdef void expand(self, int depth) noexcept
    @cython.locals(n=Py_ssize_t, i=int, key=u64, drawn=u64, estimate=int)
    cdef void add_child(self, Sheet sheet, int length) noexcept
    cdef bint is_last(self) noexcept
    @cython.locals(n=Py_ssize_t)
    cdef void rebuild_seen_keys(self) noexcept
    @cython.locals(sheet=Sheet, n=Py_ssize_t, points=double)
    cdef bint evaluate_children(self) noexcept
    @cython.locals(i=int)
    cdef void replay(self, Sheet sheet, Py_ssize_t child) noexcept
    @cython.locals(n=Py_ssize_t, estimate=int, least=int, floor=int, above=Py_ssize_t, equal=Py_ssize_t, count=Py_ssize_t)
    cdef void prune(self, Py_ssize_t limit) noexcept
    @cython.locals(n=Py_ssize_t, i=int)
    cdef void keep_child(self, Py_ssize_t child) noexcept
    @cython.locals(n=Py_ssize_t, sheet=Sheet)
    cdef void next_layer(self)
    cdef tuple child_moves(self, Py_ssize_t child)
