"""Thousands of solo games stepped at once.

A step writes into buffers that are allocated once: `numpy.asarray(batch.masks)` is an array on the same
memory. Games restart automatically, so the row of a game that has just ended is already the first one of its
next game.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from fulgence.env.observer import Observer
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import IllegalMove
from fulgence.rules.generator import Generator
from fulgence.rules.message import Message
from fulgence.rules.public_deal import terms_of
from fulgence.rules.sheet import Sheet
from fulgence.rules.solo_game import SoloGame

MASKS, OBSERVATIONS = "masks", "observations"
EVERYTHING = (MASKS, OBSERVATIONS)


class GameBatch:
    """Game number n is what `Solo` plays after `reset(seed=seed + n)` and later resets."""

    def __init__(
        self,
        city: str | City = "london",
        number: int = 1,
        addons: Sequence[str] = (),
        seed: int = 0,
        wanted: Sequence[str] = EVERYTHING,
    ) -> None:
        """`wanted`: what a step writes besides rewards. Without masks illegal moves are not detected."""
        if number < 1:
            raise ValueError(f"{number} games: there must be at least one")
        place = load_city(city) if isinstance(city, str) else city
        blank = Sheet(terms_of(place, place.pencils, {}, {}, (), ()))
        self.city = place
        self.number = number
        self.moves = place.tables.moves
        self.observer = Observer(place, addons)
        self.size = self.observer.size
        self.games = [SoloGame(place, addons, Generator(0), blank) for _ in range(number)]
        self.masking = MASKS in wanted
        self.observing = OBSERVATIONS in wanted
        self.chosen = array("i", bytes(4 * number))
        self.gained = array("i", bytes(4 * number))
        self.ended = array("B", bytes(number))
        self.reached = array("i", bytes(4 * number))
        self.marks = array("B", bytes(number * self.moves if self.masking else 1))
        self.marked = array("h", bytes(2 * number * self.moves if self.masking else 2))  # indices of the ones
        self.counts = array("i", bytes(4 * number))  # how many ones
        self.rows = array("b", bytes(number * self.size if self.observing else 1))
        self.last_rows = array("b", bytes(number * self.size if self.observing else 1))
        # Views of the same memory for callers from Python.
        self.actions = memoryview(self.chosen)
        self.rewards = memoryview(self.gained)
        self.dones = memoryview(self.ended)
        self.totals = memoryview(self.reached)  # of the last finished game, by index
        self.masks: Any = table(self.marks, "B", number, self.moves) if self.masking else None
        self.observations: Any = table(self.rows, "b", number, self.size) if self.observing else None
        self.finals: Any = table(self.last_rows, "b", number, self.size) if self.observing else None
        self.reset([seed + n for n in range(number)])

    def reset(self, seeds: Sequence[int | None] = ()) -> None:
        """Start every game anew; with a new generator where a seed is given."""
        if seeds and len(seeds) != self.number:
            raise ValueError(f"{len(seeds)} seeds for {self.number} games")
        for n in range(self.number):
            game = self.games[n]
            seed = seeds[n] if seeds else None
            if seed is not None:
                game.rng = Generator(seed)
            self.gained[n] = self.ended[n] = 0
            self.begin(game, n)

    def step(self, actions: Any) -> tuple[memoryview, memoryview]:
        """Play one move in every game; `actions`: an array of integers. Rewards and dones, by game."""
        self.take(actions)
        self.check()
        self.play()
        return self.rewards, self.dones

    def take(self, actions: Any) -> None:
        if len(actions) != self.number:
            raise ValueError(f"{len(actions)} actions for {self.number} games")
        kind = getattr(getattr(actions, "dtype", actions), "itemsize", 0)
        if kind == 4:
            self.take_short(actions)
        elif kind == 8:
            self.take_long(actions)
        else:
            for n in range(self.number):
                self.chosen[n] = actions[n]

    def take_short(self, actions: Any) -> None:
        numbers = actions
        for n in range(self.number):
            self.chosen[n] = numbers[n]

    def take_long(self, actions: Any) -> None:
        numbers = actions
        for n in range(self.number):
            action = numbers[n]
            self.chosen[n] = action if 0 <= action < self.moves else -1

    def check(self) -> None:
        """Raise IllegalMove before anything is played."""
        bad = self.first_illegal()
        if bad < self.number:
            action = self.chosen[bad]
            names = self.city.move_names
            name = names[action] if 0 <= action < self.moves else str(action)
            raise IllegalMove(Message("game {number}: {move} is not in the mask", number=bad, move=name))

    def first_illegal(self) -> int:
        for n in range(self.number):
            action = self.chosen[n]
            if action < 0 or action >= self.moves:
                return n
            if self.masking and not self.marks[n * self.moves + action]:
                return n
        return self.number

    def play(self) -> None:
        for n in range(self.number):
            game = self.games[n]
            self.gained[n] = game.play(self.chosen[n])
            self.ended[n] = game.is_over
            if game.is_over:
                self.end(game, n)
            else:
                self.write(game, n)

    def end(self, game: SoloGame, n: int) -> None:
        """Save what the next game would overwrite, and start it."""
        self.reached[n] = game.total
        if self.observing:
            self.observe(game, self.last_rows, n)
        self.begin(game, n)

    def begin(self, game: SoloGame, n: int) -> None:
        game.deal()
        self.write(game, n)

    def write(self, game: SoloGame, n: int) -> None:
        if self.masking:
            self.mark(game.sheet, n)
        if not self.observing:
            return
        if game.sheet.turn == 1:  # a new round may have opened sections again
            self.observe(game, self.rows, n)
        else:
            self.update_observation(game, n)

    def mark(self, sheet: Sheet, n: int) -> None:
        """Set `pass` and the legal moves to 1, after clearing the previous ones."""
        first = n * self.moves
        for i in range(self.counts[n]):
            self.marks[first + self.marked[first + i]] = 0
        count = sheet.count_moves()
        for i in range(count):
            move = sheet.move_at(i)
            self.marks[first + move] = 1
            self.marked[first + i] = move
        self.marks[first + kinds.PASS] = 1
        self.counts[n] = count

    def observe(self, game: SoloGame, rows: array[int], n: int) -> None:
        self.observer.write(game.sheet, game.pile, game.remaining(), game.next_card(), rows, n * self.size)

    def update_observation(self, game: SoloGame, n: int) -> None:
        """Update the row after the move just played."""
        self.observer.rewrite(
            game.sheet,
            game.pile,
            game.remaining(),
            game.next_card(),
            self.rows,
            n * self.size,
            self.chosen[n],
        )

    def random_actions(self, rng: Generator) -> memoryview:
        """A uniformly random legal move for every game, `pass` only where nothing else is legal."""
        for n in range(self.number):
            game = self.games[n]
            self.chosen[n] = game.sheet.random_move(rng)
        return self.actions


def table(buffer: array[int], code: str, rows: int, columns: int) -> memoryview:
    flat: Any = memoryview(buffer)
    shaped: memoryview = flat.cast(code, (rows, columns))
    return shaped
