"""What if: a recorded game with other moves of a seat, or with other cards."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules.deal import rearranged
from fulgence.rules.errors import IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.kinds import SWITCH_CARD
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, play_turn
from fulgence.rules.view import View

Turns = Sequence[Sequence[str]]


class WhatIf:
    """The game after the given moves of the seat, by turn; the last turn may be unfinished.

    `[["c2-b1"], []]` is the second turn before its first move. The other seats play as recorded until the
    first card that differs; then they pass.
    """

    def __init__(self, record: Record, seat: int, moves: Turns, cards: Turns = ()) -> None:
        """`cards`: by round, those that come first. Raises a FulgenceError if that is impossible."""
        self.record = record
        self.seat = seat
        self.game = Game(rearranged(record.deal, cards), record.names)
        self.before: tuple[View, str] | None = None  # the last decision of this turn, and what was played
        self._could_come = self._whole_pile()
        self._same = self._same_turns()
        for number, turn in enumerate(moves):
            if number:
                self._flip(number - 1)
            for move in turn:
                self._play(move)

    @property
    def is_done(self) -> bool:
        """Whether the seat has no decision left in this turn."""
        return self.game.is_over or self.game.is_done(self.seat)

    @property
    def instead(self) -> list[tuple[str, ...]]:
        """For each card of this turn what could have come in its place, including itself."""
        first, *more = self.game.cards or ("",)
        after = tuple(card for card in self._could_come if card != SWITCH_CARD)
        return [self._could_come, *[after] * len(more)] if first else []

    def _whole_pile(self) -> tuple[str, ...]:
        return tuple(card.name for card in self.game.city.cards)

    def _same_turns(self) -> int:
        """How many turns have the cards of the record."""
        old, new = (
            [(number, cards) for number, turns in enumerate(deal.turns) for cards in turns]
            for deal in (self.record.deal, self.game.deal)
        )
        pairs = enumerate(zip(old, new, strict=False))
        return next((n for n, (one, other) in pairs if one != other), min(len(old), len(new)))

    def _play(self, move: str) -> None:
        if self.game.is_over:
            raise IllegalMove(Message("the game is over"))
        view = self.game.view(self.seat)
        self.game.play(self.seat, move)
        self.before = view, move

    def _flip(self, turn: int) -> None:
        if not self.is_done:
            raise IllegalMove(Message("there is still something to decide in this turn"))
        number, left = self.game.round, self.game.remaining_cards()
        play_turn(self.game, [] if self.game.is_over else self._turn_of_others(turn))
        self._could_come = left if self.game.round == number else self._whole_pile()
        self.before = None

    def _turn_of_others(self, turn: int) -> list[Sequence[str]]:
        """Moves by seat; this one has made its own already."""
        return [
            moves[turn] if seat != self.seat and turn < min(self._same, len(moves)) else ()
            for seat, moves in enumerate(self.record.moves)
        ]
