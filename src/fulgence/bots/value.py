"""A learned value: how many points a sheet will still gain, told from its facts.

One small net for each round: facts to `HIDDEN` to `NARROW` numbers to one, which has weights of its own
for each number of closing cards that are out, and a straight sum of facts beside it. All weights lie in
one array of floats; training keeps three more like it.
"""

from __future__ import annotations

import math
from array import array

from fulgence.bots import sizes
from fulgence.rules import chance, kinds


class Value:
    def __init__(self, size: int, weights: array[float] | None = None) -> None:
        """`size`: how many facts there are. Everything is worth nothing until it is trained or read."""
        self.size = size
        # Where the parts of a round's weights begin.
        self.linear = size * sizes.HIDDEN
        self.bias = self.linear + size
        self.second = self.bias + sizes.HIDDEN
        self.shift = self.second + sizes.HIDDEN * sizes.NARROW
        self.last = self.shift + sizes.NARROW
        self.room = self.last + sizes.HEADS * (sizes.NARROW + 1)
        self.kept = weights or array("f", bytes(4 * kinds.ROUNDS * self.room))
        if len(self.kept) != kinds.ROUNDS * self.room:
            raise ValueError(f"{len(self.kept)} weights, {kinds.ROUNDS * self.room} wanted")
        self.weights = self.kept
        self.sums = [0.0] * 64  # of the facts, before what is below nothing is cut
        self.straight = 0.0
        self.hidden = [0.0] * 64
        self.narrow = [0.0] * 16
        self.seen = array("i", bytes(4 * size))  # when each fact was last there
        self.told_facts = array("i", bytes(4 * sizes.MOST_FACTS))
        self.told_count = 0
        self.told_number = sizes.NONE
        self.looks = 0  # since it was told to forget
        self.time = self.changes = 0

    def of(self, facts: array[int], count: int, number: int, head: int) -> float:
        """The value of so many facts in round `number`."""
        start = number * self.room
        for j in range(sizes.HIDDEN):
            self.sums[j] = self.weights[start + self.bias + j]
        self.straight = 0.0
        for i in range(count):
            self.add(start, facts[i])
        return self.told(start, head)

    def add(self, start: int, fact: int) -> None:
        row = start + fact * sizes.HIDDEN
        for j in range(sizes.HIDDEN):
            self.sums[j] += self.weights[row + j]
        self.straight += self.weights[start + self.linear + fact]

    def take(self, start: int, fact: int) -> None:
        row = start + fact * sizes.HIDDEN
        for j in range(sizes.HIDDEN):
            self.sums[j] -= self.weights[row + j]
        self.straight -= self.weights[start + self.linear + fact]

    def told(self, start: int, head: int) -> float:
        """What the sums of the facts come to."""
        for k in range(sizes.NARROW):
            self.narrow[k] = self.weights[start + self.shift + k]
        for j in range(sizes.HIDDEN):
            self.hidden[j] = 0
            if self.sums[j] > 0:
                self.hidden[j] = self.sums[j]
                row = start + self.second + j * sizes.NARROW
                for k in range(sizes.NARROW):
                    self.narrow[k] += self.sums[j] * self.weights[row + k]
        result = self.straight
        row = start + self.last + head * (sizes.NARROW + 1)
        for k in range(sizes.NARROW):
            if self.narrow[k] > 0:
                result += self.narrow[k] * self.weights[row + k]
            else:
                self.narrow[k] = 0
        return result + self.weights[row + sizes.NARROW]

    def lift(self, number: int, head: int, points: float) -> None:
        """Say so many points more in round `number` with so many closing cards out."""
        self.weights[number * self.room + self.last + head * (sizes.NARROW + 1) + sizes.NARROW] += points

    # Many sheets that differ little, one after the other

    def forget(self) -> None:
        """Begin anew: the next value is told from all of its facts."""
        self.told_number = sizes.NONE
        self.looks = 0

    def next(self, facts: array[int], count: int, number: int, head: int) -> float:
        """`of` by what has changed since the last call of it, up to rounding.

        Only for weights that stay as they are; call `forget` where the answer may not depend on the past."""
        self.looks += 1
        start = number * self.room
        if number != self.told_number or self.changes >= sizes.CHANGES:
            self.told_number = number
            self.changes = 0
            for i in range(self.size):
                self.seen[i] = 0
            self.time = 1
            result = self.of(facts, count, number, head)
        else:
            self.changes += 1
            self.time += 1
            for i in range(count):
                if self.seen[facts[i]] != self.time - 1:
                    self.add(start, facts[i])
                self.seen[facts[i]] = self.time
            for i in range(self.told_count):
                if self.seen[self.told_facts[i]] != self.time:
                    self.take(start, self.told_facts[i])
            result = self.told(start, head)
        for i in range(count):
            self.seen[facts[i]] = self.time
            self.told_facts[i] = facts[i]
        self.told_count = count
        return result


class Trainer:
    """Moves the weights of a value towards what it should have said (Adam), and keeps their running mean."""

    def __init__(self, value: Value) -> None:
        self.value = value
        size = len(value.kept)
        self.mean = array("f", bytes(4 * size))
        self.square = array("f", bytes(4 * size))
        self.slow = array("f", value.kept)  # the running mean of the weights, which plays better
        self.pull = [0.0] * 64
        self.draw = [0.0] * 16
        self.row = [0.0] * 64
        self.rate = 0.001

    def scatter(self, luck: chance.Generator) -> None:
        """Small random weights to begin with."""
        value = self.value
        for number in range(kinds.ROUNDS):
            start = number * value.room
            self.fill(start, start + value.linear, 0.05, luck)
            self.fill(start + value.second, start + value.shift, math.sqrt(3.0 / sizes.HIDDEN), luck)
            self.fill(start + value.last, start + value.room, math.sqrt(3.0 / sizes.NARROW), luck)
        self.blend(1.0)

    def fill(self, start: int, end: int, most: float, luck: chance.Generator) -> None:
        for n in range(start, end):
            self.value.kept[n] = most * (luck.draw(20001) - 10000) / 10000

    def step(self, place: int, gradient: float) -> None:
        self.row[0] = gradient
        self.steps(place, 1)

    def steps(self, place: int, number: int) -> None:
        """Move so many weights by the gradients in `row` (Adam, which remembers ten and their squares)."""
        fast = 0.1
        slow = 0.001
        least = 1e-5
        rate = self.rate
        for j in range(number):
            gradient = self.row[j]
            mean = self.mean[place + j]
            square = self.square[place + j]
            mean += fast * (gradient - mean)
            square += slow * (gradient * gradient - square)
            self.mean[place + j] = mean
            self.square[place + j] = square
            root = math.sqrt(square)
            self.value.weights[place + j] -= rate * mean / (root + least)

    def learn(self, facts: array[int], count: int, number: int, head: int, wanted: float) -> float:
        """One step towards `wanted`; what the value said before."""
        said = self.value.of(facts, count, number, head)
        error = said - wanted
        if error > 20:
            error = 20
        elif error < -20:
            error = -20
        start = number * self.value.room
        row = start + self.value.last + head * (sizes.NARROW + 1)
        for k in range(sizes.NARROW):
            self.draw[k] = error * self.value.weights[row + k] if self.value.narrow[k] > 0 else 0.0
            self.row[k] = error * self.value.narrow[k]
        self.row[sizes.NARROW] = error
        self.steps(row, sizes.NARROW + 1)
        for k in range(sizes.NARROW):
            self.row[k] = self.draw[k]
        self.steps(start + self.value.shift, sizes.NARROW)
        for j in range(sizes.HIDDEN):
            self.pull[j] = 0.0
            if self.value.hidden[j] > 0:
                row = start + self.value.second + j * sizes.NARROW
                for k in range(sizes.NARROW):
                    self.pull[j] += self.draw[k] * self.value.weights[row + k]
                    self.row[k] = self.draw[k] * self.value.hidden[j]
                self.steps(row, sizes.NARROW)
        for i in range(count):
            self.step(start + self.value.linear + facts[i], error)
        for j in range(sizes.HIDDEN):
            self.row[j] = self.pull[j]
        self.steps(start + self.value.bias, sizes.HIDDEN)
        for i in range(count):
            self.steps(start + facts[i] * sizes.HIDDEN, sizes.HIDDEN)
        return said

    def blend(self, share: float) -> None:
        """Move the running mean towards the weights as they are."""
        for place in range(kinds.ROUNDS * self.value.room):
            self.slow[place] += share * (self.value.weights[place] - self.slow[place])

    def averaged(self) -> array[float]:
        return array("f", self.slow)

    def state(self) -> list[array[float]]:
        """All that training goes on with: weights, the two memories of Adam, the running mean."""
        return [
            array("f", self.value.weights),
            array("f", self.mean),
            array("f", self.square),
            array("f", self.slow),
        ]

    def restore(self, numbers: array[float]) -> None:
        """What `state` gave, in one; ValueError if it is for another size."""
        size = len(self.value.kept)
        if len(numbers) != 4 * size:
            raise ValueError(f"{len(numbers)} numbers, {4 * size} wanted")
        for place in range(size):
            self.value.weights[place] = numbers[place]
            self.mean[place] = numbers[size + place]
            self.square[place] = numbers[2 * size + place]
            self.slow[place] = numbers[3 * size + place]
