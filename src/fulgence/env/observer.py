"""Encodes a sheet and the cards shown as a row of small integers, in the same order for all games of a city.

All fields are derived from the city and its tables, so a new city needs no code. Fields of an add-on are
there when it is in play. The order of the pile is never read.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import prod

from fulgence.rules import bits, city_tables, kinds, score
from fulgence.rules.city import City
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

COUNT = 127  # the highest number in a row
PERMITS = 9
NOT_THERE = -1  # the start of a field that these add-ons do not need


class Observer:
    """`fields` has the start and end of each field in a row, `shapes` its shape.

    `highest` is the bound of every number in a row, `scale` its divisor when normalized: for an objective the
    number that it asks for, else the bound.
    """

    def __init__(self, city: City, addons: Sequence[str] = ()) -> None:
        cells, cards, sections = len(city.cells), len(city.cards), len(city.sections)
        rounds, stations = kinds.ROUNDS, [city.district_of.count(n) for n in range(len(city.districts))]
        self.city = city.tables
        self.sides = 2 if city.sides else 1
        self.fields: dict[str, tuple[int, int]] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.highest: list[int] = []
        self.scale: list[int] = []
        self.drawn = self.add("drawn", (sections,))
        self.closed = self.add("closed", (sections,))
        self.lines = self.add("lines", (rounds, self.sides, cells))
        self.ends = self.add("ends", (self.sides, cells))
        self.districts = self.add("districts", (self.sides, len(city.districts)), stations * self.sides)
        self.permit = self.add("permit", (PERMITS,))
        self.card = self.add("card", (cards,))
        self.switch = self.add("switch", (2,))
        self.remaining = self.add("remaining", (cards,))
        self.closing = self.add("closing", (2,), [*city.closing.values(), 1][:2])
        self.round = self.add("round", (rounds,))
        self.turn = self.add("turn", (1,), [cards])  # each shows a card at least
        self.pencils = self.add("pencils", (rounds, rounds))
        has_wild = any(card.kind == kinds.WILD for card in city.cards)
        self.boxed = self.add("boxed", (cells,)) if has_wild else NOT_THERE
        self.objectives = self.powers = self.gates = self.acceleration = NOT_THERE
        if "objectives" in addons:
            number, asked = len(city.objectives), [objective.count for objective in city.objectives]
            self.objectives = self.add("objectives", (number,))
            self.counts = self.add("counts", (number,), [COUNT] * number, asked)
        if "powers" in addons:
            self.powers = self.add("powers", (rounds, len(kinds.POWERS)))
            self.power = self.add("power", (len(kinds.POWERS),))
        if "gates" in addons:
            self.gates = self.add("gates", (len(city.gates), len(kinds.GATES)))
            self.circled = self.add("circled", (cells,))
            self.doubled = self.add("doubled", (len(city.districts),))
        if "acceleration" in addons:
            self.acceleration = self.add("acceleration", (rounds, len(kinds.ACCELERATIONS)))
            self.next = self.add("next", (cards,))
        self.gate_cells = city_tables.padded(city.gates, 16)
        self.gate_count = len(city.gates)
        self.size = len(self.highest)

    def add(
        self,
        name: str,
        shape: tuple[int, ...],
        highest: Sequence[int] = (),
        scale: Sequence[int] = (),
    ) -> int:
        """Add a field to the row, by default of zeros and ones; where it begins."""
        first, size = len(self.highest), prod(shape)
        self.fields[name] = (first, first + size)
        self.shapes[name] = shape
        self.highest += highest or [1] * size
        self.scale += [max(number, 1) for number in scale or highest or [1] * size]
        return first

    def write(
        self,
        sheet: Sheet,
        pile: Pile,
        remaining: int,
        next_card: int,
        row: array[int],
        first: int,
    ) -> None:
        """Write the row of a sheet to `row[first:]`. Of `pile` only the flipped cards are read."""
        self.write_sections(sheet, row, first)
        self.write_rest(sheet, pile, remaining, next_card, row, first)

    def rewrite(
        self,
        sheet: Sheet,
        pile: Pile,
        remaining: int,
        next_card: int,
        row: array[int],
        first: int,
        move: int,
    ) -> None:
        """Update the row of this sheet after a move of the same round, which is faster."""
        if 0 < move < self.city.first_circle:
            self.write_section((move - 1) >> 1, row, first)
        self.write_rest(sheet, pile, remaining, next_card, row, first)

    def write_rest(
        self,
        sheet: Sheet,
        pile: Pile,
        remaining: int,
        next_card: int,
        row: array[int],
        first: int,
    ) -> None:
        """All but the sections."""
        for i in range(first + self.lines, first + self.size):
            row[i] = 0
        self.write_lines(sheet, row, first)
        self.write_dealt(sheet, row, first)
        row[first + self.permit + sheet.permit] = 1
        if self.objectives != NOT_THERE:
            self.write_objectives(sheet, row, first)
        if sheet.round < kinds.ROUNDS:
            self.write_cards(sheet, pile, remaining, next_card, row, first)
            self.write_building(sheet, row, first)

    def put(self, row: array[int], first: int, mask: int) -> None:
        """A one for every bit of the mask."""
        while mask:
            row[first + bits.lowest(mask)] = 1
            mask &= mask - 1

    def write_lines(self, sheet: Sheet, row: array[int], first: int) -> None:
        place = first + self.lines
        for number in range(kinds.ROUNDS):
            for side in range(self.sides):
                if number < sheet.round:
                    self.put(row, place, sheet.lines[2 * number + side] & self.city.counted)
                elif number == sheet.round:
                    self.put(row, place, sheet.side[side] & self.city.counted)
                place += self.city.cells
        if self.boxed != NOT_THERE:
            self.put(row, first + self.boxed, sheet.boxed & self.city.counted)

    def write_sections(self, sheet: Sheet, row: array[int], first: int) -> None:
        drawn = first + self.drawn
        closed = first + self.closed
        for section in range(self.city.sections):
            a = self.city.origin[1 + 2 * section]
            b = self.city.goal[1 + 2 * section]
            row[drawn + section] = sheet.drawn[section] != 0
            row[closed + section] = 1 - (sheet.open[a] >> b & 1)

    def write_section(self, section: int, row: array[int], first: int) -> None:
        """A section that was just drawn, and all that it has closed."""
        row[first + self.drawn + section] = 1
        for i in range(self.city.closes[section], self.city.closes[section + 1]):
            move = self.city.move_to[self.city.closed_a[i] * 64 + self.city.closed_b[i]]
            row[first + self.closed + ((move - 1) >> 1)] = 1

    def write_cards(
        self,
        sheet: Sheet,
        pile: Pile,
        remaining: int,
        next_card: int,
        row: array[int],
        first: int,
    ) -> None:
        row[first + self.card + sheet.card] = 1
        row[first + self.switch] = pile.switched
        row[first + self.switch + 1] = sheet.branching
        self.put(row, first + self.remaining, remaining)
        row[first + self.closing] = pile.seen[1]
        row[first + self.closing + 1] = pile.seen[2]
        if next_card != kinds.NO_CARD and self.acceleration != NOT_THERE:
            row[first + self.next + next_card] = 1

    def write_building(self, sheet: Sheet, row: array[int], first: int) -> None:
        """The line or lines of this round, and what counts in it."""
        row[first + self.round + sheet.round] = 1
        row[first + self.turn] = sheet.turn
        place = first + self.districts
        for side in range(self.sides):
            stations = sheet.side[side] & self.city.counted
            self.put(row, first + self.ends + side * self.city.cells, stations & ~sheet.inner)
            for district in range(self.city.districts):
                row[place] = bits.count(stations & self.city.district_cells[district])
                place += 1
        if self.powers != NOT_THERE and sheet.power:
            row[first + self.power + sheet.power - 1] = 1
        if self.gates != NOT_THERE:
            self.put(row, first + self.circled, sheet.circled[sheet.round])
            self.put(row, first + self.doubled, sheet.doubled[sheet.round])

    def write_dealt(self, sheet: Sheet, row: array[int], first: int) -> None:
        for number in range(kinds.ROUNDS):
            row[first + self.pencils + 4 * number + sheet.terms.pencils[number]] = 1
        if self.powers != NOT_THERE:
            for number in range(kinds.ROUNDS):
                row[first + self.powers + 4 * number + sheet.terms.powers[number] - 1] = 1
        if self.gates != NOT_THERE:
            for number in range(self.gate_count):
                gate = sheet.terms.gate_at[self.gate_cells[number]]
                row[first + self.gates + 4 * number + gate - 1] = 1
        if self.acceleration != NOT_THERE:
            for number in range(kinds.ROUNDS):
                row[first + self.acceleration + 5 * number + sheet.terms.acceleration[number] - 1] = 1

    def write_objectives(self, sheet: Sheet, row: array[int], first: int) -> None:
        for objective in range(self.city.objectives):
            if sheet.terms.objectives >> objective & 1:
                row[first + self.objectives + objective] = 1
                row[first + self.counts + objective] = score.objective_count(sheet, objective)
