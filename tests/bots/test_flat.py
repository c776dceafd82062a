"""Flat Monte Carlo: all moves are tried in the same futures, and about as often as was asked for."""

from __future__ import annotations

import pytest

from fulgence.bots.flat import Flat
from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.build import is_compiled
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.text.notation import parse_move
from random_games import random_choice

needs_compiling = pytest.mark.skipif(not is_compiled(), reason="takes long where the rules are not compiled")


def chosen(game: Game, rollouts: int, seed: int = 1) -> Flat:
    view = game.view(0)
    flat = Flat(view.sheet.terms)
    move = flat.choose(view.sheet, known_pile(view), known_cards(view), rollouts, Generator(seed))
    assert move == flat.moves[0]
    return flat


@needs_compiling
def test_moves_to_the_same_sheet_bring_the_same() -> None:
    """In Berlin a section that links two lines can be drawn from either end."""
    rng = Generator(3)
    choose = random_choice(rng)
    seen = 0
    for _ in range(80):
        game = Game(deal(load_city("berlin"), (), 1, rng))
        while not game.is_over:
            while not game.is_done(0):
                view = game.view(0)
                twins = [m for m in view.moves if "-".join(reversed(m.split("-"))) in view.moves]
                twins = [m for m in twins if "-" in m and m.split("-")[0] < m.split("-")[1]]
                if twins:
                    seen += both_bring_the_same(game, twins[0])
                game.play(0, choose(view))
            game.flip()
    assert seen


def both_bring_the_same(game: Game, text: str) -> bool:
    """False if one of the two was dropped earlier and so tried in fewer futures, or boxes another station."""
    there, back = (parse_move(game.city, way) for way in (text, "-".join(reversed(text.split("-")))))
    one, two = game.sheets[0].after(there), game.sheets[0].after(back)
    assert list(one.drawn) == list(two.drawn)
    if one.boxed != two.boxed:
        return False
    flat = chosen(game, 300)
    found = {flat.moves[n]: (flat.tries[n], flat.sums[n]) for n in range(flat.count)}
    if found[there][0] != found[back][0]:
        return False
    assert found[there] == found[back]
    return True


def test_about_as_many_rollouts_as_asked_for() -> None:
    rollouts = 600 if is_compiled() else 60
    rng = Generator(1)
    choose = random_choice(rng)
    game = Game(deal(load_city("toy"), (), 1, rng))
    seen = 0
    while not game.is_over:
        view = game.view(0)
        if game.round == 3 and len(view.moves) > 1:
            flat = chosen(game, rollouts)
            tries = [flat.tries[n] for n in range(flat.count)]
            assert sorted(flat.moves[n] for n in range(flat.count)) == sorted([0, *view.sheet.legal_moves()])
            assert rollouts / 2 < sum(tries) <= rollouts
            assert tries == sorted(tries, reverse=True)
            assert tries[-1] > 0
            seen += 1
        game.play(0, choose(view))
        game.flip()
    assert seen > 1


def test_every_move_is_tried_at_least_once() -> None:
    game = Game(deal(load_city("toy"), (), 1, Generator(5)))
    flat = chosen(game, 1)
    assert flat.count > 2
    assert all(flat.tries[n] > 0 for n in range(flat.count))


def test_the_same_seed_tries_the_same() -> None:
    game = Game(deal(load_city("toy"), (), 1, Generator(5)))
    found = [list(chosen(game, 40, seed).sums) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
