"""The optimizer of a value network: one step of Adam for each game state, and an average of the weights."""

from __future__ import annotations

import math
from array import array

from fulgence.bots import limits
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import kinds
from fulgence.rules.generator import Generator


class Adam:
    """Backpropagation and Adam (Kingma and Ba 2015), and an exponential moving average of the weights."""

    def __init__(self, network: ValueNetwork) -> None:
        self.network = network
        size = len(network.weights_array)
        self.first_moment = array("f", bytes(4 * size))
        self.second_moment = array("f", bytes(4 * size))
        self.average = array("f", network.weights_array)  # moving average of the weights: plays better
        self.hidden_gradient = [0.0] * 64
        self.second_gradient = [0.0] * 16
        self.gradients = [0.0] * 64
        self.learning_rate = 0.001

    def initialize(self, rng: Generator) -> None:
        """Small random weights."""
        network = self.network
        for number in range(kinds.ROUNDS):
            start = number * network.round_size
            self.fill_uniform(start, start + network.linear_at, 0.05, rng)
            second, output = start + network.second_hidden_at, start + network.output_at
            self.fill_uniform(second, start + network.second_bias_at, math.sqrt(3.0 / limits.HIDDEN), rng)
            self.fill_uniform(output, start + network.round_size, math.sqrt(3.0 / limits.SECOND_HIDDEN), rng)
        self.update_average(1.0)

    def fill_uniform(self, start: int, end: int, bound: float, rng: Generator) -> None:
        for n in range(start, end):
            self.network.weights_array[n] = bound * (rng.draw(20001) - 10000) / 10000

    def update_one(self, place: int, gradient: float) -> None:
        self.gradients[0] = gradient
        self.update(place, 1)

    def update(self, place: int, number: int) -> None:
        """Move `number` weights from `place` on by their `gradients`."""
        first_rate = 0.1  # 1 - beta1
        second_rate = 0.001  # 1 - beta2
        epsilon = 1e-5
        learning_rate = self.learning_rate
        for j in range(number):
            gradient = self.gradients[j]
            first_moment = self.first_moment[place + j]
            second_moment = self.second_moment[place + j]
            first_moment += first_rate * (gradient - first_moment)
            second_moment += second_rate * (gradient * gradient - second_moment)
            self.first_moment[place + j] = first_moment
            self.second_moment[place + j] = second_moment
            root = math.sqrt(second_moment)
            self.network.weights[place + j] -= learning_rate * first_moment / (root + epsilon)

    def learn(self, features: array[int], count: int, number: int, head: int, target: float) -> float:
        """One step towards `target`; what the network predicted before it."""
        predicted = self.network.evaluate(features, count, number, head)
        error = predicted - target
        if error > 20:
            error = 20
        elif error < -20:
            error = -20
        start = number * self.network.round_size
        row = start + self.network.output_at + head * (limits.SECOND_HIDDEN + 1)
        for k in range(limits.SECOND_HIDDEN):
            self.second_gradient[k] = (
                error * self.network.weights[row + k] if self.network.second_hidden[k] > 0 else 0.0
            )
            self.gradients[k] = error * self.network.second_hidden[k]
        self.gradients[limits.SECOND_HIDDEN] = error
        self.update(row, limits.SECOND_HIDDEN + 1)
        for k in range(limits.SECOND_HIDDEN):
            self.gradients[k] = self.second_gradient[k]
        self.update(start + self.network.second_bias_at, limits.SECOND_HIDDEN)
        for j in range(limits.HIDDEN):
            self.hidden_gradient[j] = 0.0
            if self.network.hidden[j] > 0:
                row = start + self.network.second_hidden_at + j * limits.SECOND_HIDDEN
                for k in range(limits.SECOND_HIDDEN):
                    self.hidden_gradient[j] += self.second_gradient[k] * self.network.weights[row + k]
                    self.gradients[k] = self.second_gradient[k] * self.network.hidden[j]
                self.update(row, limits.SECOND_HIDDEN)
        for i in range(count):
            self.update_one(start + self.network.linear_at + features[i], error)
        for j in range(limits.HIDDEN):
            self.gradients[j] = self.hidden_gradient[j]
        self.update(start + self.network.hidden_bias_at, limits.HIDDEN)
        for i in range(count):
            self.update(start + features[i] * limits.HIDDEN, limits.HIDDEN)
        return predicted

    def update_average(self, share: float) -> None:
        """Move the average towards the current weights."""
        for place in range(kinds.ROUNDS * self.network.round_size):
            self.average[place] += share * (self.network.weights[place] - self.average[place])

    def average_weights(self) -> array[float]:
        return array("f", self.average)

    def state(self) -> list[array[float]]:
        """Everything needed to resume training: weights, both moments, average."""
        return [
            array("f", self.network.weights),
            array("f", self.first_moment),
            array("f", self.second_moment),
            array("f", self.average),
        ]

    def restore(self, numbers: array[float]) -> None:
        """Resume from the arrays of `state`, joined; ValueError if the size is wrong."""
        size = len(self.network.weights_array)
        if len(numbers) != 4 * size:
            raise ValueError(f"{len(numbers)} numbers, {4 * size} wanted")
        for place in range(size):
            self.network.weights[place] = numbers[place]
            self.first_moment[place] = numbers[size + place]
            self.second_moment[place] = numbers[2 * size + place]
            self.average[place] = numbers[3 * size + place]
