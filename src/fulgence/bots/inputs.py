"""What a learned value looks at: a sheet after a move and before the next card, as a list of facts.

Every fact is a number below `size` that is either in the list or not. All of it is made from the tables
of a city, so a new city needs nothing new.
"""

from __future__ import annotations

from array import array

from fulgence.bots import gain, sizes
from fulgence.rules import bits, chance, kinds, score, sheet, tables


class Inputs:
    """The facts of one sheet at a time. `read` fills `facts[:count]`."""

    def __init__(self, terms: tables.Terms) -> None:
        city = terms.tables
        self.city = city
        self.gains = gain.Gains(terms)
        self.facts = array("i", bytes(4 * sizes.MOST_FACTS))
        self.count = 0
        self.sides = 1 + max(self.city.card_side[card] for card in range(city.cards))
        # Cards of each symbol that the pile still has, by side while there are two lines.
        self.left = [0] * 10
        self.highest = [0] * 5  # the best gain that a card of each symbol could bring
        # Where each kind of fact begins.
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
        self.districts = self.closing + 3 * sizes.COUNTS
        self.pairs = self.districts + 2 * city.districts * sizes.COUNTS
        self.visits = self.pairs + 2 * sizes.PAIRS * sizes.PAIRS
        self.pencils = self.visits + sizes.VISITS
        self.reach = self.pencils + 4
        self.best = self.reach + self.sides * 5 * sizes.REACHED * sizes.LEFT
        self.crossings = self.best + self.sides * 5 * sizes.GAINS
        self.goals = self.crossings + 2 * city.crossings
        self.bonus = self.goals + city.objectives * sizes.COUNTS
        self.powers = self.bonus + 12
        self.rest = self.powers + 5
        self.size = self.rest + 16

    def add(self, fact: int) -> None:
        if self.count < sizes.MOST_FACTS:
            self.facts[self.count] = fact
            self.count += 1

    def add_all(self, first: int, mask: int) -> None:
        while mask:
            self.add(first + bits.lowest(mask))
            mask &= mask - 1

    def read(self, page: sheet.Sheet, pile: chance.Pile) -> None:
        """A sheet whose turn is over, and the pile as it lies; of its order nothing is told."""
        self.count = 0
        self.gains.look(page)
        self.read_lines(page)
        self.read_cards(page, pile)
        for side in range(self.sides):
            if page.side[side]:
                self.read_reach(page, side)
        self.read_marks(page)

    def read_lines(self, page: sheet.Sheet) -> None:
        for side in range(2):
            stations = page.side[side] & self.city.counted
            if not page.side[side]:
                continue
            self.add_all(self.line + side * self.city.cells, stations)
            self.add_all(self.ends + side * self.city.cells, stations & ~page.inner)
            for district in range(self.city.districts):
                n = self.gains.counts[16 * side + district]
                if n:
                    n = n if n < sizes.COUNTS else sizes.COUNTS - 1
                    self.add(self.districts + (side * self.city.districts + district) * sizes.COUNTS + n)
            wide = self.gains.districts[side]
            most = self.gains.most[side]
            wide = wide if wide < sizes.PAIRS else sizes.PAIRS - 1
            most = most if most < sizes.PAIRS else sizes.PAIRS - 1
            self.add(self.pairs + (side * sizes.PAIRS + wide) * sizes.PAIRS + most)
            if not page.stations(side):
                self.add(self.rest + side)
        if page.linked[page.round]:
            self.add(self.rest + 2)
        self.add_all(self.earlier, self.gains.one & ~self.gains.two & self.city.counted)
        self.add_all(self.earlier + self.city.cells, self.gains.two & ~self.gains.three & self.city.counted)
        self.add_all(self.earlier + 2 * self.city.cells, self.gains.three & self.city.counted)
        for start in range(self.city.cells):
            shut = self.city.near[start] & ~page.open[start]
            while shut:
                move = self.city.move_to[start * 64 + bits.lowest(shut)]
                shut &= shut - 1
                if move & 1:  # each section once: in the direction that the city has it
                    self.add(self.closed + (move - 1) // 2)

    def read_cards(self, page: sheet.Sheet, pile: chance.Pile) -> None:
        for symbol in range(10):
            self.left[symbol] = 0
        there = 0
        for place in range(pile.position, pile.size):
            card = pile.cards[place]
            there |= bits.bit(card)
            if card != self.city.switch:
                # Lines that are linked take the cards of both sides.
                side = self.city.card_side[card] if page.side[1] else 0
                self.left[5 * side + self.city.card_symbol[card]] += 1
        self.add_all(self.cards, there)
        for group in range(1, 3):
            if self.city.closing[group]:
                self.add(self.closing + group * sizes.COUNTS + pile.seen[group])

    def read_reach(self, page: sheet.Sheet, side: int) -> None:
        """What lies one and two sections from the ends, and what the next card of each symbol could give."""
        own = page.side[side]
        sources = own & ~page.inner
        near = 0
        for symbol in range(5):
            self.highest[symbol] = -1
        while sources:
            start = bits.lowest(sources)
            sources &= sources - 1
            ends = page.open[start] & ~own
            near |= ends
            while ends:
                end = bits.lowest(ends)
                ends &= ends - 1
                value = self.gains.of(page, self.city.move_to[start * 64 + end])
                symbol = self.city.symbol[end]
                if value > self.highest[symbol]:
                    self.highest[symbol] = value
        far = 0
        mask = near
        while mask:
            far |= page.open[bits.lowest(mask)]
            mask &= mask - 1
        far &= ~(near | own)
        self.add_all(self.near + side * self.city.cells, near & self.city.counted)
        self.add_all(self.far + side * self.city.cells, far & self.city.counted)
        for symbol in range(5):
            kind = 5 * side + symbol
            n = bits.count(near & self.city.takes[symbol])
            n = n if n < sizes.REACHED else sizes.REACHED - 1
            left = self.left[kind]
            left = left if left < sizes.LEFT else sizes.LEFT - 1
            self.add(self.reach + (kind * sizes.REACHED + n) * sizes.LEFT + left)
            if left and self.highest[symbol] >= 0:
                value = self.highest[symbol]
                value = value if value < sizes.GAINS else sizes.GAINS - 1
                self.add(self.best + kind * sizes.GAINS + value)

    def read_marks(self, page: sheet.Sheet) -> None:
        visits = self.gains.visited
        self.add(self.visits + (visits if visits < sizes.VISITS else sizes.VISITS - 1))
        for number in range(page.round + 1, kinds.ROUNDS):
            pencil = page.terms.pencils[number]
            self.add(self.pencils + pencil)
            if page.terms.powers[pencil]:
                self.add(self.powers + page.terms.powers[pencil])
        self.add_all(self.boxed, page.boxed & self.city.counted)
        self.add_all(self.circled, page.circled[page.round])
        self.add_all(self.gates, page.terms.gates)
        for crossing in range(self.city.crossings):
            uses = score.crossing_uses(page, crossing)
            if uses:
                self.add(self.crossings + 2 * crossing + uses - 1)
        for objective in range(self.city.objectives):
            if page.terms.objectives >> objective & 1:
                n = self.city.objective_count[objective] - score.objective_count(page, objective)
                n = 0 if n < 0 else n if n < sizes.COUNTS else sizes.COUNTS - 1
                self.add(self.goals + objective * sizes.COUNTS + n)
        if page.power:
            self.add(self.rest + 4 + page.power)
        for number in range(page.round, kinds.ROUNDS):
            bonus = page.terms.acceleration[number]
            if bonus:
                self.add(self.bonus + bonus + (6 if number > page.round else 0))

    def listed(self) -> list[int]:
        """The facts that were read, for callers from Python."""
        return [self.facts[n] for n in range(self.count)]
