cimport cython
from fulgence.rules cimport kinds
from fulgence.rules.bits cimport u64
from fulgence.rules.sheet cimport Sheet

cdef u64 WORD, MIX_1, MIX_2, MIX_3
cdef int MAX_SECTIONS

@cython.final
cdef class ZobristKeys:
    cdef u64[::1] sections
    cdef u64 toggle_section(self, u64 key, int number, int move) noexcept nogil
    @cython.locals(marks=u64)
    cdef u64 full_key(self, u64 key, Sheet sheet) noexcept nogil
    @cython.locals(section=int, rounds=int, number=int, key=u64)
    cpdef u64 drawn_key(self, Sheet sheet) noexcept nogil
    @cython.locals(points=u64, past=u64)
    cdef u64 state_key(self, u64 key, Sheet sheet) noexcept nogil
    cdef u64 ended_key(self, u64 key) noexcept nogil

@cython.final
cdef class KeySet:
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t mask
    cdef u64[::1] slots
    cdef u64[::1] old_slots
    @cython.locals(place=Py_ssize_t)
    cpdef void clear(self) noexcept
    cpdef bint add(self, u64 key) noexcept
    @cython.locals(place=Py_ssize_t)
    cdef bint put(self, u64 key) noexcept nogil
    @cython.locals(place=Py_ssize_t, before=Py_ssize_t)
    cdef void grow(self) noexcept
