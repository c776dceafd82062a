"""The whole sheet in points: the fast total for search, and every item of the score pad."""

from __future__ import annotations

from fulgence.rules import bits, kinds, sheet


def side_stations(page: sheet.Sheet, number: int, side: int) -> int:
    """Stations of one side's line of round `number`; a linked line is on the first side."""
    if number == page.round:
        return page.stations(side)
    return page.lines[2 * number + side]


def stations_of(page: sheet.Sheet, number: int) -> int:
    return side_stations(page, number, 0) | side_stations(page, number, 1)


def shared(page: sheet.Sheet, least: int) -> int:
    """Stations on at least `least` lines."""
    one = two = three = four = 0
    for number in range(kinds.ROUNDS):
        stations = stations_of(page, number)
        four |= three & stations
        three |= two & stations
        two |= one & stations
        one |= stations
    if least == 1:
        return one
    if least == 2:
        return two
    if least == 3:
        return three
    return four


def site_points(page: sheet.Sheet) -> int:
    """R7: every line counts its sites; circles beyond the end of the track are lost."""
    visits = 0
    for number in range(kinds.ROUNDS):
        visits += bits.count(stations_of(page, number) & page.city.sites)
    return page.city.track[min(visits, page.city.track_end)]


def crossing_uses(page: sheet.Sheet, crossing: int) -> int:
    """How many of the two sections over an overhead crossing are drawn."""
    over = page.drawn[page.city.crossing_a[crossing]] > 0
    under = page.drawn[page.city.crossing_b[crossing]] > 0
    return over + under


def crossing_points(page: sheet.Sheet) -> int:
    points = 0
    for crossing in range(page.city.crossings):
        points += page.city.crossing_points[crossing_uses(page, crossing)]
    return points


def interchange_points(page: sheet.Sheet) -> int:
    """A boxed station counts as two interchanges of its kind."""
    points = 0
    two = shared(page, 2) & page.city.counted
    if two:
        three = shared(page, 3) & two
        four = shared(page, 4) & three
        points = (
            page.city.interchange_points[2] * weighted(page, two & ~three)
            + page.city.interchange_points[3] * weighted(page, three & ~four)
            + page.city.interchange_points[4] * weighted(page, four)
        )
    return points


def weighted(page: sheet.Sheet, stations: int) -> int:
    return bits.count(stations) + bits.count(stations & page.boxed)


def full_districts(page: sheet.Sheet, among: int) -> int:
    """Districts of `among` with every station in the network."""
    n = 0
    network = shared(page, 1)
    for district in range(page.city.districts):
        cells = page.city.district_cells[district]
        if among >> district & 1 and network & cells == cells:
            n += 1
    return n


def districts_with(page: sheet.Sheet, stations: int, among: int) -> int:
    n = 0
    for district in range(page.city.districts):
        if among >> district & 1 and stations & page.city.district_cells[district]:
            n += 1
    return n


def tally(page: sheet.Sheet, kind: int, lines: int, among: int) -> int:
    """What an objective counts, everything once (R33)."""
    n = 0
    if kind == kinds.INTERCHANGES:
        return bits.count(shared(page, lines) & page.city.counted)
    if kind == kinds.DISTRICTS:
        return districts_with(page, shared(page, 1), among)
    if kind == kinds.SITES:
        return bits.count(shared(page, 1) & page.city.sites & page.city.counted)
    if kind == kinds.MONUMENTS:
        return bits.count(shared(page, 1) & page.city.monuments & page.city.counted)
    if kind == kinds.RIVER:
        for number in range(kinds.ROUNDS):
            n += page.bridges[number]
        return n
    if kind == kinds.FULL_DISTRICTS:
        return full_districts(page, among)
    if kind == kinds.DOUBLE_CROSSINGS:
        for number in range(page.city.crossings):
            n += crossing_uses(page, number) == 2
        return n
    if kind == kinds.NATIONAL_DISTRICTS:
        return districts_with(page, page.boxed & shared(page, 1), among)
    if kind == kinds.SECONDARY_INTERCHANGES:
        return districts_with(page, shared(page, 2), among)
    for number in range(kinds.ROUNDS):
        for side in range(2):
            stations = side_stations(page, number, side)
            if kind == kinds.LINE_DISTRICTS:
                n = max(n, districts_with(page, stations, among))
            else:  # R15: boxed in any round, lying on one connected line
                n = max(n, bits.count(stations & page.boxed & page.city.counted))
    return n


def objective_count(page: sheet.Sheet, objective: int) -> int:
    """How far the sheet is on the way to an objective of the city."""
    return tally(
        page,
        page.city.objective_kind[objective],
        page.city.objective_lines[objective],
        page.city.objective_among[objective],
    )


def objective_met(page: sheet.Sheet, objective: int) -> bool:
    return objective_count(page, objective) >= page.city.objective_count[objective]


def objective_points(page: sheet.Sheet) -> int:
    points = 0
    for objective in range(page.city.objectives):
        if page.terms.objectives >> objective & 1 and objective_met(page, objective):
            points += page.city.objective_points
    return points


def line_points(page: sheet.Sheet) -> int:
    points = page.points[0] + page.points[1] + page.points[2] + page.points[3]
    if page.round < kinds.ROUNDS:
        points += page.current_points()
    return points


def total(page: sheet.Sheet) -> int:
    """The final score if nothing more were drawn, without the solo deduction."""
    return (
        line_points(page)
        + site_points(page)
        + crossing_points(page)
        + interchange_points(page)
        + objective_points(page)
    )
