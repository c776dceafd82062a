"""The random number generator: small, seeded, and the same compiled or not.

A linear congruential generator modulo 2**64 with PCG's XSH-RS output (O'Neill 2014). Python's own
`random.Random` cannot be called from compiled inner loops.
"""

from __future__ import annotations

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
        """An independent generator, derived from this one by number."""
        return Generator(scrambled(self.state + number * MIX))


def scrambled(seed: int) -> int:
    """Unrelated states for neighbouring seeds (the finaliser of splitmix64)."""
    x = (int(seed) + MIX) & WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)
