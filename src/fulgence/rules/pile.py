"""A round's cards in the order they are flipped: which make a turn together, and when it ends."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import generator, tables


class Pile:
    def __init__(self, city: tables.Tables, cards: Sequence[int] = ()) -> None:
        """`cards` from the top; without them the city's cards in the order of its file."""
        order = list(cards) or list(range(city.cards))
        self.city = city
        self.size = len(order)
        self.cards = tables.padded(order, tables.CARDS)
        self.restart()

    def restart(self) -> None:
        self.position = 0
        self.card = 0  # the card just flipped, and whether the switch was flipped with it
        self.switched = 0
        self.last = 0  # the round ends with this turn
        self.seen = [0] * 3  # cards of each group so far; group 0 closes no round

    def flip(self) -> None:
        """Show the cards of the next turn. The switch makes one turn with the card after it (R3)."""
        card = self.cards[self.position]
        self.position += 1
        self.switched = 0
        if card == self.city.switch:
            self.switched = 1
            card = self.cards[self.position]
            self.position += 1
        self.card = card
        group = self.city.card_group[card]
        self.seen[group] += 1
        if self.seen[group] == self.city.closing[group]:
            self.last = 1

    def shuffle(self, chance: generator.Generator) -> None:
        """A new order for all cards, from the first one on."""
        self.position = self.last = 0
        self.seen[0] = self.seen[1] = self.seen[2] = 0
        i = self.size - 1
        while i > 0:
            j = chance.below(i + 1)
            card = self.cards[i]
            self.cards[i] = self.cards[j]
            self.cards[j] = card
            i -= 1


def turns(city: tables.Tables, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The turns that are played from a pile, each with the cards shown in it."""
    pile = Pile(city, cards)
    played: list[tuple[int, ...]] = []
    while not pile.last:
        start = pile.position
        pile.flip()
        played.append(tuple(cards[start : pile.position]))
    return played
