"""A player that follows the value network greedily: it takes the move with the highest expected total."""

from __future__ import annotations

from fulgence.bots.network.features import Features
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

DEPTH = 4  # decisions of one turn that are searched


class ValuePlayer:
    """Values sheets after a decision and before the next card. `decide` leaves its move in `choice`."""

    def __init__(
        self, terms: Terms, network: ValueNetwork, is_frozen: bool = False, depth: int = DEPTH
    ) -> None:
        """`is_frozen`: the weights do not change, so the network may be evaluated incrementally."""
        self.network = network
        self.is_frozen = is_frozen
        self.features = Features(terms)
        self.trial = Sheet(terms)
        self.fresh = Pile(terms.tables)  # what the next round begins with
        self.deeper = ValuePlayer(terms, network, is_frozen, depth - 1) if depth > 1 else None
        self.choice = kinds.PASS

    def predict(self, sheet: Sheet, pile: Pile) -> float:
        """The points still to come for a sheet whose turn is over."""
        self.features.read(sheet, pile)
        if self.is_frozen:
            return self.network.evaluate_incrementally(
                self.features.active, self.features.count, sheet.round, head_of(pile)
            )
        return self.network.evaluate(self.features.active, self.features.count, sheet.round, head_of(pile))

    def expected_total(self, sheet: Sheet, pile: Pile) -> float:
        """The expected final total of a sheet after a decision; `sheet` may be changed."""
        if sheet.permit != kinds.TURN_OVER and self.deeper is not None:
            return self.deeper.decide(sheet, pile)
        points = score.total(sheet)
        if pile.last and sheet.permit == kinds.TURN_OVER:
            sheet.end_round()
            if sheet.round == kinds.ROUNDS:
                return points
            return points + self.predict(sheet, self.fresh)
        return points + self.predict(sheet, pile)

    def decide(self, sheet: Sheet, pile: Pile) -> float:
        """The expected total of the best move."""
        self.choice = kinds.PASS
        self.trial.copy_from(sheet)
        self.trial.play(kinds.PASS)
        highest = self.expected_total(self.trial, pile)
        for place in range(sheet.count_moves()):
            move = sheet.move_at(place)
            self.trial.copy_from(sheet)
            self.trial.play(move)
            points = self.expected_total(self.trial, pile)
            if points > highest:
                highest = points
                self.choice = move
        return highest


def head_of(pile: Pile) -> int:
    """The output head of the network: how many closing cards are out, in the group that is ahead."""
    out = pile.seen[1] if pile.seen[1] > pile.seen[2] else pile.seen[2]
    return out if out < 7 else 7
