cimport cython
from fulgence.bots cimport limits
from fulgence.bots.network.value_network cimport ValueNetwork
from fulgence.rules cimport kinds

cdef int SHORT

@cython.final
cdef class QuantizedNetwork:
    cdef readonly int size, first_bits, second_bits
    cdef readonly tuple parts
    cdef short[::1] first
    cdef int[::1] linear
    cdef short[::1] first_bias
    cdef short[::1] second
    cdef int[::1] second_bias
    cdef int[::1] output
    cdef int[::1] output_bias
    cdef inline int shift(self) noexcept nogil
    @cython.locals(
        first=double, second=double, both=double, value=double, output=double, start=Py_ssize_t, place=Py_ssize_t,
        row=Py_ssize_t, n=Py_ssize_t, j=int, k=int, head=int
    )
    cdef void update_round(self, ValueNetwork network, int number) noexcept nogil

cdef int nearest(double number) noexcept nogil
@cython.locals(whole=int)
cdef int as_short(double number) noexcept nogil
