"""Monte Carlo tree search (UCT) over decisions and the cards that follow them, where nothing was learned.

A leaf is valued by a greedy rollout. Values are final totals, so the exploration constant is in points.
"""

from __future__ import annotations

import math
from array import array

from fulgence.bots import limits, playout
from fulgence.bots.gain import Gains
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet


class TreeSearch:
    """One decision at a time. Nodes are decisions; edges are moves; an edge has a node for every card."""

    def __init__(self, terms: Terms, exploration: float) -> None:
        self.gains = Gains(terms)
        self.exploration = exploration
        self.root = Sheet(terms)
        self.sheet = Sheet(terms)
        self.root_pile = Pile(terms.tables)
        self.pile = Pile(terms.tables)
        self.spare = Pile(terms.tables)
        self.fresh = Pile(terms.tables)
        self.full = Pile(terms.tables)
        self.known = 0
        self.path = [0] * 256
        self.card_visits = [0] * 16
        self.nodes = self.edges = 0
        self.max_nodes = 0

    def reserve(self, max_nodes: int) -> None:
        """Allocate the arrays; they only grow."""
        if max_nodes <= self.max_nodes:
            return
        self.max_nodes = max_nodes
        most = max_edges(max_nodes) + limits.MAX_MOVES
        self.first_edge = array("i", bytes(4 * max_nodes))
        self.edge_count = array("i", bytes(4 * max_nodes))
        self.visits = array("i", bytes(4 * max_nodes))
        self.card_key = array("i", bytes(4 * max_nodes))
        self.sibling = array("i", bytes(4 * max_nodes))
        self.move = array("i", bytes(4 * most))
        self.edge_visits = array("i", bytes(4 * most))
        self.first_child = array("i", bytes(4 * most))
        self.value_sum = array("d", bytes(8 * most))
        self.square_sum = array("d", bytes(8 * most))

    def begin(self, sheet: Sheet, pile: Pile, known: int, max_nodes: int) -> None:
        """Start a tree for a decision. `known`: how many of the next cards are visible."""
        self.reserve(max_nodes)
        self.root.copy_from(sheet)
        self.root_pile.copy_from(pile)
        self.known = known
        self.nodes = self.edges = 0
        self.sheet.copy_from(sheet)
        self.pile.copy_from(pile)
        self.expand(limits.SAME_TURN)

    def run(self, simulations: int, rng: Generator, edge: int = limits.NONE) -> None:
        """More simulations, as long as nodes are left; all through one edge of the root if it is given."""
        for _ in range(simulations):
            if self.nodes >= self.max_nodes or self.edges > max_edges(self.max_nodes):
                return
            self.simulate(rng, edge)

    def simulate(self, rng: Generator, edge: int) -> None:
        self.sheet.copy_from(self.root)
        self.pile.copy_from(self.root_pile)
        node = 0
        depth = 0
        result = 0.0
        while True:
            self.visits[node] += 1
            if node or edge == limits.NONE:
                edge = self.select(node)
            self.path[depth] = edge
            depth += 1
            self.sheet.play(self.move[edge])
            card_key = limits.SAME_TURN
            if self.sheet.permit == kinds.TURN_OVER:
                if self.pile.last:
                    self.sheet.end_round()
                    if self.sheet.round == kinds.ROUNDS:
                        result = score.total(self.sheet)
                        break
                    self.pile.copy_from(self.full)
                card_key = self.flip(edge, rng)
            node = self.find_child(edge, card_key)
            if node == limits.NONE:
                node = self.nodes
                self.expand(card_key)
                self.sibling[node] = self.first_child[edge]
                self.first_child[edge] = node
                self.visits[node] = 1
                result = self.rollout(rng)
                break
        self.backpropagate(depth, result)

    def backpropagate(self, depth: int, result: float) -> None:
        for n in range(depth):
            self.edge_visits[self.path[n]] += 1
            self.value_sum[self.path[n]] += result
            self.square_sum[self.path[n]] += result * result

    def select(self, node: int) -> int:
        """The edge with the highest upper confidence bound (UCB1)."""
        best = self.first_edge[node]
        highest = -1e9
        spread = self.exploration * math.sqrt(math.log(self.visits[node] + 1.0))
        for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
            points = float(limits.UNTRIED)
            if self.edge_visits[edge]:
                points = self.mean(edge) + spread / math.sqrt(self.edge_visits[edge] + 1.0)
            if points > highest:
                highest = points
                best = edge
        return best

    def mean(self, edge: int) -> float:
        visits = self.edge_visits[edge]
        return self.value_sum[edge] / visits if visits else 0.0

    def flip(self, edge: int, rng: Generator) -> int:
        """Flip a card that was least visited below this edge; its key."""
        place = self.pile.position
        if not (self.known and place == self.root_pile.position and self.sheet.round == self.root.round):
            self.pile.swap(place, self.least_visited(edge, rng))
        if self.pile.cards[place] == self.root.city.switch:
            place += 1
            self.pile.swap(place, place + rng.below(self.pile.size - place))
        self.pile.flip()
        self.sheet.begin_turn(self.pile.card, self.pile.switched)
        return self.pile.card + 16 * self.pile.switched

    def least_visited(self, edge: int, rng: Generator) -> int:
        """The place in the pile of a card least visited below this edge, ties at random."""
        for card in range(16):
            self.card_visits[card] = 0
        node = self.first_child[edge]
        while node != limits.NONE:
            card = self.root.city.switch if self.card_key[node] >= 16 else self.card_key[node]
            self.card_visits[card] += self.visits[node]
            node = self.sibling[node]
        best = self.pile.position
        ties = 1
        for place in range(self.pile.position + 1, self.pile.size):
            more = self.card_visits[self.pile.cards[place]] - self.card_visits[self.pile.cards[best]]
            if more < 0:
                best = place
                ties = 1
            elif more == 0:
                ties += 1
                if rng.below(ties) == 0:
                    best = place
        return best

    def find_child(self, edge: int, card_key: int) -> int:
        node = self.first_child[edge]
        while node != limits.NONE and self.card_key[node] != card_key:
            node = self.sibling[node]
        return node

    def expand(self, card_key: int) -> None:
        """Add a node for the decision on `sheet` with an edge for every move."""
        node = self.nodes
        self.nodes += 1
        self.card_key[node] = card_key
        self.sibling[node] = limits.NONE
        self.visits[node] = 0
        self.first_edge[node] = self.edges
        self.add_edge(kinds.PASS)
        for place in range(self.sheet.count_moves()):
            self.add_edge(self.sheet.move_at(place))
        self.edge_count[node] = self.edges - self.first_edge[node]

    def add_edge(self, move: int) -> None:
        edge = self.edges
        self.edges += 1
        self.move[edge] = move
        self.edge_visits[edge] = 0
        self.value_sum[edge] = self.square_sum[edge] = 0
        self.first_child[edge] = limits.NONE

    def rollout(self, rng: Generator) -> float:
        """The total of one greedy game from `sheet`."""
        self.spare.copy_from(self.pile)
        self.spare.shuffle_rest(rng)
        self.fresh.copy_from(self.full)
        return playout.rest_of_game(self.sheet, self.gains, self.spare, self.fresh, rng, rng)

    def best(self) -> int:
        """The most visited edge of the root, ties by value."""
        best = 0
        for edge in range(1, self.edge_count[0]):
            more = self.edge_visits[edge] - self.edge_visits[best]
            if more > 0 or (more == 0 and self.mean(edge) > self.mean(best)):
                best = edge
        return best

    def evaluations(self) -> int:
        """How often a network was evaluated for this decision."""
        return 0

    def error(self, edge: int) -> float:
        """The standard error of the mean of an edge."""
        edge_visits = self.edge_visits[edge]
        if edge_visits < 2:
            return limits.UNTRIED
        mean = self.value_sum[edge] / edge_visits
        spread = (self.square_sum[edge] - edge_visits * mean * mean) / (edge_visits - 1)
        return math.sqrt(spread / edge_visits) if spread > 0 else 0.0

    def root_moves(self) -> list[tuple[int, float, float]]:
        """The moves of the root, each with its value and the standard error of that."""
        return [(self.move[e], self.mean(e), self.error(e)) for e in range(self.edge_count[0])]

    def choose(self, sheet: Sheet, pile: Pile, known: int, simulations: int, rng: Generator) -> int:
        """The best move after this many simulations."""
        if not sheet.count_moves():
            return kinds.PASS
        self.begin(sheet, pile, known, simulations + 2)
        self.run(simulations, rng)
        return self.move[self.best()]


def max_edges(max_nodes: int) -> int:
    """How many edges there may be before the last node is added; the root always fits."""
    return limits.EDGES_PER_NODE * max_nodes + limits.MAX_MOVES
