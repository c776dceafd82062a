"""A player that follows the value network greedily: it takes the move with the highest expected total."""

from __future__ import annotations

from fulgence.bots import limits
from fulgence.bots.network.evaluator import Evaluator
from fulgence.bots.zobrist import ZobristKeys
from fulgence.rules import kinds
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

DEPTH = 4  # decisions of one turn that are searched


class ValuePlayer:
    """Values sheets after a decision and before the next card. `decide` leaves its move in `choice`."""

    def __init__(self, terms: Terms, evaluator: Evaluator, depth: int = DEPTH) -> None:
        self.evaluator = evaluator
        self.zobrist = ZobristKeys()
        self.trial = Sheet(terms)
        self.deeper = ValuePlayer(terms, evaluator, depth - 1) if depth > 1 else None
        self.choice = kinds.PASS

    def move_value(self, sheet: Sheet, move: int, pile: Pile, drawn: int, key: int) -> float:
        """The expected total after a move of the current decision.

        `drawn` and `key`: the Zobrist keys of the sections and of the whole sheet; the pile must be set."""
        if sheet.plain:  # a turn of one section: the key tells what the sheet will be
            if move:
                key = self.zobrist.toggle_section(key, sheet.round, move)
            if pile.last:
                key = self.zobrist.ended_key(key)
            slot = self.evaluator.find(key)
            if slot == limits.NONE:
                self.trial.copy_from(sheet)
                self.trial.play(move)
                if pile.last:
                    self.trial.end_round()
                slot = self.evaluator.store(key, self.trial)
            return self.evaluator.value(slot)
        if move and move < sheet.city.first_circle:
            drawn = self.zobrist.toggle_section(drawn, sheet.round, move)
        self.trial.copy_from(sheet)
        self.trial.play(move)
        if self.trial.permit != kinds.TURN_OVER and self.deeper is not None:
            return self.deeper.decide(self.trial, pile, drawn)
        return self.sheet_value(self.trial, pile, drawn)

    def waived_value(self, sheet: Sheet, move: int, pile: Pile, drawn: int) -> float:
        """The expected total after a move if the rest of the turn is waived."""
        if move and move < sheet.city.first_circle:
            drawn = self.zobrist.toggle_section(drawn, sheet.round, move)
        self.trial.copy_from(sheet)
        self.trial.play(move)
        return self.sheet_value(self.trial, pile, drawn)

    def sheet_value(self, sheet: Sheet, pile: Pile, drawn: int) -> float:
        """The expected total of a sheet after its turn, whose other decisions are waived; it may be
        changed."""
        while sheet.permit != kinds.TURN_OVER:
            sheet.play(kinds.PASS)
        key = self.zobrist.state_key(drawn, sheet)
        if pile.last:
            key = self.zobrist.ended_key(key)
        slot = self.evaluator.find(key)
        if slot == limits.NONE:
            if pile.last:
                sheet.end_round()
            slot = self.evaluator.store(key, sheet)
        return self.evaluator.value(slot)

    def decide(self, sheet: Sheet, pile: Pile, drawn: int) -> float:
        """The expected total of the best move; the pile must be set."""
        key = self.zobrist.state_key(drawn, sheet)
        self.choice = kinds.PASS
        highest = self.move_value(sheet, kinds.PASS, pile, drawn, key)
        for place in range(sheet.count_moves()):
            move = sheet.move_at(place)
            points = self.move_value(sheet, move, pile, drawn, key)
            if points > highest:
                highest = points
                self.choice = move
        return highest

    def choose(self, sheet: Sheet, pile: Pile) -> int:
        """The best move of a decision, for callers that have nothing prepared."""
        self.evaluator.set_pile(pile, sheet.round)
        self.decide(sheet, pile, self.zobrist.drawn_key(sheet))
        return self.choice
