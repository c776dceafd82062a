"""What each seat is told of a table. Built up from what may be known; the pile is never looked at.

Sheets as of the last flip look alike for everybody, so they are made once a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

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
    """One seat's sheet as it is told, kept as text from one view to the next.

    Few large texts instead of many small lists: thousands of sheets lie in memory, and the garbage
    collector would look at every list of theirs again and again.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.turns: list[str] = []  # the moves of every finished turn
        self.lines: list[LineScore] = []  # of finished rounds
        self.pad_of: tuple[int, ...] = ()  # what the newest pad is of
        self.pad = b""
        self.before = ""  # all rounds up to the turn that is being played
        self.turn_over()

    def turn_over(self) -> None:
        """Take in the turns that are finished; the one that is being played is empty."""
        game = self.game
        finished = game.moves[self.seat] if game.is_over else game.moves[self.seat][:-1]
        self.turns += [self.text(turn) for turn in finished[len(self.turns) :]]
        first = 0
        rounds = []
        for played in game.deal.turns[: game.round]:
            rounds.append(f"[{','.join(self.turns[first : first + len(played)])}]")
            first += len(played)
        if not game.is_over:
            rounds.append("[" + "".join(f"{turn}," for turn in self.turns[first:]))
        self.before = "[" + ",".join(rounds)
        last = finished[-1] if finished else ()
        self.at_flip = self.sheet(game.sheet_at_flip(self.seat), (), (len(finished), *last))

    def now(self) -> msgspec.Raw:
        """As the seat itself sees it while the game goes on."""
        moves = self.game.moves[self.seat]
        if not moves[-1]:
            return self.at_flip
        return self.sheet(self.game.sheets[self.seat], moves[-1], (len(moves), *moves[-1]))

    def text(self, moves: Sequence[int]) -> str:
        names = self.game.city.move_names
        return "[" + ",".join([f'"{names[move]}"' for move in moves]) + "]"

    def sheet(self, sheet: Sheet, moves: Sequence[int], key: tuple[int, ...]) -> msgspec.Raw:
        """A SheetView. `key`: the number of the last turn with a move, and the moves made in it."""
        city = self.game.city
        if self.pad_of != key or self.game.is_over:
            self.pad_of, self.pad = key, msgspec.json.encode(self.pad_view(sheet))
        rounds = self.before + ("]" if self.game.is_over else f"{self.text(moves)}]]")
        view = SheetView(
            rounds=msgspec.Raw(rounds.encode()),  # type: ignore[arg-type]  # encoded already
            boxed=names_in(city.cells, sheet.boxed & city.station_mask),
            doubled=[names_in(city.districts, mask) for mask in sheet.doubled],
            pad=msgspec.Raw(self.pad),  # type: ignore[arg-type]
        )
        return msgspec.Raw(msgspec.json.encode(view))

    def pad_view(self, sheet: Sheet) -> PadView:
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

    def __init__(self, table: Table, is_here: Callable[[int], bool], not_before: int = 0) -> None:
        """`not_before`: a time that the clock waits for at least."""
        self.table = table
        self.is_here = is_here
        self.not_before = not_before
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
            seconds_left=seconds_left(table, self.not_before, now),
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
            sheets=sheets,  # type: ignore[arg-type]  # encoded already
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


def seconds_left(table: Table, not_before: int, now: int) -> float | None:
    """Of the clock of this turn."""
    if table.opened.clock is None or table.phase != PLAYING:
        return None
    end = max(table.turn_began + table.opened.clock * 1000, not_before)
    return max(0.0, round((end - now) / 1000, 1))


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
