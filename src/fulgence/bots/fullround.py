"""The best that the rest of one round can bring for known cards, by looking at every line that can be drawn.

A sheet that is reached in two orders is looked at once, which leaves few enough.
"""

from __future__ import annotations

from fulgence.bots import keys, sizes
from fulgence.rules import chance, kinds, score, sheet

SALT = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


class FullRound:
    """`run` and then ask for `points`, `ways` and `is_exact`."""

    def __init__(self, start: sheet.Sheet, pile: chance.Pile, least: int, limit: int) -> None:
        """`pile`: flipped as far as the round was played. Only what brings more than `least` points in
        all is looked for, and no more than `limit` sheets are looked at."""
        self.points = least
        self.limit = limit
        self.nodes = 0
        self.is_exact = True
        self.maker = keys.Keys()
        self.seen = keys.Seen(1024)
        self.cards = [0] * 16
        self.switched = [0] * 16
        self.turns = 0
        wait = start.permit != kinds.TURN_OVER
        if wait:
            self.turns = 1  # its cards are face up and its first moves may be played
        while not pile.last:
            pile.flip()
            self.cards[self.turns] = pile.card
            self.switched[self.turns] = pile.switched
            self.turns += 1
        self.pages = [start.copy() for _ in range(16 * sizes.DECISIONS)]
        self.wait = wait
        self.path = [0] * 256  # by decision: its move and the turn it belongs to
        self.when = [0] * 256
        self.found: list[tuple[int, int]] = []

    def run(self) -> None:
        if self.wait:
            self.decide(0, 0, 0)
        elif self.turns:
            self.flip(0, 0, 0)

    def ways(self) -> list[tuple[int, ...]]:
        """The moves of every turn, if anything better than `least` was found."""
        return [tuple(move for when, move in self.found if when == turn) for turn in range(self.turns)]

    def flip(self, depth: int, turn: int, drawn: int) -> None:
        """Go on with the cards of a turn."""
        page = self.pages[depth]
        page.begin_turn(self.cards[turn], self.switched[turn])
        self.decide(depth, turn, drawn)

    def decide(self, depth: int, turn: int, drawn: int) -> None:
        """Try every move of a decision."""
        page = self.pages[depth]
        later = self.pages[depth + 1]
        for place in range(page.count_moves() + 1):
            if not self.is_exact:
                return
            move = page.move_at(place - 1) if place else kinds.PASS
            later.copy_from(page)
            later.play(move)
            self.path[depth] = move
            self.when[depth] = turn
            key = drawn
            if move and move < page.city.first_circle:
                key = self.maker.drawn(drawn, page.round, move)
            if later.permit != kinds.TURN_OVER:
                self.decide(depth + 1, turn, key)
            else:
                self.end(depth + 1, turn + 1, key)

    def end(self, depth: int, turn: int, drawn: int) -> None:
        """A turn is over."""
        page = self.pages[depth]
        self.nodes += 1
        if turn == self.turns:
            points = score.total(page)
            if points > self.points:
                self.points = points
                self.found = [(self.when[n], self.path[n]) for n in range(depth)]
            return
        if not self.seen.add((self.maker.marked(drawn, page) + turn * SALT) & WORD):
            return
        if self.nodes > self.limit:
            self.is_exact = False
            return
        self.flip(depth, turn, drawn)
