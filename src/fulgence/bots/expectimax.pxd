cimport cython
from libc cimport math
from fulgence.bots cimport limits
from fulgence.bots.network.evaluator cimport Evaluator
from fulgence.bots.value_player cimport ValuePlayer
from fulgence.rules cimport kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef int MAX_NEW_NODES, FIRST_PARTNERS, PARTNERS, FIRST_DOUBLE_PARTNERS, DOUBLE_PARTNERS, PROVABLE_CARDS, EVALUATIONS_PER_NODE, REFINED
cdef double FIRST_SPREAD, FIRST_SPREAD_WEIGHT, ENOUGH_VISITS

@cython.final
cdef class ExpectimaxSearch:
    cdef readonly Evaluator evaluator
    cdef readonly ValuePlayer player
    cdef public double exploration
    cdef Sheet root, sheet, decision
    cdef Pile root_pile, pile, next_pile, full
    cdef int[5] partners
    cdef int[5] partner_counts
    cdef int known
    cdef u64 root_drawn, drawn
    cdef int[256] edge_path
    cdef int[256] node_path
    cdef readonly int nodes, edges, max_nodes, expansions
    cdef int capacity, max_evaluations
    cdef double spread
    cdef int[::1] first_edge
    cdef int[::1] edge_count
    cdef int[::1] visits
    cdef int[::1] card_key
    cdef int[::1] sibling
    cdef signed char[::1] node_proved
    cdef double[::1] chance
    cdef double[::1] node_value
    cdef double[::1] node_variance
    cdef int[::1] move
    cdef int[::1] edge_visits
    cdef int[::1] first_child
    cdef signed char[::1] edge_proved
    cdef signed char[::1] edge_sampled
    cdef signed char[::1] is_refined
    cdef double[::1] edge_value
    cdef double[::1] edge_variance
    cdef inline int max_edges(self) noexcept nogil
    cpdef void begin(self, Sheet sheet, Pile pile, int known, int max_nodes)
    @cython.locals(end=int, _=int)
    cpdef void run(self, int simulations, Generator rng, int edge=*)
    @cython.locals(node=int, depth=int)
    cdef void simulate(self, int edge) noexcept nogil
    cdef void play(self, int move) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cdef void draw_card(self, Pile pile, int card_key) noexcept nogil
    @cython.locals(best=int, highest=double, spread=double, edge=int, points=double)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(best=int, highest=double, node=int, share=double)
    cdef int least_visited(self, int edge) noexcept nogil
    @cython.locals(before=double, cards=int, place=Py_ssize_t, change=double)
    cdef void expand(self, int edge, bint is_first) noexcept nogil
    @cython.locals(count=int, wanted=int, place=Py_ssize_t)
    cdef void expand_card(self, int edge, int card, double chance, bint is_first) noexcept nogil
    @cython.locals(symbol=int, place=Py_ssize_t, card=int, first=int, cards=int, best=int, share=double, _=int)
    cdef void expand_switch(self, int edge, double chance, int wanted) noexcept nogil
    cdef inline int rank(self, int card) noexcept nogil
    cdef inline bint is_last_round(self) noexcept nogil
    cdef void add_turn(self, int edge, int card_key, double chance) noexcept nogil
    @cython.locals(node=int)
    cdef void add_child(self, int edge, int card_key, double chance) noexcept nogil
    @cython.locals(node=int, key=u64, place=int, is_rough=bint, _=int)
    cdef void add_node(self, int card_key, double chance) noexcept nogil
    @cython.locals(best=int, edge=int)
    cdef void refine(self, int node, u64 key) noexcept nogil
    @cython.locals(edge=int)
    cdef void add_edge(self, int move, u64 key, bint is_rough) noexcept nogil
    @cython.locals(edge=int, node=int)
    cdef void update_path(self, int depth) noexcept nogil
    @cython.locals(value=double, variance=double, proved=int, node=int, chance=double)
    cdef void update_edge(self, int edge) noexcept nogil
    @cython.locals(best=int, proved=int, edge=int)
    cdef void update_node(self, int node) noexcept nogil
    @cython.locals(most=int, edge=int, best=int, is_known=bint)
    cpdef int best(self) noexcept nogil
    cpdef int evaluations(self) noexcept nogil
    cpdef double error(self, int edge) noexcept nogil
    cpdef int choose(self, Sheet sheet, Pile pile, int known, int simulations, Generator rng)

cdef Py_ssize_t place_of(Pile pile, int card, Py_ssize_t start) noexcept nogil
@cython.locals(flipped=int, left=int, place=Py_ssize_t)
cpdef void return_switch(Pile pile, int switch) noexcept nogil
