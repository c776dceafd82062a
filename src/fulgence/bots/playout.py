"""Whole games on one sheet, played by the simple bots in compiled code."""

from __future__ import annotations

from fulgence.bots import gain, levels
from fulgence.rules import bits, chance, kinds, score, sheet, tables


def greedy_move(page: sheet.Sheet, gains: gain.Gains, luck: chance.Generator) -> int:
    """The move after which the sheet is worth most, ties by chance; pass only if it is better."""
    gains.look(page)
    return best_gain(page, gains, luck, page.count_moves())


def best_gain(page: sheet.Sheet, gains: gain.Gains, luck: chance.Generator, number: int) -> int:
    """The same, with gains that have looked and `number` moves that were just counted."""
    best = kinds.PASS
    highest = -1
    ties = 0
    sources = page.wide_sources
    ends = 0
    start = 0
    i = 0
    for place in range(number):
        if page.permit == kinds.CIRCLE_STATION:
            move = page.move_at(place)
        else:  # the same moves in the same order, without counting each time
            while not ends:
                start = bits.lowest(sources)
                sources &= sources - 1
                ends = page.reaches[i]
                i += 1
            move = gains.city.move_to[start * 64 + bits.lowest(ends)]
            ends &= ends - 1
        value = gains.of(page, move)
        if value > highest:
            highest = value
            best = move
            ties = 1
        elif value == highest and highest >= 0:
            ties += 1
            if luck.below(ties) == 0:
                best = move
    return best


def greedy_turn(page: sheet.Sheet, gains: gain.Gains, luck: chance.Generator) -> None:
    """All decisions of a turn, with gains that have followed the line so far."""
    while page.permit:
        move = kinds.PASS
        number = page.count_moves()
        if number:
            gains.look_at_card(page)
            move = best_gain(page, gains, luck, number)
        page.play(move)
        gains.follow(page, move)


def random_game(page: sheet.Sheet, pile: chance.Pile, luck: chance.Generator) -> int:
    """Play from the start of a round to the end of the game; the total."""
    while page.round < kinds.ROUNDS:
        pile.shuffle(luck)
        while not pile.last:
            pile.flip()
            page.begin_turn(pile.card, pile.switched)
            while page.permit:
                page.play(page.random_move(luck))
        page.end_round()
    return score.total(page)


def greedy_game(
    page: sheet.Sheet, gains: gain.Gains, pile: chance.Pile, cards: chance.Generator, luck: chance.Generator
) -> int:
    """Play from the start of a round to the end of the game, with piles shuffled by `cards`; the total."""
    while page.round < kinds.ROUNDS:
        pile.shuffle(cards)
        gains.look(page)
        while not pile.last:
            pile.flip()
            page.begin_turn(pile.card, pile.switched)
            greedy_turn(page, gains, luck)
        page.end_round()
    return score.total(page)


def rest_of_game(
    page: sheet.Sheet,
    gains: gain.Gains,
    pile: chance.Pile,
    fresh: chance.Pile,
    cards: chance.Generator,
    luck: chance.Generator,
) -> int:
    """Play greedily from the middle of a turn, with this pile and then shuffled `fresh` ones; the total."""
    gains.look(page)
    while True:
        greedy_turn(page, gains, luck)
        if pile.last:
            break
        pile.flip()
        page.begin_turn(pile.card, pile.switched)
    page.end_round()
    return greedy_game(page, gains, fresh, cards, luck)


def games(terms: tables.Terms, level: int, number: int, luck: chance.Generator) -> int:
    """The sum of the totals of many games, each with its own order of pencils and piles."""
    blank = sheet.Sheet(terms)
    page = sheet.Sheet(terms)
    gains = gain.Gains(terms)
    pile = chance.Pile(terms.tables)
    points = 0
    for _ in range(number):
        terms.shuffle_pencils(luck.below(24))
        page.copy_from(blank)
        page.begin_round()
        if level == levels.RANDOM:
            points += random_game(page, pile, luck)
        else:
            points += greedy_game(page, gains, pile, luck, luck)
    return points
