"""A sheet played turn by turn: `driver = SheetDriver("london", "green"); driver.flip("S:circle")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fulgence.rules import kinds, score
from fulgence.rules.city_tables import Terms
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.errors import IllegalMove
from fulgence.rules.illegal import why_not
from fulgence.rules.score_pad import ScorePad, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_move, parse_move
from fulgence.rules.turn import begin_turn
from fulgence.rules.view import PERMITS


class SheetDriver:
    """A sheet with its city, driven by the texts that records use."""

    def __init__(
        self,
        city: str,
        *pencils: str,
        powers: Mapping[str, str] | None = None,
        gates: Mapping[str, str] | None = None,
        acceleration: Sequence[str] = (),
        objectives: Sequence[str] = (),
    ) -> None:
        self.city = load_city(city)
        self.pencils = [*pencils, *(p for p in self.city.pencils if p not in pencils)]
        dealt = {pencil: kinds.POWERS.index(power) + 1 for pencil, power in (powers or {}).items()}
        bonus = {cell: kinds.GATES.index(gate) + 1 for cell, gate in (gates or {}).items()}
        rounds = [kinds.ACCELERATIONS.index(name) + 1 if name else 0 for name in acceleration]
        names = [card.name for card in self.city.objectives]
        self.sheet = Sheet(
            Terms(
                self.city.tables,
                [self.city.pencils.index(pencil) for pencil in self.pencils],
                [dealt.get(pencil, 0) for pencil in self.city.pencils],
                [bonus.get(cell, 0) for cell in self.city.cells],
                (rounds + [0] * kinds.ROUNDS)[: kinds.ROUNDS],
                sum(1 << names.index(name) for name in objectives),
            )
        )

    def flip(self, *cards: str) -> list[str]:
        """Begin a turn with a card, or with the switch and a card; the legal moves."""
        assert self.sheet.permit == kinds.TURN_OVER, "the turn before is not finished"
        begin_turn(self.city, self.sheet, cards)
        return self.legal

    @property
    def legal(self) -> list[str]:
        return sorted(format_move(self.city, move) for move in self.sheet.legal_moves())

    @property
    def permit(self) -> str:
        return PERMITS[self.sheet.permit]

    def draw(self, *moves: str) -> None:
        """Play moves of the current turn."""
        for text in moves:
            move = parse_move(self.city, text)
            if self.sheet.permit == kinds.TURN_OVER or (move and text not in self.legal):
                raise IllegalMove(f"{text}: {why_not(self.city, self.sheet, move)}")
            self.sheet.play(move)

    def turn(self, cards: str, *moves: str) -> None:
        """A whole turn: `turn("switch U:circle", "d3-a3")`; decisions left over are passed."""
        self.flip(*cards.split())
        self.draw(*moves)
        while self.sheet.permit != kinds.TURN_OVER:
            self.sheet.play(kinds.PASS)

    def next_round(self) -> None:
        self.sheet.end_round()

    def pad(self) -> ScorePad:
        return score_pad(self.sheet, self.pencils)

    @property
    def total(self) -> int:
        return score.total(self.sheet)
