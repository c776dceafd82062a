"""What a seat knows of the pile: all that was flipped, nothing of the order of the rest."""

from __future__ import annotations

import pytest

from fulgence.bots.known_pile import known_cards, known_pile
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.deal_checks import REPEAT_SWITCH
from fulgence.rules.game import VISIBLE_CARDS, Game
from fulgence.rules.generator import Generator
from fulgence.rules.pile import Pile, turns
from random_games import SAMPLER

CITIES = ["london", "paris", "berlin", "toy", SAMPLER]


def rest_of(pile: Pile, switch: int) -> list[int]:
    """All cards under those flipped, from the top. The pile is used up."""
    cards: list[int] = []
    start = pile.position
    while pile.position < pile.size:
        place = pile.position
        pile.flip()
        cards += [switch, pile.card] if pile.position - place == 2 else [pile.card]
    return cards[: pile.size - start]  # a switch at the bottom turns up nothing


def games(city: str, number: int) -> list[Game]:
    rng = Generator(2)
    addons = tuple(load_city(city).addons)
    return [Game(deal(load_city(city), addons if n % 2 else (), 1, rng)) for n in range(number)]


@pytest.mark.parametrize("city", CITIES)
def test_the_known_pile_has_what_was_flipped_and_what_can_come(city: str) -> None:
    seen = {"repeat": 0, "visible": 0, "last": 0}
    for game in games(city, 16):
        numbers = game.city.card_numbers
        switch = game.city.tables.switch
        while not game.is_over:
            view = game.view(0)
            made = game.deal.turns[game.round]
            shown = [card for turn in made[: game.turn + 1] for card in turn]
            bonus = game.deal.acceleration[game.round] if game.deal.acceleration else ""
            pile = known_pile(view)
            assert pile.card == numbers[view.cards[-1]]
            assert pile.switched == len(view.cards) - 1
            assert pile.position == len(shown)
            is_last = game.turn + 1 == len(made)
            assert pile.last == is_last
            seen["last"] += is_last
            left = [numbers[name] for name in game.deal.rounds[game.round][len(shown) :]]
            if bonus == REPEAT_SWITCH and left.count(switch) == 2:
                left.remove(switch)  # it does not show that it will come back
            if bonus == REPEAT_SWITCH and "switch" in shown and switch in left:
                seen["repeat"] += 1
            if bonus == VISIBLE_CARDS and not is_last:
                seen["visible"] += 1
                assert known_cards(view) == 1
                first, *rest = rest_of(known_pile(view), switch)
                assert first == left[0] == numbers[made[game.turn + 1][0]]
                assert rest == sorted(rest)
            else:
                assert known_cards(view) == 0
            order = rest_of(known_pile(view), switch)
            if not is_last:
                assert sorted(order) == sorted(left)
            flips = 0
            while not pile.last:
                pile.flip()
                flips += 1
            whole = [*(numbers[card] for card in shown), *order]
            assert game.turn + 1 + flips == len(turns(game.city.tables, whole))
            while not game.is_done(0):
                game.play(0, "pass")
            game.flip()
    assert seen["last"] == 64
    if "acceleration" in load_city(city).addons:
        assert seen["repeat"] > 1 and seen["visible"] > 1


@pytest.mark.parametrize("city", CITIES)
def test_the_order_of_the_known_pile_tells_nothing(city: str) -> None:
    for game in games(city, 6):
        switch = game.city.tables.switch
        while not game.is_over:
            view = game.view(0)
            if view.next_card is None:
                order = rest_of(known_pile(view), switch)
                assert order == sorted(order)
            while not game.is_done(0):
                game.play(0, "pass")
            game.flip()
