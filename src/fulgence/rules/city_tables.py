"""A city and what was dealt, as arrays and masks for the compiled modules.

Masks have one bit for each cell with a station. A station on several cells (a platform) has a bit for each;
`station_cells` gives all of them and `counted` has only one, so that nothing counts twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import kinds

MAX_CELLS, MAX_SECTIONS, MAX_DISTRICTS, MAX_CARDS, MAX_OBJECTIVES = 64, 192, 16, 16, 8
MAX_MOVES = 1 + 2 * MAX_SECTIONS + MAX_CELLS
MAX_CONFLICTS = 2048
MAX_TRACK = 32
EVERY_BIT = 2**64 - 1
MAX_CROSSINGS = 16


def padded(values: Sequence[int], size: int, fill: int = 0) -> list[int]:
    return list(values) + [fill] * (size - len(values))


class CityTables:
    """The map and the numbers of one city; capacities are checked when its file is read."""

    # Interpreted, slots are faster than a dict of so many attributes.
    __slots__ = (
        "all_but",
        "busy",
        "card_group",
        "card_kind",
        "card_side",
        "card_symbol",
        "cards",
        "cells",
        "closed_a",
        "closed_b",
        "closes",
        "closing",
        "counted",
        "crossing_a",
        "crossing_b",
        "crossing_points",
        "crossings",
        "departures",
        "district_cells",
        "district_of",
        "districts",
        "everywhere",
        "first_circle",
        "goal",
        "interchange_points",
        "link_points",
        "monument_points",
        "monuments",
        "most_factor",
        "move_to",
        "moves",
        "near",
        "objective_among",
        "objective_count",
        "objective_kind",
        "objective_lines",
        "objective_points",
        "objectives",
        "origin",
        "river",
        "river_points",
        "secondary",
        "secondary_weight",
        "sections",
        "sites",
        "special",
        "station_cells",
        "switch",
        "switch_ignored_turns",
        "switch_sections",
        "symbol",
        "takes",
        "track",
        "track_end",
    )

    def __init__(
        self,
        *,
        station_cells: Sequence[int],
        symbols: Sequence[int],
        sections: Sequence[tuple[int, int]],
        conflicts: Sequence[Sequence[int]],
        district_cells: Sequence[int],
        district_of: Sequence[int],
        secondary: int,
        departures: Sequence[tuple[int, int]],
        river: Sequence[int],
        sites: int,
        monuments: int,
        special: int,
        crossings: Sequence[tuple[int, int]],
        card_symbol: Sequence[int],
        card_kind: Sequence[int],
        card_side: Sequence[int],
        card_group: Sequence[int],
        closing: Sequence[int],
        switch: int,
        switch_sections: int,
        switch_ignored_turns: int,
        track: Sequence[int],
        interchange_points: Sequence[int],
        crossing_points: Sequence[int],
        river_points: int,
        monument_points: int,
        link_points: int,
        objective_points: int,
        secondary_weight: int,
        most_factor: int,
        objectives: Sequence[tuple[int, int, int, int]],
    ) -> None:
        cells = len(station_cells)
        self.cells = cells
        self.sections = len(sections)
        self.moves = 1 + 2 * len(sections) + cells
        self.first_circle = 1 + 2 * len(sections)
        self.station_cells = padded(station_cells, MAX_CELLS)
        self.symbol = padded(symbols, MAX_CELLS)
        self.everywhere = (1 << cells) - 1
        self.counted = 0
        for cell, mask in enumerate(station_cells):
            if mask & -mask == 1 << cell:
                self.counted |= 1 << cell
        self.takes = [0] * 5
        for symbol in range(5):
            self.takes[symbol] = sum(
                1 << cell
                for cell in range(cells)
                if symbol in (symbols[cell], kinds.ANY) or symbols[cell] == kinds.ANY
            )

        origin, goal = [0] * MAX_MOVES, [0] * MAX_MOVES
        near, move_to = [0] * MAX_CELLS, [0] * (MAX_CELLS * MAX_CELLS)
        for number, (a, b) in enumerate(sections):
            for move, start, end in ((1 + 2 * number, a, b), (2 + 2 * number, b, a)):
                origin[move], goal[move] = start, end
                near[start] |= 1 << end
                move_to[start * MAX_CELLS + end] = move
        self.origin, self.goal, self.near, self.move_to = origin, goal, near, move_to

        # Drawing a section closes it and all that it crosses: pairs of cells, section by section.
        first, closed_a, closed_b = [0], [], []
        for number in range(len(sections)):
            for other in (number, *conflicts[number]):
                closed_a.append(sections[other][0])
                closed_b.append(sections[other][1])
            first.append(len(closed_a))
        self.closes = padded(first, MAX_SECTIONS + 1)
        self.closed_a = padded(closed_a, MAX_CONFLICTS)
        self.closed_b = padded(closed_b, MAX_CONFLICTS)
        self.all_but = [EVERY_BIT ^ 1 << cell for cell in range(MAX_CELLS)]

        self.districts = len(district_cells)
        self.district_cells = padded(district_cells, MAX_DISTRICTS)
        self.district_of = padded(district_of, MAX_CELLS)
        self.secondary = secondary
        self.departures = [cell for pair in departures for cell in pair]
        self.river = padded([number in river for number in range(len(sections))], MAX_SECTIONS)
        self.sites, self.monuments, self.special = sites, monuments, special
        self.crossings = len(crossings)
        self.crossing_a = padded([a for a, _ in crossings], MAX_CROSSINGS)
        self.crossing_b = padded([b for _, b in crossings], MAX_CROSSINGS)

        self.cards = len(card_symbol)
        self.card_symbol = padded(card_symbol, MAX_CARDS)
        self.card_kind = padded(card_kind, MAX_CARDS)
        self.card_side = padded(card_side, MAX_CARDS)
        # By card, without and with the switch: whether more than a plain section can come of it.
        busy = [[kind != kinds.PLAIN, kind != kinds.PLAIN or switch_sections > 1] for kind in card_kind]
        self.busy = padded([flag for pair in busy for flag in pair], 2 * MAX_CARDS)
        self.card_group = padded(card_group, MAX_CARDS)
        self.closing = padded(closing, 3)
        self.switch = switch
        self.switch_sections = switch_sections
        self.switch_ignored_turns = switch_ignored_turns

        self.track_end = max(len(track) - 1, 0)
        self.track = padded(track, MAX_TRACK)
        self.interchange_points = padded(interchange_points, 5)
        self.crossing_points = padded(crossing_points, 3)
        self.river_points, self.monument_points = river_points, monument_points
        self.link_points, self.objective_points = link_points, objective_points
        self.secondary_weight, self.most_factor = secondary_weight, most_factor

        self.objectives = len(objectives)
        self.objective_kind = padded([o[0] for o in objectives], MAX_OBJECTIVES)
        self.objective_count = padded([o[1] for o in objectives], MAX_OBJECTIVES)
        self.objective_lines = padded([o[2] for o in objectives], MAX_OBJECTIVES)
        self.objective_among = padded([o[3] for o in objectives], MAX_OBJECTIVES)


class Terms:
    """The public part of a deal for one seat; nothing about the pile."""

    def __init__(
        self,
        tables: CityTables,
        pencils: Sequence[int],
        powers: Sequence[int] = (0, 0, 0, 0),
        gates: Sequence[int] = (),
        acceleration: Sequence[int] = (0, 0, 0, 0),
        objectives: int = 0,
    ) -> None:
        """`pencils` and `acceleration` by round, `powers` by pencil, `gates` by cell, `objectives` a mask."""
        self.tables = tables
        self.pencils = list(pencils)
        self.powers = list(powers)
        self.gate_at = padded(gates, MAX_CELLS)
        self.gates = sum(1 << cell for cell, gate in enumerate(gates) if gate)
        self.acceleration = list(acceleration)
        self.objectives = objectives

    def shuffle_pencils(self, order: int) -> None:
        """Shuffle by number: `order` below 24 gives each permutation once."""
        for last in range(3, 0, -1):
            other = order % (last + 1)
            order //= last + 1
            pencil = self.pencils[last]
            self.pencils[last] = self.pencils[other]
            self.pencils[other] = pencil
