cimport cython
from libc cimport math
from fulgence.bots cimport limits
from fulgence.rules cimport kinds

@cython.final
cdef class ValueNetwork:
    cdef readonly int size
    cdef readonly int linear_at, hidden_bias_at, second_hidden_at, second_bias_at, output_at
    cdef readonly int round_size
    cdef readonly object weights_array
    cdef float[::1] weights
    cdef float[128] accumulator
    cdef float linear_sum
    cdef float[128] hidden
    cdef float[16] second_hidden
    @cython.locals(start=Py_ssize_t, i=int, j=int)
    cpdef float evaluate(self, int[::1] features, int count, int number, int head) noexcept nogil
    @cython.locals(row=Py_ssize_t, j=int)
    cdef inline void add(self, Py_ssize_t start, int feature) noexcept nogil
    @cython.locals(row=Py_ssize_t, j=int, k=int, result=float)
    cdef inline float output(self, Py_ssize_t start, int head) noexcept nogil
    @cython.locals(row=Py_ssize_t)
    cpdef void adjust_output_bias(self, int number, int head, float points) noexcept nogil
