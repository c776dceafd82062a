"""The evaluator and its features for uncompiled Python: the same values in less time.

Import it only where nothing is compiled: compiled classes have no subclasses. A mask that was read before is
looked up, and the rows of weights of all features that have changed are added at once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from operator import add, mul

from fulgence.bots import limits
from fulgence.bots.network import kernel
from fulgence.bots.network.evaluator import FRACTION, Evaluator, head_of
from fulgence.bots.network.features import Features
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.rules import bits, kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

MAX_MEMORIES = 50_000  # masks, sheets and sums that are remembered
FINAL = ()  # the sums of a sheet after the game

Sums = Sequence[int]  # the hidden layer before its activation and, last, the linear term

if sys.version_info >= (3, 12):
    product_sum = math.sumprod
else:

    def product_sum(a: Sequence[int], b: Sequence[int]) -> int:
        return sum(map(mul, a, b))


class PlainFeatures(Features):
    """They are in `seen` instead of `active`."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.seen: list[int] = []
        self.masks: dict[tuple[int, int], list[int]] = {}  # the features of a mask, by its first one
        self.closed_sections: list[dict[int, list[int]]] = [{} for _ in range(self.city.cells)]

    def read_sheet(self, sheet: Sheet) -> None:
        if len(self.masks) > MAX_MEMORIES:
            self.masks.clear()
        self.seen = []
        super().read_sheet(sheet)

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


class PlainEvaluator(Evaluator):
    """The slot of a sheet is its key."""

    def __init__(self, terms: Terms, network: QuantizedNetwork) -> None:
        super().__init__(terms, network)
        self.features = self.plain = PlainFeatures(terms)
        self.weight_rows: list[dict[int, Sums]] = [{} for _ in range(kinds.ROUNDS)]  # by round and feature
        self.columns = [
            [
                network.second[unit * limits.HIDDEN : (unit + 1) * limits.HIDDEN].tolist()
                for unit in range(number * limits.SECOND_HIDDEN, (number + 1) * limits.SECOND_HIDDEN)
            ]
            for number in range(kinds.ROUNDS)
        ]
        self.last_active: set[int] = set()
        self.last_sums: Sums = ()
        self.clear()

    def clear(self) -> None:
        self.last_round = limits.NONE
        # By key: the total, whether there are two lines, what is in reach, and the sums.
        self.sheets: dict[int, tuple[int, int, tuple[tuple[int, int, int], ...], Sums]] = {}
        self.piles: dict[tuple[int, ...], tuple[tuple[tuple[int, ...], tuple[int, ...]], Sums]] = {}
        self.joint: dict[tuple[int, tuple[int, ...]], Sums] = {}  # by sheet and cards left of each kind

    def select_pile(self, pile: Pile, number: int) -> None:
        self.round = number
        self.head = head_of(pile)
        if number == kinds.ROUNDS:
            return
        key = (number, pile.seen[1], pile.seen[2], *sorted(pile.cards[pile.position : pile.size]))
        found = self.piles.get(key)
        if found is None:
            self.plain.seen = []
            self.plain.read_pile(pile)
            sums = list(map(sum, zip(*(self.row(number, each) for each in self.plain.seen), strict=True)))
            left = []
            for are_two in range(2):
                self.plain.count_cards(pile, are_two)
                left.append(tuple(self.plain.left))
            found = self.piles[key] = (left[0], left[1]), sums or [0] * (limits.HIDDEN + 1)
        self.left, self.sums_of_pile = found

    def find(self, key: int) -> int:
        return key if key in self.sheets else limits.NONE

    def store(self, key: int, sheet: Sheet) -> int:
        if len(self.sheets) + len(self.joint) > MAX_MEMORIES:
            self.sheets.clear()
            self.joint.clear()
        points = score.total(sheet)
        if sheet.round == kinds.ROUNDS:
            self.sheets[key] = points, 0, (), FINAL
            return key
        self.plain.read_sheet(sheet)
        in_reach = tuple(
            (kind, self.plain.reachable[kind], self.plain.highest[kind])
            for kind in range(limits.MAX_KINDS)
            if self.plain.reachable[kind] != limits.NONE
        )
        self.sheets[key] = points, int(sheet.side[1] != 0), in_reach, self.sums_of_sheet(sheet.round)
        return key

    def sums_of_sheet(self, number: int) -> Sums:
        active = set(self.plain.seen)
        added, gone = active - self.last_active, self.last_active - active
        if number != self.last_round or len(added) + len(gone) >= len(active):
            self.last_round = number
            bias = number * limits.HIDDEN
            self.last_sums = [*self.network.first_bias[bias : bias + limits.HIDDEN], 0]
            added, gone = active, set()
        rows = [self.row(number, feature) for feature in added]
        rows += [self.row(number, ~feature) for feature in gone]
        self.last_sums = list(map(sum, zip(self.last_sums, *rows, strict=True)))
        self.last_active = active
        return self.last_sums

    def row(self, number: int, feature: int) -> Sums:
        """What a feature adds to the sums; with `~feature`, what is added when it has gone."""
        found = self.weight_rows[number].get(feature)
        if found is None:
            if feature < 0:
                found = tuple(-weight for weight in self.row(number, ~feature))
            else:
                place = number * self.network.size + feature
                weights = self.network.first[place * limits.HIDDEN : (place + 1) * limits.HIDDEN]
                found = (*weights, self.network.linear[place])
            self.weight_rows[number][feature] = found
        return found

    def value(self, slot: int) -> float:
        self.evaluations += 1
        points, are_two, in_reach, sums = self.sheets[slot]
        if sums is FINAL:
            return float(points)
        left = self.left[are_two]
        joint = self.joint.get((slot, left))
        if joint is None:
            features = [
                self.plain.reach_feature(kind, stations, left[kind]) for kind, stations, _ in in_reach
            ]
            features += [
                self.plain.best_feature(kind, min(gain, 127))
                for kind, _, gain in in_reach
                if left[kind] and gain != limits.NONE
            ]
            rows = [self.row(self.round, feature) for feature in features]
            joint = self.joint[slot, left] = list(map(sum, zip(sums, *rows, strict=True)))
        hidden = list(map(add, joint, self.sums_of_pile))
        linear = hidden.pop()
        if max(hidden) > 32767 or min(hidden) < -32768:
            hidden = list(map(kernel.wrapped, hidden))
        hidden = [unit if unit > 0 else 0 for unit in hidden]
        network, bias = self.network, self.round * limits.SECOND_HIDDEN
        head = self.round * limits.HEADS + self.head
        weights = head * limits.SECOND_HIDDEN
        result: int = 0
        for k, column in enumerate(self.columns[self.round]):
            unit = network.second_bias[bias + k] + product_sum(hidden, column)
            if unit > 0:
                result += unit * network.output[weights + k]
        linear += network.output_bias[head] + (result >> network.shift())
        return float(points + linear / FRACTION)


def cells(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(bits.lowest(mask))
        mask &= mask - 1
    return found
