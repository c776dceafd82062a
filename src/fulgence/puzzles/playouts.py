"""What moves are worth in play: each is played on to the end of the game, all of them with the same cards.

A search values positions by the network, so whatever the network is wrong about in one of them looks like a
gap between two moves. Totals of whole games have no such error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from fulgence.bots.network.make_evaluator import make_evaluator
from fulgence.bots.network.weights import LearnedValue
from fulgence.bots.value_player import ValuePlayer
from fulgence.puzzles.puzzle import Value
from fulgence.rules import kinds
from fulgence.rules.deal import shuffled, with_switch_again
from fulgence.rules.deal_checks import REPEAT_SWITCH
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.score import total
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View

DECIMALS = 2


def played_values(
    view: View, moves: Sequence[str], learned: LearnedValue, futures: int, rng: Generator
) -> tuple[Value, ...]:
    """The moves by their mean total, the best one first, each with the standard error of its distance to the
    best one. The value network plays, which must be trained; the cards are the same for all moves."""
    assert learned.network is not None
    player = value_player(view, learned)
    totals: dict[str, list[int]] = {move: [] for move in moves}
    for _ in range(futures):
        piles = future_piles(view, rng)
        for move in moves:
            sheet = view.sheet.copy()
            sheet.play(view.city.moves[move])
            totals[move].append(played_on(sheet, view, piles, player) + view.handicap)
    order = sorted(moves, key=lambda move: (-sum(totals[move]), move))
    best = totals[order[0]]
    return tuple(
        Value(
            move,
            round(fmean(totals[move]), DECIMALS),
            round(distance_error(best, totals[move]), DECIMALS),
        )
        for move in order
    )


def value_player(view: View, learned: LearnedValue) -> ValuePlayer:
    assert learned.network is not None
    return ValuePlayer(view.sheet.terms, make_evaluator(view.sheet.terms, learned.network))


def distance_error(best: Sequence[int], other: Sequence[int]) -> float:
    differences = [one - two for one, two in zip(best, other, strict=True)]
    return stdev(differences) / math.sqrt(len(differences))


def future_piles(view: View, rng: Generator) -> list[list[int]]:
    """The piles from this round on, with the cards that nobody has seen in random order."""
    shown = [card for cards in (*view.played, view.cards) for card in cards]
    unseen = shuffled(rng, [card for card in view.remaining if card != view.next_card])
    current = [*shown, *([view.next_card] if view.next_card else []), *unseen]
    piles = [repeated(view, view.round, current, rng) if kinds.SWITCH_CARD not in shown else current]
    for number in range(view.round + 1, kinds.ROUNDS):
        pile = shuffled(rng, [card.name for card in view.city.cards])
        piles.append(repeated(view, number, pile, rng))
    return [[view.city.card_numbers[card] for card in pile] for pile in piles]


def repeated(view: View, number: int, pile: list[str], rng: Generator) -> list[str]:
    """With the switch once more in a round in which it returns."""
    returns = view.acceleration and view.acceleration[number] == REPEAT_SWITCH
    return with_switch_again(view.city, pile, rng) if returns else pile


def played_on(sheet: Sheet, view: View, piles: Sequence[Sequence[int]], player: ValuePlayer) -> int:
    """The total of the game with these piles."""
    pile = Pile(view.city.tables, piles[0])
    for _ in (*view.played, view.cards):
        pile.flip()
    while True:
        while sheet.permit != kinds.TURN_OVER:
            sheet.play(player.choose(sheet, pile))
        if pile.last:
            sheet.end_round()
            if sheet.round == kinds.ROUNDS:
                return total(sheet)
            pile = Pile(view.city.tables, piles[sheet.round - view.round])
        pile.flip()
        sheet.begin_turn(pile.card, pile.switched)
