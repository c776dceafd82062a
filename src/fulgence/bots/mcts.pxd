cimport cython
from libc cimport math
from fulgence.bots cimport limits, playout
from fulgence.bots.gain cimport Gains
from fulgence.rules cimport kinds, score
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class TreeSearch:
    cdef Gains gains
    cdef public double exploration
    cdef Sheet root, sheet
    cdef Pile root_pile, pile, spare, fresh, full
    cdef int known
    cdef int[256] path
    cdef int[16] card_visits
    cdef readonly int nodes, edges, max_nodes
    cdef int[::1] first_edge
    cdef int[::1] edge_count
    cdef int[::1] visits
    cdef int[::1] card_key
    cdef int[::1] sibling
    cdef int[::1] move
    cdef int[::1] edge_visits
    cdef int[::1] first_child
    cdef double[::1] value_sum
    cdef double[::1] square_sum
    cpdef int evaluations(self) noexcept nogil
    cpdef void begin(self, Sheet sheet, Pile pile, int known, int max_nodes)
    @cython.locals(_=int)
    cpdef void run(self, int simulations, Generator rng, int edge=*)
    @cython.locals(node=int, depth=int, result=double, card_key=int)
    cdef void simulate(self, Generator rng, int edge) noexcept nogil
    @cython.locals(n=int)
    cdef inline void backpropagate(self, int depth, double result) noexcept nogil
    @cython.locals(best=int, highest=double, spread=double, edge=int, points=double)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(visits=double)
    cdef inline double mean(self, int edge) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef int flip(self, int edge, Generator rng) noexcept nogil
    @cython.locals(card=int, node=int, best=Py_ssize_t, ties=int, place=Py_ssize_t, more=int)
    cdef Py_ssize_t least_visited(self, int edge, Generator rng) noexcept nogil
    @cython.locals(node=int)
    cdef int find_child(self, int edge, int card_key) noexcept nogil
    @cython.locals(node=int, place=int)
    cdef void expand(self, int card_key) noexcept nogil
    @cython.locals(edge=int)
    cdef void add_edge(self, int move) noexcept nogil
    cdef double rollout(self, Generator rng) noexcept nogil
    @cython.locals(edge_visits=int, mean=double, spread=double)
    cdef double error(self, int edge) noexcept nogil
    @cython.locals(best=int, edge=int, more=int)
    cpdef int best(self) noexcept nogil
    cpdef int choose(self, Sheet sheet, Pile pile, int known, int simulations, Generator rng)

cdef int max_edges(int max_nodes) noexcept nogil
