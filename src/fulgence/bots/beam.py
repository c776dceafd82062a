"""The best game for known cards, searched with a beam: after every turn the most promising sheets go on.

All decisions of a turn are played out. A sheet that is reached in two orders is kept once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from fulgence.bots import keys, player, sizes, value
from fulgence.rules import chance, kinds, score, sheet

SLICE = 8000  # sheets looked at in one step
SPARE = 4  # times as many sheets are noted as go on, before the worst are dropped
JUDGED = 6  # times as many are judged by a learned value as go on


class Beam:
    """Call `step` until it says that there is no more; then `best` tells the best found.

    `is_exact` stays true as long as nothing was dropped that could have been better."""

    def __init__(
        self, start: sheet.Sheet, piles: Sequence[chance.Pile], width: int, judge: value.Value | None = None
    ) -> None:
        """`piles`: of the round being played, flipped as far as it was played, and of the rounds after it.

        The search ends with the last of them. A start in the middle of a turn has its cards flipped."""
        self.width = width
        self.piles = list(piles)
        self.pile = self.piles[0]
        self.wait = start.permit != kinds.TURN_OVER  # the cards of the first turn are face up
        self.judge = player.Player(start.terms, judge, depth=1) if judge else None
        self.maker = keys.Keys()
        self.seen = keys.Seen(1024)
        # Sheets after the last turn, and room for those after the next.
        self.pages = [start.copy()]
        self.others: list[sheet.Sheet] = []
        self.work = [start.copy() for _ in range(sizes.DECISIONS + 1)]
        self.path = [0] * 16
        self.drawn = array("Q", bytes(8 * width))  # their keys
        self.size = 1
        # What the sheets of this turn lead to.
        self.room = SPARE * width * (JUDGED if judge else 1)
        self.count = 0
        self.hopes = array("i", bytes(4 * self.room))
        self.parents = array("i", bytes(4 * self.room))
        self.child_keys = array("Q", bytes(8 * self.room))
        self.child_drawn = array("Q", bytes(8 * self.room))
        self.lengths = array("i", bytes(4 * self.room))
        self.moves = array("i", bytes(4 * self.room * sizes.DECISIONS))
        self.tally = array("i", bytes(4 * sizes.HIGHEST))
        self.floor = -1  # what does not hope for more is not noted
        # Of every turn: whose child each sheet is, and by which moves.
        self.trail: list[tuple[list[int], list[tuple[int, ...]]]] = []
        self.grown = 0  # sheets that were played on
        self.judged = 0  # children that the learned value has seen
        self.looked = 0  # children of this step
        self.is_exact = True
        self.is_over = False
        self.begin()

    def begin(self) -> None:
        if not self.wait:
            self.pile.flip()
        self.count = self.grown = self.judged = 0
        self.floor = -1
        self.seen.clear()

    def step(self) -> bool:
        """Go on for a bounded while; whether there is more to do."""
        if self.is_over:
            return False
        self.looked = 0
        while self.grown < self.size and self.looked < SLICE:
            self.open(self.work[0], self.grown)
            self.grow(0)
            self.grown += 1
        if self.grown == self.size and self.looked < SLICE and self.is_judged():
            self.finish()
        return not self.is_over

    # A turn

    def open(self, page: sheet.Sheet, parent: int) -> None:
        """One of the sheets with the cards of this turn before it."""
        page.copy_from(self.pages[parent])
        if not self.wait:
            page.begin_turn(self.pile.card, self.pile.switched)

    def grow(self, depth: int) -> None:
        """Play every way to end the turn from the sheet at `depth`."""
        page = self.work[depth]
        if page.permit == kinds.TURN_OVER:
            self.note(page, depth)
            return
        later = self.work[depth + 1]
        for place in range(page.count_moves() + 1):
            move = page.move_at(place - 1) if place else kinds.PASS
            later.copy_from(page)
            later.play(move)
            self.path[depth] = move
            self.grow(depth + 1)

    def note(self, page: sheet.Sheet, length: int) -> None:
        """Keep a sheet after its turn, if it is new and promising enough."""
        self.looked += 1
        drawn = self.drawn[self.grown]
        for n in range(length):
            if self.path[n] and self.path[n] < page.city.first_circle:
                drawn = self.maker.drawn(drawn, page.round, self.path[n])
        key = self.maker.marked(drawn, page)
        if not self.seen.add(key):
            return
        hope = score.total(page) * sizes.POINT
        if hope <= self.floor:
            return
        if self.count == self.room:
            self.drop(self.room // SPARE)
            self.seen_again()
        n = self.count
        self.count += 1
        self.hopes[n] = hope
        self.parents[n] = self.grown
        self.child_keys[n] = key
        self.child_drawn[n] = drawn
        self.lengths[n] = length
        for i in range(length):
            self.moves[n * sizes.DECISIONS + i] = self.path[i]

    def is_last(self) -> bool:
        """Whether nothing is played after this turn."""
        return bool(self.pile.last) and len(self.piles) == 1

    def seen_again(self) -> None:
        """Forget the keys of what was dropped: it stays below the floor."""
        self.seen.clear()
        for n in range(self.count):
            self.seen.add(self.child_keys[n])

    def is_judged(self) -> bool:
        """Let the learned value look at what was noted; whether it is done with that."""
        if self.judge is None or self.is_last():
            return True
        if not self.judged:
            self.drop(JUDGED * self.width)
        page = self.work[0]
        while self.judged < self.count and self.looked < SLICE:
            n = self.judged
            self.open(page, self.parents[n])
            self.replay(page, n)
            self.hopes[n] = int(self.judge.worth(page, self.pile) * sizes.POINT)
            self.judged += 1
            self.looked += 4  # it takes about so much longer
        return self.judged == self.count

    def replay(self, page: sheet.Sheet, child: int) -> None:
        for i in range(self.lengths[child]):
            page.play(self.moves[child * sizes.DECISIONS + i])

    def drop(self, kept: int) -> None:
        """Go on with the best `kept` of what was noted, of equal ones with the first."""
        if self.count <= kept:
            return
        self.is_exact = False
        least = sizes.HIGHEST - 1
        floor = 0  # the highest hope, to begin with
        for n in range(self.count):
            hope = self.hopes[n]
            hope = 0 if hope < 0 else hope if hope < sizes.HIGHEST else sizes.HIGHEST - 1
            self.hopes[n] = hope
            least = hope if hope < least else least
            floor = hope if hope > floor else floor
        for hope in range(least, floor + 1):
            self.tally[hope] = 0
        for n in range(self.count):
            self.tally[self.hopes[n]] += 1
        above = 0
        while above + self.tally[floor] <= kept:
            above += self.tally[floor]
            floor -= 1
        equal = kept - above
        self.floor = floor
        count = self.count
        self.count = 0
        for n in range(count):
            if self.hopes[n] > floor:
                self.shift(n)
            elif self.hopes[n] == floor and equal:
                equal -= 1
                self.shift(n)

    def shift(self, child: int) -> None:
        n = self.count
        self.count += 1
        self.hopes[n] = self.hopes[child]
        self.parents[n] = self.parents[child]
        self.child_keys[n] = self.child_keys[child]
        self.child_drawn[n] = self.child_drawn[child]
        self.lengths[n] = self.lengths[child]
        for i in range(self.lengths[n]):
            self.moves[n * sizes.DECISIONS + i] = self.moves[child * sizes.DECISIONS + i]

    def finish(self) -> None:
        """The sheets that go on become those of the next turn."""
        self.drop(self.width)
        self.trail.append(
            ([self.parents[n] for n in range(self.count)], [self.way(n) for n in range(self.count)])
        )
        for n in range(self.count):
            if n == len(self.others):
                self.others.append(self.pages[0].copy())
            page = self.others[n]
            self.open(page, self.parents[n])
            self.replay(page, n)
            if self.pile.last:
                page.end_round()
            self.drawn[n] = self.child_drawn[n]
        self.pages, self.others = self.others, self.pages
        self.size = self.count
        self.wait = False
        if self.pile.last:
            self.piles = self.piles[1:]
            if not self.piles:
                self.is_over = True
                return
            self.pile = self.piles[0]
        self.begin()

    def way(self, child: int) -> tuple[int, ...]:
        return tuple([self.moves[child * sizes.DECISIONS + i] for i in range(self.lengths[child])])

    # What was found

    def share(self) -> float:
        """How much of this turn is done, from 0 to 1."""
        done = self.grown / self.size
        return done if self.judge is None else (done + self.judged / max(self.count, 1)) / 2

    def best(self) -> tuple[int, list[tuple[int, ...]]]:
        """Points without the solo deduction, and the moves of every turn."""
        totals = [score.total(self.pages[n]) for n in range(self.size)]
        points = max(totals)
        place = totals.index(points)
        found = []
        for parents, ways in reversed(self.trail):
            found.append(ways[place])
            place = parents[place]
        return points, found[::-1]
