"""Flat Monte Carlo: every move is tried in many random futures that are played greedily to the end.

All moves get the same futures (common random numbers), and after each stage the worse half of the moves is
dropped (sequential halving).
"""

from __future__ import annotations

from fulgence.bots import limits, playout
from fulgence.bots.gain import Gains
from fulgence.rules import kinds
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet


class Flat:
    """`choose` fills `moves`, `tries` and `sums` by candidate; `count` is their number."""

    def __init__(self, terms: Terms) -> None:
        self.gains = Gains(terms)
        self.sheet = Sheet(terms)
        self.order = Pile(terms.tables)
        self.pile = Pile(terms.tables)
        self.fresh = Pile(terms.tables)
        self.full = Pile(terms.tables)
        self.future = Generator()
        self.ties = Generator()
        self.moves = [0] * 512
        self.tries = [0] * 512
        self.sums = [0] * 512
        self.count = 0

    def choose(self, sheet: Sheet, pile: Pile, known: int, rollouts: int, rng: Generator) -> int:
        """The best move after about so many rollouts. `known`: how many of the next cards are visible."""
        self.count = 1
        self.moves[0] = kinds.PASS
        for place in range(sheet.count_moves()):
            if self.count < limits.MAX_MOVES:
                self.moves[self.count] = sheet.move_at(place)
                self.count += 1
        for n in range(self.count):
            self.tries[n] = self.sums[n] = 0
        left = self.count
        stages = 1
        while 1 << stages < left:
            stages += 1
        while left > 1:
            share = rollouts // stages // left
            self.compare(sheet, pile, known, left, share if share > 1 else 1, rng)
            self.sort(left)
            left = (left + 1) // 2
        return self.moves[0]

    def compare(
        self,
        sheet: Sheet,
        pile: Pile,
        known: int,
        left: int,
        futures: int,
        rng: Generator,
    ) -> None:
        """Play the first `left` moves in this many more futures."""
        for _ in range(futures):
            self.order.copy_from(pile)
            self.order.position += known
            self.order.shuffle_rest(rng)
            self.order.position -= known
            seed = rng.state
            rng.below(2)  # the next future has another seed
            for n in range(left):
                self.future.state = seed
                self.ties.state = seed
                self.sheet.copy_from(sheet)
                self.sheet.play(self.moves[n])
                self.pile.copy_from(self.order)
                self.fresh.copy_from(self.full)
                self.sums[n] += playout.rest_of_game(
                    self.sheet, self.gains, self.pile, self.fresh, self.future, self.ties
                )
                self.tries[n] += 1

    def sort(self, left: int) -> None:
        """Sort the candidates by their mean, best first; they have had equally many tries."""
        for n in range(1, left):
            at = n
            while at > 0 and self.sums[at] > self.sums[at - 1]:
                self.swap(at)
                at -= 1

    def swap(self, at: int) -> None:
        move, sums, tries = self.moves[at], self.sums[at], self.tries[at]
        self.moves[at], self.sums[at], self.tries[at] = (
            self.moves[at - 1],
            self.sums[at - 1],
            self.tries[at - 1],
        )
        self.moves[at - 1], self.sums[at - 1], self.tries[at - 1] = move, sums, tries
