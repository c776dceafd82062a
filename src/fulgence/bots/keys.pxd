cimport cython
from fulgence.rules cimport kinds, sheet
from fulgence.rules.bits cimport u64

cdef u64 WORD, FIRST, SECOND, THIRD
cdef int SECTIONS

@cython.final
cdef class Keys:
    cdef u64[::1] sections
    cdef u64 drawn(self, u64 key, int number, int move) noexcept nogil
    @cython.locals(marks=u64)
    cdef u64 marked(self, u64 key, sheet.Sheet page) noexcept nogil

@cython.final
cdef class Seen:
    cdef readonly Py_ssize_t size
    cdef Py_ssize_t mask
    cdef u64[::1] slots
    cdef u64[::1] former
    @cython.locals(place=Py_ssize_t)
    cpdef void clear(self) noexcept
    cpdef bint add(self, u64 key) noexcept
    @cython.locals(place=Py_ssize_t)
    cdef bint put(self, u64 key) noexcept nogil
    @cython.locals(place=Py_ssize_t, before=Py_ssize_t)
    cdef void grow(self) noexcept
