"""The game of one seat in numbers is the game: the same deals, cards, moves and points."""

import pytest

from fulgence.rules import kinds
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.lone import LoneGame
from games import SAMPLER, addon_sets

CASES = [(name, addons) for name in (*city_names(), SAMPLER) for addons in addon_sets(load_city(name))]


def compare(lone: LoneGame, game: Game) -> None:
    """What is shown and what may be drawn."""
    view = game.view(0)
    numbers = game.city.card_numbers
    assert lone.is_over == view.is_over
    assert lone.remaining() == sum(1 << numbers[card] for card in view.remaining)
    assert lone.next_card() == (numbers[view.next_card] if view.next_card else kinds.NO_CARD)
    assert lone.page.legal_moves() == view.sheet.legal_moves()
    assert (lone.page.round, lone.page.permit) == (view.sheet.round, view.sheet.permit)
    if not view.is_over:
        assert (lone.page.card, lone.page.turn) == (numbers[view.cards[-1]], view.turn + 1)


@pytest.mark.parametrize(("name", "addons"), CASES, ids=str)
def test_the_same_generator_gives_the_same_games(name: str, addons: tuple[str, ...]) -> None:
    city = load_city(name)
    luck, chooser = Generator(11), Generator(12)
    lone = LoneGame(city, addons, Generator(11))
    for _ in range(12):
        game = Game(deal(city, addons, 1, luck))
        lone.deal()
        gained = 0
        while not game.is_over:
            compare(lone, game)
            moves = [kinds.PASS, *game.sheets[0].legal_moves()]
            move = moves[chooser.draw(len(moves))]
            game.play(0, city.move_names[move])
            if game.is_done(0):
                game.flip()
            gained += lone.play(move)
        compare(lone, game)
        assert gained == lone.total == game.pads()[0].total
