cimport cython
from libc cimport math
from fulgence.bots cimport sizes
from fulgence.rules cimport chance, kinds

@cython.final
cdef class Value:
    cdef readonly int size
    cdef int linear, bias, second, shift, last
    cdef readonly int room
    cdef readonly object kept
    cdef float[::1] weights
    cdef float[64] sums
    cdef float straight
    cdef float[64] hidden
    cdef float[16] narrow
    cdef int[::1] seen
    cdef int[::1] told_facts
    cdef int told_count, told_number, time, changes
    cdef readonly int looks
    @cython.locals(start=Py_ssize_t, i=int, j=int)
    cpdef float of(self, int[::1] facts, int count, int number, int head) noexcept nogil
    @cython.locals(row=Py_ssize_t, j=int)
    cdef inline void add(self, Py_ssize_t start, int fact) noexcept nogil
    @cython.locals(row=Py_ssize_t, j=int)
    cdef inline void take(self, Py_ssize_t start, int fact) noexcept nogil
    @cython.locals(row=Py_ssize_t, j=int, k=int, result=float)
    cdef inline float told(self, Py_ssize_t start, int head) noexcept nogil
    cpdef void lift(self, int number, int head, float points) noexcept nogil
    cpdef void forget(self) noexcept nogil
    @cython.locals(start=Py_ssize_t, i=int, result=float)
    cpdef float next(self, int[::1] facts, int count, int number, int head) noexcept nogil

@cython.final
cdef class Trainer:
    cdef readonly Value value
    cdef float[::1] mean
    cdef float[::1] square
    cdef float[::1] slow
    cdef float[64] pull
    cdef float[16] draw
    cdef public float rate
    cdef float[64] row
    cdef inline void step(self, Py_ssize_t place, float gradient) noexcept nogil
    @cython.locals(
        fast=float, slow=float, least=float, rate=float, gradient=float, mean=float, square=float,
        root=float, j=int
    )
    cdef inline void steps(self, Py_ssize_t place, int number) noexcept nogil
    @cython.locals(said=float, error=float, start=Py_ssize_t, row=Py_ssize_t, i=int, j=int, k=int)
    cpdef float learn(self, int[::1] facts, int count, int number, int head, float wanted) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cpdef void blend(self, float share) noexcept nogil
