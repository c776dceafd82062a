"""Flat Monte Carlo: every move is tried in many random futures that are played greedily to the end.

All moves see the same futures, so that luck does not decide between them, and after each share of the
futures the worse half of the moves is dropped (sequential halving).
"""

from __future__ import annotations

from fulgence.bots import gain, playout, sizes
from fulgence.rules import chance, kinds, sheet, tables


class Flat:
    """`choose` fills `moves`, `tries` and `sums` by candidate; `count` says how many there are."""

    def __init__(self, terms: tables.Terms) -> None:
        self.gains = gain.Gains(terms)
        self.page = sheet.Sheet(terms)
        self.order = chance.Pile(terms.tables)
        self.pile = chance.Pile(terms.tables)
        self.fresh = chance.Pile(terms.tables)
        self.full = chance.Pile(terms.tables)
        self.future = chance.Generator()
        self.ties = chance.Generator()
        self.moves = [0] * 512
        self.tries = [0] * 512
        self.sums = [0] * 512
        self.count = 0

    def choose(
        self, page: sheet.Sheet, pile: chance.Pile, known: int, rollouts: int, luck: chance.Generator
    ) -> int:
        """The best move after about so many rollouts; `known`: the next cards of the pile are no secret."""
        self.count = 1
        self.moves[0] = kinds.PASS
        for place in range(page.count_moves()):
            if self.count < sizes.MOVES:
                self.moves[self.count] = page.move_at(place)
                self.count += 1
        for n in range(self.count):
            self.tries[n] = self.sums[n] = 0
        left = self.count
        stages = 1
        while 1 << stages < left:
            stages += 1
        while left > 1:
            share = rollouts // stages // left
            self.compare(page, pile, known, left, share if share > 1 else 1, luck)
            self.sort(left)
            left = (left + 1) // 2
        return self.moves[0]

    def compare(
        self,
        page: sheet.Sheet,
        pile: chance.Pile,
        known: int,
        left: int,
        futures: int,
        luck: chance.Generator,
    ) -> None:
        """Play the first `left` moves in so many futures more."""
        for _ in range(futures):
            self.order.copy_from(pile)
            self.order.position += known
            self.order.shuffle_rest(luck)
            self.order.position -= known
            seed = luck.state
            luck.below(2)  # the next future has another seed
            for n in range(left):
                self.future.state = seed
                self.ties.state = seed
                self.page.copy_from(page)
                self.page.play(self.moves[n])
                self.pile.copy_from(self.order)
                self.fresh.copy_from(self.full)
                self.sums[n] += playout.rest_of_game(
                    self.page, self.gains, self.pile, self.fresh, self.future, self.ties
                )
                self.tries[n] += 1

    def sort(self, left: int) -> None:
        """The candidates by their mean, the best first; those compared have had equally many tries."""
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
