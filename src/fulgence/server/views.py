"""What each seat is told of a table. Built up from what may be known; the pile is never looked at.

Sheets as of the last flip look alike for everybody, so they are made once a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.scorepad import LineScore, score_pad
from fulgence.rules.seen import view_of
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import PERMITS, View, move_texts
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


class Page:
    """One seat's sheet as it is told, kept from one view to the next."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.texts: list[list[str]] = []  # the moves of finished turns
        self.lines: list[LineScore] = []  # of finished rounds
        self.pad_of: tuple[tuple[int, ...], PadView] | None = None  # the newest, with what it is of
        self.rounds: list[list[list[str]]] = []
        self.turn_over()

    def turn_over(self) -> None:
        """Take in the turns that are finished; the one that is being played is empty."""
        game, texts = self.game, self.texts
        turns = game.moves[self.seat] if game.is_over else game.moves[self.seat][:-1]
        for turn in turns[len(texts) :]:
            texts.append(self.names(turn))
        self.rounds = []
        first = 0
        for played in game.deal.turns[: game.round]:
            self.rounds.append(texts[first : first + len(played)])
            first += len(played)
        if not game.is_over:
            self.rounds.append([*texts[first:], []])
        key = (len(turns), *(turns[-1] if turns else ()))
        self.at_flip = self.sheet_view(game.sheet_at_flip(self.seat), self.rounds, key)

    def now(self) -> SheetView:
        """As the seat itself sees it."""
        game = self.game
        moves = () if game.is_over else tuple(game.moves[self.seat][-1])
        if not moves:
            return self.at_flip
        *before, current = self.rounds
        rounds = [*before, [*current[:-1], self.names(moves)]]
        return self.sheet_view(game.sheets[self.seat], rounds, (len(game.moves[self.seat]), *moves))

    def names(self, moves: Sequence[int]) -> list[str]:
        names = self.game.city.move_names
        return [names[move] for move in moves]

    def sheet_view(self, sheet: Sheet, rounds: list[list[list[str]]], key: tuple[int, ...]) -> SheetView:
        """`key`: the number of the last turn with a move, and the moves made in it."""
        city = self.game.city
        if self.pad_of is None or self.pad_of[0] != key or self.game.is_over:
            self.pad_of = (key, self.pad(sheet))
        return SheetView(
            rounds=rounds,
            boxed=[city.cells[cell] for cell in city.stations if sheet.boxed >> cell & 1]
            if sheet.boxed
            else [],
            doubled=[names_in(city.districts, mask) for mask in sheet.doubled],
            pad=self.pad_of[1],
        )

    def pad(self, sheet: Sheet) -> PadView:
        game = self.game
        deal = game.deal
        pad = score_pad(sheet, deal.pencils[self.seat], deal.handicap, self.lines)
        self.lines = list(pad.lines[: game.round])
        return PadView(
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
            verdict=game.city.verdict(pad.total) if game.is_over and len(deal.pencils) == 1 else None,
        )


class Views:
    """The views of one table. `is_here` tells whether a seat's owner is connected."""

    def __init__(self, table: Table, is_here: Callable[[int], bool]) -> None:
        self.table = table
        self.is_here = is_here
        self._flip = (-1, -1)
        self._pages: list[Page] = []
        self._turns: list[list[tuple[str, ...]]] = []
        self._remaining: tuple[str, ...] = ()
        self._winners: list[int] = []

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
        host = self.table.host
        return [
            SeatInfo(
                kind="free" if seat.is_free else "bot" if seat.bot else "person",
                name=seat.name or None,
                bot=seat.bot or None,
                here=bool(seat.bot) or self.is_here(number),
                ready=seat.is_ready,
                left=seat.is_left,
                host=number == host,
            )
            for number, seat in enumerate(self.table.seats)
        ]

    def game(self, game: Game, seat: int) -> GameView:
        """Everything in it is allowed by name; of the deal it takes nothing that has not been shown."""
        self.keep_up(game)
        deal = game.deal
        sheets = [page.at_flip for page in self._pages]
        permit, can_undo = PERMITS[kinds.TURN_OVER], False
        moves: tuple[str, ...] = ()
        if seat != NOBODY and not game.is_over:
            sheets[seat] = self._pages[seat].now()
            sheet = game.sheets[seat]
            permit, moves = PERMITS[sheet.permit], move_texts(game.city, sheet)
            can_undo = bool(game.moves[seat][-1])
        return GameView(
            city=deal.city.key,
            addons=deal.addons,
            objectives=deal.objectives,
            powers=dict(deal.powers),
            gates=dict(deal.gates),
            acceleration=deal.acceleration,
            names=game.names,
            pencils=deal.pencils,
            handicap=deal.handicap,
            round=game.round,
            turns=self._turns,
            cards=game.cards,
            remaining=self._remaining,
            next_card=game.next_card(),
            permit=permit,
            moves=moves,
            can_undo=can_undo,
            is_over=game.is_over,
            winners=self._winners,
            sheets=sheets,
        )

    def keep_up(self, game: Game) -> None:
        """Make what stays the same until the next flip."""
        if self._flip == (game.round, game.turn):
            return
        self._flip = (game.round, game.turn)
        self._turns = game.shown_turns()
        self._remaining = game.remaining_cards()
        self._winners = game.winners()
        if not self._pages:
            self._pages = [Page(game, seat) for seat in range(len(game.names))]
            return
        for page in self._pages:
            page.turn_over()


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
