"""What one seat may know, built from an allow-list: the pile is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.city_tables import Terms
from fulgence.rules.public_deal import PublicDeal
from fulgence.rules.score_pad import ScorePad, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.turn import begin_turn

PERMITS = (
    "turn-over",
    "card",
    "tour",
    "double-switch",
    "switch-and-free-entry",
    "double-free-entry",
    "double-free-entry-again",
    "double-station",
    "second-section",
)


Turns = Sequence[Sequence[Sequence[str]]]  # by round and turn: the cards shown, or the moves played


@dataclass(frozen=True, kw_only=True)
class View(PublicDeal):
    """Sheets are the view's own copies; the others' are as of the last flip."""

    names: tuple[str, ...]
    seat: int
    round: int
    cards: tuple[str, ...]  # of this turn
    played: tuple[tuple[str, ...], ...]  # of the earlier turns of this round
    remaining: tuple[str, ...]  # still in the pile, in the order of the city file
    next_card: str | None  # with Visible Cards only (R19)
    done: tuple[bool, ...]
    is_over: bool
    sheets: tuple[Sheet, ...]
    sheet: Sheet

    @property
    def turn(self) -> int:
        return len(self.played)

    @property
    def pencil(self) -> str:
        return self.pencils[self.seat][min(self.round, kinds.ROUNDS - 1)]

    @property
    def is_last_turn(self) -> bool:
        """Whether the cards shown close the round: everybody can count them."""
        shown = [name.partition(":")[0] for cards in (*self.played, self.cards) for name in cards]
        return any(shown.count(prefix) >= last for prefix, last in self.city.closing.items())

    @property
    def permit(self) -> str:
        """The permit of the current decision."""
        return PERMITS[self.sheet.permit]

    @cached_property
    def moves(self) -> tuple[str, ...]:
        return move_texts(self.city, self.sheet)

    def pad(self, seat: int | None = None) -> ScorePad:
        """The score pad of this seat as it is now, or of another as of the last flip."""
        if seat is None or seat == self.seat:
            return score_pad(self.sheet, self.pencils[self.seat], self.handicap)
        return score_pad(self.sheets[seat], self.pencils[seat], self.handicap)


def move_texts(city: City, sheet: Sheet) -> tuple[str, ...]:
    """The legal moves of the decision, sorted, `pass` last; empty when the seat is done."""
    if sheet.permit == kinds.TURN_OVER:
        return ()
    names = city.move_names
    return (*sorted([names[move] for move in sheet.legal_moves()]), "pass")


def view_of(
    public: PublicDeal,
    *,
    seat: int,
    names: Sequence[str],
    turns: Turns,
    moves: Sequence[Turns],
    remaining: Sequence[str],
    next_card: str | None,
    done: Sequence[bool],
    is_over: bool,
) -> View:
    """The view of a seat rebuilt from the cards and moves it has seen.

    Moves of other seats in the current turn are ignored."""
    sheets = [
        sheet_of(public.city, public.terms(other), turns, played, is_over)
        for other, played in enumerate(shown_at_flip(turns, moves, is_over))
    ]
    return View(
        **public.public_fields(),
        names=tuple(names),
        seat=seat,
        round=kinds.ROUNDS if is_over else len(turns) - 1,
        cards=() if is_over else tuple(turns[-1][-1]),
        played=() if is_over else tuple(map(tuple, turns[-1][:-1])),
        remaining=tuple(remaining),
        next_card=next_card,
        done=tuple(done),
        is_over=is_over,
        sheets=tuple(sheets),
        sheet=sheet_of(public.city, public.terms(seat), turns, moves[seat], is_over),
    )


def shown_at_flip(turns: Turns, moves: Sequence[Turns], is_over: bool) -> list[Turns]:
    """The moves of all seats without those of the current turn."""
    if is_over:
        return list(moves)
    *finished, current = range(len(turns))
    last = len(turns[current]) - 1
    return [[*(played[r] for r in finished), [*played[current][:last], ()]] for played in moves]


def sheet_of(city: City, terms: Terms, turns: Turns, moves: Turns, is_over: bool) -> Sheet:
    sheet = Sheet(terms)
    for number, cards_of_round in enumerate(turns):
        if number:
            sheet.end_round()
        for turn, cards in enumerate(cards_of_round):
            begin_turn(city, sheet, cards)
            for move in moves[number][turn]:
                sheet.play(city.moves[move])
    if is_over:
        sheet.end_round()
    return sheet
