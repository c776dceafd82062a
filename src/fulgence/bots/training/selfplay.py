"""Self-play: games played greedily by a value network, and what they teach another one.

The target of a state is the mean over all next cards of the best move's value (expectimax); what the later
states of the game tell about the card that came is added with the weight lambda, as in TD(lambda). Unlike the
total of the game, this hardly depends on luck.
"""

from __future__ import annotations

from array import array

from fulgence.bots import expectimax, limits
from fulgence.bots.network import evaluator
from fulgence.bots.network.evaluator import Evaluator
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.bots.training.adam import Adam
from fulgence.bots.value_player import ValuePlayer
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

SWITCH_PARTNERS = 2  # cards tried after the switch


class SelfPlay:
    """One game at a time: `network` plays, `optimizer` learns."""

    def __init__(self, terms: Terms, network: QuantizedNetwork, optimizer: Adam) -> None:
        self.terms = terms
        self.optimizer = optimizer
        self.player = ValuePlayer(terms, Evaluator(terms, network))
        self.blank = Sheet(terms)
        self.sheet = Sheet(terms)
        self.pile = Pile(terms.tables)
        self.full = Pile(terms.tables)
        self.next_sheet = Sheet(terms)
        self.next_pile = Pile(terms.tables)
        # The states of the game: one for each turn, before its card is flipped.
        self.features = array("i", bytes(4 * limits.MAX_TURNS * limits.MAX_FEATURES))
        self.feature_counts = [0] * 64
        self.rounds = [0] * 64
        self.heads = [0] * 64
        self.totals = [0] * 64
        self.expected = [0.0] * 64  # before the card is flipped
        self.reached = [0.0] * 64  # after the moves of the turn
        self.explored = [0] * 64  # a random move was played in this turn
        self.turns = 0
        self.drawn = 0
        self.states = 0  # that were learned
        self.squares = 0.0  # the sum of their squared errors

    def record_state(self, rng: Generator) -> None:
        turn = self.turns
        self.expected[turn] = self.expectation(rng)
        self.player.evaluator.features.read(self.sheet, self.pile)
        self.player.evaluator.last_round = limits.NONE
        self.feature_counts[turn] = self.player.evaluator.features.count
        for i in range(self.feature_counts[turn]):
            self.features[turn * limits.MAX_FEATURES + i] = self.player.evaluator.features.active[i]
        self.rounds[turn] = self.sheet.round
        self.heads[turn] = evaluator.head_of(self.pile)
        self.totals[turn] = score.total(self.sheet)
        self.explored[turn] = 0
        self.turns += 1

    def begin_game(self, rng: Generator) -> None:
        self.terms.shuffle_pencils(rng.below(24))
        self.player.evaluator.clear()
        self.sheet.copy_from(self.blank)
        self.sheet.begin_round()
        self.turns = 0
        self.drawn = 0

    def play(self, rng: Generator, epsilon: int) -> int:
        """Play a game with `epsilon` random decisions in a thousand and record its states; its total."""
        self.begin_game(rng)
        while self.sheet.round < kinds.ROUNDS:
            self.begin_pile(rng)
            while not self.pile.last:
                self.record_state(rng)
                self.flip(rng)
                while self.sheet.permit:
                    self.decide(rng, epsilon)
            self.sheet.end_round()
        return score.total(self.sheet)

    def begin_pile(self, rng: Generator) -> None:
        """A shuffled pile, without a switch that returned to the last one."""
        self.pile.copy_from(self.full)
        self.pile.shuffle(rng)

    def flip(self, rng: Generator) -> None:
        self.pile.flip()
        self.return_switch(self.pile, rng)
        self.sheet.begin_turn(self.pile.card, self.pile.switched)

    def return_switch(self, pile: Pile, rng: Generator) -> None:
        """In a round in which the switch returns, put it back at a random place."""
        if pile.switched and self.terms.acceleration[self.sheet.round] == kinds.REPEAT_SWITCH:
            size = pile.size
            expectimax.return_switch(pile, self.terms.tables.switch)
            if pile.size > size:
                pile.swap(size, pile.position + rng.below(pile.size - pile.position))

    def decide(self, rng: Generator, epsilon: int) -> None:
        """Play the best move, or explore; an explored move must not change earlier targets."""
        self.player.evaluator.set_pile(self.pile, self.sheet.round)
        self.reached[self.turns - 1] = self.player.decide(self.sheet, self.pile, self.drawn)
        move = self.player.choice
        if epsilon and rng.below(1000) < epsilon:
            self.explored[self.turns - 1] = 1
            move = self.sheet.random_move(rng)
        if move and move < self.terms.tables.first_circle:
            self.drawn = self.player.zobrist.toggle_section(self.drawn, self.sheet.round, move)
        self.sheet.play(move)

    def expectation(self, rng: Generator) -> float:
        """The expected total after the next card and the best answer to it, over all cards left."""
        points = 0.0
        for place in range(self.pile.position, self.pile.size):
            if self.pile.cards[place] != self.terms.tables.switch:
                points += self.best_answer(place, 0, rng)
            elif self.pile.size - self.pile.position > 1:
                answers = 0.0
                for _ in range(SWITCH_PARTNERS):
                    answers += self.best_answer(place, 1, rng)
                points += answers / SWITCH_PARTNERS
        return points / (self.pile.size - self.pile.position)

    def best_answer(self, place: int, switched: int, rng: Generator) -> float:
        """The value of the best moves after the card at a place of the pile."""
        self.next_pile.copy_from(self.pile)
        self.next_pile.swap(self.pile.position, place)
        if switched:
            second = self.next_pile.position + 1
            self.next_pile.swap(second, second + rng.below(self.next_pile.size - second))
        self.next_pile.flip()
        self.return_switch(self.next_pile, rng)
        self.next_sheet.copy_from(self.sheet)
        self.next_sheet.begin_turn(self.next_pile.card, self.next_pile.switched)
        self.player.evaluator.set_pile(self.next_pile, self.sheet.round)
        return self.player.decide(self.next_sheet, self.next_pile, self.drawn)

    def learn(self, total: int, trace_decay: float) -> None:
        """Learn the states of the game from the last one back; `trace_decay` is the lambda of TD(lambda)."""
        after = float(total)  # what is now expected after the turn
        turn = self.turns - 1
        while turn >= 0:
            target = self.expected[turn]
            if not self.explored[turn]:
                target += trace_decay * (after - self.reached[turn])
            after = target
            target -= self.totals[turn]
            error = target - self.optimizer.learn(
                self.features[turn * limits.MAX_FEATURES : turn * limits.MAX_FEATURES + limits.MAX_FEATURES],
                self.feature_counts[turn],
                self.rounds[turn],
                self.heads[turn],
                target,
            )
            self.squares += error * error
            self.states += 1
            turn -= 1

    def learning_games(self, number: int, rng: Generator, epsilon: int, trace_decay: float) -> int:
        """Play games and learn from each; the sum of their totals."""
        points = 0
        for _ in range(number):
            total = self.play(rng, epsilon)
            self.learn(total, trace_decay)
            points += total
        return points

    def greedy_games(self, number: int, rng: Generator) -> int:
        """Games without exploration or learning; the sum of their totals."""
        points = 0
        for _ in range(number):
            points += self.play(rng, 0)
        return points
