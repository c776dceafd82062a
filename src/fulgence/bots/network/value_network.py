"""The value network: how many points a sheet will still gain, computed from its features.

One small network for each round: sparse binary features, a hidden layer of `HIDDEN` units, a second one of
`SECOND_HIDDEN`, and an output head for each number of closing cards that are out; a linear term skips the
hidden layers. Activations are ReLU. All weights lie in one array of floats. This is the network that learns;
one in whole numbers plays (`quantized_network.py`).
"""

from __future__ import annotations

from array import array

from fulgence.bots import limits
from fulgence.rules import kinds


class ValueNetwork:
    def __init__(self, size: int, weights: array[float] | None = None) -> None:
        """`size`: the number of features. Without weights every value is 0."""
        self.size = size
        # Where the layers begin in the weights of a round.
        self.linear_at = size * limits.HIDDEN
        self.hidden_bias_at = self.linear_at + size
        self.second_hidden_at = self.hidden_bias_at + limits.HIDDEN
        self.second_bias_at = self.second_hidden_at + limits.HIDDEN * limits.SECOND_HIDDEN
        self.output_at = self.second_bias_at + limits.SECOND_HIDDEN
        self.round_size = self.output_at + limits.HEADS * (limits.SECOND_HIDDEN + 1)
        self.weights_array = weights or array("f", bytes(4 * kinds.ROUNDS * self.round_size))
        if len(self.weights_array) != kinds.ROUNDS * self.round_size:
            raise ValueError(f"{len(self.weights_array)} weights, {kinds.ROUNDS * self.round_size} wanted")
        self.weights = self.weights_array
        self.accumulator = [0.0] * 128  # the hidden layer before its activation
        self.linear_sum = 0.0
        self.hidden = [0.0] * 128
        self.second_hidden = [0.0] * 16

    def evaluate(self, features: array[int], count: int, number: int, head: int) -> float:
        """The value of the first `count` of `features` in round `number`."""
        start = number * self.round_size
        for j in range(limits.HIDDEN):
            self.accumulator[j] = self.weights[start + self.hidden_bias_at + j]
        self.linear_sum = 0.0
        for i in range(count):
            self.add(start, features[i])
        return self.output(start, head)

    def add(self, start: int, feature: int) -> None:
        row = start + feature * limits.HIDDEN
        for j in range(limits.HIDDEN):
            self.accumulator[j] += self.weights[row + j]
        self.linear_sum += self.weights[start + self.linear_at + feature]

    def output(self, start: int, head: int) -> float:
        """The layers after the accumulator."""
        for k in range(limits.SECOND_HIDDEN):
            self.second_hidden[k] = self.weights[start + self.second_bias_at + k]
        for j in range(limits.HIDDEN):
            self.hidden[j] = 0
            if self.accumulator[j] > 0:
                self.hidden[j] = self.accumulator[j]
                row = start + self.second_hidden_at + j * limits.SECOND_HIDDEN
                for k in range(limits.SECOND_HIDDEN):
                    self.second_hidden[k] += self.accumulator[j] * self.weights[row + k]
        result = self.linear_sum
        row = start + self.output_at + head * (limits.SECOND_HIDDEN + 1)
        for k in range(limits.SECOND_HIDDEN):
            if self.second_hidden[k] > 0:
                result += self.second_hidden[k] * self.weights[row + k]
            else:
                self.second_hidden[k] = 0
        return result + self.weights[row + limits.SECOND_HIDDEN]

    def adjust_output_bias(self, number: int, head: int, points: float) -> None:
        """Add points to every value of one head of round `number`."""
        row = number * self.round_size + self.output_at + head * (limits.SECOND_HIDDEN + 1)
        self.weights[row + limits.SECOND_HIDDEN] += points
