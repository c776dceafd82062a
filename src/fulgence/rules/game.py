"""A game at a table: one deal, a sheet for each seat, and the flip when everybody is done."""

from __future__ import annotations

from collections.abc import Sequence

from fulgence.rules import kinds
from fulgence.rules.deal import Deal
from fulgence.rules.deal_checks import REPEAT_SWITCH
from fulgence.rules.errors import IllegalMove
from fulgence.rules.illegal import why_not
from fulgence.rules.message import Message
from fulgence.rules.score_pad import ScorePad, score_pad, winners
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_move, parse_move
from fulgence.rules.turn import begin_turn
from fulgence.rules.view import View

VISIBLE_CARDS = kinds.ACCELERATIONS[kinds.VISIBLE_CARDS - 1]


class Game:
    """Begins with the first cards face up. Cards are flipped only by `flip`; until then a seat may take
    back its moves of the turn."""

    def __init__(self, deal: Deal, names: Sequence[str] = ()) -> None:
        self.deal = deal
        self.city = deal.city
        seats = len(deal.pencils)
        self.names = tuple(names) or tuple(f"seat {seat + 1}" for seat in range(seats))
        if len(self.names) != seats:
            raise ValueError(f"{len(self.names)} names for {seats} seats")
        self.sheets = [Sheet(deal.terms(seat)) for seat in range(seats)]
        self.moves: list[list[list[int]]] = [[] for _ in range(seats)]  # by seat and turn
        self.round = 0
        self.turn = 0
        self.is_over = False
        self._begin_turn()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards just flipped; none when the game is over."""
        return () if self.is_over else self.deal.turns[self.round][self.turn]

    @property
    def everybody_is_done(self) -> bool:
        return all(self.is_done(seat) for seat in range(len(self.sheets)))

    def is_done(self, seat: int) -> bool:
        """Whether the seat has no decision left in this turn."""
        return self.sheets[seat].permit == kinds.TURN_OVER

    def play(self, seat: int, move: str) -> None:
        """Play a move of the seat's current decision, or raise IllegalMove or BadNotation."""
        number = parse_move(self.city, move)
        sheet = self.sheets[seat]
        if self.is_done(seat) or (number and number not in sheet.legal_moves()):
            reason = why_not(self.city, sheet, number)
            raise IllegalMove(Message("{move}: {reason}", move=move, reason=reason))
        sheet.play(number)
        self.moves[seat][-1].append(number)

    def undo(self, seat: int) -> None:
        """Take back the seat's last move of this turn."""
        if self.is_over or not self.moves[seat][-1]:
            raise IllegalMove(Message("there is nothing to take back in this turn"))
        kept = self.moves[seat][-1][:-1]
        self.sheets[seat] = self._at_flip[seat].copy()
        for move in kept:
            self.sheets[seat].play(move)
        self.moves[seat][-1] = kept

    def flip(self) -> None:
        """Show the cards of the next turn; after the last one the game is over."""
        if self.is_over:
            raise IllegalMove(Message("the game is over"))
        if not self.everybody_is_done:
            raise IllegalMove(Message("not everybody is done with this turn"))
        self.turn += 1
        if self.turn == len(self.deal.turns[self.round]):
            for sheet in self.sheets:
                sheet.end_round()
            self.round += 1
            self.turn = 0
            self.is_over = self.round == kinds.ROUNDS
        if not self.is_over:
            self._begin_turn()

    def _begin_turn(self) -> None:
        for seat, sheet in enumerate(self.sheets):
            begin_turn(self.city, sheet, self.cards)
            self.moves[seat].append([])
        self._at_flip = [sheet.copy() for sheet in self.sheets]

    def view(self, seat: int) -> View:
        deal = self.deal
        sheet = self.sheets[seat].copy()
        return View(
            **deal.public_fields(),
            names=self.names,
            seat=seat,
            round=self.round,
            cards=self.cards,
            played=() if self.is_over else deal.turns[self.round][: self.turn],
            remaining=self.remaining_cards(),
            next_card=self.next_card(),
            done=tuple(self.is_done(other) for other in range(len(self.sheets))),
            is_over=self.is_over,
            sheets=tuple(self.sheet_at_flip(other).copy() for other in range(len(self.sheets))),
            sheet=sheet,
        )

    def sheet_at_flip(self, seat: int) -> Sheet:
        """What the others may see of it; read-only."""
        return self.sheets[seat] if self.is_over else self._at_flip[seat]

    def shown_turns(self) -> list[list[tuple[str, ...]]]:
        """The cards flipped so far, by round and turn."""
        shown = [list(turns) for turns in self.deal.turns[: self.round]]
        if not self.is_over:
            shown.append(list(self.deal.turns[self.round][: self.turn + 1]))
        return shown

    def remaining_cards(self) -> tuple[str, ...]:
        """The cards that can still come, derived from those shown, not from the pile: it must not reveal
        whether the switch returns (R18)."""
        if self.is_over:
            return ()
        turns = self.deal.turns[self.round]
        shown = [card for cards in turns[: self.turn + 1] for card in cards]
        left = [card.name for card in self.city.cards if card.name not in shown]
        repeats = self._acceleration() == REPEAT_SWITCH and self.turn + 1 < len(turns)
        if repeats and shown.count(kinds.SWITCH_CARD) == 1:
            left.append(kinds.SWITCH_CARD)
        return tuple(sorted(left, key=self.city.card_numbers.__getitem__))

    def _acceleration(self) -> str:
        return self.deal.acceleration[self.round] if self.deal.acceleration else ""

    def next_card(self) -> str | None:
        if self.is_over or self._acceleration() != VISIBLE_CARDS:
            return None
        turns = self.deal.turns[self.round]
        return turns[self.turn + 1][0] if self.turn + 1 < len(turns) else None

    def is_last_turn(self, view: View) -> bool:
        """Whether no card comes after those of this view."""
        turns = self.deal.turns
        return view.round + 1 == len(turns) and view.turn + 1 == len(turns[view.round])

    def pads(self) -> list[ScorePad]:
        return [
            score_pad(sheet, self.deal.pencils[seat], self.deal.handicap)
            for seat, sheet in enumerate(self.sheets)
        ]

    def winners(self) -> list[int]:
        return winners(self.pads()) if self.is_over else []

    def move_texts(self, seat: int) -> list[list[str]]:
        """The seat's moves as in a record, without an unfinished turn."""
        finished = self.moves[seat] if self.is_over or self.is_done(seat) else self.moves[seat][:-1]
        return [[format_move(self.city, move) for move in turn] for turn in finished]
