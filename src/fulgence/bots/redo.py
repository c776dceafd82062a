"""Better games than the first one found: some rounds are searched again, beside the lines of the others.

First all rounds are taken in other orders. Then, again and again, a good game keeps the line of one round
and the others are searched anew.
"""

from __future__ import annotations

from fulgence.bots.beam import Beam
from fulgence.bots.rounds import TRUE_ORDER, Order, Rounds, Ways
from fulgence.bots.value import Value

PATIENCE = 0.5  # points by which a game falls behind others with every search from it


class Found:
    """A game that can be played."""

    def __init__(self, points: int, ways: Ways, plans: list[Order]) -> None:
        self.points = points
        self.ways = ways
        self.plans = plans  # orders to be tried from here
        self.tried = 0

    @property
    def promise(self) -> float:
        return self.points - PATIENCE * self.tried


class Redo:
    """Call `step` until it says that there is no more; `best` is a game that can be played at any time."""

    def __init__(
        self, rounds: Rounds, points: int, ways: Ways, width: int, again: int, value: Value | None
    ) -> None:
        """`points` and `ways` of a first game. `again`: how many searches there are at most."""
        self.rounds = rounds
        self.width = width
        self.again = again
        self.value = value
        self.done = 0  # searches that are over
        self.best = Found(points, ways, rounds.orders(1))
        self.games = {ways: self.best}
        self.others = [order for order in rounds.orders(0) if order != TRUE_ORDER]
        self.beam: Beam | None = None
        self.turns = 0  # of the search that goes on
        self.source = self.best
        self.order = TRUE_ORDER
        self.kept = 0
        self.begin()

    @property
    def is_over(self) -> bool:
        return self.beam is None

    @property
    def share(self) -> float:
        """How much of the searches is done, from 0 to 1."""
        if self.beam is None:
            return 1.0
        return (self.done + len(self.beam.trail) / self.turns) / self.again

    def step(self) -> bool:
        """Go on for a short while; whether there is more to do."""
        if self.beam is not None and not self.beam.step():
            self.take(self.beam)
            self.done += 1
            self.begin()
        return self.beam is not None

    def begin(self) -> None:
        """The next search; none is left when all that can be tried from every game was tried."""
        self.beam = None
        while self.beam is None and self.done < self.again and self.choose():
            start = self.rounds.beginning(self.order, self.kept, self.source.ways)
            if start is not None:
                page, piles = start
                self.turns = sum(len(self.rounds.cards[number]) for number in self.order[self.kept :])
                self.beam = Beam(page, piles, self.width, self.value)

    def choose(self) -> bool:
        """Decide on an order, a game and how many of its lines stay; False if there is nothing to try."""
        self.kept = self.rounds.done
        if self.others:
            self.order = self.others.pop(0)
            self.source = self.best
            return True
        games = [game for game in self.games.values() if game.tried < len(game.plans)]
        if not games:
            return False
        self.source = max(games, key=lambda game: game.promise)
        self.order = self.source.plans[self.source.tried]
        self.source.tried += 1
        self.kept += 1
        return True

    def take(self, beam: Beam) -> None:
        """Keep what was found, if it can be played in the true order."""
        ways = self.rounds.with_rounds(self.source.ways, self.order[self.kept :], beam.best()[1])
        replayed = self.rounds.replayed(ways)
        if replayed is None or replayed[1] in self.games:
            return
        game = Found(*replayed, self.best.plans)
        self.games[game.ways] = game
        if game.points > self.best.points:
            self.best = game
