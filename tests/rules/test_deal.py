"""A deal with other cards first is a deal that could have been dealt."""

from __future__ import annotations

import random

import pytest

from fulgence.rules.cityfile.city_reader import city_names, load_city
from fulgence.rules.deal import Deal, deal, rearranged
from fulgence.rules.errors import BadDeal
from fulgence.rules.generator import Generator


def dealt(city: str, seed: int) -> Deal:
    found = load_city(city)
    return deal(found, tuple(found.addons), 1, Generator(seed))


def flat(made: Deal, number: int, turns: int) -> list[str]:
    return [card for cards in made.turns[number][:turns] for card in cards]


@pytest.mark.parametrize("city", city_names())
def test_any_card_that_can_still_come_may_come_next(city: str) -> None:
    rng = random.Random(3)
    for seed in range(60):
        made = dealt(city, seed)
        number = seed % 4
        for turn in range(len(made.turns[number])):
            before = flat(made, number, turn)
            card = rng.choice([card.name for card in made.city.cards if card.name not in before])
            cards = [*[()] * number, (*before, card)]
            other = rearranged(made, cards)
            assert flat(other, number, turn) == before
            assert other.turns[number][turn][0] == card
            assert other.rounds[:number] == made.rounds[:number]
            assert other.rounds[number + 1 :] == made.rounds[number + 1 :]
            left = [each for each in made.rounds[number] if each not in (*before, card, "switch")]
            assert [each for each in other.rounds[number] if each in left] == left


@pytest.mark.parametrize("city", city_names())
def test_the_cards_as_they_came_change_nothing(city: str) -> None:
    for seed in range(30):
        made = dealt(city, seed)
        assert rearranged(made, []) is made
        for turns in (1, 4):
            same = rearranged(made, [flat(made, number, turns) for number in range(4)])
            assert same.turns == made.turns


def test_a_card_that_is_gone_cannot_come_again() -> None:
    made = dealt("toy", 1)
    card = made.rounds[2][0]
    with pytest.raises(BadDeal, match=f"no card {card} is left in the pile of round 3"):
        rearranged(made, [(), (), (card, card)])
    with pytest.raises(BadDeal, match="no card nonsense is left"):
        rearranged(made, [("nonsense",)])
