"""A pile of numbered cards: shuffled, and flipped turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import city_tables
from fulgence.rules.city_tables import CityTables
from fulgence.rules.generator import Generator


class Pile:
    def __init__(self, city: CityTables, cards: Sequence[int] = ()) -> None:
        """`cards`: from the top; by default those of the city in the order of its file."""
        order = list(cards) or list(range(city.cards))
        self.city = city
        self.size = len(order)
        self.cards = city_tables.padded(order, city_tables.MAX_CARDS)
        self.restart()

    def restart(self) -> None:
        self.position = 0
        self.card = 0  # just flipped
        self.switched = 0  # the switch was flipped with it
        self.last = 0  # the round ends with this turn
        self.seen = [0] * 3  # cards of each group so far; group 0 closes no round

    def flip(self) -> None:
        """Flip the cards of the next turn; the switch and the card after it make one turn (R3)."""
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
        self.last = self.seen[group] == self.city.closing[group]

    def shuffle(self, rng: Generator) -> None:
        """Shuffle all cards and start over."""
        self.position = self.last = 0
        self.seen[0] = self.seen[1] = self.seen[2] = 0
        i = self.size - 1
        while i > 0:
            self.swap(i, rng.below(i + 1))
            i -= 1

    def shuffle_rest(self, rng: Generator) -> None:
        """Shuffle the cards that have not been flipped."""
        i = self.size - 1
        while i > self.position:
            self.swap(i, self.position + rng.below(i + 1 - self.position))
            i -= 1

    def swap(self, i: int, j: int) -> None:
        card = self.cards[i]
        self.cards[i] = self.cards[j]
        self.cards[j] = card

    def copy_from(self, other: Pile) -> None:
        """Become equal to another pile of the same city."""
        self.size = other.size
        self.position = other.position
        self.card = other.card
        self.switched = other.switched
        self.last = other.last
        for group in range(3):
            self.seen[group] = other.seen[group]
        for place in range(other.size):
            self.cards[place] = other.cards[place]


def turns(city: CityTables, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The turns played from a pile, each with its cards."""
    pile = Pile(city, cards)
    played: list[tuple[int, ...]] = []
    while not pile.last:
        start = pile.position
        pile.flip()
        played.append(tuple(cards[start : pile.position]))
    return played
