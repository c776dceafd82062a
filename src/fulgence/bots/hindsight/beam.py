"""Beam search for the best game with known cards: after every turn the most promising sheets are kept.

All decisions of a turn are played out. A sheet reached in two orders (a transposition) is kept once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from fulgence.bots import limits
from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.quantized_network import QuantizedNetwork
from fulgence.bots.value_player import ValuePlayer
from fulgence.bots.zobrist import KeySet, ZobristKeys
from fulgence.rules import kinds, score
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

STEP_WORK = 8000  # sheets in one step, about
OVERSAMPLING = 4  # children are pruned when there are so many times the width
EVALUATED_FACTOR = 6  # times the width are evaluated by the network


class Beam:
    """Call `step` until it returns False; then `best` is the best game found.

    `is_exact` stays true as long as nothing was pruned."""

    def __init__(
        self, start: Sheet, piles: Sequence[Pile], width: int, network: QuantizedNetwork | None = None
    ) -> None:
        """`piles`: of the current round, flipped as far as it was played, and of the rounds to search after
        it. If `start` is in the middle of a turn, the cards of that turn are flipped."""
        self.width = width
        self.piles = list(piles)
        self.pile = self.piles[0]
        self.is_mid_turn = start.permit != kinds.TURN_OVER  # the cards of this turn are face up
        self.player = (
            ValuePlayer(start.terms, make_evaluator(start.terms, network), depth=1) if network else None
        )
        self.zobrist = ZobristKeys()
        self.seen_keys = KeySet(1024)
        # The layer of sheets after the last turn, and room for the next layer.
        self.sheets = [start.copy()]
        self.next_sheets: list[Sheet] = []
        self.scratch = [start.copy() for _ in range(limits.MAX_DECISIONS + 1)]
        self.path = [0] * 16
        self.drawn = array("Q", bytes(8 * width))  # their Zobrist keys
        self.size = 1
        # The children of the layer.
        self.capacity = OVERSAMPLING * width * (EVALUATED_FACTOR if network else 1)
        self.count = 0
        self.estimates = array("i", bytes(4 * self.capacity))
        self.parents = array("i", bytes(4 * self.capacity))
        self.child_keys = array("Q", bytes(8 * self.capacity))
        self.child_drawn = array("Q", bytes(8 * self.capacity))
        self.lengths = array("i", bytes(4 * self.capacity))
        self.moves = array("i", bytes(4 * self.capacity * limits.MAX_DECISIONS))
        self.histogram = array("i", bytes(4 * limits.MAX_ESTIMATE))
        self.floor = -1  # children up to this estimate are not added
        # By turn: the parent of each sheet and the moves that led to it.
        self.backpointers: list[tuple[list[int], list[tuple[int, ...]]]] = []
        self.expanded = 0  # sheets of the layer
        self.evaluated = 0  # children
        self.step_work = 0  # of the current step
        self.is_exact = True
        self.is_over = False
        self.begin_turn()

    def begin_turn(self) -> None:
        if not self.is_mid_turn:
            self.pile.flip()
        self.count = self.expanded = self.evaluated = 0
        self.floor = -1
        self.seen_keys.clear()

    def step(self) -> bool:
        """Do a bounded amount of work; False when done."""
        if self.is_over:
            return False
        self.step_work = 0
        while self.expanded < self.size and self.step_work < STEP_WORK:
            self.open(self.scratch[0], self.expanded)
            self.expand(0)
            self.expanded += 1
        if self.expanded == self.size and self.step_work < STEP_WORK and self.evaluate_children():
            self.next_layer()
        return not self.is_over

    # A turn

    def open(self, sheet: Sheet, parent: int) -> None:
        """Copy a sheet of the layer and flip the cards of this turn."""
        sheet.copy_from(self.sheets[parent])
        if not self.is_mid_turn:
            sheet.begin_turn(self.pile.card, self.pile.switched)

    def expand(self, depth: int) -> None:
        """Play all ways to finish the turn from the sheet at `depth`."""
        sheet = self.scratch[depth]
        if sheet.permit == kinds.TURN_OVER:
            self.add_child(sheet, depth)
            return
        later = self.scratch[depth + 1]
        for place in range(sheet.count_moves() + 1):
            move = sheet.move_at(place - 1) if place else kinds.PASS
            later.copy_from(sheet)
            later.play(move)
            self.path[depth] = move
            self.expand(depth + 1)

    def add_child(self, sheet: Sheet, length: int) -> None:
        """Add a sheet after its turn, if it is new and promising enough."""
        self.step_work += 1
        drawn = self.drawn[self.expanded]
        for n in range(length):
            if self.path[n] and self.path[n] < sheet.city.first_circle:
                drawn = self.zobrist.toggle_section(drawn, sheet.round, self.path[n])
        key = self.zobrist.full_key(drawn, sheet)
        if not self.seen_keys.add(key):
            return
        estimate = score.total(sheet) * limits.POINT_SCALE
        if estimate <= self.floor:
            return
        if self.count == self.capacity:
            self.prune(self.capacity // OVERSAMPLING)
            self.rebuild_seen_keys()
        n = self.count
        self.count += 1
        self.estimates[n] = estimate
        self.parents[n] = self.expanded
        self.child_keys[n] = key
        self.child_drawn[n] = drawn
        self.lengths[n] = length
        for i in range(length):
            self.moves[n * limits.MAX_DECISIONS + i] = self.path[i]

    def is_last(self) -> bool:
        return bool(self.pile.last) and len(self.piles) == 1

    def rebuild_seen_keys(self) -> None:
        """Drop the keys of pruned children, which stay below the floor anyway."""
        self.seen_keys.clear()
        for n in range(self.count):
            self.seen_keys.add(self.child_keys[n])

    def evaluate_children(self) -> bool:
        """Estimate the children with the network; False if work is left for the next step."""
        if self.player is None or self.is_last():
            return True
        if not self.evaluated:
            self.prune(EVALUATED_FACTOR * self.width)
        sheet = self.scratch[0]
        self.player.evaluator.set_pile(self.pile, self.sheets[0].round)
        while self.evaluated < self.count and self.step_work < STEP_WORK:
            n = self.evaluated
            self.open(sheet, self.parents[n])
            self.replay(sheet, n)
            points = self.player.sheet_value(sheet, self.pile, self.child_drawn[n])
            self.estimates[n] = int(points * limits.POINT_SCALE)
            self.evaluated += 1
            self.step_work += 4  # about as expensive as four sheets
        return self.evaluated == self.count

    def replay(self, sheet: Sheet, child: int) -> None:
        for i in range(self.lengths[child]):
            sheet.play(self.moves[child * limits.MAX_DECISIONS + i])

    def prune(self, limit: int) -> None:
        """Keep the `limit` best children, the first ones of equals."""
        if self.count <= limit:
            return
        self.is_exact = False
        least = limits.MAX_ESTIMATE - 1
        floor = 0  # the highest estimate, to begin with
        for n in range(self.count):
            estimate = self.estimates[n]
            estimate = (
                0 if estimate < 0 else estimate if estimate < limits.MAX_ESTIMATE else limits.MAX_ESTIMATE - 1
            )
            self.estimates[n] = estimate
            least = estimate if estimate < least else least
            floor = estimate if estimate > floor else floor
        for estimate in range(least, floor + 1):
            self.histogram[estimate] = 0
        for n in range(self.count):
            self.histogram[self.estimates[n]] += 1
        above = 0
        while above + self.histogram[floor] <= limit:
            above += self.histogram[floor]
            floor -= 1
        equal = limit - above
        self.floor = floor
        count = self.count
        self.count = 0
        for n in range(count):
            if self.estimates[n] > floor:
                self.keep_child(n)
            elif self.estimates[n] == floor and equal:
                equal -= 1
                self.keep_child(n)

    def keep_child(self, child: int) -> None:
        n = self.count
        self.count += 1
        self.estimates[n] = self.estimates[child]
        self.parents[n] = self.parents[child]
        self.child_keys[n] = self.child_keys[child]
        self.child_drawn[n] = self.child_drawn[child]
        self.lengths[n] = self.lengths[child]
        for i in range(self.lengths[n]):
            self.moves[n * limits.MAX_DECISIONS + i] = self.moves[child * limits.MAX_DECISIONS + i]

    def next_layer(self) -> None:
        """Prune to the width and make the children the next layer."""
        self.prune(self.width)
        self.backpointers.append(
            ([self.parents[n] for n in range(self.count)], [self.child_moves(n) for n in range(self.count)])
        )
        for n in range(self.count):
            if n == len(self.next_sheets):
                self.next_sheets.append(self.sheets[0].copy())
            sheet = self.next_sheets[n]
            self.open(sheet, self.parents[n])
            self.replay(sheet, n)
            if self.pile.last:
                sheet.end_round()
            self.drawn[n] = self.child_drawn[n]
        self.sheets, self.next_sheets = self.next_sheets, self.sheets
        self.size = self.count
        self.is_mid_turn = False
        if self.pile.last:
            self.piles = self.piles[1:]
            if not self.piles:
                self.is_over = True
                return
            self.pile = self.piles[0]
        self.begin_turn()

    def child_moves(self, child: int) -> tuple[int, ...]:
        return tuple([self.moves[child * limits.MAX_DECISIONS + i] for i in range(self.lengths[child])])

    # Results

    def share(self) -> float:
        """How much of this turn is done, from 0 to 1."""
        done = self.expanded / self.size
        return done if self.player is None else (done + self.evaluated / max(self.count, 1)) / 2

    def best(self) -> tuple[int, list[tuple[int, ...]]]:
        """Points without the solo handicap, and the moves of every turn."""
        totals = [score.total(self.sheets[n]) for n in range(self.size)]
        points = max(totals)
        place = totals.index(points)
        found = []
        for parents, ways in reversed(self.backpointers):
            found.append(ways[place])
            place = parents[place]
        return points, found[::-1]
