"""Expectimax tree search with a learned value: all next cards, and the most promising moves first.

A node is a decision, an edge a move of it. To expand an edge is to add a decision for every card that may
follow, with the network's value of each of its moves. The value of an edge is the mean over the cards, the
value of a decision its best move. Where all cards and moves to the end of the game are in the tree, an edge
is proved.
"""

from __future__ import annotations

import math
from array import array

from fulgence.bots import limits
from fulgence.bots.network.evaluator import Evaluator
from fulgence.bots.value_player import ValuePlayer
from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet

MAX_NEW_NODES = 32  # that one expansion may add
# Symbols tried after the switch: after the first move, and deeper in the tree; the same for a double switch.
FIRST_PARTNERS, PARTNERS = 5, 2
FIRST_DOUBLE_PARTNERS, DOUBLE_PARTNERS = 2, 1
REFINED = 2  # moves of a double switch that are valued with their second section; the others without
PROVABLE_CARDS = 5  # in the last round, if so few may follow the switch, all of them are tried
FIRST_SPREAD, FIRST_SPREAD_WEIGHT = 4.0, 4.0  # squared change of a value when its edge is expanded
EVALUATIONS_PER_NODE = 5  # on average, of a bot that chooses
ENOUGH_VISITS = 0.25  # of the most visited move, for a move to be chosen


class ExpectimaxSearch:
    """One decision at a time."""

    def __init__(self, terms: Terms, evaluator: Evaluator, exploration: float) -> None:
        self.evaluator = evaluator
        self.player = ValuePlayer(terms, evaluator)
        self.exploration = exploration
        self.root = Sheet(terms)
        self.sheet = Sheet(terms)
        self.decision = Sheet(terms)
        self.root_pile = Pile(terms.tables)
        self.pile = Pile(terms.tables)
        self.next_pile = Pile(terms.tables)
        self.full = Pile(terms.tables)
        self.partners = [0] * 5  # by symbol: a card to follow the switch
        self.partner_counts = [0] * 5
        self.known = 0
        self.root_drawn = self.drawn = 0
        self.edge_path = [0] * 256
        self.node_path = [0] * 256
        self.nodes = self.edges = 0
        self.max_nodes = self.capacity = 0
        self.max_evaluations = 0
        self.spread = 0.0
        self.expansions = 0

    def reserve(self, max_nodes: int) -> None:
        """Allocate the arrays; they only grow."""
        self.max_nodes = max_nodes
        if max_nodes <= self.capacity:
            return
        self.capacity = max_nodes
        nodes = max_nodes + MAX_NEW_NODES
        edges = self.max_edges() + MAX_NEW_NODES * limits.MAX_MOVES
        self.first_edge = array("i", bytes(4 * nodes))
        self.edge_count = array("i", bytes(4 * nodes))
        self.visits = array("i", bytes(4 * nodes))
        self.card_key = array("i", bytes(4 * nodes))
        self.sibling = array("i", bytes(4 * nodes))
        self.node_proved = array("b", bytes(nodes))
        self.chance = array("d", bytes(8 * nodes))
        self.node_value = array("d", bytes(8 * nodes))
        self.node_variance = array("d", bytes(8 * nodes))
        self.move = array("i", bytes(4 * edges))
        self.edge_visits = array("i", bytes(4 * edges))
        self.first_child = array("i", bytes(4 * edges))
        self.edge_proved = array("b", bytes(edges))
        self.is_refined = array("b", bytes(edges))
        self.edge_sampled = array("b", bytes(edges))  # not all cards after the switch were tried
        self.edge_value = array("d", bytes(8 * edges))
        self.edge_variance = array("d", bytes(8 * edges))

    def max_edges(self) -> int:
        """How many edges there may be before an expansion."""
        return limits.EDGES_PER_NODE * self.max_nodes + limits.MAX_MOVES

    def begin(self, sheet: Sheet, pile: Pile, known: int, max_nodes: int) -> None:
        """Start a tree for a decision. `known`: how many of the next cards are visible."""
        # The last expansion of each move may add more nodes than were asked for.
        self.reserve(max_nodes + MAX_NEW_NODES * (sheet.count_moves() + 1))
        self.root.copy_from(sheet)
        self.root_pile.copy_from(pile)
        self.known = known
        self.nodes = self.edges = self.expansions = 0
        self.spread = FIRST_SPREAD
        self.evaluator.evaluations = 0
        self.max_evaluations = limits.UNTRIED * 1000
        self.root_drawn = self.player.zobrist.drawn_key(sheet)
        self.drawn = self.root_drawn
        self.decision.copy_from(sheet)
        self.next_pile.copy_from(pile)
        self.add_node(limits.SAME_TURN, 1.0)

    def run(self, simulations: int, rng: Generator, edge: int = limits.NONE) -> None:
        """Add so many nodes, as long as there is room and something to find out; all below one edge of the
        root if it is given. Nothing is random; `rng` is for searches that need it."""
        end = min(self.nodes + simulations, self.max_nodes)
        for _ in range(simulations):
            if (
                self.nodes >= end
                or self.edges > self.max_edges()
                or self.evaluations() >= self.max_evaluations
            ):
                return
            if self.edge_proved[edge] if edge != limits.NONE else self.node_proved[0]:
                return
            self.simulate(edge)

    def simulate(self, edge: int) -> None:
        """Expand one edge and update all above it."""
        self.sheet.copy_from(self.root)
        self.pile.copy_from(self.root_pile)
        self.drawn = self.root_drawn
        node = 0
        depth = 0
        while True:
            if node or edge == limits.NONE:
                edge = self.select(node)
            self.node_path[depth] = node
            self.edge_path[depth] = edge
            depth += 1
            self.play(self.move[edge])
            if self.first_child[edge] == limits.NONE:
                self.expand(edge, depth == 1)
                break
            node = self.least_visited(edge)
            if self.card_key[node] != limits.SAME_TURN:
                self.draw_card(self.pile, self.card_key[node])
                self.sheet.begin_turn(self.pile.card, self.pile.switched)
        self.update_path(depth)

    def play(self, move: int) -> None:
        """Play a move; after the last turn of a round begin the next one."""
        if move and move < self.sheet.city.first_circle:
            self.drawn = self.player.zobrist.toggle_section(self.drawn, self.sheet.round, move)
        self.sheet.play(move)
        if self.sheet.permit == kinds.TURN_OVER and self.pile.last:
            self.sheet.end_round()
            self.pile.copy_from(self.full)

    def draw_card(self, pile: Pile, card_key: int) -> None:
        """Flip a card, or the switch and a card."""
        place = pile.position
        if card_key >= 16:
            pile.swap(place, place_of(pile, self.root.city.switch, place))
            place += 1
        pile.swap(place, place_of(pile, card_key & 15, place))
        pile.flip()
        if pile.switched and self.root.terms.acceleration[self.sheet.round] == kinds.REPEAT_SWITCH:
            return_switch(pile, self.root.city.switch)

    # Selection

    def select(self, node: int) -> int:
        """The edge with the highest upper confidence bound among those that are not proved."""
        best = self.first_edge[node]
        highest = -1e9
        spread = self.exploration * math.sqrt(math.sqrt(self.visits[node] + 1.0))
        for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
            if self.edge_proved[edge]:
                continue
            points = self.edge_value[edge] + spread / math.sqrt(self.edge_visits[edge] + 1.0)
            if points > highest:
                highest = points
                best = edge
        return best

    def least_visited(self, edge: int) -> int:
        """The decision below an edge that was least visited for its chance and is not proved."""
        best = self.first_child[edge]
        highest = -1.0
        node = self.first_child[edge]
        while node != limits.NONE:
            if not self.node_proved[node]:
                share = self.chance[node] / (self.visits[node] + 1.0)
                if share > highest:
                    highest = share
                    best = node
            node = self.sibling[node]
        return best

    # Expansion

    def expand(self, edge: int, is_first: bool) -> None:
        """Add the decisions that may follow the move of an edge, which has just been played."""
        before = self.edge_value[edge]
        if self.sheet.permit != kinds.TURN_OVER:
            self.decision.copy_from(self.sheet)
            self.next_pile.copy_from(self.pile)
            self.add_child(edge, limits.SAME_TURN, 1.0)
        elif self.sheet.round == kinds.ROUNDS:
            self.edge_value[edge] = score.total(self.sheet)
            self.edge_variance[edge] = 0.0
            self.edge_proved[edge] = 1
            return
        elif (
            self.known
            and self.sheet.round == self.root.round
            and self.pile.position == self.root_pile.position
        ):
            self.expand_card(edge, self.pile.cards[self.pile.position], 1.0, is_first)
        else:
            cards = self.pile.size - self.pile.position
            for place in range(self.pile.position, self.pile.size):
                self.expand_card(edge, self.pile.cards[place], 1.0 / cards, is_first)
        self.update_edge(edge)
        self.expansions += 1
        change = self.edge_value[edge] - before
        self.spread += (change * change - self.spread) / (FIRST_SPREAD_WEIGHT + self.expansions)

    def expand_card(self, edge: int, card: int, chance: float, is_first: bool) -> None:
        if card != self.root.city.switch:
            self.add_turn(edge, card, chance)
            return
        count = self.pile.size - self.pile.position - 1
        if self.is_last_round() and count <= PROVABLE_CARDS:
            for place in range(self.pile.position, self.pile.size):
                if self.pile.cards[place] != card:
                    self.add_turn(edge, self.pile.cards[place] + 16, chance / count)
            return
        self.edge_sampled[edge] = 1
        wanted = FIRST_PARTNERS if is_first else PARTNERS
        if self.root.city.switch_sections > 1:  # pairs of sections: many moves
            wanted = FIRST_DOUBLE_PARTNERS if is_first else DOUBLE_PARTNERS
        self.expand_switch(edge, chance, wanted)

    def expand_switch(self, edge: int, chance: float, wanted: int) -> None:
        """The switch with so many cards of different symbols, each for all cards of its symbol.

        Which ones is pseudorandom but the same in the whole tree, so that luck does not favour a move."""
        for symbol in range(5):
            self.partners[symbol] = limits.NONE
            self.partner_counts[symbol] = 0
        for place in range(self.pile.position, self.pile.size):
            card = self.pile.cards[place]
            if card != self.root.city.switch:
                symbol = self.root.city.card_symbol[card]
                self.partner_counts[symbol] += 1
                first = self.partners[symbol]
                if first == limits.NONE or self.rank(card) < self.rank(first):
                    self.partners[symbol] = card
        cards = 0
        for _ in range(wanted):
            best = limits.NONE
            for symbol in range(5):
                if self.partner_counts[symbol] > 0 and (
                    best == limits.NONE or self.rank(self.partners[symbol]) < self.rank(self.partners[best])
                ):
                    best = symbol
            if best == limits.NONE:
                break
            cards += self.partner_counts[best]
            self.partner_counts[best] = -self.partner_counts[best]  # chosen
        for symbol in range(5):
            if self.partner_counts[symbol] < 0:
                share = -self.partner_counts[symbol] / float(cards)
                self.add_turn(edge, self.partners[symbol] + 16, chance * share)

    def rank(self, card: int) -> int:
        return ((self.root_drawn >> 20) + 977 * card) * 40503 & 65535

    def is_last_round(self) -> bool:
        return self.sheet.round == kinds.ROUNDS - 1

    def add_turn(self, edge: int, card_key: int, chance: float) -> None:
        self.next_pile.copy_from(self.pile)
        self.draw_card(self.next_pile, card_key)
        self.decision.copy_from(self.sheet)
        self.decision.begin_turn(self.next_pile.card, self.next_pile.switched)
        self.add_child(edge, card_key, chance)

    def add_child(self, edge: int, card_key: int, chance: float) -> None:
        node = self.nodes
        self.add_node(card_key, chance)
        self.sibling[node] = self.first_child[edge]
        self.first_child[edge] = node

    def add_node(self, card_key: int, chance: float) -> None:
        """A node for `decision` with an edge for every move."""
        node = self.nodes
        self.nodes += 1
        self.card_key[node] = card_key
        self.chance[node] = chance
        self.sibling[node] = limits.NONE
        self.visits[node] = 0
        self.first_edge[node] = self.edges
        self.evaluator.set_pile(self.next_pile, self.decision.round)
        key = self.player.zobrist.state_key(self.drawn, self.decision)
        is_rough = node > 0 and self.decision.branching != 0 and self.root.city.switch_sections > 1
        self.add_edge(kinds.PASS, key, is_rough)
        for place in range(self.decision.count_moves()):
            self.add_edge(self.decision.move_at(place), key, is_rough)
        self.edge_count[node] = self.edges - self.first_edge[node]
        if is_rough:
            for _ in range(REFINED):
                self.refine(node, key)
        self.update_node(node)

    def refine(self, node: int, key: int) -> None:
        """Of the moves of a double switch, value the most promising one together with its second section."""
        best = limits.NONE
        for edge in range(self.first_edge[node], self.edges):
            if not self.is_refined[edge] and (
                best == limits.NONE or self.edge_value[edge] > self.edge_value[best]
            ):
                best = edge
        if best != limits.NONE:
            self.is_refined[best] = 1
            self.edge_value[best] = self.player.move_value(
                self.decision, self.move[best], self.next_pile, self.drawn, key
            )

    def add_edge(self, move: int, key: int, is_rough: bool) -> None:
        """`is_rough`: valued as if the rest of the turn was waived."""
        edge = self.edges
        self.edges += 1
        self.move[edge] = move
        self.edge_visits[edge] = 0
        self.first_child[edge] = limits.NONE
        self.edge_sampled[edge] = 0
        self.is_refined[edge] = not is_rough
        if is_rough:
            self.edge_value[edge] = self.player.waived_value(self.decision, move, self.next_pile, self.drawn)
        else:
            self.edge_value[edge] = self.player.move_value(
                self.decision, move, self.next_pile, self.drawn, key
            )
        # In the last turn of the game one section is all there is.
        self.edge_proved[edge] = (
            self.next_pile.last and self.decision.plain and self.decision.round == kinds.ROUNDS - 1
        )
        self.edge_variance[edge] = 0.0 if self.edge_proved[edge] else self.spread

    # Values

    def update_path(self, depth: int) -> None:
        while depth:
            depth -= 1
            edge = self.edge_path[depth]
            node = self.node_path[depth]
            self.edge_visits[edge] += 1
            self.visits[node] += 1
            if self.first_child[edge] != limits.NONE:
                self.update_edge(edge)
            self.update_node(node)

    def update_edge(self, edge: int) -> None:
        """The mean over the cards."""
        value = 0.0
        variance = 0.0
        proved = 1 - self.edge_sampled[edge]
        node = self.first_child[edge]
        while node != limits.NONE:
            chance = self.chance[node]
            value += chance * self.node_value[node]
            variance += chance * chance * self.node_variance[node]
            if not self.node_proved[node]:
                proved = 0
            node = self.sibling[node]
        self.edge_value[edge] = value
        self.edge_variance[edge] = variance
        self.edge_proved[edge] = proved

    def update_node(self, node: int) -> None:
        """The best move."""
        best = self.first_edge[node]
        proved = 1
        for edge in range(self.first_edge[node], self.first_edge[node] + self.edge_count[node]):
            if self.edge_value[edge] > self.edge_value[best]:
                best = edge
            if not self.edge_proved[edge]:
                proved = 0
        self.node_value[node] = self.edge_value[best]
        self.node_variance[node] = self.edge_variance[best]
        self.node_proved[node] = proved

    # Results

    def best(self) -> int:
        """The edge of the root with the highest value, among those that were looked at closely enough."""
        most = 0
        for edge in range(self.edge_count[0]):
            if self.edge_visits[edge] > most:
                most = self.edge_visits[edge]
        best = limits.NONE
        for edge in range(self.edge_count[0]):
            is_known = self.edge_proved[edge] or self.edge_visits[edge] >= ENOUGH_VISITS * most
            if is_known and (best == limits.NONE or self.edge_value[edge] > self.edge_value[best]):
                best = edge
        return best

    def evaluations(self) -> int:
        """How often the network was evaluated for this decision, which takes most of the time."""
        return self.evaluator.evaluations

    def error(self, edge: int) -> float:
        """The standard error of the value of an edge: how much expanding it further changes it."""
        return math.sqrt(self.edge_variance[edge])

    def root_moves(self) -> list[tuple[int, float, float]]:
        """The moves of the root, each with its value and the standard error of that; 0 if it is proved."""
        return [(self.move[e], self.edge_value[e], self.error(e)) for e in range(self.edge_count[0])]

    def choose(self, sheet: Sheet, pile: Pile, known: int, simulations: int, rng: Generator) -> int:
        """The best move after this many simulations, or fewer if they have too many moves to evaluate."""
        if not sheet.count_moves():
            return kinds.PASS
        self.begin(sheet, pile, known, simulations + 2)
        self.max_evaluations = EVALUATIONS_PER_NODE * simulations
        self.run(simulations, rng)
        return self.move[self.best()]


def place_of(pile: Pile, card: int, start: int) -> int:
    """Where a card lies in the pile, from `start` on."""
    while pile.cards[start] != card:
        start += 1
    return start


def return_switch(pile: Pile, switch: int) -> None:
    """R18: after its first turn, the switch goes back into the pile."""
    flipped = 0
    for place in range(pile.position):
        flipped += pile.cards[place] == switch
    left = 0
    for place in range(pile.position, pile.size):
        left += pile.cards[place] == switch
    if flipped == 1 and not left and not pile.last:
        pile.cards[pile.size] = switch
        pile.size += 1
