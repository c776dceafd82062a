"""The score of a line: districts x most stations in one of them."""

from __future__ import annotations

from fulgence.rules import bits, kinds
from fulgence.rules.city_tables import Terms


def part(terms: Terms, number: int, stations: int, circled: int, doubled: int) -> int:
    """Districts and most stations of a connected line of round `number`, packed, with bonuses."""
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
    if terms.powers[terms.pencils[number]] == kinds.POWER_DOUBLE:
        most = doubled_most(terms, stations, circled)
    if weight > 1 or doubled:
        for district in range(terms.tables.districts):
            if stations & terms.tables.district_cells[district]:
                districts += (weight - 1) * (terms.tables.secondary >> district & 1)
                districts += doubled >> district & 1
    return districts * kinds.PART + most * factor


def doubled_most(terms: Terms, stations: int, circled: int) -> int:
    """The double-station power: where it helps most (R10), on a station that has no circle (R24)."""
    most = 0
    for district in range(terms.tables.districts):
        here = stations & terms.tables.district_cells[district]
        n = bits.count(here) + bits.count(circled & here) + (here & ~circled != 0)
        most = n if n > most else most
    return most


def product(part: int) -> int:
    return (part // kinds.PART) * (part % kinds.PART)
