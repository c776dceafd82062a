cimport cython
from libc cimport math
from fulgence.bots cimport limits
from fulgence.bots.network.value_network cimport ValueNetwork
from fulgence.rules cimport kinds
from fulgence.rules.generator cimport Generator

@cython.final
cdef class Adam:
    cdef readonly ValueNetwork network
    cdef float[::1] first_moment
    cdef float[::1] second_moment
    cdef float[::1] average
    cdef float[64] hidden_gradient
    cdef float[16] second_gradient
    cdef public float learning_rate
    cdef float[64] gradients
    cdef inline void update_one(self, Py_ssize_t place, float gradient) noexcept nogil
    @cython.locals(
        first_rate=float, second_rate=float, epsilon=float, learning_rate=float, gradient=float,
        first_moment=float, second_moment=float, root=float, j=int
    )
    cdef inline void update(self, Py_ssize_t place, int number) noexcept nogil
    @cython.locals(predicted=float, error=float, start=Py_ssize_t, row=Py_ssize_t, i=int, j=int, k=int)
    cpdef float learn(self, int[::1] features, int count, int number, int head, float target) noexcept nogil
    @cython.locals(place=Py_ssize_t)
    cpdef void update_average(self, float share) noexcept nogil
