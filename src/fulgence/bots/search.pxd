cimport cython
from libc cimport math
from fulgence.bots cimport gain, player, playout, sizes, value
from fulgence.rules cimport chance, kinds, score, sheet, tables

@cython.final
cdef class Search:
    cdef bint is_learned
    cdef player.Player player
    cdef gain.Gains gains
    cdef public float explore, trust
    cdef sheet.Sheet root, page, trial
    cdef chance.Pile start, pile, spare, fresh, full
    cdef int known
    cdef int[256] path
    cdef int[16] taken
    cdef readonly int nodes, edges, room
    cdef int[::1] first
    cdef int[::1] number
    cdef int[::1] visits
    cdef int[::1] key
    cdef int[::1] next
    cdef int[::1] move
    cdef int[::1] tries
    cdef int[::1] child
    cdef float[::1] prior
    cdef double[::1] sum
    cdef double[::1] squares
    cpdef int looks(self) noexcept nogil
    cpdef void begin(self, sheet.Sheet page, chance.Pile pile, int known, int room)
    @cython.locals(_=int)
    cpdef void run(self, int number, chance.Generator luck, int edge=*)
    @cython.locals(node=int, depth=int, result=float, key=int, n=int)
    cdef void simulate(self, chance.Generator luck, int edge) noexcept nogil
    @cython.locals(best=int, highest=float, spread=float, edge=int, points=float)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(looks=float)
    cdef inline float mean(self, int edge) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef int flip(self, int edge, chance.Generator luck) noexcept nogil
    @cython.locals(card=int, node=int, best=Py_ssize_t, ties=int, place=Py_ssize_t, more=int)
    cdef Py_ssize_t rarest(self, int edge, chance.Generator luck) noexcept nogil
    @cython.locals(node=int)
    cdef int find(self, int edge, int key) noexcept nogil
    @cython.locals(node=int, highest=float, place=int, points=float)
    cdef float expand(self, int key) noexcept nogil
    @cython.locals(edge=int)
    cdef float add(self, int move) noexcept nogil
    cdef float played_out(self, chance.Generator luck) noexcept nogil
    @cython.locals(tries=int, mean=double, spread=double)
    cdef float error(self, int edge) noexcept nogil
    @cython.locals(best=int, edge=int, more=int)
    cpdef int best(self) noexcept nogil
    cpdef int choose(self, sheet.Sheet page, chance.Pile pile, int known, int number, chance.Generator luck)

cdef int edges_of(int room) noexcept nogil
