cimport cython
from fulgence.rules.bits cimport u64

@cython.final
cdef class Tables:
    cdef readonly int cells, sections, moves, first_circle, districts, crossings, cards, objectives
    cdef u64[64] whole
    cdef u64[64] near
    cdef int[64] symbol
    cdef u64[5] takes
    cdef u64 everywhere, counted
    cdef int[449] origin
    cdef int[449] goal
    cdef short[4096] move_to
    cdef int[193] closes
    cdef unsigned char[2048] closed_a
    cdef unsigned char[2048] closed_b
    cdef u64[16] district_cells
    cdef int[64] district_of
    cdef u64 secondary
    cdef int[8] departures
    cdef u64[3] river
    cdef u64 sites, monuments, special
    cdef int[16] crossing_a
    cdef int[16] crossing_b
    cdef int[16] card_symbol
    cdef int[16] card_kind
    cdef int[16] card_side
    cdef int[16] card_group
    cdef int[3] closing
    cdef readonly int switch
    cdef int switch_sections, switch_ignored_turns
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
    cdef readonly Tables tables
    cdef readonly int[4] pencils
    cdef readonly int[4] powers
    cdef readonly int[64] gate_at
    cdef readonly u64 gates
    cdef readonly int[4] acceleration
    cdef readonly int objectives
