cimport cython
from fulgence.bots cimport gain, playout, sizes
from fulgence.rules cimport chance, kinds, sheet, tables
from fulgence.rules.bits cimport u64

@cython.final
cdef class Flat:
    cdef gain.Gains gains
    cdef sheet.Sheet page
    cdef chance.Pile order, pile, fresh, full
    cdef chance.Generator future, ties
    cdef readonly int[512] moves
    cdef readonly int[512] tries
    cdef readonly long[512] sums
    cdef readonly int count
    @cython.locals(place=int, n=int, left=int, stages=int, share=int)
    cpdef int choose(
        self, sheet.Sheet page, chance.Pile pile, int known, int rollouts, chance.Generator luck
    ) noexcept nogil
    @cython.locals(seed=u64, n=int, _=int)
    cdef void compare(
        self, sheet.Sheet page, chance.Pile pile, int known, int left, int futures, chance.Generator luck
    ) noexcept nogil
    @cython.locals(n=int, at=int)
    cdef void sort(self, int left) noexcept nogil
    @cython.locals(move=int, tries=int, sums=long)
    cdef void swap(self, int at) noexcept nogil
