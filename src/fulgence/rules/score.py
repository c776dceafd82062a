"""The score of a sheet: the fast total for search, and every item of the score pad."""

from __future__ import annotations

from fulgence.rules import bits, kinds
from fulgence.rules.sheet import Sheet


def side_stations(sheet: Sheet, number: int, side: int) -> int:
    """Stations of one side's line of round `number`; a linked line is on the first side."""
    if number == sheet.round:
        return sheet.stations(side)
    return sheet.lines[2 * number + side]


def stations_of(sheet: Sheet, number: int) -> int:
    return side_stations(sheet, number, 0) | side_stations(sheet, number, 1)


def shared(sheet: Sheet, least: int) -> int:
    """Stations on at least `least` lines."""
    one = two = three = four = 0
    for number in range(kinds.ROUNDS):
        stations = stations_of(sheet, number)
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


def site_visits(sheet: Sheet) -> int:
    """R7: every line counts its sites; circles beyond the end of the track are lost."""
    visits = 0
    for number in range(kinds.ROUNDS):
        visits += bits.count(stations_of(sheet, number) & sheet.city.sites)
    return min(visits, sheet.city.track_end)


def site_points(sheet: Sheet) -> int:
    return sheet.city.track[site_visits(sheet)]


def crossing_uses(sheet: Sheet, crossing: int) -> int:
    """How many of the two sections over an overhead crossing are drawn."""
    over = sheet.drawn[sheet.city.crossing_a[crossing]] > 0
    under = sheet.drawn[sheet.city.crossing_b[crossing]] > 0
    return over + under


def crossing_points(sheet: Sheet) -> int:
    points = 0
    for crossing in range(sheet.city.crossings):
        points += sheet.city.crossing_points[crossing_uses(sheet, crossing)]
    return points


def interchange_points(sheet: Sheet) -> int:
    """A boxed station counts as two interchanges of its kind."""
    points = 0
    two = shared(sheet, 2) & sheet.city.counted
    if two:
        three = shared(sheet, 3) & two
        four = shared(sheet, 4) & three
        points = (
            sheet.city.interchange_points[2] * weighted(sheet, two & ~three)
            + sheet.city.interchange_points[3] * weighted(sheet, three & ~four)
            + sheet.city.interchange_points[4] * weighted(sheet, four)
        )
    return points


def weighted(sheet: Sheet, stations: int) -> int:
    return bits.count(stations) + bits.count(stations & sheet.boxed)


def full_districts(sheet: Sheet, among: int) -> int:
    """Districts of `among` with every station in the network."""
    n = 0
    network = shared(sheet, 1)
    for district in range(sheet.city.districts):
        cells = sheet.city.district_cells[district]
        if among >> district & 1 and network & cells == cells:
            n += 1
    return n


def districts_with(sheet: Sheet, stations: int, among: int) -> int:
    n = 0
    for district in range(sheet.city.districts):
        if among >> district & 1 and stations & sheet.city.district_cells[district]:
            n += 1
    return n


def tally(sheet: Sheet, kind: int, lines: int, among: int) -> int:
    """What an objective counts; everything counts once (R33)."""
    n = 0
    if kind == kinds.INTERCHANGES:
        return bits.count(shared(sheet, lines) & sheet.city.counted)
    if kind == kinds.DISTRICTS:
        return districts_with(sheet, shared(sheet, 1), among)
    if kind == kinds.SITES:
        return bits.count(shared(sheet, 1) & sheet.city.sites & sheet.city.counted)
    if kind == kinds.MONUMENTS:
        return bits.count(shared(sheet, 1) & sheet.city.monuments & sheet.city.counted)
    if kind == kinds.RIVER:
        for number in range(kinds.ROUNDS):
            n += sheet.river_sections[number]
        return n
    if kind == kinds.FULL_DISTRICTS:
        return full_districts(sheet, among)
    if kind == kinds.DOUBLE_CROSSINGS:
        for number in range(sheet.city.crossings):
            n += crossing_uses(sheet, number) == 2
        return n
    if kind == kinds.NATIONAL_DISTRICTS:
        return districts_with(sheet, sheet.boxed & shared(sheet, 1), among)
    if kind == kinds.SECONDARY_INTERCHANGES:
        return districts_with(sheet, shared(sheet, 2), among)
    for number in range(kinds.ROUNDS):
        for side in range(2):
            stations = side_stations(sheet, number, side)
            if kind == kinds.LINE_DISTRICTS:
                n = max(n, districts_with(sheet, stations, among))
            else:  # R15: boxed in any round, lying on one connected line
                n = max(n, bits.count(stations & sheet.boxed & sheet.city.counted))
    return n


def objective_count(sheet: Sheet, objective: int) -> int:
    """How far the sheet is towards an objective of the city."""
    return tally(
        sheet,
        sheet.city.objective_kind[objective],
        sheet.city.objective_lines[objective],
        sheet.city.objective_among[objective],
    )


def objective_met(sheet: Sheet, objective: int) -> bool:
    return objective_count(sheet, objective) >= sheet.city.objective_count[objective]


def objective_points(sheet: Sheet) -> int:
    points = 0
    for objective in range(sheet.city.objectives):
        if sheet.terms.objectives >> objective & 1 and objective_met(sheet, objective):
            points += sheet.city.objective_points
    return points


def line_points(sheet: Sheet) -> int:
    points = sheet.points[0] + sheet.points[1] + sheet.points[2] + sheet.points[3]
    if sheet.round < kinds.ROUNDS:
        points += sheet.current_points()
    return points


def total(sheet: Sheet) -> int:
    """The score if nothing more is drawn, without the solo handicap."""
    return (
        line_points(sheet)
        + site_points(sheet)
        + crossing_points(sheet)
        + interchange_points(sheet)
        + objective_points(sheet)
    )
