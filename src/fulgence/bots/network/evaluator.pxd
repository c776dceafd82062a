cimport cython
from fulgence.bots cimport limits
from fulgence.bots.network cimport kernel
from fulgence.bots.network.features cimport Features
from fulgence.bots.network.quantized_network cimport QuantizedNetwork
from fulgence.rules cimport kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef double FRACTION

@cython.final
cdef class Evaluator:
    cdef readonly QuantizedNetwork network
    cdef readonly Features features
    cdef Pile fresh
    cdef public int evaluations
    cdef u64[::1] keys
    cdef int[::1] totals
    cdef signed char[::1] is_final
    cdef signed char[::1] are_two
    cdef int[::1] linear
    cdef signed char[::1] reachable
    cdef signed char[::1] highest
    cdef short[::1] sums
    cdef u64[::1] pile_keys
    cdef int[::1] pile_linear
    cdef signed char[::1] pile_left
    cdef short[::1] pile_sums
    cdef int round, head, pile_slot
    cdef short[::1] accumulator
    cdef int linear_sum, last_round, last_count, step
    cdef int[::1] last_seen
    cdef int[::1] last_features
    cdef short[::1] hidden
    cdef int[::1] rows
    @cython.locals(slot=int, feature=int)
    cpdef void clear(self) noexcept nogil
    cpdef void set_pile(self, Pile pile, int number) noexcept nogil
    @cython.locals(there=u64, key=u64, place=Py_ssize_t)
    cdef void select_pile(self, Pile pile, int number) noexcept nogil
    @cython.locals(slot=int, start=Py_ssize_t, linear=int, i=int, j=int, are_two=int, kind=int)
    cdef void store_pile(self, Pile pile, int number) noexcept nogil
    @cython.locals(slot=int)
    cpdef int find(self, u64 key) noexcept nogil
    @cython.locals(slot=int, kind=int)
    cpdef int store(self, u64 key, Sheet sheet) noexcept nogil
    @cython.locals(start=Py_ssize_t, step=int, i=int, feature=int)
    cdef void accumulate(self, int number) noexcept nogil
    @cython.locals(
        start=int, result="long long", left_at=int, count=int, kind=int, stations=int, left=int, feature=int,
        gain=int, head=int
    )
    cpdef double value(self, int slot) noexcept nogil

@cython.locals(out=int)
cpdef int head_of(Pile pile) noexcept nogil
