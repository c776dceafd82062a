cimport cython
from fulgence.rules.bits cimport u64

cdef u64 WORD, HALF, MULTIPLIER, INCREMENT

@cython.final
cdef class Generator:
    cdef u64 state
    @cython.locals(x=u64)
    cdef int below(self, int n) noexcept nogil
