"""Train a player in a minute, with numpy alone: `python examples/train_in_a_minute.py`.

Every move has a weight for every feature of the observation (a linear softmax policy). Many games are played
at once; moves that did better than expected become more likely (REINFORCE with a baseline).
Set OPENBLAS_NUM_THREADS=1 to use a single core.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from fulgence.env.batch import GameBatch

Numbers = NDArray[np.float32]
Flags = NDArray[np.bool_]

GAMES, STEPS = 128, 48  # games at once, and moves in each between two updates
DEALS = 1000  # for the test before and after
RATE, VALUE_RATE = 0.02, 0.1
LATER, TRACE = 0.97, 0.95  # discount of later points; decay of the advantage (GAE)
FIELDS = ("lines", "ends", "districts", "card", "switch", "remaining", "closing", "round", "turn")


class Weights:
    """Updated by Adam, which gives rare and frequent features steps of about the same size."""

    def __init__(self, rows: int, columns: int, rate: float) -> None:
        self.now, self.mean, self.square = np.zeros((3, rows, columns), np.float32)
        self.rate = rate

    def correct(self, gradient: Numbers, share: float) -> None:
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient * gradient - self.square)
        self.now += self.rate * share * self.mean / (np.sqrt(self.square) + 1e-8)


class Learner:
    def __init__(self, city: str) -> None:
        self.city = city
        self.games = GameBatch(city, GAMES, seed=DEALS)  # not the deals of the test
        fields = self.games.observer.fields
        self.columns = np.concatenate([np.arange(*fields[name]) for name in FIELDS])
        self.policy = Weights(len(self.columns) + 1, self.games.moves, RATE)
        self.value = Weights(len(self.columns) + 1, 1, VALUE_RATE)
        self.rng = np.random.default_rng(0)

    def look(self, games: GameBatch) -> tuple[Numbers, Flags]:
        """The features plus a constant 1, and the legal moves: `pass` only if there is no other."""
        seen = np.ones((games.number, len(self.columns) + 1), np.float32)
        seen[:, :-1] = np.asarray(games.observations)[:, self.columns]
        legal = np.asarray(games.masks).astype(np.bool_)
        legal[:, 0] = ~legal[:, 1:].any(axis=1)
        return seen, legal

    def chances(self, seen: Numbers, legal: Flags) -> Numbers:
        scores = np.where(legal, seen @ self.policy.now, np.float32(-1e9))
        powers: Numbers = np.exp(scores - scores.max(axis=1, keepdims=True))
        powers /= powers.sum(axis=1, keepdims=True)
        return powers

    def draw(self, chances: Numbers) -> NDArray[np.intp]:
        """Sample a move for every game."""
        sums = chances.cumsum(axis=1)
        lots = self.rng.random((len(sums), 1), np.float32) * sums[:, -1:]
        moves: NDArray[np.intp] = np.argmax(sums > lots, axis=1)
        return moves

    def practise(self, share: float) -> None:
        """Play some moves in all games and learn from the outcome."""
        seen = np.empty((STEPS + 1, GAMES, len(self.columns) + 1), np.float32)
        pulls = np.empty((STEPS, GAMES, self.games.moves), np.float32)  # gradient towards the moves played
        gains = np.empty((STEPS, GAMES), np.float32)
        goes_on = np.empty((STEPS, GAMES), np.float32)
        for step in range(STEPS):
            seen[step], legal = self.look(self.games)
            chances = self.chances(seen[step], legal)
            moves = self.draw(chances)
            pulls[step] = -chances
            pulls[step, np.arange(GAMES), moves] += 1
            rewards, dones = self.games.step(moves)
            gains[step], goes_on[step] = rewards, 1 - np.asarray(dones)
        seen[STEPS], _ = self.look(self.games)
        surprise = self.surprises(seen, gains, goes_on)
        pulls *= ((surprise - surprise.mean()) / surprise.std())[:, :, None]
        before: Numbers = seen[:STEPS].reshape(surprise.size, -1).T
        self.policy.correct(before @ pulls.reshape(surprise.size, -1), share)  # Adam ignores the scale
        self.value.correct(before @ surprise.reshape(-1, 1), share)

    def surprises(self, seen: Numbers, gains: Numbers, goes_on: Numbers) -> Numbers:
        """The advantage of each move: how much more it brought than expected."""
        expected = (seen @ self.value.now)[:, :, 0]
        found: Numbers = gains + LATER * expected[1:] * goes_on - expected[:-1]
        for step in range(STEPS - 2, -1, -1):
            found[step] += LATER * TRACE * found[step + 1] * goes_on[step]
        return found

    def trial(self) -> float:
        """The mean total, over the same deals every time."""
        games = GameBatch(self.city, DEALS, seed=0)
        totals = np.zeros(DEALS)
        playing = np.ones(DEALS, np.bool_)
        while playing.any():
            _, dones = games.step(self.draw(self.chances(*self.look(games))))
            ended = playing & np.asarray(dones, np.bool_)
            totals[ended] = np.asarray(games.totals)[ended]
            playing &= ~ended
        return float(totals.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a linear policy to play a city.")
    parser.add_argument("city", nargs="?", default="london")
    parser.add_argument("--seconds", type=float, default=45, help="CPU time to train (default: %(default)s)")
    parser.add_argument("--corrections", type=int, default=0, help="number of updates, instead of a time")
    options = parser.parse_args()
    learner = Learner(options.city)
    print(f"before: {learner.trial():.1f} points on average, at random", flush=True)
    start, count, done = time.process_time(), 0, 0.0
    while done < 1:
        learner.practise(share=1 - done)
        count += 1
        spent = (time.process_time() - start) / options.seconds
        done = count / options.corrections if options.corrections else spent
    moves = count * GAMES * STEPS
    print(f"after:  {learner.trial():.1f} points on the same deals, {moves:,} moves later", flush=True)


if __name__ == "__main__":
    main()
