"""Local search for better games than the beam found: some rounds are searched again around the other lines.

First the rounds are searched in other orders. Then, repeatedly, a good game keeps the line of one round and
the others are searched again.
"""

from __future__ import annotations

from fulgence.bots.hindsight.beam import Beam
from fulgence.bots.hindsight.rounds import TRUE_ORDER, GameMoves, Order, Rounds
from fulgence.bots.network.quantized_network import QuantizedNetwork

SEARCH_PENALTY = 0.5  # points that a candidate loses with every search from it


class Candidate:
    """A legal game from which to search on."""

    def __init__(self, points: int, ways: GameMoves, orders: list[Order]) -> None:
        self.points = points
        self.ways = ways
        self.orders = orders  # of the rounds, to be searched from here
        self.next_order = 0

    @property
    def priority(self) -> float:
        return self.points - SEARCH_PENALTY * self.next_order


class LocalSearch:
    """Call `step` until it returns False; `best` is a legal game at any time."""

    def __init__(
        self,
        rounds: Rounds,
        points: int,
        ways: GameMoves,
        width: int,
        searches: int,
        network: QuantizedNetwork | None,
    ) -> None:
        """`points` and `ways`: of the first game. `searches`: how many at most."""
        self.rounds = rounds
        self.width = width
        self.searches = searches
        self.network = network
        self.done = 0  # searches finished
        self.best = Candidate(points, ways, rounds.orders(1))
        self.candidates = {ways: self.best}
        self.permutations = [order for order in rounds.orders(0) if order != TRUE_ORDER]
        self.beam: Beam | None = None
        self.turns = 0  # of the current search
        self.base = self.best
        self.order = TRUE_ORDER
        self.fixed = 0
        self.next_search()

    @property
    def is_over(self) -> bool:
        return self.beam is None

    @property
    def share(self) -> float:
        """How much of the searches is done, from 0 to 1."""
        if self.beam is None:
            return 1.0
        return (self.done + len(self.beam.backpointers) / self.turns) / self.searches

    def step(self) -> bool:
        """Go on for a short while; False when done."""
        if self.beam is not None and not self.beam.step():
            self.add_candidate(self.beam)
            self.done += 1
            self.next_search()
        return self.beam is not None

    def next_search(self) -> None:
        """Start the next search, if any neighbour is left."""
        self.beam = None
        while self.beam is None and self.done < self.searches and self.choose_neighbour():
            start = self.rounds.start_position(self.order, self.fixed, self.base.ways)
            if start is not None:
                sheet, piles = start
                self.turns = sum(len(self.rounds.cards[number]) for number in self.order[self.fixed :])
                self.beam = Beam(sheet, piles, self.width, self.network)

    def choose_neighbour(self) -> bool:
        """Choose an order, a base game and how many of its lines stay; False if nothing is left to try."""
        self.fixed = self.rounds.done
        if self.permutations:
            self.order = self.permutations.pop(0)
            self.base = self.best
            return True
        candidates = [each for each in self.candidates.values() if each.next_order < len(each.orders)]
        if not candidates:
            return False
        self.base = max(candidates, key=lambda candidate: candidate.priority)
        self.order = self.base.orders[self.base.next_order]
        self.base.next_order += 1
        self.fixed += 1
        return True

    def add_candidate(self, beam: Beam) -> None:
        """Keep the game that was found, if it is legal in the true order."""
        ways = self.rounds.with_rounds(self.base.ways, self.order[self.fixed :], beam.best()[1])
        replayed = self.rounds.replayed(ways)
        if replayed is None or replayed[1] in self.candidates:
            return
        candidate = Candidate(*replayed, self.best.orders)
        self.candidates[candidate.ways] = candidate
        if candidate.points > self.best.points:
            self.best = candidate
