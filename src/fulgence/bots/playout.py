"""Whole games on one sheet, played by the simple bots in compiled code."""

from __future__ import annotations

from fulgence.bots import levels
from fulgence.rules import generator, kinds, pile, score, sheet, tables


class Playout:
    """Room for one game; every game shuffles pencils and piles anew."""

    def __init__(self, terms: tables.Terms, chance: generator.Generator) -> None:
        self.terms = terms
        self.chance = chance
        self.page = sheet.Sheet(terms)
        self.blank = sheet.Sheet(terms)
        self.trial = sheet.Sheet(terms)
        self.moves = sheet.MoveList()
        self.pile = pile.Pile(terms.tables)

    def random_move(self, page: sheet.Sheet) -> int:
        """Any legal move with equal chance; pass only when nothing can be drawn."""
        n = page.list_moves(self.moves)
        if n == 0:
            return kinds.PASS
        return self.moves.move[self.chance.below(n)]

    def greedy_move(self, page: sheet.Sheet) -> int:
        """The move after which the sheet is worth most; ties by chance, pass only if it is better."""
        n = page.list_moves(self.moves)
        best = kinds.PASS
        highest = score.total(page)
        ties = 0
        for i in range(n):
            self.trial.copy_from(page)
            self.trial.play(self.moves.move[i])
            value = score.total(self.trial)
            if value > highest or (value == highest and ties == 0):
                highest = value
                best = self.moves.move[i]
                ties = 1
            elif value == highest:
                ties += 1
                if self.chance.below(ties) == 0:
                    best = self.moves.move[i]
        return best

    def deal_pencils(self) -> None:
        i = kinds.ROUNDS - 1
        while i > 0:
            j = self.chance.below(i + 1)
            pencil = self.terms.pencils[i]
            self.terms.pencils[i] = self.terms.pencils[j]
            self.terms.pencils[j] = pencil
            i -= 1

    def game(self, bot: int) -> int:
        """The total of one new game."""
        self.deal_pencils()
        self.page.copy_from(self.blank)
        self.page.begin_round()
        while self.page.round < kinds.ROUNDS:
            self.pile.shuffle(self.chance)
            while not self.pile.last:
                self.pile.flip()
                self.page.begin_turn(self.pile.card, self.pile.switched)
                while self.page.permit:
                    if bot == levels.RANDOM:
                        self.page.play(self.random_move(self.page))
                    else:
                        self.page.play(self.greedy_move(self.page))
            self.page.end_round()
        return score.total(self.page)

    def games(self, bot: int, number: int) -> int:
        """The sum of the totals of many games."""
        points = 0
        for _ in range(number):
            points += self.game(bot)
        return points
