"""The pile as far as a seat knows it, for searches."""

from __future__ import annotations

from fulgence.rules.pile import Pile
from fulgence.rules.view import View


def known_pile(view: View) -> Pile:
    """The cards flipped in this round; below them the rest, in an arbitrary order."""
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
    """How many of the next cards are visible."""
    return 1 if view.next_card else 0
