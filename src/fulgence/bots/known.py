"""What a seat knows of the cards, as the pile that searches work with."""

from __future__ import annotations

from fulgence.rules.chance import Pile
from fulgence.rules.view import View


def known_pile(view: View) -> Pile:
    """The round as it was flipped so far; under that, what is left in an order that means nothing."""
    city = view.city
    turns = [*view.played, view.cards]
    rest = list(view.remaining)
    if view.next_card:
        rest.remove(view.next_card)
        rest.insert(0, view.next_card)
    shown = [card for turn in turns for card in turn]
    pile = Pile(city.tables, [city.card_numbers[card] for card in [*shown, *rest]])
    for _ in turns:
        pile.flip()
    return pile


def known_cards(view: View) -> int:
    """How many of the next cards everybody can see."""
    return 1 if view.next_card else 0
