cimport cython
from fulgence.bots cimport limits, playout
from fulgence.bots.gain cimport Gains
from fulgence.rules cimport kinds
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport Terms
from fulgence.rules.generator cimport Generator
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

@cython.final
cdef class Flat:
    cdef Gains gains
    cdef Sheet sheet
    cdef Pile order, pile, fresh, full
    cdef Generator future, ties
    cdef readonly int[512] moves
    cdef readonly int[512] tries
    cdef readonly long[512] sums
    cdef readonly int count
    @cython.locals(place=int, n=int, left=int, stages=int, share=int)
    cpdef int choose(
        self, Sheet sheet, Pile pile, int known, int rollouts, Generator rng
    ) noexcept nogil
    @cython.locals(seed=u64, n=int, _=int)
    cdef void compare(
        self, Sheet sheet, Pile pile, int known, int left, int futures, Generator rng
    ) noexcept nogil
    @cython.locals(n=int, at=int)
    cdef void sort(self, int left) noexcept nogil
    @cython.locals(move=int, tries=int, sums=long)
    cdef void swap(self, int at) noexcept nogil
