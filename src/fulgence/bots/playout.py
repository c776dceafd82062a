"""Playouts: whole games on one sheet, played randomly or greedily in compiled code."""

from __future__ import annotations

from fulgence.bots.gain import Gains
from fulgence.rules import bits, kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.sheet import Sheet


def greedy_move(sheet: Sheet, gains: Gains, rng: Generator) -> int:
    """The move with the highest gain, ties at random; pass only if it is better."""
    gains.set_sheet(sheet)
    return best_gain(sheet, gains, rng, sheet.count_moves())


def best_gain(sheet: Sheet, gains: Gains, rng: Generator, number: int) -> int:
    """The same, with prepared gains and the `number` of moves just counted."""
    best = kinds.PASS
    highest = -1
    ties = 0
    sources = sheet.wide_sources
    ends = 0
    start = 0
    i = 0
    for place in range(number):
        if sheet.permit == kinds.CIRCLE_STATION:
            move = sheet.move_at(place)
        else:  # the same moves in the same order, without counting each time
            while not ends:
                start = bits.lowest(sources)
                sources &= sources - 1
                ends = sheet.reaches[i]
                i += 1
            move = gains.city.move_to[start * 64 + bits.lowest(ends)]
            ends &= ends - 1
        value = gains.of(sheet, move)
        if value > highest:
            highest = value
            best = move
            ties = 1
        elif value == highest and highest >= 0:
            ties += 1
            if rng.below(ties) == 0:
                best = move
    return best


def greedy_turn(sheet: Sheet, gains: Gains, rng: Generator) -> None:
    """All decisions of a turn, with gains that are up to date."""
    while sheet.permit:
        move = kinds.PASS
        number = sheet.count_moves()
        if number:
            gains.refresh_card(sheet)
            move = best_gain(sheet, gains, rng, number)
        sheet.play(move)
        gains.update(sheet, move)


def random_game(sheet: Sheet, pile: Pile, rng: Generator) -> int:
    """Play from the start of a round to the end of the game; the total."""
    while sheet.round < kinds.ROUNDS:
        pile.shuffle(rng)
        while not pile.last:
            pile.flip()
            sheet.begin_turn(pile.card, pile.switched)
            while sheet.permit:
                sheet.play(sheet.random_move(rng))
        sheet.end_round()
    return score.total(sheet)


def greedy_game(sheet: Sheet, gains: Gains, pile: Pile, cards: Generator, rng: Generator) -> int:
    """Play from the start of a round to the end of the game, with piles shuffled by `cards`; the total."""
    while sheet.round < kinds.ROUNDS:
        pile.shuffle(cards)
        gains.set_sheet(sheet)
        while not pile.last:
            pile.flip()
            sheet.begin_turn(pile.card, pile.switched)
            greedy_turn(sheet, gains, rng)
        sheet.end_round()
    return score.total(sheet)


def rest_of_game(
    sheet: Sheet,
    gains: Gains,
    pile: Pile,
    fresh: Pile,
    cards: Generator,
    rng: Generator,
) -> int:
    """Play greedily from the middle of a turn, with this pile and then shuffled `fresh` ones; the total."""
    gains.set_sheet(sheet)
    while True:
        greedy_turn(sheet, gains, rng)
        if pile.last:
            break
        pile.flip()
        sheet.begin_turn(pile.card, pile.switched)
    sheet.end_round()
    return greedy_game(sheet, gains, fresh, cards, rng)


def random_games(terms: Terms, number: int, rng: Generator) -> int:
    """The sum of the totals of many games, each with its own order of pencils and piles."""
    blank = Sheet(terms)
    sheet = Sheet(terms)
    pile = Pile(terms.tables)
    points = 0
    for _ in range(number):
        begin_game(sheet, blank, terms, rng)
        points += random_game(sheet, pile, rng)
    return points


def greedy_games(terms: Terms, number: int, rng: Generator) -> int:
    """As `random_games`, played greedily."""
    blank = Sheet(terms)
    sheet = Sheet(terms)
    gains = Gains(terms)
    pile = Pile(terms.tables)
    points = 0
    for _ in range(number):
        begin_game(sheet, blank, terms, rng)
        points += greedy_game(sheet, gains, pile, rng, rng)
    return points


def begin_game(sheet: Sheet, blank: Sheet, terms: Terms, rng: Generator) -> None:
    terms.shuffle_pencils(rng.below(24))
    sheet.copy_from(blank)
    sheet.begin_round()
