"""Encodes a View as arrays; nothing but the View goes into an observation."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fulgence.env.observer import Observer
from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.pile import Pile
from fulgence.rules.view import View

Row = NDArray[np.int8]
Numbers = NDArray[Any]
Observation = dict[str, Numbers]


class ObservationEncoder:
    """For all games of a city with the same add-ons."""

    def __init__(self, city: City, addons: Sequence[str], normalize: bool = False) -> None:
        """`normalize`: observations are float32 from 0 to 1."""
        self.city = city
        self.observer = Observer(city, addons)
        self.moves = len(city.move_names)
        self.normalize = normalize
        self.scale = np.array(self.observer.scale, np.float32)

    def space(self) -> spaces.Dict:
        highest = np.array(self.observer.highest, np.int8)
        row: spaces.Box[Any] = spaces.Box(np.zeros_like(highest), highest, dtype=np.int8)
        if self.normalize:
            row = spaces.Box(0, 1, highest.shape, np.float32)
        return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (self.moves,), np.int8)})

    def observation(self, view: View) -> Observation:
        return {"observation": self.scaled(self.row(view)), "action_mask": self.mask(view)}

    def scaled(self, rows: Row) -> Numbers:
        """Rows as they are, or normalized: every number divided by its scale."""
        return np.minimum(rows / self.scale, 1) if self.normalize else rows

    def row(self, view: View) -> Row:
        row = array("b", bytes(self.observer.size))
        numbers = self.city.card_numbers
        remaining = sum(1 << numbers[card] for card in view.remaining)
        next_card = numbers[view.next_card] if view.next_card else kinds.NO_CARD
        self.observer.write(view.sheet, shown_pile(view), remaining, next_card, row, 0)
        return np.frombuffer(row, np.int8)

    def mask(self, view: View) -> Row:
        """Ones for the legal moves; for a seat that is done only `pass`, which means waiting."""
        mask = np.zeros(self.moves, np.int8)
        if not view.is_over:
            mask[[kinds.PASS, *view.sheet.legal_moves()]] = 1
        return mask

    def fields(self, row: Numbers) -> dict[str, Numbers]:
        """Split the last axis of one or many observations into named, shaped arrays."""
        before = row.shape[:-1]
        shapes = self.observer.shapes
        return {
            name: row[..., first:end].reshape(*before, *shapes[name])
            for name, (first, end) in self.observer.fields.items()
        }


def shown_pile(view: View) -> Pile:
    """The cards of this round shown so far, as a pile that is used up."""
    turns = () if view.is_over else (*view.played, view.cards)
    numbers = [view.city.card_numbers[card] for cards in turns for card in cards]
    pile = Pile(view.city.tables, numbers)
    for _ in turns:
        pile.flip()
    return pile
