cimport cython
from fulgence.rules.bits cimport u64

@cython.final
cdef class CityTables:
    cdef readonly int cells, sections, moves, first_circle, districts, crossings, cards, objectives
    cdef u64[64] station_cells
    cdef u64[64] near
    cdef unsigned char[64] symbol
    cdef u64[5] takes
    cdef u64 everywhere, counted
    cdef unsigned char[449] origin
    cdef unsigned char[449] goal
    cdef short[4096] move_to
    cdef short[193] closes
    cdef unsigned char[2048] closed_a
    cdef unsigned char[2048] closed_b
    cdef u64[64] all_but
    cdef u64[16] district_cells
    cdef unsigned char[64] district_of
    cdef u64 secondary
    cdef unsigned char[8] departures
    cdef unsigned char[192] river
    cdef u64 sites, monuments
    cdef readonly u64 special
    cdef int[16] crossing_a
    cdef int[16] crossing_b
    cdef unsigned char[16] card_symbol
    cdef unsigned char[16] card_kind
    cdef unsigned char[16] card_side
    cdef unsigned char[32] busy
    cdef unsigned char[16] card_group
    cdef int[3] closing
    cdef readonly int switch
    cdef readonly int switch_sections, switch_ignored_turns
    cdef int[32] track
    cdef int track_end
    cdef int[5] interchange_points
    cdef int[3] crossing_points
    cdef int river_points, monument_points, link_points, objective_points
    cdef int secondary_weight, most_factor
    cdef int[8] objective_kind
    cdef int[8] objective_count
    cdef int[8] objective_lines
    cdef u64[8] objective_among

@cython.final
cdef class Terms:
    cdef readonly CityTables tables
    cdef readonly short[4] pencils
    cdef readonly short[4] powers
    cdef readonly short[64] gate_at
    cdef readonly u64 gates
    cdef readonly int[4] acceleration
    cdef readonly int objectives
    @cython.locals(last=Py_ssize_t, other=Py_ssize_t, pencil=int)
    cpdef void shuffle_pencils(self, Py_ssize_t order) noexcept nogil
