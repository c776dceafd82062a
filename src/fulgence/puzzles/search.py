"""A first look at a decision: the search's value of every move, and the moves that are greedy."""

from __future__ import annotations

from fulgence.bots.bot import tree_search
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.bots.network.weights import LearnedValue
from fulgence.puzzles.puzzle import Value
from fulgence.rules.generator import Generator
from fulgence.rules.score import total
from fulgence.rules.text.notation import format_move
from fulgence.rules.view import View

DECIMALS = 2


def move_values(view: View, learned: LearnedValue, simulations: int, seed: int) -> tuple[Value, ...]:
    """All legal moves, the best one first. Every move gets the same number of simulations, and the same
    random numbers: luck that favours one of them favours all."""
    search = tree_search(view, learned)
    moves = len(view.moves)
    search.begin(view.sheet, known_pile(view), known_cards(view), moves * simulations + 2)
    for edge in range(moves):
        search.run(simulations, Generator(seed), edge)
    found = [
        Value(
            format_move(view.city, move),
            round(mean + view.handicap, DECIMALS),
            round(error, DECIMALS),
        )
        for move, mean, error in search.root_moves()
    ]
    return tuple(sorted(found, key=lambda value: (-value.expected, value.move)))


def greedy_moves(view: View) -> set[str]:
    """The moves that add most to the total at once."""
    totals = {move: total(view.sheet.after(view.city.moves[move])) for move in view.moves}
    return {move for move, points in totals.items() if points == max(totals.values())}
