"""Exhaustive search: the best rest of one round for known cards.

Depth-first over every line that can be drawn. A sheet reached in two orders (a transposition) is searched
once, which leaves few enough.
"""

from __future__ import annotations

from fulgence.bots import limits
from fulgence.bots.zobrist import KeySet, ZobristKeys
from fulgence.rules import kinds, score
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

SALT = 0x9E3779B97F4A7C15
WORD = 0xFFFFFFFFFFFFFFFF


class FullRound:
    """Call `run`, then read `points`, `ways` and `is_exact`."""

    def __init__(self, start: Sheet, pile: Pile, least: int, limit: int) -> None:
        """`pile`: flipped as far as the round was played. Looks for more than `least` points in at most
        `limit` sheets."""
        self.points = least
        self.limit = limit
        self.nodes = 0
        self.is_exact = True
        self.zobrist = ZobristKeys()
        self.seen_keys = KeySet(1024)
        self.cards = [0] * 16
        self.switched = [0] * 16
        self.turns = 0
        is_mid_turn = start.permit != kinds.TURN_OVER
        if is_mid_turn:
            self.turns = 1  # its cards are face up
        while not pile.last:
            pile.flip()
            self.cards[self.turns] = pile.card
            self.switched[self.turns] = pile.switched
            self.turns += 1
        self.sheets = [start.copy() for _ in range(16 * limits.MAX_DECISIONS)]
        self.is_mid_turn = is_mid_turn
        self.path = [0] * 256  # by decision: its move and the turn it belongs to
        self.turn_of = [0] * 256
        self.found: list[tuple[int, int]] = []

    def run(self) -> None:
        if self.is_mid_turn:
            self.decide(0, 0, 0)
        elif self.turns:
            self.flip(0, 0, 0)

    def ways(self) -> list[tuple[int, ...]]:
        """The moves of every turn, if more than `least` points were found."""
        return [tuple(move for turn_of, move in self.found if turn_of == turn) for turn in range(self.turns)]

    def flip(self, depth: int, turn: int, drawn: int) -> None:
        sheet = self.sheets[depth]
        sheet.begin_turn(self.cards[turn], self.switched[turn])
        self.decide(depth, turn, drawn)

    def decide(self, depth: int, turn: int, drawn: int) -> None:
        """Try every move of a decision."""
        sheet = self.sheets[depth]
        later = self.sheets[depth + 1]
        for place in range(sheet.count_moves() + 1):
            if not self.is_exact:
                return
            move = sheet.move_at(place - 1) if place else kinds.PASS
            later.copy_from(sheet)
            later.play(move)
            self.path[depth] = move
            self.turn_of[depth] = turn
            key = drawn
            if move and move < sheet.city.first_circle:
                key = self.zobrist.toggle_section(drawn, sheet.round, move)
            if later.permit != kinds.TURN_OVER:
                self.decide(depth + 1, turn, key)
            else:
                self.end_turn(depth + 1, turn + 1, key)

    def end_turn(self, depth: int, turn: int, drawn: int) -> None:
        sheet = self.sheets[depth]
        self.nodes += 1
        if turn == self.turns:
            points = score.total(sheet)
            if points > self.points:
                self.points = points
                self.found = [(self.turn_of[n], self.path[n]) for n in range(depth)]
            return
        if not self.seen_keys.add((self.zobrist.full_key(drawn, sheet) + turn * SALT) & WORD):
            return
        if self.nodes > self.limit:
            self.is_exact = False
            return
        self.flip(depth, turn, drawn)
