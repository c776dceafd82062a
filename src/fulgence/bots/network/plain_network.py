"""The value network and its features for uncompiled Python: the same values up to rounding, in less time.

Import it only where nothing is compiled: compiled classes have no subclasses. A mask that was read before is
looked up, and the rows of weights of all features that have changed are added at once.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Sequence
from operator import mul

from fulgence.bots import limits
from fulgence.bots.network.features import Features
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import bits
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

MAX_MEMORIES = 50_000  # masks that are remembered

if sys.version_info >= (3, 12):
    product_sum = math.sumprod
else:

    def product_sum(a: Sequence[float], b: Sequence[float]) -> float:
        return math.fsum(map(mul, a, b))


class PlainFeatures(Features):
    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.seen: list[int] = []
        self.masks: dict[tuple[int, int], list[int]] = {}  # the features of a mask, by its first one
        self.closed_sections: list[dict[int, list[int]]] = [{} for _ in range(self.city.cells)]

    def read(self, sheet: Sheet, pile: Pile) -> None:
        if len(self.masks) > MAX_MEMORIES:
            self.masks.clear()
        self.seen = []
        super().read(sheet, pile)
        self.active = self.seen  # type: ignore[assignment]  # a list does as well as an array
        self.count = len(self.seen)

    def add(self, feature: int) -> None:
        self.seen.append(feature)

    def add_all(self, first: int, mask: int) -> None:
        if not mask:
            return
        found = self.masks.get((first, mask))
        if found is None:
            found = self.masks[first, mask] = [first + cell for cell in cells(mask)]
        self.seen += found

    def read_closed(self, sheet: Sheet) -> None:
        for known, start, near, free in zip(
            self.closed_sections, range(self.city.cells), self.city.near, sheet.open, strict=False
        ):
            if near == free:
                continue
            found = known.get(free)
            if found is None:
                moves = [self.city.move_to[start * 64 + end] for end in cells(near & ~free)]
                found = known[free] = [self.closed + (move - 1) // 2 for move in moves if move & 1]
            self.seen += found


class PlainNetwork(ValueNetwork):
    """The weights must not change."""

    def __init__(self, size: int, weights: array[float]) -> None:
        super().__init__(size, weights)
        self.rows: list[dict[int, tuple[float, ...]]] = [{} for _ in range(4)]  # by round and feature
        self.last_active: set[int] = set()
        self.sums: Sequence[float] = ()  # the accumulator and, last, the linear term
        self.columns = [self.columns_of(number * self.round_size) for number in range(4)]

    def columns_of(self, start: int) -> list[Sequence[float]]:
        """The weights that lead to each unit of the second hidden layer."""
        at, end = start + self.second_hidden_at, start + self.second_bias_at
        return [list(self.weights[at + k : end : limits.SECOND_HIDDEN]) for k in range(limits.SECOND_HIDDEN)]

    def evaluate_incrementally(self, features: Sequence[int], count: int, number: int, head: int) -> float:
        self.evaluations += 1
        active = set(features[:count])
        added, gone = active - self.last_active, self.last_active - active
        self.updates += 1
        is_near = len(added) + len(gone) < len(active)
        if number != self.last_round or self.updates > limits.MAX_UPDATES or not is_near:
            self.last_round = number
            self.updates = 0
            bias = number * self.round_size + self.hidden_bias_at
            self.sums = [*self.weights[bias : bias + limits.HIDDEN], 0.0]
            added, gone = active, set()
        rows = [self.row(number, feature) for feature in added]
        rows += [self.row(number, ~feature) for feature in gone]
        self.sums = list(map(sum, zip(self.sums, *rows, strict=True)))
        self.last_active = active
        return self.plain_output(number, head)

    def row(self, number: int, feature: int) -> tuple[float, ...]:
        """What a feature adds to the sums; with `~feature`, what is added when it has gone."""
        found = self.rows[number].get(feature)
        if found is None:
            if feature < 0:
                found = tuple(-weight for weight in self.row(number, ~feature))
            else:
                start = number * self.round_size
                at = start + feature * limits.HIDDEN
                found = (
                    *self.weights[at : at + limits.HIDDEN],
                    self.weights[start + self.linear_at + feature],
                )
            self.rows[number][feature] = found
        return found

    def plain_output(self, number: int, head: int) -> float:
        start = number * self.round_size
        hidden = [unit if unit > 0 else 0.0 for unit in self.sums]
        hidden.pop()
        biases = self.weights[start + self.second_bias_at : start + self.output_at]
        second = [
            max(0.0, bias + product_sum(hidden, column))
            for bias, column in zip(biases, self.columns[number], strict=True)
        ]
        row = start + self.output_at + head * (limits.SECOND_HIDDEN + 1)
        end = row + limits.SECOND_HIDDEN
        return self.sums[-1] + product_sum(second, self.weights[row:end]) + self.weights[end]


def cells(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(bits.lowest(mask))
        mask &= mask - 1
    return found
