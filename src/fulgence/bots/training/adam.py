"""The optimizer of a value network: Adam for batches of game states, and an average of the weights."""

from __future__ import annotations

import math
from array import array

from fulgence.bots import limits
from fulgence.bots.network.value_network import ValueNetwork
from fulgence.rules import kinds
from fulgence.rules.generator import Generator

BATCH = 16  # states for one step
RANDOM_BOUND = 0.05  # of the weights that the first layer begins with


class Adam:
    """Backpropagation and Adam (Kingma and Ba 2015), and an exponential moving average of the weights.

    Of the first layer only the rows of features that were active in a batch are updated."""

    def __init__(self, network: ValueNetwork) -> None:
        self.network = network
        size = len(network.weights_array)
        self.first_moment = array("f", bytes(4 * size))
        self.second_moment = array("f", bytes(4 * size))
        self.average_array = array("f", network.weights_array)  # moving average of the weights: plays better
        self.average = self.average_array
        # The sum of the gradients of a batch, and where it is not zero.
        self.gradients = array("f", bytes(4 * size))
        self.batched = 0
        self.touched = array("i", bytes(4 * kinds.ROUNDS * network.size))  # features, with their round
        self.touched_count = 0
        self.is_touched = array("b", bytes(kinds.ROUNDS * network.size))
        self.touched_rounds = [0] * 4
        self.hidden_gradient = [0.0] * 128
        self.second_gradient = [0.0] * 16
        self.learning_rate = 0.001

    def initialize(self, rng: Generator) -> None:
        """Small random weights."""
        network = self.network
        for number in range(kinds.ROUNDS):
            start = number * network.round_size
            self.fill_uniform(start, start + network.linear_at, RANDOM_BOUND, rng)
            second, output = start + network.second_hidden_at, start + network.output_at
            self.fill_uniform(second, start + network.second_bias_at, math.sqrt(3.0 / limits.HIDDEN), rng)
            self.fill_uniform(output, start + network.round_size, math.sqrt(3.0 / limits.SECOND_HIDDEN), rng)
        self.update_average(1.0)

    def fill_uniform(self, start: int, end: int, bound: float, rng: Generator) -> None:
        for n in range(start, end):
            self.network.weights_array[n] = bound * (rng.draw(20001) - 10000) / 10000

    def learn(self, features: array[int], count: int, number: int, head: int, target: float) -> float:
        """Learn `target` with the other states of a batch; what the network predicted before it."""
        predicted = self.network.evaluate(features, count, number, head)
        error = predicted - target
        if error > 20:
            error = 20
        elif error < -20:
            error = -20
        start = number * self.network.round_size
        self.touched_rounds[number] = 1
        row = start + self.network.output_at + head * (limits.SECOND_HIDDEN + 1)
        for k in range(limits.SECOND_HIDDEN):
            self.second_gradient[k] = (
                error * self.network.weights[row + k] if self.network.second_hidden[k] > 0 else 0.0
            )
            self.gradients[row + k] += error * self.network.second_hidden[k]
        self.gradients[row + limits.SECOND_HIDDEN] += error
        row = start + self.network.second_bias_at
        for k in range(limits.SECOND_HIDDEN):
            self.gradients[row + k] += self.second_gradient[k]
        for j in range(limits.HIDDEN):
            self.hidden_gradient[j] = 0.0
            if self.network.hidden[j] > 0:
                row = start + self.network.second_hidden_at + j * limits.SECOND_HIDDEN
                for k in range(limits.SECOND_HIDDEN):
                    self.hidden_gradient[j] += self.second_gradient[k] * self.network.weights[row + k]
                    self.gradients[row + k] += self.second_gradient[k] * self.network.hidden[j]
        row = start + self.network.hidden_bias_at
        for j in range(limits.HIDDEN):
            self.gradients[row + j] += self.hidden_gradient[j]
        for i in range(count):
            self.touch(number * self.network.size + features[i])
            self.gradients[start + self.network.linear_at + features[i]] += error
            row = start + features[i] * limits.HIDDEN
            for j in range(limits.HIDDEN):
                self.gradients[row + j] += self.hidden_gradient[j]
        self.batched += 1
        if self.batched == BATCH:
            self.step()
        return predicted

    def touch(self, place: int) -> None:
        if not self.is_touched[place]:
            self.is_touched[place] = 1
            self.touched[self.touched_count] = place
            self.touched_count += 1

    def step(self) -> None:
        """Move the weights by what was learned since the last step."""
        for i in range(self.touched_count):
            self.is_touched[self.touched[i]] = 0
            number = self.touched[i] // self.network.size
            feature = self.touched[i] - number * self.network.size
            start = number * self.network.round_size
            self.update(start + feature * limits.HIDDEN, limits.HIDDEN)
            self.update(start + self.network.linear_at + feature, 1)
        for number in range(kinds.ROUNDS):
            if self.touched_rounds[number]:
                self.touched_rounds[number] = 0
                size = self.network.round_size - self.network.hidden_bias_at
                self.update(number * self.network.round_size + self.network.hidden_bias_at, size)
        self.touched_count = 0
        self.batched = 0

    def update(self, place: int, number: int) -> None:
        """Move `number` weights from `place` on by their gradients."""
        first_rate = 0.1  # 1 - beta1
        second_rate = 0.001  # 1 - beta2
        epsilon = 1e-5
        share = 1.0 / self.batched
        learning_rate = self.learning_rate
        for j in range(number):
            gradient = share * self.gradients[place + j]
            self.gradients[place + j] = 0.0
            first_moment = self.first_moment[place + j]
            second_moment = self.second_moment[place + j]
            first_moment += first_rate * (gradient - first_moment)
            second_moment += second_rate * (gradient * gradient - second_moment)
            self.first_moment[place + j] = first_moment
            self.second_moment[place + j] = second_moment
            root = math.sqrt(second_moment)
            self.network.weights[place + j] -= learning_rate * first_moment / (root + epsilon)

    def update_average(self, share: float) -> None:
        """Move the average towards the current weights."""
        for place in range(kinds.ROUNDS * self.network.round_size):
            self.average[place] += share * (self.network.weights[place] - self.average[place])

    def start_from(self, weights: array[float], rng: Generator) -> None:
        """Take the weights of a trained network; units that it does not use become random ones, without
        effect until they have learned something."""
        network = self.network
        network.weights_array[:] = weights
        for number in range(kinds.ROUNDS):
            start = number * network.round_size
            for j in range(limits.HIDDEN):
                rows = range(start + j, start + network.linear_at, limits.HIDDEN)
                if not any(weights[place] for place in rows):
                    for place in rows:
                        network.weights_array[place] = RANDOM_BOUND * (rng.draw(20001) - 10000) / 10000
        self.update_average(1.0)

    def average_weights(self) -> array[float]:
        """Without the random ones of features that were never active, so that files stay small."""
        found = array("f", self.average)
        for number in range(kinds.ROUNDS):
            start = number * self.network.round_size
            for feature in range(self.network.size):
                if not self.second_moment[start + self.network.linear_at + feature]:
                    row = start + feature * limits.HIDDEN
                    for place in range(row, row + limits.HIDDEN):
                        if abs(found[place]) <= RANDOM_BOUND:
                            found[place] = 0.0
        return found

    def state(self) -> list[array[float]]:
        """Everything needed to resume training: weights, both moments, average."""
        if self.batched:
            self.step()
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
