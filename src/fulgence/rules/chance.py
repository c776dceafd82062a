"""Chance: the one source of random numbers, and the pile of cards that it shuffles.

The generator is small, seeded, and gives the same numbers compiled or not: a linear congruential
generator modulo 2**64 with PCG's XSH-RS output (O'Neill 2014). Python's own `random.Random` cannot
be called from compiled inner loops.
"""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import tables

WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MIX = 0x9E3779B97F4A7C15


class Generator:
    def __init__(self, seed: int = 0) -> None:
        self.state = scrambled(seed)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; the bias is below n / 2**32."""
        x = self.state
        self.state = (x * MULTIPLIER + INCREMENT) & WORD
        return ((((x ^ (x >> 22)) >> (22 + (x >> 61))) & HALF) * n) >> 32

    def draw(self, n: int) -> int:
        """`below` for callers from Python."""
        if not 0 < n < 2**31:
            raise ValueError(f"{n}: a number is drawn below 1 to 2**31 - 1")
        return self.below(n)

    def shuffle(self, items: list[str]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def child(self, number: int) -> Generator:
        """A generator of its own for part `number` of what this one is for."""
        return Generator(scrambled(self.state + number * MIX))


def scrambled(seed: int) -> int:
    """Neighbouring seeds to unrelated states (the finaliser of splitmix64)."""
    x = (int(seed) + MIX) & WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


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
        self.last = self.seen[group] == self.city.closing[group]

    def shuffle(self, chance: Generator) -> None:
        """A new order for all cards, from the first one on."""
        self.position = self.last = 0
        self.seen[0] = self.seen[1] = self.seen[2] = 0
        i = self.size - 1
        while i > 0:
            self.swap(i, chance.below(i + 1))
            i -= 1

    def shuffle_rest(self, chance: Generator) -> None:
        """A new order for the cards that have not been flipped."""
        i = self.size - 1
        while i > self.position:
            self.swap(i, self.position + chance.below(i + 1 - self.position))
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


def turns(city: tables.Tables, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """The turns that are played from a pile, each with the cards shown in it."""
    pile = Pile(city, cards)
    played: list[tuple[int, ...]] = []
    while not pile.last:
        start = pile.position
        pile.flip()
        played.append(tuple(cards[start : pile.position]))
    return played
