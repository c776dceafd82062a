"""Self-play: games played greedily by the value network, which then learns from their outcome."""

from __future__ import annotations

from array import array

from fulgence.bots import limits, value_player
from fulgence.bots.training.adam import Adam
from fulgence.bots.value_player import ValuePlayer
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet


class SelfPlay:
    """One game at a time. Targets are TD(lambda) returns, or expectimax over the next card."""

    def __init__(self, terms: Terms, optimizer: Adam) -> None:
        self.terms = terms
        self.optimizer = optimizer
        self.player = ValuePlayer(terms, optimizer.network)
        self.blank = Sheet(terms)
        self.sheet = Sheet(terms)
        self.pile = Pile(terms.tables)
        self.next_sheet = Sheet(terms)
        self.next_pile = Pile(terms.tables)
        # The states of the game: one for each turn, before its card is flipped.
        self.features = array("i", bytes(4 * limits.MAX_TURNS * limits.MAX_FEATURES))
        self.feature_counts = [0] * 64
        self.rounds = [0] * 64
        self.heads = [0] * 64
        self.totals = [0] * 64
        self.predictions = [0.0] * 64
        self.explored = [0] * 64  # a random move was played in this turn
        self.best_totals = [0.0] * 64  # expected without that move
        self.turns = 0

    def record_state(self, pile: Pile) -> None:
        turn = self.turns
        self.predictions[turn] = self.player.predict(self.sheet, pile)
        for i in range(self.player.features.count):
            self.features[turn * limits.MAX_FEATURES + i] = self.player.features.active[i]
        self.feature_counts[turn] = self.player.features.count
        self.rounds[turn] = self.sheet.round
        self.heads[turn] = value_player.head_of(pile)
        self.totals[turn] = score.total(self.sheet)
        self.explored[turn] = 0
        self.turns += 1

    def play(self, rng: Generator, epsilon: int) -> int:
        """Play a game with `epsilon` random decisions in a thousand; its total."""
        self.begin_game(rng)
        while self.sheet.round < kinds.ROUNDS:
            self.pile.shuffle(rng)
            while not self.pile.last:
                self.record_state(self.pile)
                self.pile.flip()
                self.sheet.begin_turn(self.pile.card, self.pile.switched)
                while self.sheet.permit:
                    self.decide(rng, epsilon)
            self.sheet.end_round()
        return score.total(self.sheet)

    def begin_game(self, rng: Generator) -> None:
        self.terms.shuffle_pencils(rng.below(24))
        self.sheet.copy_from(self.blank)
        self.sheet.begin_round()
        self.turns = 0

    def decide(self, rng: Generator, epsilon: int) -> None:
        """Play the best move, or explore; an explored move must not change earlier targets."""
        points = self.player.decide(self.sheet, self.pile)
        if epsilon and rng.below(1000) < epsilon:
            if not self.explored[self.turns - 1]:
                self.explored[self.turns - 1] = 1
                self.best_totals[self.turns - 1] = points
            self.sheet.play(self.sheet.random_move(rng))
        else:
            self.sheet.play(self.player.choice)

    def expectimax(self, rng: Generator) -> float:
        """The expected total after the next card and the best answer to it, over all cards left."""
        points = 0.0
        for place in range(self.pile.position, self.pile.size):
            self.next_pile.copy_from(self.pile)
            self.next_pile.swap(self.pile.position, place)
            if self.next_pile.cards[self.next_pile.position] == self.terms.tables.switch:
                second = self.next_pile.position + 1
                self.next_pile.swap(second, second + rng.below(self.next_pile.size - second))
            self.next_pile.flip()
            self.next_sheet.copy_from(self.sheet)
            self.next_sheet.begin_turn(self.next_pile.card, self.next_pile.switched)
            points += self.player.decide(self.next_sheet, self.next_pile)
        return points / (self.pile.size - self.pile.position)

    def play_expectimax(self, rng: Generator, epsilon: int) -> int:
        """Play a game and learn every state from its expectimax target; the total."""
        self.begin_game(rng)
        while self.sheet.round < kinds.ROUNDS:
            self.pile.shuffle(rng)
            while not self.pile.last:
                target = self.expectimax(rng) - score.total(self.sheet)
                self.turns = 0
                self.record_state(self.pile)
                self.optimizer.learn(
                    self.features[: limits.MAX_FEATURES],
                    self.feature_counts[0],
                    self.rounds[0],
                    self.heads[0],
                    target,
                )
                self.pile.flip()
                self.sheet.begin_turn(self.pile.card, self.pile.switched)
                while self.sheet.permit:
                    self.decide(rng, epsilon)
            self.sheet.end_round()
        return score.total(self.sheet)

    def learn_td(self, total: int, trace_decay: float) -> None:
        """Learn the states of the game from the last one back; `trace_decay` is the lambda of TD(lambda)."""
        target = 0.0
        after = 0.0  # the predicted value of the next state
        points = total
        turn = self.turns - 1
        while turn >= 0:
            target = points - self.totals[turn] + trace_decay * target + (1 - trace_decay) * after
            if self.explored[turn]:
                target = self.best_totals[turn] - self.totals[turn]
            after = self.predictions[turn]
            points = self.totals[turn]
            self.optimizer.learn(
                self.features[turn * limits.MAX_FEATURES : turn * limits.MAX_FEATURES + limits.MAX_FEATURES],
                self.feature_counts[turn],
                self.rounds[turn],
                self.heads[turn],
                target,
            )
            turn -= 1

    def td_games(self, number: int, rng: Generator, epsilon: int, trace_decay: float) -> int:
        """Play games and learn from each; the sum of their totals."""
        points = 0
        for _ in range(number):
            total = self.play(rng, epsilon)
            self.learn_td(total, trace_decay)
            points += total
        return points

    def expectimax_games(self, number: int, rng: Generator, epsilon: int) -> int:
        points = 0
        for _ in range(number):
            points += self.play_expectimax(rng, epsilon)
        return points

    def greedy_games(self, number: int, rng: Generator) -> int:
        """Games without exploration or learning; the sum of their totals."""
        points = 0
        for _ in range(number):
            points += self.play(rng, 0)
        return points
