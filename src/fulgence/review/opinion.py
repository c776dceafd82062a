"""What the strongest bot thinks of a decision: the expected total of every move, and its error."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fulgence.bots.bot import tree_search
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.network.weights import LearnedValue
from fulgence.rules.generator import Generator
from fulgence.rules.text.notation import format_move
from fulgence.rules.view import View

SHALLOW_SIMULATIONS = 60  # of every move
SHALLOW_MOVES = 20  # if there are more moves, each gets fewer simulations
DEEP_SIMULATIONS = 2000  # of the moves worth a closer look
EVALUATIONS = 20_000  # of the network, about, for a decision; with add-ons a simulation needs many
CANDIDATES = 3  # moves worth a closer look, besides the one that was played
SEED = 1


@dataclass(frozen=True)
class Opinion:
    """`expected`: the final total with good play; `error`: the standard error of that."""

    move: str
    expected: float
    error: float

    def doubted(self, doubt: float) -> Opinion:
        """With the error that all moves of a round share; what is certain stays certain."""
        return replace(self, error=math.hypot(self.error, doubt)) if self.error else self


def opinions(
    view: View, learned: LearnedValue, played: str = "", simulations: int = DEEP_SIMULATIONS
) -> list[Opinion]:
    """The moves worth a closer look, and always `played`; the best one first."""
    search = tree_search(view, learned)
    rng = Generator(SEED)
    moves = len(view.moves)
    shallow = min(SHALLOW_SIMULATIONS, simulations, SHALLOW_SIMULATIONS * SHALLOW_MOVES // moves)
    max_nodes = moves * shallow + (CANDIDATES + 1) * simulations + 1
    search.begin(view.sheet, known_pile(view), known_cards(view), max_nodes)
    for edge in range(moves):
        search.run(shallow, rng, edge)
    chosen = candidates(view, [(move, mean) for move, mean, _ in search.root_moves()], played)
    more = affordable(search.evaluations(), moves * shallow, len(chosen))
    for edge in chosen:
        search.run(min(simulations - shallow, more), rng, edge)
    searched = search.root_moves()
    found = [
        Opinion(format_move(view.city, move), mean + view.handicap, error)
        for move, mean, error in (searched[edge] for edge in chosen)
    ]
    return sorted(found, key=lambda opinion: -opinion.expected)


def affordable(evaluations: int, simulations: int, moves: int) -> int:
    """How many more simulations each of the moves may get, if they cost as much as those so far."""
    if not evaluations:
        return DEEP_SIMULATIONS
    return max(round((EVALUATIONS - evaluations) * simulations / (evaluations * moves)), SHALLOW_SIMULATIONS)


def candidates(view: View, shallow: list[tuple[int, float]], played: str) -> list[int]:
    """The edges of the best moves and of the one that was played."""
    order = sorted(range(len(shallow)), key=lambda edge: -shallow[edge][1])
    own = [edge for edge in order[CANDIDATES:] if format_move(view.city, shallow[edge][0]) == played]
    return order[:CANDIDATES] + own
