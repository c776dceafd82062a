"""A tree of decisions and cards, grown where it matters (UCT), judged at its leaves.

With a learned value a leaf is worth what its best move is expected to bring; without one, what a greedy
game from there brings. Values are totals at the end of the game, so exploration is told in points.
"""

from __future__ import annotations

import math
from array import array

from fulgence.bots import gain, player, playout, sizes, value
from fulgence.rules import chance, kinds, score, sheet, tables


class Search:
    """One decision at a time. Nodes are decisions; edges are moves; an edge has a node for every card."""

    def __init__(self, terms: tables.Terms, judge: value.Value | None, explore: float) -> None:
        self.is_learned = judge is not None
        self.player = player.Player(terms, judge or value.Value(1), True)
        self.gains = gain.Gains(terms)
        self.explore = explore
        self.trust = 4.0 if judge else 0.0  # how many visits the first look at a move counts for
        self.root = sheet.Sheet(terms)
        self.page = sheet.Sheet(terms)
        self.trial = sheet.Sheet(terms)
        self.start = chance.Pile(terms.tables)
        self.pile = chance.Pile(terms.tables)
        self.spare = chance.Pile(terms.tables)
        self.fresh = chance.Pile(terms.tables)
        self.full = chance.Pile(terms.tables)
        self.known = 0
        self.path = [0] * 256
        self.taken = [0] * 16
        self.nodes = self.edges = 0
        self.room = 0

    def reserve(self, room: int) -> None:
        """Arrays for so many nodes; larger ones than before only."""
        if room <= self.room:
            return
        self.room = room
        most = edges_of(room) + sizes.MOVES
        self.first = array("i", bytes(4 * room))
        self.number = array("i", bytes(4 * room))
        self.visits = array("i", bytes(4 * room))
        self.key = array("i", bytes(4 * room))
        self.next = array("i", bytes(4 * room))
        self.move = array("i", bytes(4 * most))
        self.tries = array("i", bytes(4 * most))
        self.child = array("i", bytes(4 * most))
        self.prior = array("f", bytes(4 * most))
        self.sum = array("d", bytes(8 * most))
        self.squares = array("d", bytes(8 * most))

    def begin(self, page: sheet.Sheet, pile: chance.Pile, known: int, room: int) -> None:
        """Take a decision; `known`: so many of the next cards are no secret."""
        self.reserve(room)
        self.root.copy_from(page)
        self.start.copy_from(pile)
        self.known = known
        self.nodes = self.edges = 0
        self.player.judge.forget()
        self.page.copy_from(page)
        self.pile.copy_from(pile)
        self.expand(sizes.SAME_TURN)

    def run(self, number: int, luck: chance.Generator, edge: int = sizes.NONE) -> None:
        """So many simulations more, as long as there is room; all by one edge of the root if it is given."""
        for _ in range(number):
            if self.nodes >= self.room or self.edges > edges_of(self.room):
                return
            self.simulate(luck, edge)

    def simulate(self, luck: chance.Generator, edge: int) -> None:
        self.page.copy_from(self.root)
        self.pile.copy_from(self.start)
        node = 0
        depth = 0
        result = 0.0
        while True:
            self.visits[node] += 1
            if node or edge == sizes.NONE:
                edge = self.select(node)
            self.path[depth] = edge
            depth += 1
            self.page.play(self.move[edge])
            key = sizes.SAME_TURN
            if self.page.permit == kinds.TURN_OVER:
                if self.pile.last:
                    self.page.end_round()
                    if self.page.round == kinds.ROUNDS:
                        result = score.total(self.page)
                        break
                    self.pile.copy_from(self.full)
                key = self.flip(edge, luck)
            node = self.find(edge, key)
            if node == sizes.NONE:
                node = self.nodes
                result = self.expand(key)
                self.next[node] = self.child[edge]
                self.child[edge] = node
                self.visits[node] = 1
                if not self.is_learned:
                    result = self.played_out(luck)
                break
        for n in range(depth):
            self.tries[self.path[n]] += 1
            self.sum[self.path[n]] += result
            self.squares[self.path[n]] += result * result

    def select(self, node: int) -> int:
        """The edge with the highest value that is still plausible."""
        best = self.first[node]
        highest = -1e9
        spread = self.explore * math.sqrt(math.log(self.visits[node] + 1.0))
        for edge in range(self.first[node], self.first[node] + self.number[node]):
            points = float(sizes.UNTRIED)
            if self.is_learned or self.tries[edge]:
                points = self.mean(edge) + spread / math.sqrt(self.tries[edge] + 1.0)
            if points > highest:
                highest = points
                best = edge
        return best

    def mean(self, edge: int) -> float:
        looks = self.trust + self.tries[edge]
        return (self.trust * self.prior[edge] + self.sum[edge]) / looks if looks else 0.0

    def flip(self, edge: int, luck: chance.Generator) -> int:
        """Turn up a card that this edge has seen least; its key."""
        place = self.pile.position
        if not (self.known and place == self.start.position and self.page.round == self.root.round):
            self.pile.swap(place, self.rarest(edge, luck))
        if self.pile.cards[place] == self.player.seen.city.switch:
            place += 1
            self.pile.swap(place, place + luck.below(self.pile.size - place))
        self.pile.flip()
        self.page.begin_turn(self.pile.card, self.pile.switched)
        return self.pile.card + 16 * self.pile.switched

    def rarest(self, edge: int, luck: chance.Generator) -> int:
        """The place of a card that came least often after this edge, ties by chance."""
        for card in range(16):
            self.taken[card] = 0
        node = self.child[edge]
        while node != sizes.NONE:
            card = self.player.seen.city.switch if self.key[node] >= 16 else self.key[node]
            self.taken[card] += self.visits[node]
            node = self.next[node]
        best = self.pile.position
        ties = 1
        for place in range(self.pile.position + 1, self.pile.size):
            more = self.taken[self.pile.cards[place]] - self.taken[self.pile.cards[best]]
            if more < 0:
                best = place
                ties = 1
            elif more == 0:
                ties += 1
                if luck.below(ties) == 0:
                    best = place
        return best

    def find(self, edge: int, key: int) -> int:
        node = self.child[edge]
        while node != sizes.NONE and self.key[node] != key:
            node = self.next[node]
        return node

    def expand(self, key: int) -> float:
        """A node for the decision on `page`, with an edge for every move; what it is worth at first."""
        node = self.nodes
        self.nodes += 1
        self.key[node] = key
        self.next[node] = sizes.NONE
        self.visits[node] = 0
        self.first[node] = self.edges
        highest = self.add(kinds.PASS)
        for place in range(self.page.count_moves()):
            points = self.add(self.page.move_at(place))
            if points > highest:
                highest = points
        self.number[node] = self.edges - self.first[node]
        return highest

    def add(self, move: int) -> float:
        edge = self.edges
        self.edges += 1
        self.move[edge] = move
        self.tries[edge] = 0
        self.sum[edge] = self.squares[edge] = 0
        self.child[edge] = sizes.NONE
        if self.is_learned:
            self.trial.copy_from(self.page)
            self.trial.play(move)
            self.prior[edge] = self.player.worth(self.trial, self.pile)
        return self.prior[edge]

    def played_out(self, luck: chance.Generator) -> float:
        """The total of one greedy game from `page` on."""
        self.spare.copy_from(self.pile)
        self.spare.shuffle_rest(luck)
        self.fresh.copy_from(self.full)
        return playout.rest_of_game(self.page, self.gains, self.spare, self.fresh, luck, luck)

    def best(self) -> int:
        """The edge of the root that was tried most, the better one of several."""
        best = 0
        for edge in range(1, self.number[0]):
            more = self.tries[edge] - self.tries[best]
            if more > 0 or (more == 0 and self.mean(edge) > self.mean(best)):
                best = edge
        return best

    def looks(self) -> int:
        """How many sheets the learned value has judged for this decision; they take most of the time."""
        return self.player.judge.looks

    def error(self, edge: int) -> float:
        """The standard error of the mean of an edge."""
        tries = self.tries[edge]
        if tries < 2:
            return sizes.UNTRIED
        mean = self.sum[edge] / tries
        spread = (self.squares[edge] - tries * mean * mean) / (tries - 1)
        return math.sqrt(spread / tries) if spread > 0 else 0.0

    def listed(self) -> list[tuple[int, float, float]]:
        """The moves of the root, what each is worth, and the standard error of that."""
        return [(self.move[e], self.mean(e), self.error(e)) for e in range(self.number[0])]

    def choose(
        self, page: sheet.Sheet, pile: chance.Pile, known: int, number: int, luck: chance.Generator
    ) -> int:
        """The best move after so many simulations."""
        if not page.count_moves():
            return kinds.PASS
        self.begin(page, pile, known, number + 2)
        self.run(number, luck)
        return self.move[self.best()]


def edges_of(room: int) -> int:
    """How many edges so many nodes may have before the last one; the root has room in any case."""
    return sizes.EDGES * room + sizes.MOVES
