"""The input of the value network: a sheet after a move and before the next card as sparse binary features.

A feature is a number below `size` that is active or not. All are derived from the tables of a city, so a new
city needs no code. Most depend on the sheet alone or on the pile alone, so that a search computes their part
of the first layer once for many combinations of the two; `reachable` and `highest` are all that a sheet adds
to those that depend on both.
"""

from __future__ import annotations

from array import array

from fulgence.bots import limits
from fulgence.bots.gain import Gains
from fulgence.rules import bits, kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet


class Features:
    """The features of one sheet at a time. `read` fills `active[:count]`."""

    def __init__(self, terms: Terms) -> None:
        city = terms.tables
        self.city = city
        self.gains = Gains(terms)
        self.active = array("i", bytes(4 * limits.MAX_FEATURES))
        self.count = 0
        self.sides = 1 + max(self.city.card_side[card] for card in range(city.cards))
        # By kind of card, which is its symbol and, while there are two lines, its side:
        self.reachable = [0] * 10  # stations in reach; NONE if there is no such line
        self.highest = [0] * 10  # the best gain, NONE if nothing is in reach
        self.left = [0] * 10  # cards left in the pile
        # Where each kind of feature begins.
        self.line = 0
        self.ends = self.line + 2 * city.cells
        self.earlier = self.ends + 2 * city.cells
        self.near = self.earlier + 3 * city.cells
        self.far = self.near + self.sides * city.cells
        self.boxed = self.far + self.sides * city.cells
        self.circled = self.boxed + city.cells
        self.gates = self.circled + city.cells
        self.closed = self.gates + city.cells
        self.cards = self.closed + city.sections
        self.closing = self.cards + city.cards
        self.districts = self.closing + 3 * limits.COUNT_BUCKETS
        self.pairs = self.districts + 2 * city.districts * limits.COUNT_BUCKETS
        self.visits = self.pairs + 2 * limits.PAIR_BUCKETS * limits.PAIR_BUCKETS
        self.pencils = self.visits + limits.VISIT_BUCKETS
        self.reach = self.pencils + 4
        self.best = self.reach + self.sides * 5 * limits.REACH_BUCKETS * limits.CARD_BUCKETS
        self.crossings = self.best + self.sides * 5 * limits.GAIN_BUCKETS
        self.objectives = self.crossings + 2 * city.crossings
        self.bonus = self.objectives + city.objectives * limits.COUNT_BUCKETS
        self.powers = self.bonus + 12
        self.flags = self.powers + 5
        self.old_size = self.flags + 16  # of weight files of format 1
        self.reached = self.old_size
        self.third = self.reached + 2 * city.districts * limits.COUNT_BUCKETS * limits.REACHED_BUCKETS
        self.near_lines = self.third + 2 * city.districts
        self.clock = self.near_lines + 3 * self.sides * city.cells
        self.size = self.clock + 2 * limits.COUNT_BUCKETS * limits.CLOCK_CARDS

    def add(self, feature: int) -> None:
        if self.count < limits.MAX_FEATURES:
            self.active[self.count] = feature
            self.count += 1

    def add_all(self, first: int, mask: int) -> None:
        while mask:
            self.add(first + bits.lowest(mask))
            mask &= mask - 1

    def read(self, sheet: Sheet, pile: Pile) -> None:
        """Of a sheet whose turn is over and of the pile, but not of its order."""
        self.read_sheet(sheet)
        self.read_pile(pile)
        self.count_cards(pile, sheet.side[1] != 0)
        for kind in range(limits.MAX_KINDS):
            if self.reachable[kind] != limits.NONE:
                self.add(self.reach_feature(kind, self.reachable[kind], self.left[kind]))
                if self.left[kind] and self.highest[kind] != limits.NONE:
                    self.add(self.best_feature(kind, self.highest[kind]))

    def read_sheet(self, sheet: Sheet) -> None:
        """Those of the sheet alone; sets `reachable` and `highest`."""
        self.count = 0
        self.gains.set_sheet(sheet)
        self.read_lines(sheet)
        self.read_closed(sheet)
        for kind in range(limits.MAX_KINDS):
            self.reachable[kind] = self.highest[kind] = limits.NONE
        for side in range(self.sides):
            if sheet.side[side]:
                self.read_reach(sheet, side)
        self.read_marks(sheet)

    def read_lines(self, sheet: Sheet) -> None:
        for side in range(2):
            stations = sheet.side[side] & self.city.counted
            if not sheet.side[side]:
                continue
            self.add_all(self.line + side * self.city.cells, stations)
            self.add_all(self.ends + side * self.city.cells, stations & ~sheet.inner)
            for district in range(self.city.districts):
                n = self.gains.counts[16 * side + district]
                if n:
                    n = n if n < limits.COUNT_BUCKETS else limits.COUNT_BUCKETS - 1
                    self.add(
                        self.districts + (side * self.city.districts + district) * limits.COUNT_BUCKETS + n
                    )
            wide = self.gains.districts[side]
            most = self.gains.most[side]
            wide = wide if wide < limits.PAIR_BUCKETS else limits.PAIR_BUCKETS - 1
            most = most if most < limits.PAIR_BUCKETS else limits.PAIR_BUCKETS - 1
            self.add(self.pairs + (side * limits.PAIR_BUCKETS + wide) * limits.PAIR_BUCKETS + most)
            if not sheet.stations(side):
                self.add(self.flags + side)
        if sheet.linked[sheet.round]:
            self.add(self.flags + 2)
        self.add_all(self.earlier, self.gains.one & ~self.gains.two & self.city.counted)
        self.add_all(self.earlier + self.city.cells, self.gains.two & ~self.gains.three & self.city.counted)
        self.add_all(self.earlier + 2 * self.city.cells, self.gains.three & self.city.counted)

    def read_closed(self, sheet: Sheet) -> None:
        """Sections that are drawn or crossed."""
        for start in range(self.city.cells):
            shut = self.city.near[start] & ~sheet.open[start]
            while shut:
                move = self.city.move_to[start * 64 + bits.lowest(shut)]
                shut &= shut - 1
                if move & 1:  # each section once, in the direction of the city file
                    self.add(self.closed + (move - 1) // 2)

    def read_pile(self, pile: Pile) -> None:
        """Add those of the pile alone."""
        there = 0
        for place in range(pile.position, pile.size):
            there |= bits.bit(pile.cards[place])
        self.add_all(self.cards, there)
        left = pile.size - pile.position
        left = left if left < limits.CLOCK_CARDS else limits.CLOCK_CARDS - 1
        for group in range(1, 3):
            if self.city.closing[group]:
                seen = (
                    pile.seen[group] if pile.seen[group] < limits.COUNT_BUCKETS else limits.COUNT_BUCKETS - 1
                )
                self.add(self.closing + group * limits.COUNT_BUCKETS + seen)
                self.add(self.clock + ((group - 1) * limits.COUNT_BUCKETS + seen) * limits.CLOCK_CARDS + left)

    def count_cards(self, pile: Pile, are_two: int) -> None:
        """Set `left`. `are_two`: lines; a single line takes the cards of both sides."""
        for kind in range(limits.MAX_KINDS):
            self.left[kind] = 0
        for place in range(pile.position, pile.size):
            card = pile.cards[place]
            if card != self.city.switch:
                side = self.city.card_side[card] if are_two else 0
                self.left[5 * side + self.city.card_symbol[card]] += 1

    def reach_feature(self, kind: int, stations: int, left: int) -> int:
        stations = stations if stations < limits.REACH_BUCKETS else limits.REACH_BUCKETS - 1
        left = left if left < limits.CARD_BUCKETS else limits.CARD_BUCKETS - 1
        return self.reach + (kind * limits.REACH_BUCKETS + stations) * limits.CARD_BUCKETS + left

    def best_feature(self, kind: int, gain: int) -> int:
        gain = gain if gain < limits.GAIN_BUCKETS else limits.GAIN_BUCKETS - 1
        return self.best + kind * limits.GAIN_BUCKETS + gain

    def read_reach(self, sheet: Sheet, side: int) -> None:
        """Stations one and two sections from the ends, and what a card of each symbol could bring."""
        own = sheet.side[side]
        sources = own & ~sheet.inner
        near = 0
        while sources:
            start = bits.lowest(sources)
            sources &= sources - 1
            ends = sheet.open[start] & ~own
            near |= ends
            while ends:
                end = bits.lowest(ends)
                ends &= ends - 1
                value = self.gains.of(sheet, self.city.move_to[start * 64 + end])
                kind = 5 * side + self.city.symbol[end]
                if value > self.highest[kind]:
                    self.highest[kind] = value
        far = self.open_from(sheet, near) & ~(near | own)
        third = self.open_from(sheet, far) & ~(far | near | own)
        near &= self.city.counted
        far &= self.city.counted
        self.add_all(self.near + side * self.city.cells, near)
        self.add_all(self.far + side * self.city.cells, far)
        lines = self.near_lines + 3 * side * self.city.cells
        self.add_all(lines, near & self.gains.one & ~self.gains.two)
        self.add_all(lines + self.city.cells, near & self.gains.two & ~self.gains.three)
        self.add_all(lines + 2 * self.city.cells, near & self.gains.three)
        for symbol in range(5):
            self.reachable[5 * side + symbol] = bits.count(near & self.city.takes[symbol])
        for district in range(self.city.districts):
            cells = self.city.district_cells[district]
            place = side * self.city.districts + district
            n = self.gains.counts[16 * side + district]
            more = bits.count((near | far) & cells)
            if more:
                n = n if n < limits.COUNT_BUCKETS else limits.COUNT_BUCKETS - 1
                more = more if more < limits.REACHED_BUCKETS else limits.REACHED_BUCKETS - 1
                self.add(self.reached + (place * limits.COUNT_BUCKETS + n) * limits.REACHED_BUCKETS + more)
            elif not n and third & cells:
                self.add(self.third + place)

    def open_from(self, sheet: Sheet, cells: int) -> int:
        """Where open sections lead from any of the cells."""
        found = 0
        while cells:
            found |= sheet.open[bits.lowest(cells)]
            cells &= cells - 1
        return found

    def read_marks(self, sheet: Sheet) -> None:
        visits = self.gains.visited
        self.add(self.visits + (visits if visits < limits.VISIT_BUCKETS else limits.VISIT_BUCKETS - 1))
        for number in range(sheet.round + 1, kinds.ROUNDS):
            pencil = sheet.terms.pencils[number]
            self.add(self.pencils + pencil)
            if sheet.terms.powers[pencil]:
                self.add(self.powers + sheet.terms.powers[pencil])
        self.add_all(self.boxed, sheet.boxed & self.city.counted)
        self.add_all(self.circled, sheet.circled[sheet.round])
        self.add_all(self.gates, sheet.terms.gates)
        for crossing in range(self.city.crossings):
            uses = score.crossing_uses(sheet, crossing)
            if uses:
                self.add(self.crossings + 2 * crossing + uses - 1)
        for objective in range(self.city.objectives):
            if sheet.terms.objectives >> objective & 1:
                n = self.city.objective_count[objective] - score.objective_count(sheet, objective)
                n = 0 if n < 0 else n if n < limits.COUNT_BUCKETS else limits.COUNT_BUCKETS - 1
                self.add(self.objectives + objective * limits.COUNT_BUCKETS + n)
        if sheet.power:
            self.add(self.flags + 4 + sheet.power)
        for number in range(sheet.round, kinds.ROUNDS):
            bonus = sheet.terms.acceleration[number]
            if bonus:
                self.add(self.bonus + bonus + (6 if number > sheet.round else 0))

    def active_features(self) -> list[int]:
        """For callers from Python."""
        return [self.active[n] for n in range(self.count)]
