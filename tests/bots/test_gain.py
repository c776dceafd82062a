"""What a move adds at once is what the score says after it."""

from __future__ import annotations

import pytest

from fulgence.bots.gain import Gains
from fulgence.rules import score
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from random_games import SAMPLER

TABLES = [
    ("london", ()),
    ("london", ("objectives", "powers", "gates")),
    ("london", ("powers",)),
    ("paris", ()),
    ("paris", ("powers", "gates")),
    ("berlin", ()),
    ("berlin", ("objectives", "acceleration")),
    ("toy", ()),
    (SAMPLER, ()),
    (SAMPLER, ("objectives", "powers", "gates", "acceleration")),
]


@pytest.mark.parametrize(("city", "addons"), TABLES)
def test_a_gain_is_the_difference_of_two_totals(city: str, addons: tuple[str, ...]) -> None:
    rng = Generator(1)
    seen = 0
    for _ in range(12):
        game = Game(deal(load_city(city), addons, 1, rng))
        gains = Gains(game.deal.terms(0))
        follower = Gains(game.deal.terms(0))
        looked = -1
        while not game.is_over:
            while not game.is_done(0):
                page = game.sheets[0]
                if page.round == looked and rng.draw(2):
                    gains.refresh_lines(page)
                else:
                    gains.set_sheet(page)
                if page.round != looked:
                    follower.set_sheet(page)
                follower.refresh_card(page)
                looked = page.round
                total = score.total(page)
                assert gains.of(page, 0) == 0
                moves = page.legal_moves()
                for move in moves:
                    assert gains.of(page, move) == score.total(page.after(move)) - total
                    assert follower.of(page, move) == gains.of(page, move)
                    seen += 1
                names = game.view(0).moves
                name = names[rng.draw(len(names))]
                game.play(0, name)
                if not game.is_over and page.round == looked:
                    follower.update(page, game.city.moves[name])
            game.flip()
    assert seen > 500
