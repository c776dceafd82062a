"""Whole games on one sheet, played by the simple bots in compiled code."""

from __future__ import annotations

from fulgence.bots import levels
from fulgence.rules import chance, kinds, score, sheet, tables


def greedy_move(page: sheet.Sheet, trial: sheet.Sheet, luck: chance.Generator) -> int:
    """The move after which the sheet is worth most, ties by chance; pass only if it is better.

    `trial` is a sheet of the same terms to try moves on.
    """
    best = kinds.PASS
    highest = score.total(page)
    ties = 0
    for place in range(page.count_moves()):
        move = page.move_at(place)
        trial.copy_from(page)
        trial.play(move)
        value = score.total(trial)
        if value > highest or (value == highest and ties == 0):
            highest = value
            best = move
            ties = 1
        elif value == highest:
            ties += 1
            if luck.below(ties) == 0:
                best = move
    return best


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


def greedy_game(page: sheet.Sheet, trial: sheet.Sheet, pile: chance.Pile, luck: chance.Generator) -> int:
    """Play from the start of a round to the end of the game; the total."""
    while page.round < kinds.ROUNDS:
        pile.shuffle(luck)
        while not pile.last:
            pile.flip()
            page.begin_turn(pile.card, pile.switched)
            while page.permit:
                page.play(greedy_move(page, trial, luck))
        page.end_round()
    return score.total(page)


def games(terms: tables.Terms, level: int, number: int, luck: chance.Generator) -> int:
    """The sum of the totals of many games, each with its own order of pencils and piles."""
    blank = sheet.Sheet(terms)
    page = sheet.Sheet(terms)
    trial = sheet.Sheet(terms)
    pile = chance.Pile(terms.tables)
    points = 0
    for _ in range(number):
        terms.shuffle_pencils(luck.below(24))
        page.copy_from(blank)
        page.begin_round()
        if level == levels.RANDOM:
            points += random_game(page, pile, luck)
        else:
            points += greedy_game(page, trial, pile, luck)
    return points
