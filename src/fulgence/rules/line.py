"""What one line is worth: districts x most stations in one of them."""

from __future__ import annotations

from fulgence.rules import bits, kinds, tables


def part(terms: tables.Terms, number: int, stations: int, circled: int, doubled: int) -> int:
    """Districts and most stations of one connected line of round `number`, bonuses included."""
    if not stations:
        return 0
    weight = 1
    factor = 1
    if terms.acceleration[number] == kinds.SECONDARY_DISTRICTS:
        weight = terms.tables.secondary_weight
    elif terms.acceleration[number] == kinds.DOUBLE_STATIONS:
        factor = terms.tables.most_factor
    districts = 0
    most = 0
    for district in range(terms.tables.districts):
        n = bits.count(stations & terms.tables.district_cells[district])
        districts += n > 0
        most = n if n > most else most
    circles = circled & stations
    while circles:
        here = stations & terms.tables.district_cells[terms.tables.district_of[bits.lowest(circles)]]
        n = bits.count(here) + bits.count(circled & here)
        most = n if n > most else most
        circles &= circles - 1
    if weight > 1 or doubled:
        for district in range(terms.tables.districts):
            if stations & terms.tables.district_cells[district]:
                districts += (weight - 1) * (terms.tables.secondary >> district & 1)
                districts += doubled >> district & 1
    if terms.powers[terms.pencils[number]] == kinds.POWER_DOUBLE:
        most += 1  # R10, R24: on a station of the fullest district
    return districts * kinds.PART + most * factor


def product(part: int) -> int:
    return (part // kinds.PART) * (part % kinds.PART)
