"""The inner loops of the value network, on rows of 16-bit numbers; for compiled modules, kernel.pxd."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from fulgence.bots import limits


def wrapped(number: int) -> int:
    """As 16 bits hold it."""
    return (number + 32768 & 65535) - 32768


def add_row(sums: MutableSequence[int], weights: Sequence[int], row: int) -> None:
    for j in range(limits.HIDDEN):
        sums[j] = wrapped(sums[j] + weights[row + j])


def subtract_row(sums: MutableSequence[int], weights: Sequence[int], row: int) -> None:
    for j in range(limits.HIDDEN):
        sums[j] = wrapped(sums[j] - weights[row + j])


def copy_row(into: MutableSequence[int], place: int, sums: Sequence[int], row: int) -> None:
    for j in range(limits.HIDDEN):
        into[place + j] = sums[row + j]


def activate(
    hidden: MutableSequence[int],
    one: Sequence[int],
    one_at: int,
    other: Sequence[int],
    other_at: int,
    weights: Sequence[int],
    rows: Sequence[int],
    count: int,
) -> None:
    """The sum of two accumulators and of the first `count` rows of weights, after ReLU."""
    for j in range(limits.HIDDEN):
        unit = one[one_at + j] + other[other_at + j]
        for i in range(count):
            unit += weights[rows[i] + j]
        hidden[j] = max(wrapped(unit), 0)


def output(
    hidden: Sequence[int],
    second: Sequence[int],
    second_at: int,
    bias: Sequence[int],
    bias_at: int,
    weights: Sequence[int],
    weights_at: int,
) -> int:
    """The layers after the first: the second one, ReLU, and the sum of the output."""
    result = 0
    for k in range(limits.SECOND_HIDDEN):
        unit = bias[bias_at + k]
        row = second_at + k * limits.HIDDEN
        for j in range(limits.HIDDEN):
            unit += hidden[j] * second[row + j]
        if unit > 0:
            result += unit * weights[weights_at + k]
    return result
