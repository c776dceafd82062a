"""A game on paper: the same cards as at a table, flipped step by step, while everybody draws for themselves.

A game is a row of steps: the setup, every turn of a round, the end of the round, and after the last one the
end of the game. A flip goes one step on, an undo one step back; what everybody sees follows from the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fulgence.rules import kinds
from fulgence.rules.deal import Deal
from fulgence.rules.deal_checks import PLACES, pencil_at
from fulgence.rules.errors import IllegalMove
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.text.record import Record, game_of

SETUP, TURN, ROUND_END, OVER = PHASES = ("setup", "turn", "round-end", "over")


@dataclass(frozen=True)
class Step:
    """`round`: of a round's end the one that is over. `turn`: from 0, in a turn only."""

    phase: str
    round: int = 0
    turn: int = 0


@dataclass(frozen=True)
class Handover:
    """A pencil that changes its place after a round; `giver` and `taker` are seats. At an empty place, which
    keeps a pencil that nobody uses, there is none."""

    pencil: str
    giver: int | None
    taker: int | None


def steps_of(deal: Deal) -> tuple[Step, ...]:
    steps = [Step(SETUP)]
    for number, turns in enumerate(deal.turns):
        steps += [Step(TURN, number, turn) for turn in range(len(turns))]
        is_last = number + 1 == len(deal.turns)
        steps.append(Step(OVER if is_last else ROUND_END, number))
    return tuple(steps)


@dataclass(frozen=True)
class PaperGame:
    """`step`: how many steps were made. Nothing here is about a card that has not been flipped."""

    deal: Deal
    names: tuple[str, ...]
    step: int = 0

    def after(self, step: int) -> PaperGame:
        """One step on or back, or IllegalMove."""
        if abs(step - self.step) != 1:
            raise IllegalMove(Message("cards are flipped, and taken back, one turn at a time"))
        if step < 0:
            raise IllegalMove(Message("there is nothing to take back"))
        if step >= len(self.steps):
            raise IllegalMove(Message("the game is over"))
        return PaperGame(self.deal, self.names, step)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return steps_of(self.deal)

    @property
    def now(self) -> Step:
        return self.steps[self.step]

    @property
    def phase(self) -> str:
        return self.now.phase

    @property
    def round(self) -> int:
        return self.now.round

    @property
    def is_last(self) -> bool:
        return self.step + 1 == len(self.steps)

    @cached_property
    def game(self) -> Game:
        """The game at this turn, on sheets that stay empty: the flips of the rules are the only ones."""
        turns = sum(step.phase == TURN for step in self.steps[: self.step])
        return game_of(Record(self.deal, self.names, ((),) * len(self.names)), turns)

    @property
    def cards(self) -> tuple[str, ...]:
        return self.game.cards if self.phase == TURN else ()

    @property
    def shown(self) -> list[tuple[str, ...]]:
        """The cards of this round so far, by turn."""
        if self.phase == SETUP:
            return []
        turns = self.deal.turns[self.round]
        return list(turns[: self.now.turn + 1] if self.phase == TURN else turns)

    @property
    def remaining(self) -> tuple[str, ...]:
        """What can still come in this round."""
        return self.game.remaining_cards() if self.phase == TURN else ()

    @property
    def next_card(self) -> str | None:
        """Where a bonus makes it visible (R19)."""
        return self.game.next_card() if self.phase == TURN else None

    @property
    def closes_round(self) -> bool:
        """Whether the round ends with this turn."""
        return self.phase == TURN and self.steps[self.step + 1].phase != TURN

    @property
    def bonus(self) -> str:
        """The bonus card of this round; at a round's end that of the next."""
        number = self.coming_round
        return self.deal.acceleration[number] if self.deal.acceleration and number < kinds.ROUNDS else ""

    @property
    def coming_round(self) -> int:
        """The round whose pencils everybody holds now; at the end of the game there is none."""
        return self.round + (self.phase in (ROUND_END, OVER))

    @property
    def controller(self) -> int:
        """The seat that flips: the first one in the first round, then one to the left each round (R21)."""
        return min(self.coming_round, kinds.ROUNDS - 1) % len(self.names)

    @property
    def pencils(self) -> tuple[str, ...]:
        """By seat, of the round that is played or comes next."""
        number = min(self.coming_round, kinds.ROUNDS - 1)
        return tuple(order[number] for order in self.deal.pencils)

    @property
    def unused(self) -> tuple[tuple[int, str], ...]:
        """Pencils at empty places, each with the seat to whose left it lies."""
        if len(self.names) == 1:
            return ()
        at = pencils_at(self.deal, min(self.coming_round, kinds.ROUNDS - 1))
        taken = PLACES[len(self.names)]
        return tuple(
            (max(seat for seat, own in enumerate(taken) if own < place), pencil)
            for place, pencil in enumerate(at)
            if place not in taken
        )

    @property
    def handovers(self) -> tuple[Handover, ...]:
        """Which pencils go from whom to whom at the end of this round."""
        if self.phase != ROUND_END:
            return ()
        if len(self.names) == 1:
            return (Handover(self.pencils[0], None, 0),)
        taken = PLACES[len(self.names)]
        seats = {place: seat for seat, place in enumerate(taken)}
        before = pencils_at(self.deal, self.round)
        return tuple(
            Handover(pencil, seats.get(place), seats.get((place + 1) % len(before)))
            for place, pencil in enumerate(before)
        )


def pencils_at(deal: Deal, number: int) -> Sequence[str]:
    """The pencil at each place of the table in a round, empty places included (R21)."""
    places = len(deal.city.pencils)
    first = [deal.pencils[0][-place % places] for place in range(places)]
    return [pencil_at(first, place, number) for place in range(places)]
