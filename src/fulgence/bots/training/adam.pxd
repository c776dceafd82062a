cimport cython
from libc cimport math
from fulgence.bots cimport limits
from fulgence.bots.network.value_network cimport ValueNetwork
from fulgence.rules cimport kinds
from fulgence.rules.generator cimport Generator

cdef int BATCH

@cython.final
cdef class Adam:
    cdef readonly ValueNetwork network
    cdef float[::1] first_moment
    cdef float[::1] second_moment
    cdef readonly object average_array
    cdef float[::1] average
    cdef float[::1] gradients
    cdef int[::1] touched
    cdef signed char[::1] is_touched
    cdef int batched, touched_count
    cdef int[4] touched_rounds
    cdef float[128] hidden_gradient
    cdef float[16] second_gradient
    cdef public float learning_rate
    @cython.locals(predicted=float, error=float, start=Py_ssize_t, row=Py_ssize_t, i=int, j=int, k=int)
    cpdef float learn(self, int[::1] features, int count, int number, int head, float target) noexcept nogil
    cdef inline void touch(self, Py_ssize_t place) noexcept nogil
    @cython.locals(i=int, number=int, feature=int, start=Py_ssize_t, size=int)
    cpdef void step(self) noexcept nogil
    @cython.locals(
        first_rate=float, second_rate=float, epsilon=float, share=float, learning_rate=float, gradient=float,
        first_moment=float, second_moment=float, root=float, j=int
    )
    cdef void update(self, Py_ssize_t place, int number) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cpdef void update_average(self, float share) noexcept nogil
