"""The rounds of one seat's game, drawn in any order.

With all cards known the order of the lines hardly matters. So a search may take the rounds in another order,
or fix some lines and search the others around them. What it finds counts only if it is also legal in the
true order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.deal import Deal
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

TurnMoves = tuple[int, ...]  # of one turn, including passes
GameMoves = tuple[TurnMoves, ...]  # by turn, in the true order
Order = tuple[int, ...]  # rounds of a game

TRUE_ORDER: Order = tuple(range(kinds.ROUNDS))


class Rounds:
    def __init__(self, deal: Deal, seat: int, played: GameMoves = (), begun: TurnMoves = ()) -> None:
        """`played` turns and the moves `begun` in the next one do not change."""
        self.deal = deal
        self.terms = deal.terms(seat)
        self.played = played
        self.begun = begun
        self.cards = [
            [(deal.city.card_numbers[turn[-1]], len(turn) - 1) for turn in turns] for turns in deal.turns
        ]
        self.first = [sum(map(len, self.cards[:number])) for number in range(kinds.ROUNDS + 1)]
        self.done = sum(end <= len(played) for end in self.first[1:])  # rounds that are over

    # Orders

    def orders(self, fixed: int) -> list[Order]:
        """Orders with `fixed` of the rounds to come in front and at least one after them.

        The order among those in front does not matter. Neighbouring orders differ in front."""
        coming = TRUE_ORDER[self.done :]
        if fixed >= len(coming):
            return []
        found = [
            (place, (*TRUE_ORDER[: self.done], *front, *rest))
            for front in permutations(coming, fixed)
            if front == tuple(sorted(front))
            for place, rest in enumerate(permutations([n for n in coming if n not in front]))
            if self.is_begun_in_front(front, rest)
        ]
        return [order for _, order in sorted(found)]

    def is_begun_in_front(self, front: Order, rest: Order) -> bool:
        """A partly played round is either fixed or the first one to be searched."""
        is_begun = self.begun or len(self.played) > self.first[self.done]
        return not is_begun or self.done in front or self.done == rest[0]

    def reordered(self, order: Order) -> Terms:
        """The terms of a game with the rounds in this order."""
        terms = self.terms
        return Terms(
            terms.tables,
            [terms.pencils[number] for number in order],
            list(terms.powers),
            list(terms.gate_at),
            [terms.acceleration[number] for number in order],
            terms.objectives,
        )

    # Games

    def replayed(self, ways: GameMoves) -> tuple[int, GameMoves] | None:
        """The total and the moves in the true order; None if they are illegal there."""
        sheet = Sheet(self.terms)
        found: list[TurnMoves] = []
        for number in TRUE_ORDER:
            turns = self.draw(sheet, number, self.of_round(ways, number))
            if turns is None:
                return None
            found += turns
            sheet.end_round()
        return score.total(sheet), tuple(found)

    def start_position(self, order: Order, fixed: int, ways: GameMoves) -> tuple[Sheet, list[Pile]] | None:
        """A sheet with the first `fixed` rounds of the order drawn, and the piles of the others; None if
        these lines are illegal in this order."""
        sheet = Sheet(self.reordered(order))
        for number in order[:fixed]:
            if self.draw(sheet, number, self.of_round(ways, number)) is None:
                return None
            sheet.end_round()
        piles = [
            Pile(self.deal.city.tables, self.deal.card_numbers(self.deal.rounds[n])) for n in order[fixed:]
        ]
        if order[fixed] == self.done:
            turns = self.played[self.first[self.done] :]
            if self.draw(sheet, self.done, turns) is None:
                return None
            for _ in turns:
                piles[0].flip()
            if self.begun:
                piles[0].flip()
                sheet.begin_turn(*self.cards[self.done][len(turns)])
                if begun_turn(sheet, self.begun) is None:
                    return None
        return sheet, piles

    def with_rounds(self, ways: GameMoves, rounds: Order, found: Sequence[TurnMoves]) -> GameMoves:
        """A game with other lines in some rounds. `found`: their new turns, one round after the other."""
        by_round = [list(self.of_round(ways, number)) for number in TRUE_ORDER]
        place = 0
        for number in rounds:
            before = max(len(self.played) - self.first[number], 0)
            after = place + len(self.cards[number]) - before
            by_round[number][before:] = found[place:after]
            if number == self.done and self.begun:
                by_round[number][before] = self.begun + by_round[number][before]
            place = after
        return tuple(way for turns in by_round for way in turns)

    def of_round(self, ways: GameMoves, number: int) -> GameMoves:
        return ways[self.first[number] : self.first[number + 1]]

    def draw(self, sheet: Sheet, number: int, ways: GameMoves) -> list[TurnMoves] | None:
        """Play the turns of a round from its first card; the moves, None if they are illegal."""
        found = []
        for cards, way in zip(self.cards[number], ways, strict=False):
            sheet.begin_turn(*cards)
            turn = whole_turn(sheet, way)
            if turn is None:
                return None
            found.append(turn)
        return found


def begun_turn(sheet: Sheet, moves: TurnMoves) -> TurnMoves | None:
    """Play moves of a turn; None if one of them is illegal."""
    for move in moves:
        if sheet.permit == kinds.TURN_OVER or (move and move not in sheet.legal_moves()):
            return None
        sheet.play(move)
    return moves


def whole_turn(sheet: Sheet, moves: TurnMoves) -> TurnMoves | None:
    """Play a whole turn. On another sheet a permit may vanish or appear; new ones are passed."""
    found: list[int] = []
    left = list(moves)
    while sheet.permit != kinds.TURN_OVER:
        move = left.pop(0) if left else kinds.PASS
        if move and move not in sheet.legal_moves():
            return None
        sheet.play(move)
        found.append(move)
    return None if any(left) else tuple(found)
