cimport cython
from fulgence.rules cimport bits, city_tables, kinds, score
from fulgence.rules.bits cimport u64
from fulgence.rules.city_tables cimport CityTables
from fulgence.rules.pile cimport Pile
from fulgence.rules.sheet cimport Sheet

cdef int NOT_THERE

@cython.final
cdef class Observer:
    cdef CityTables city
    cdef readonly int sides, size
    cdef readonly dict fields, shapes
    cdef readonly list highest, scale
    cdef int lines, ends, districts, drawn, closed, permit, card, switch, remaining, closing, round, turn
    cdef int pencils, boxed, objectives, counts, powers, power, gates, circled, doubled, acceleration, next
    cdef int[16] gate_cells
    cdef int gate_count
    cpdef void write(
        self, Sheet sheet, Pile pile, u64 remaining, int next_card, signed char[::1] row,
        Py_ssize_t first
    ) noexcept nogil
    cdef void rewrite(
        self, Sheet sheet, Pile pile, u64 remaining, int next_card, signed char[::1] row,
        Py_ssize_t first, Py_ssize_t move
    ) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void write_rest(
        self, Sheet sheet, Pile pile, u64 remaining, int next_card, signed char[::1] row,
        Py_ssize_t first
    ) noexcept nogil
    cdef inline void put(self, signed char[::1] row, Py_ssize_t first, u64 mask) noexcept nogil
    @cython.locals(place=Py_ssize_t, number=int, side=int)
    cdef void write_lines(self, Sheet sheet, signed char[::1] row, Py_ssize_t first) noexcept nogil
    @cython.locals(drawn=Py_ssize_t, closed=Py_ssize_t, section=Py_ssize_t, a=Py_ssize_t, b=Py_ssize_t)
    cdef void write_sections(self, Sheet sheet, signed char[::1] row, Py_ssize_t first) noexcept nogil
    @cython.locals(i=Py_ssize_t, move=Py_ssize_t)
    cdef void write_section(self, Py_ssize_t section, signed char[::1] row, Py_ssize_t first) noexcept nogil
    cdef void write_cards(
        self, Sheet sheet, Pile pile, u64 remaining, int next_card, signed char[::1] row,
        Py_ssize_t first
    ) noexcept nogil
    @cython.locals(place=Py_ssize_t, side=int, stations=u64, district=Py_ssize_t)
    cdef void write_building(self, Sheet sheet, signed char[::1] row, Py_ssize_t first) noexcept nogil
    @cython.locals(number=Py_ssize_t, gate=int)
    cdef void write_dealt(self, Sheet sheet, signed char[::1] row, Py_ssize_t first) noexcept nogil
    @cython.locals(objective=int)
    cdef void write_objectives(self, Sheet sheet, signed char[::1] row, Py_ssize_t first) noexcept nogil
