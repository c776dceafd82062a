"""The value network in whole numbers, as it plays: the same values on every machine, compiled or not.

The weights of a trained network are rounded to fixed point: 16 bits in the first two layers, as in NNUE. Sums
of whole numbers do not depend on their order, so the parts of the first layer can be cached and combined at
will.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from fulgence.bots import limits
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import kinds

MIN_BITS, MAX_FIRST_BITS, MAX_SECOND_BITS = 2, 8, 12  # of the fractions in the first two layers
# Sums of the first layer reach about eight times its largest weight; they must fit into 16 bits.
MAX_FIRST_WEIGHT = 2560
SHORT = 32767


class QuantizedNetwork:
    """Its parts by round: `first` (features x hidden), `linear` (features), `first_bias`, `second` (second x
    hidden), `second_bias`, `output` (heads x second) and `output_bias`."""

    def __init__(
        self, size: int, first_bits: int, second_bits: int, parts: Sequence[array[int]] | None = None
    ) -> None:
        """`size`: the number of features. Without parts every value is 0."""
        self.size = size
        self.first_bits = first_bits
        self.second_bits = second_bits
        self.parts = tuple(parts or empty_parts(size))
        if [len(part) for part in self.parts] != part_sizes(size):
            raise ValueError(f"{[len(part) for part in self.parts]} weights, {part_sizes(size)} wanted")
        self.first = self.parts[0]
        self.linear = self.parts[1]
        self.first_bias = self.parts[2]
        self.second = self.parts[3]
        self.second_bias = self.parts[4]
        self.output = self.parts[5]
        self.output_bias = self.parts[6]

    def shift(self) -> int:
        """How many bits the fraction of the output has more than a value."""
        return self.first_bits + self.second_bits + limits.OUTPUT_BITS - limits.VALUE_BITS

    def update(self, network: ValueNetwork) -> None:
        """Take the weights of a trained network of this size."""
        self.first_bits = fitting_first_bits(network)
        self.second_bits = fitting_second_bits(network, self.first_bits)
        for number in range(kinds.ROUNDS):
            self.update_round(network, number)

    def update_round(self, network: ValueNetwork, number: int) -> None:
        first = float(1 << self.first_bits)
        second = float(1 << self.second_bits)
        both = first * second
        value = float(1 << limits.VALUE_BITS)
        output = float(1 << limits.OUTPUT_BITS)
        start = number * network.round_size
        place = number * self.size * limits.HIDDEN
        for n in range(self.size * limits.HIDDEN):
            self.first[place + n] = as_short(network.weights[start + n] * first)
        for n in range(self.size):
            self.linear[number * self.size + n] = nearest(
                network.weights[start + network.linear_at + n] * value
            )
        for j in range(limits.HIDDEN):
            self.first_bias[number * limits.HIDDEN + j] = as_short(
                network.weights[start + network.hidden_bias_at + j] * first
            )
        for k in range(limits.SECOND_HIDDEN):
            place = number * limits.SECOND_HIDDEN + k
            self.second_bias[place] = nearest(network.weights[start + network.second_bias_at + k] * both)
            row = start + network.second_hidden_at + k
            for j in range(limits.HIDDEN):  # those of a unit lie in a row here
                self.second[place * limits.HIDDEN + j] = as_short(
                    network.weights[row + j * limits.SECOND_HIDDEN] * second
                )
        for head in range(limits.HEADS):
            place = number * limits.HEADS + head
            row = start + network.output_at + head * (limits.SECOND_HIDDEN + 1)
            for k in range(limits.SECOND_HIDDEN):
                self.output[place * limits.SECOND_HIDDEN + k] = nearest(network.weights[row + k] * output)
            self.output_bias[place] = nearest(network.weights[row + limits.SECOND_HIDDEN] * value)


def nearest(number: float) -> int:
    if number < 0:
        return int(number - 0.5)
    return int(number + 0.5)


def as_short(number: float) -> int:
    whole = nearest(number)
    return SHORT if whole > SHORT else -SHORT if whole < -SHORT else whole


def fitting_first_bits(network: ValueNetwork) -> int:
    highest = 0.0
    for number in range(kinds.ROUNDS):
        start = number * network.round_size
        row = network.weights_array[start : start + network.linear_at]
        highest = max(highest, max(row, default=0.0), -min(row, default=0.0))
    found = MAX_FIRST_BITS
    while found > MIN_BITS and highest * 2**found > MAX_FIRST_WEIGHT:
        found -= 1
    return found


def fitting_second_bits(network: ValueNetwork, first_bits: int) -> int:
    """As many bits for the fractions of the second layer that no sum of it can exceed 32 bits."""
    highest = 0.0
    for number in range(kinds.ROUNDS):
        start = number * network.round_size
        for k in range(limits.SECOND_HIDDEN):
            unit = abs(network.weights_array[start + network.second_bias_at + k]) * 2**first_bits
            for j in range(limits.HIDDEN):
                place = start + network.second_hidden_at + j * limits.SECOND_HIDDEN + k
                unit += SHORT * abs(network.weights_array[place])
            highest = max(highest, unit)
    room = 2.0**31 - (limits.HIDDEN + 1) * SHORT  # for rounding
    found = MAX_SECOND_BITS
    while found > MIN_BITS and highest * 2**found >= room:
        found -= 1
    return found


def part_sizes(size: int) -> list[int]:
    """How many numbers each part has."""
    return [
        kinds.ROUNDS * number
        for number in (
            size * limits.HIDDEN,
            size,
            limits.HIDDEN,
            limits.SECOND_HIDDEN * limits.HIDDEN,
            limits.SECOND_HIDDEN,
            limits.HEADS * limits.SECOND_HIDDEN,
            limits.HEADS,
        )
    ]


def empty_parts(size: int) -> list[array[int]]:
    codes = ("h", "i", "h", "h", "i", "i", "i")
    return [
        array(code, bytes(array(code).itemsize * number))
        for code, number in zip(codes, part_sizes(size), strict=True)
    ]


def quantized(network: ValueNetwork) -> QuantizedNetwork:
    """A trained network in fixed point."""
    made = QuantizedNetwork(network.size, MAX_FIRST_BITS, MAX_SECOND_BITS)
    made.update(network)
    return made


def dequantized(network: QuantizedNetwork) -> ValueNetwork:
    """A network to train further."""
    made = ValueNetwork(network.size)
    found = made.weights_array
    first, linear, first_bias, second, second_bias, output, output_bias = network.parts
    one, two = 2.0**-network.first_bits, 2.0**-network.second_bits
    value, last = 2.0**-limits.VALUE_BITS, 2.0**-limits.OUTPUT_BITS
    for number in range(kinds.ROUNDS):
        start = number * made.round_size
        for n in range(network.size * limits.HIDDEN):
            found[start + n] = one * first[number * network.size * limits.HIDDEN + n]
        for n in range(network.size):
            found[start + made.linear_at + n] = value * linear[number * network.size + n]
        for j in range(limits.HIDDEN):
            found[start + made.hidden_bias_at + j] = one * first_bias[number * limits.HIDDEN + j]
        for k in range(limits.SECOND_HIDDEN):
            unit = number * limits.SECOND_HIDDEN + k
            found[start + made.second_bias_at + k] = one * two * second_bias[unit]
            for j in range(limits.HIDDEN):
                place = start + made.second_hidden_at + j * limits.SECOND_HIDDEN + k
                found[place] = two * second[unit * limits.HIDDEN + j]
        for head in range(limits.HEADS):
            unit = number * limits.HEADS + head
            place = start + made.output_at + head * (limits.SECOND_HIDDEN + 1)
            for k in range(limits.SECOND_HIDDEN):
                found[place + k] = last * output[unit * limits.SECOND_HIDDEN + k]
            found[place + limits.SECOND_HIDDEN] = value * output_bias[unit]
    return made
