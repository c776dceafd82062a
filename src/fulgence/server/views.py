"""What each seat is told of a table. Built up from what may be known; the pile is never looked at.

Sheets as of the last flip look alike for everybody, so they are made once a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.scorepad import score_pad
from fulgence.rules.seen import view_of
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import View
from fulgence.server.messages import (
    GameView,
    ItemsView,
    LineView,
    PadView,
    PartView,
    SeatInfo,
    SheetView,
    ViewMessage,
)
from fulgence.server.state import PLAYING, Table

NOBODY = -1  # the seat of a spectator


class Views:
    """The views of one table. `is_here` tells whether a seat's owner is connected."""

    def __init__(self, table: Table, is_here: Callable[[int], bool]) -> None:
        self.table = table
        self.is_here = is_here
        self._flip = (-1, -1)
        self._turns: list[list[tuple[str, ...]]] = []
        self._finished: list[list[list[list[str]]]] = []  # moves of finished turns, by seat and round
        self._at_flip: list[SheetView] = []

    def number(self, seat: int) -> int:
        """Grows with everything that the seat gets to see; the others' unfinished turns are not in it."""
        table = self.table
        return table.changes + (table.seats[seat].ply if seat != NOBODY else 0)

    def message(self, seat: int, watching: int, now: int) -> ViewMessage:
        """The whole view of a seat, or of a spectator."""
        table = self.table
        return ViewMessage(
            number=self.number(seat),
            table=table.id,
            you=None if seat == NOBODY else seat,
            ply=0 if seat == NOBODY else table.seats[seat].ply,
            phase=table.phase,
            seats=self.seats(),
            watching=watching,
            clock=table.opened.clock,
            seconds_left=seconds_left(table, now),
            language=table.opened.language,
            commitment=table.commitment,
            fair=table.fair,
            rematch=table.rematch,
            game=None if table.game is None else self.game(table.game, seat),
        )

    def seats(self) -> list[SeatInfo]:
        return [
            SeatInfo(
                kind="free" if seat.is_free else "bot" if seat.bot else "person",
                name=seat.name or None,
                bot=seat.bot or None,
                here=bool(seat.bot) or self.is_here(number),
                ready=seat.is_ready,
                left=seat.is_left,
                host=number == self.table.host,
            )
            for number, seat in enumerate(self.table.seats)
        ]

    def game(self, game: Game, seat: int) -> GameView:
        self.keep_up(game)
        deal = game.deal
        is_player = seat != NOBODY
        view = game.view(seat if is_player else 0)  # a spectator's takes only what everybody sees
        sheets = list(self._at_flip)
        if is_player and not game.is_over:
            sheets[seat] = self.sheet_now(game, view)
        return GameView(
            city=deal.city.key,
            addons=view.addons,
            objectives=view.objectives,
            powers=dict(view.powers),
            gates=dict(view.gates),
            acceleration=view.acceleration,
            names=view.names,
            pencils=view.pencils,
            handicap=view.handicap,
            round=view.round,
            turns=self._turns,
            cards=view.cards,
            remaining=view.remaining,
            next_card=view.next_card,
            permit=view.permit if is_player else "turn-over",
            moves=view.moves if is_player else (),
            can_undo=is_player and not game.is_over and bool(game.moves[seat][-1]),
            is_over=game.is_over,
            winners=game.winners(),
            sheets=sheets,
        )

    def keep_up(self, game: Game) -> None:
        """Make what stays the same until the next flip."""
        if self._flip == (game.round, game.turn):
            return
        self._flip = (game.round, game.turn)
        self._turns = game.shown_turns()
        self._finished = [game.moves_at_flip(seat) for seat in range(len(game.names))]
        self._at_flip = [
            sheet_view(game, view_sheet, seat, self._finished[seat])
            for seat, view_sheet in enumerate(game.view(0).sheets)
        ]

    def sheet_now(self, game: Game, view: View) -> SheetView:
        moves = [game.city.move_names[move] for move in game.moves[view.seat][-1]]
        *before, current = self._finished[view.seat]
        return sheet_view(game, view.sheet, view.seat, [*before, [*current, moves]])


def sheet_view(game: Game, sheet: Sheet, seat: int, rounds: list[list[list[str]]]) -> SheetView:
    city = game.city
    deal = game.deal
    pad = score_pad(sheet, deal.pencils[seat], deal.handicap)
    return SheetView(
        rounds=rounds,
        boxed=[city.cells[cell] for cell in city.stations if sheet.boxed >> cell & 1] if sheet.boxed else [],
        doubled=[names_in(city.districts, mask) for mask in sheet.doubled],
        pad=PadView(
            lines=[
                LineView(
                    line.pencil,
                    [PartView(part.districts, part.most) for part in line.parts],
                    line.extras,
                    line.points,
                )
                for line in pad.lines
            ],
            items=ItemsView(pad.sites, pad.crossings, pad.interchanges, pad.objectives, pad.handicap),
            total=pad.total,
            verdict=city.verdict(pad.total) if game.is_over and len(deal.pencils) == 1 else None,
        ),
    )


def names_in(names: Sequence[str], mask: int) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1] if mask else []


def seconds_left(table: Table, now: int) -> float | None:
    """Of the clock of this turn."""
    if table.opened.clock is None or table.phase != PLAYING:
        return None
    return max(0.0, round(table.opened.clock - (now - table.turn_began) / 1000, 1))


def parse_game_view(city: City, game: GameView, seat: int, done: Sequence[bool]) -> View:
    """The View that a bot far away plays with."""
    return view_of(
        city,
        seat=seat,
        addons=game.addons,
        objectives=game.objectives,
        powers=game.powers,
        gates=game.gates,
        acceleration=game.acceleration,
        names=game.names,
        pencils=game.pencils,
        turns=game.turns,
        moves=[sheet.rounds for sheet in game.sheets],
        remaining=game.remaining,
        next_card=game.next_card,
        done=done,
        is_over=game.is_over,
    )
