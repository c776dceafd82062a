"""The game of one seat in numbers is the game: the same deals, cards, moves and points."""

from collections import Counter

import pytest

from fulgence.build import is_compiled
from fulgence.rules import kinds
from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.game import Game
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile
from fulgence.rules.solo_game import SoloGame
from random_games import SAMPLER, addon_sets

CASES = [(name, addons) for name in (*city_names(), SAMPLER) for addons in addon_sets(load_city(name))]


def compare(lone: SoloGame, game: Game) -> None:
    """What is shown and what may be drawn."""
    view = game.view(0)
    numbers = game.city.card_numbers
    assert lone.is_over == view.is_over
    assert lone.remaining() == sum(1 << numbers[card] for card in view.remaining)
    assert lone.next_card() == (numbers[view.next_card] if view.next_card else kinds.NO_CARD)
    assert lone.sheet.legal_moves() == view.sheet.legal_moves()
    assert (lone.sheet.round, lone.sheet.permit) == (view.sheet.round, view.sheet.permit)
    if not view.is_over:
        assert (lone.sheet.card, lone.sheet.turn) == (numbers[view.cards[-1]], view.turn + 1)


@pytest.mark.parametrize(("name", "addons"), CASES, ids=str)
def test_the_same_generator_gives_the_same_games(name: str, addons: tuple[str, ...]) -> None:
    city = load_city(name)
    rng, chooser = Generator(11), Generator(12)
    lone = SoloGame(city, addons, Generator(11))
    for _ in range(12):
        game = Game(deal(city, addons, 1, rng))
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


@pytest.mark.skipif(is_compiled(), reason="compiled, these are functions of C")
@pytest.mark.parametrize("flipped", [0, 3])
def test_a_pile_is_shuffled_evenly(flipped: int) -> None:
    rng = Generator(13)
    places: Counter[tuple[int, int]] = Counter()
    for _ in range(1100):
        pile = Pile(load_city("london").tables)
        pile.position = flipped
        if flipped:
            pile.shuffle_rest(rng)
        else:
            pile.shuffle(rng)
        places.update(enumerate(pile.cards[: pile.size]))
    rest = range(flipped, 11)
    assert sorted(places) == [(n, n) for n in range(flipped)] + [(n, card) for n in rest for card in rest]
    assert all(65 < places[n, card] < 180 for n in rest for card in rest)  # 100 or 137.5 expected
