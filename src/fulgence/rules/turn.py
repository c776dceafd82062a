"""Begins a turn with the cards as deals and records write them."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules.city import City
from fulgence.rules.sheet import Sheet


def begin_turn(city: City, sheet: Sheet, cards: Sequence[str]) -> None:
    """`cards`: one card, or the switch and the card flipped with it."""
    sheet.begin_turn(city.card_numbers[cards[-1]], len(cards) - 1)
