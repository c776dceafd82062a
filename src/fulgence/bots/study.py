"""Self-play that teaches a value: play greedily by what it says, then correct it by what came of it."""

from __future__ import annotations

from array import array

from fulgence.bots import player, sizes, value
from fulgence.rules import chance, kinds, score, sheet, tables


class Study:
    """One game at a time: played, then learned from."""

    def __init__(self, terms: tables.Terms, teacher: value.Trainer) -> None:
        self.terms = terms
        self.teacher = teacher
        self.player = player.Player(terms, teacher.value)
        self.blank = sheet.Sheet(terms)
        self.page = sheet.Sheet(terms)
        self.pile = chance.Pile(terms.tables)
        self.turned = sheet.Sheet(terms)
        self.next = chance.Pile(terms.tables)
        # Of every turn, the facts before its card.
        self.facts = array("i", bytes(4 * sizes.TURNS * sizes.MOST_FACTS))
        self.counts = [0] * 64
        self.rounds = [0] * 64
        self.heads = [0] * 64
        self.totals = [0] * 64
        self.said = [0.0] * 64
        self.is_wild = [0] * 64  # whether a move at random was played, and the total expected without it
        self.best = [0.0] * 64
        self.turns = 0

    def note(self, pile: chance.Pile) -> None:
        turn = self.turns
        self.said[turn] = self.player.look(self.page, pile)
        for i in range(self.player.seen.count):
            self.facts[turn * sizes.MOST_FACTS + i] = self.player.seen.facts[i]
        self.counts[turn] = self.player.seen.count
        self.rounds[turn] = self.page.round
        self.heads[turn] = player.head_of(pile)
        self.totals[turn] = score.total(self.page)
        self.is_wild[turn] = 0
        self.turns += 1

    def play(self, luck: chance.Generator, wild: int) -> int:
        """A game with `wild` random decisions in a thousand; its total."""
        self.begin(luck)
        while self.page.round < kinds.ROUNDS:
            self.pile.shuffle(luck)
            while not self.pile.last:
                self.note(self.pile)
                self.pile.flip()
                self.page.begin_turn(self.pile.card, self.pile.switched)
                while self.page.permit:
                    self.decide(luck, wild)
            self.page.end_round()
        return score.total(self.page)

    def begin(self, luck: chance.Generator) -> None:
        self.terms.shuffle_pencils(luck.below(24))
        self.page.copy_from(self.blank)
        self.page.begin_round()
        self.turns = 0

    def decide(self, luck: chance.Generator, wild: int) -> None:
        """Play the best move, or any; what came of any move is not the fault of the turn before it."""
        points = self.player.decide(self.page, self.pile)
        if wild and luck.below(1000) < wild:
            if not self.is_wild[self.turns - 1]:
                self.is_wild[self.turns - 1] = 1
                self.best[self.turns - 1] = points
            self.page.play(self.page.random_move(luck))
        else:
            self.page.play(self.player.choice)

    def foreseen(self, luck: chance.Generator) -> float:
        """What the next card will have brought with best play, over all cards that can come."""
        points = 0.0
        for place in range(self.pile.position, self.pile.size):
            self.next.copy_from(self.pile)
            self.next.swap(self.pile.position, place)
            if self.next.cards[self.next.position] == self.terms.tables.switch:
                second = self.next.position + 1
                self.next.swap(second, second + luck.below(self.next.size - second))
            self.next.flip()
            self.turned.copy_from(self.page)
            self.turned.begin_turn(self.next.card, self.next.switched)
            points += self.player.decide(self.turned, self.next)
        return points / (self.pile.size - self.pile.position)

    def rehearse(self, luck: chance.Generator, wild: int) -> int:
        """A game whose turns are corrected by what all next cards would bring; its total."""
        self.begin(luck)
        while self.page.round < kinds.ROUNDS:
            self.pile.shuffle(luck)
            while not self.pile.last:
                wanted = self.foreseen(luck) - score.total(self.page)
                self.turns = 0
                self.note(self.pile)
                self.teacher.learn(
                    self.facts[: sizes.MOST_FACTS], self.counts[0], self.rounds[0], self.heads[0], wanted
                )
                self.pile.flip()
                self.page.begin_turn(self.pile.card, self.pile.switched)
                while self.page.permit:
                    self.decide(luck, wild)
            self.page.end_round()
        return score.total(self.page)

    def learn(self, total: int, trace: float) -> None:
        """Correct the value from the last turn back; `trace` is the lambda of TD(lambda)."""
        wanted = 0.0
        after = 0.0  # the value of the next state, as it was said
        points = total
        turn = self.turns - 1
        while turn >= 0:
            wanted = points - self.totals[turn] + trace * wanted + (1 - trace) * after
            if self.is_wild[turn]:
                wanted = self.best[turn] - self.totals[turn]
            after = self.said[turn]
            points = self.totals[turn]
            self.teacher.learn(
                self.facts[turn * sizes.MOST_FACTS : turn * sizes.MOST_FACTS + sizes.MOST_FACTS],
                self.counts[turn],
                self.rounds[turn],
                self.heads[turn],
                wanted,
            )
            turn -= 1

    def games(self, number: int, luck: chance.Generator, wild: int, trace: float) -> int:
        """Play so many games and learn from each; the sum of their totals."""
        points = 0
        for _ in range(number):
            total = self.play(luck, wild)
            self.learn(total, trace)
            points += total
        return points

    def rehearsals(self, number: int, luck: chance.Generator, wild: int) -> int:
        points = 0
        for _ in range(number):
            points += self.rehearse(luck, wild)
        return points

    def trial_games(self, number: int, luck: chance.Generator) -> int:
        """The same without learning or wildness."""
        points = 0
        for _ in range(number):
            points += self.play(luck, 0)
        return points
