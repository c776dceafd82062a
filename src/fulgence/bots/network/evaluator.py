"""Values of many sheets with many piles: the first layer of the network is cached for each of both.

In a search the same sheets come up again and again with other cards left. What a sheet adds to the first
layer is kept by its Zobrist key, what a pile adds by its cards; only features of both together are added each
time. All numbers are whole, so a value never depends on what was cached.
"""

from __future__ import annotations

from array import array

from fulgence.bots import limits
from fulgence.bots.network import kernel
from fulgence.bots.network.features import Features
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

FRACTION = float(1 << limits.VALUE_BITS)


class Evaluator:
    """Call `set_pile`, then `find` or `store` for a slot, then `value`. For another game, `clear`."""

    def __init__(self, terms: Terms, network: QuantizedNetwork) -> None:
        self.network = network
        self.features = Features(terms)
        self.fresh = Pile(terms.tables)  # what the next round begins with
        self.evaluations = 0
        # Sheets.
        self.keys = array("Q", bytes(8 * limits.SHEET_SLOTS))
        self.totals = array("i", bytes(4 * limits.SHEET_SLOTS))
        self.is_final = array("b", bytes(limits.SHEET_SLOTS))
        self.are_two = array("b", bytes(limits.SHEET_SLOTS))
        self.linear = array("i", bytes(4 * limits.SHEET_SLOTS))
        self.reachable = array("b", bytes(limits.SHEET_SLOTS * limits.MAX_KINDS))
        self.highest = array("b", bytes(limits.SHEET_SLOTS * limits.MAX_KINDS))
        self.sums = array("h", bytes(2 * limits.SHEET_SLOTS * limits.HIDDEN))
        # Piles, with how many cards of each kind are left: for one line, for two.
        self.pile_keys = array("Q", bytes(8 * limits.PILE_SLOTS))
        self.pile_linear = array("i", bytes(4 * limits.PILE_SLOTS))
        self.pile_left = array("b", bytes(2 * limits.PILE_SLOTS * limits.MAX_KINDS))
        self.pile_sums = array("h", bytes(2 * limits.PILE_SLOTS * limits.HIDDEN))
        # The pile that was set.
        self.round = self.head = self.pile_slot = 0
        # The accumulator, and the features of the sheet that it holds.
        self.accumulator = array("h", bytes(2 * limits.HIDDEN))
        self.linear_sum = 0
        self.last_round = limits.NONE
        self.last_seen = array("i", bytes(4 * network.size))  # the step at which each feature was last active
        self.last_features = array("i", bytes(4 * limits.MAX_FEATURES))
        self.last_count = 0
        self.step = 0
        self.hidden = array("h", bytes(2 * limits.HIDDEN))
        self.rows = array("i", bytes(4 * 2 * limits.MAX_KINDS))

    def clear(self) -> None:
        """Forget all sheets and piles, for other terms or weights."""
        for slot in range(limits.SHEET_SLOTS):
            self.keys[slot] = 0
        for slot in range(limits.PILE_SLOTS):
            self.pile_keys[slot] = 0
        self.last_round = limits.NONE
        self.step = 0
        for feature in range(self.network.size):
            self.last_seen[feature] = 0

    # The pile

    def set_pile(self, pile: Pile, number: int) -> None:
        """The pile of the next values; after the last card of round `number`, a fresh one."""
        if pile.last:
            self.select_pile(self.fresh, number + 1)
        else:
            self.select_pile(pile, number)

    def select_pile(self, pile: Pile, number: int) -> None:
        self.round = number
        self.head = head_of(pile)
        if number == kinds.ROUNDS:
            return
        there = 1 << 16
        for place in range(pile.position, pile.size):
            there |= 1 << pile.cards[place]
        key = (there << 4 | number) << 24 | pile.seen[1] << 16 | pile.seen[2] << 8 | pile.size - pile.position
        self.pile_slot = (there ^ number * 547 ^ (pile.size - pile.position) * 89) & (limits.PILE_SLOTS - 1)
        if self.pile_keys[self.pile_slot] != key:
            self.pile_keys[self.pile_slot] = key
            self.store_pile(pile, number)

    def store_pile(self, pile: Pile, number: int) -> None:
        slot = self.pile_slot
        self.features.count = 0
        self.features.read_pile(pile)
        start = number * self.network.size
        linear = 0
        self.last_round = limits.NONE  # the accumulator is used for the pile
        for j in range(limits.HIDDEN):
            self.accumulator[j] = 0
        for i in range(self.features.count):
            linear += self.network.linear[start + self.features.active[i]]
            kernel.add_row(
                self.accumulator, self.network.first, (start + self.features.active[i]) * limits.HIDDEN
            )
        kernel.copy_row(self.pile_sums, slot * limits.HIDDEN, self.accumulator, 0)
        self.pile_linear[slot] = linear
        for are_two in range(2):
            self.features.count_cards(pile, are_two)
            for kind in range(limits.MAX_KINDS):
                self.pile_left[(2 * slot + are_two) * limits.MAX_KINDS + kind] = self.features.left[kind]

    # A sheet

    def find(self, key: int) -> int:
        """The slot of a sheet, NONE if it is not there."""
        slot = key & (limits.SHEET_SLOTS - 1)
        return slot if self.keys[slot] == key else limits.NONE

    def store(self, key: int, sheet: Sheet) -> int:
        """The slot of a sheet that was not found; its turn, and its round if that ends, must be over."""
        slot = key & (limits.SHEET_SLOTS - 1)
        self.keys[slot] = key
        self.totals[slot] = score.total(sheet)
        self.is_final[slot] = sheet.round == kinds.ROUNDS
        if sheet.round < kinds.ROUNDS:
            self.are_two[slot] = sheet.side[1] != 0
            self.features.read_sheet(sheet)
            self.accumulate(sheet.round)
            self.linear[slot] = self.linear_sum
            kernel.copy_row(self.sums, slot * limits.HIDDEN, self.accumulator, 0)
            for kind in range(limits.MAX_KINDS):
                self.reachable[slot * limits.MAX_KINDS + kind] = self.features.reachable[kind]
                self.highest[slot * limits.MAX_KINDS + kind] = min(self.features.highest[kind], 127)
        return slot

    def accumulate(self, number: int) -> None:
        """Bring the accumulator up to date with the features that have changed since the last sheet."""
        start = number * self.network.size
        if number != self.last_round:
            self.last_round = number
            self.last_count = 0
            self.linear_sum = 0
            kernel.copy_row(self.accumulator, 0, self.network.first_bias, number * limits.HIDDEN)
        self.step += 2
        step = self.step
        for i in range(self.last_count):
            self.last_seen[self.last_features[i]] = step - 1
        for i in range(self.features.count):
            feature = self.features.active[i]
            if self.last_seen[feature] != step - 1:
                self.linear_sum += self.network.linear[start + feature]
                kernel.add_row(self.accumulator, self.network.first, (start + feature) * limits.HIDDEN)
            self.last_seen[feature] = step
        for i in range(self.last_count):
            feature = self.last_features[i]
            if self.last_seen[feature] != step:
                self.linear_sum -= self.network.linear[start + feature]
                kernel.subtract_row(self.accumulator, self.network.first, (start + feature) * limits.HIDDEN)
        for i in range(self.features.count):
            self.last_features[i] = self.features.active[i]
        self.last_count = self.features.count

    # Both

    def value(self, slot: int) -> float:
        """The expected total of the sheet of a slot, with the pile that was set."""
        self.evaluations += 1
        if self.is_final[slot]:
            return float(self.totals[slot])
        start = self.round * self.network.size
        result = self.linear[slot] + self.pile_linear[self.pile_slot]
        left_at = (2 * self.pile_slot + self.are_two[slot]) * limits.MAX_KINDS
        count = 0
        for kind in range(limits.MAX_KINDS):
            stations = self.reachable[slot * limits.MAX_KINDS + kind]
            if stations == limits.NONE:
                continue
            left = self.pile_left[left_at + kind]
            feature = start + self.features.reach_feature(kind, stations, left)
            result += self.network.linear[feature]
            self.rows[count] = feature * limits.HIDDEN
            count += 1
            gain = self.highest[slot * limits.MAX_KINDS + kind]
            if left and gain != limits.NONE:
                feature = start + self.features.best_feature(kind, gain)
                result += self.network.linear[feature]
                self.rows[count] = feature * limits.HIDDEN
                count += 1
        kernel.activate(
            self.hidden,
            self.sums,
            slot * limits.HIDDEN,
            self.pile_sums,
            self.pile_slot * limits.HIDDEN,
            self.network.first,
            self.rows,
            count,
        )
        head = self.round * limits.HEADS + self.head
        result += self.network.output_bias[head]
        result += (
            kernel.output(
                self.hidden,
                self.network.second,
                self.round * limits.SECOND_HIDDEN * limits.HIDDEN,
                self.network.second_bias,
                self.round * limits.SECOND_HIDDEN,
                self.network.output,
                head * limits.SECOND_HIDDEN,
            )
            >> self.network.shift()
        )
        return self.totals[slot] + result / FRACTION


def head_of(pile: Pile) -> int:
    """The output head of the network: how many closing cards are out, in the group that is ahead."""
    out = pile.seen[1] if pile.seen[1] > pile.seen[2] else pile.seen[2]
    return out if out < limits.HEADS else limits.HEADS - 1
