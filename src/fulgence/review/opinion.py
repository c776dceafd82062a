"""What the strongest bot thinks of a decision: what every move is worth, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from fulgence.bots.bot import search_for
from fulgence.bots.known import known_cards, known_pile
from fulgence.rules.chance import Generator
from fulgence.rules.notation import format_move
from fulgence.rules.view import View

SIFTED = 60  # simulations of every move
SIFTED_MOVES = 20  # if there are more moves, each has fewer
WEIGHED = 2000  # and of those that are worth a closer look
LOOKS = 20_000  # at sheets, that a decision may take about; with add-ons a simulation has many
CLOSER = 3  # so many moves besides the one that was played
SEED = 1


@dataclass(frozen=True)
class Opinion:
    """`expected`: the total at the end if both play on well; `error`: the standard error of that."""

    move: str
    expected: float
    error: float

    def doubted(self, doubt: float) -> Opinion:
        """With an error that all moves of a round have in common; what is certain stays so."""
        return replace(self, error=math.hypot(self.error, doubt)) if self.error else self


def opinions(view: View, played: str = "", weighed: int = WEIGHED) -> list[Opinion]:
    """The moves worth a closer look, and `played` in any case; the best one first."""
    search = search_for(view)
    luck = Generator(SEED)
    moves = len(view.moves)
    sifted = min(SIFTED, weighed, SIFTED * SIFTED_MOVES // moves)
    search.begin(view.sheet, known_pile(view), known_cards(view), moves * sifted + (CLOSER + 1) * weighed + 1)
    for edge in range(moves):
        search.run(sifted, luck, edge)
    chosen = closer_look(view, [(move, mean) for move, mean, _ in search.listed()], played)
    more = affordable(search.looks(), moves * sifted, len(chosen))
    for edge in chosen:
        search.run(min(weighed - sifted, more), luck, edge)
    listed = search.listed()
    found = [
        Opinion(format_move(view.city, move), mean + view.handicap, error)
        for move, mean, error in (listed[edge] for edge in chosen)
    ]
    return sorted(found, key=lambda opinion: -opinion.expected)


def affordable(looks: int, simulations: int, moves: int) -> int:
    """How many simulations more each of the moves may have, if they look at as much as those so far."""
    if not looks:
        return WEIGHED
    return max(round((LOOKS - looks) * simulations / (looks * moves)), SIFTED)


def closer_look(view: View, sifted: list[tuple[int, float]], played: str) -> list[int]:
    """The edges of the best moves and of the one that was played."""
    order = sorted(range(len(sifted)), key=lambda edge: -sifted[edge][1])
    own = [edge for edge in order[CLOSER:] if format_move(view.city, sifted[edge][0]) == played]
    return order[:CLOSER] + own
