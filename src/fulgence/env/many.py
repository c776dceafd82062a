"""Thousands of solo games stepped at once.

Everything that a step tells lies in buffers made once: `numpy.asarray(many.masks)` is an array on the
same memory. Games begin again by themselves, so the row of a game that has just ended is already the
first one of its next game.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from fulgence.env import observer
from fulgence.rules import chance, kinds, lone, sheet
from fulgence.rules.city import City
from fulgence.rules.cityfile import load_city
from fulgence.rules.deal import terms_of
from fulgence.rules.errors import IllegalMove
from fulgence.rules.message import Message

MASKS, OBSERVATIONS = "masks", "observations"
EVERYTHING = (MASKS, OBSERVATIONS)


class Many:
    """Game number n is what `Solo` plays after `reset(seed=seed + n)`, and goes on after its resets."""

    def __init__(
        self,
        city: str | City = "london",
        number: int = 1,
        addons: Sequence[str] = (),
        seed: int = 0,
        wanted: Sequence[str] = EVERYTHING,
    ) -> None:
        """`wanted`: what a step writes besides rewards. Without masks no move is checked to be legal."""
        if number < 1:
            raise ValueError(f"{number} games: there must be at least one")
        place = load_city(city) if isinstance(city, str) else city
        blank = sheet.Sheet(terms_of(place, place.pencils, {}, {}, (), ()))
        self.city = place
        self.number = number
        self.moves = place.tables.moves
        self.observer = observer.Observer(place, addons)
        self.size = self.observer.size
        self.games = [lone.LoneGame(place, addons, chance.Generator(0), blank) for _ in range(number)]
        self.masking = MASKS in wanted
        self.observing = OBSERVATIONS in wanted
        self.chosen = array("i", bytes(4 * number))
        self.gained = array("i", bytes(4 * number))
        self.ended = array("B", bytes(number))
        self.reached = array("i", bytes(4 * number))
        self.marks = array("B", bytes(number * self.moves if self.masking else 1))
        self.marked = array("h", bytes(2 * number * self.moves if self.masking else 2))  # places of ones
        self.counts = array("i", bytes(4 * number))  # how many of them
        self.rows = array("b", bytes(number * self.size if self.observing else 1))
        self.last_rows = array("b", bytes(number * self.size if self.observing else 1))
        # The same memory for callers from Python.
        self.actions = memoryview(self.chosen)
        self.rewards = memoryview(self.gained)
        self.dones = memoryview(self.ended)
        self.totals = memoryview(self.reached)  # of the last game that ended, by place
        self.masks: Any = table(self.marks, "B", number, self.moves) if self.masking else None
        self.observations: Any = table(self.rows, "b", number, self.size) if self.observing else None
        self.finals: Any = table(self.last_rows, "b", number, self.size) if self.observing else None
        self.reset([seed + n for n in range(number)])

    def reset(self, seeds: Sequence[int | None] = ()) -> None:
        """Begin every game anew; where a seed is given, with its generator."""
        if seeds and len(seeds) != self.number:
            raise ValueError(f"{len(seeds)} seeds for {self.number} games")
        for n in range(self.number):
            game = self.games[n]
            seed = seeds[n] if seeds else None
            if seed is not None:
                game.luck = chance.Generator(seed)
            self.gained[n] = self.ended[n] = 0
            self.begin(game, n)

    def step(self, actions: Any) -> tuple[memoryview, memoryview]:
        """Play one move in every game: an array of whole numbers. Rewards and dones, by game."""
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
        """Before anything is played, every action must be legal."""
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
                self.tell(game, n)

    def end(self, game: lone.LoneGame, n: int) -> None:
        """Keep what the next game would cover, and begin it."""
        self.reached[n] = game.total
        if self.observing:
            self.observe(game, self.last_rows, n)
        self.begin(game, n)

    def begin(self, game: lone.LoneGame, n: int) -> None:
        game.deal()
        self.tell(game, n)

    def tell(self, game: lone.LoneGame, n: int) -> None:
        if self.masking:
            self.mark(game.page, n)
        if not self.observing:
            return
        if game.page.turn == 1:  # a new round may have opened sections again
            self.observe(game, self.rows, n)
        else:
            self.observe_again(game, n)

    def mark(self, page: sheet.Sheet, n: int) -> None:
        """Ones for `pass` and the legal moves; only the ones of before are wiped out."""
        first = n * self.moves
        for i in range(self.counts[n]):
            self.marks[first + self.marked[first + i]] = 0
        count = page.count_moves()
        for i in range(count):
            move = page.move_at(i)
            self.marks[first + move] = 1
            self.marked[first + i] = move
        self.marks[first + kinds.PASS] = 1
        self.counts[n] = count

    def observe(self, game: lone.LoneGame, rows: array[int], n: int) -> None:
        self.observer.write(game.page, game.pile, game.remaining(), game.next_card(), rows, n * self.size)

    def observe_again(self, game: lone.LoneGame, n: int) -> None:
        """After the move just played."""
        self.observer.rewrite(
            game.page,
            game.pile,
            game.remaining(),
            game.next_card(),
            self.rows,
            n * self.size,
            self.chosen[n],
        )

    def random_actions(self, luck: chance.Generator) -> memoryview:
        """For every game any legal move with equal chance, `pass` only where nothing else is legal."""
        for n in range(self.number):
            game = self.games[n]
            self.chosen[n] = game.page.random_move(luck)
        return self.actions


def table(buffer: array[int], code: str, rows: int, columns: int) -> memoryview:
    flat: Any = memoryview(buffer)
    shaped: memoryview = flat.cast(code, (rows, columns))
    return shaped
