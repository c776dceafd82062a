"""The rounds of one seat's game, drawn in any order.

When all cards are known it hardly matters which line was drawn first. So a search may take the rounds in
another order, or draw some lines first and look for others beside them; what it finds counts only if it
can be played in the true order too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from fulgence.rules import kinds, score
from fulgence.rules.chance import Pile
from fulgence.rules.deal import Deal
from fulgence.rules.sheet import Sheet
from fulgence.rules.tables import Terms

Way = tuple[int, ...]  # the moves of one turn, passes among them
Ways = tuple[Way, ...]  # of all turns of a game in the true order
Order = tuple[int, ...]  # rounds of a game

TRUE_ORDER: Order = tuple(range(kinds.ROUNDS))


class Rounds:
    def __init__(self, deal: Deal, seat: int, played: Ways = (), begun: Way = ()) -> None:
        """`played` and `begun`: turns, and first moves of the turn after them, that stay as they are."""
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

    def orders(self, kept: int) -> list[Order]:
        """Orders with `kept` of the rounds to come in front and at least one after them.

        The own order of those in front does not matter; which they are changes as often as possible."""
        coming = TRUE_ORDER[self.done :]
        if kept >= len(coming):
            return []
        found = [
            (place, (*TRUE_ORDER[: self.done], *front, *rest))
            for front in permutations(coming, kept)
            if front == tuple(sorted(front))
            for place, rest in enumerate(permutations([n for n in coming if n not in front]))
            if self.is_begun_in_front(front, rest)
        ]
        return [order for _, order in sorted(found)]

    def is_begun_in_front(self, front: Order, rest: Order) -> bool:
        """A round that is partly played can be kept or be the first to be gone on with."""
        is_begun = self.begun or len(self.played) > self.first[self.done]
        return not is_begun or self.done in front or self.done == rest[0]

    def reordered(self, order: Order) -> Terms:
        """The terms of a game in which the rounds come like this."""
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

    def replayed(self, ways: Ways) -> tuple[int, Ways] | None:
        """The total and the moves as they are played in the true order; None if they are not legal."""
        page = Sheet(self.terms)
        found: list[Way] = []
        for number in TRUE_ORDER:
            turns = self.draw(page, number, self.of_round(ways, number))
            if turns is None:
                return None
            found += turns
            page.end_round()
        return score.total(page), tuple(found)

    def beginning(self, order: Order, kept: int, ways: Ways) -> tuple[Sheet, list[Pile]] | None:
        """A sheet with the first rounds of the order on it and the piles of the others; None if the lines
        cannot be drawn in this order. `kept`: how many, those that are over among them."""
        page = Sheet(self.reordered(order))
        for number in order[:kept]:
            if self.draw(page, number, self.of_round(ways, number)) is None:
                return None
            page.end_round()
        piles = [
            Pile(self.deal.city.tables, self.deal.card_numbers(self.deal.rounds[n])) for n in order[kept:]
        ]
        if order[kept] == self.done:
            turns = self.played[self.first[self.done] :]
            if self.draw(page, self.done, turns) is None:
                return None
            for _ in turns:
                piles[0].flip()
            if self.begun:
                piles[0].flip()
                page.begin_turn(*self.cards[self.done][len(turns)])
                if begun_turn(page, self.begun) is None:
                    return None
        return page, piles

    def pile(self, number: int) -> Pile:
        return Pile(self.deal.city.tables, self.deal.card_numbers(self.deal.rounds[number]))

    def with_rounds(self, ways: Ways, rounds: Order, found: Sequence[Way]) -> Ways:
        """A game with other lines in some rounds. `found`: their turns, one round after the other, without
        what stays as it is."""
        parts = [list(self.of_round(ways, number)) for number in TRUE_ORDER]
        place = 0
        for number in rounds:
            before = max(len(self.played) - self.first[number], 0)
            after = place + len(self.cards[number]) - before
            parts[number][before:] = found[place:after]
            if number == self.done and self.begun:
                parts[number][before] = self.begun + parts[number][before]
            place = after
        return tuple(way for part in parts for way in part)

    def of_round(self, ways: Ways, number: int) -> Ways:
        return ways[self.first[number] : self.first[number + 1]]

    def draw(self, page: Sheet, number: int, ways: Ways) -> list[Way] | None:
        """Play turns of a round from its first card; the moves as played, None if they are not legal."""
        found = []
        for cards, way in zip(self.cards[number], ways, strict=False):
            page.begin_turn(*cards)
            turn = whole_turn(page, way)
            if turn is None:
                return None
            found.append(turn)
        return found


def begun_turn(page: Sheet, moves: Way) -> Way | None:
    """Play moves of a turn; None if one of them is not legal."""
    for move in moves:
        if page.permit == kinds.TURN_OVER or (move and move not in page.legal_moves()):
            return None
        page.play(move)
    return moves


def whole_turn(page: Sheet, moves: Way) -> Way | None:
    """Play a turn to its end. On another sheet a permit can fall away or be offered: both are passed."""
    found: list[int] = []
    left = list(moves)
    while page.permit != kinds.TURN_OVER:
        move = left.pop(0) if left else kinds.PASS
        if move and move not in page.legal_moves():
            return None
        page.play(move)
        found.append(move)
    return None if any(left) else tuple(found)
