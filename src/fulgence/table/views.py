"""The view that each seat gets of a table, built from an allow-list; the pile is never read.

Sheets as of the last flip are the same for everybody, so they are made once a turn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec

from fulgence.rules import kinds
from fulgence.rules.city import City
from fulgence.rules.game import Game
from fulgence.rules.public_deal import PublicDeal
from fulgence.rules.score_pad import LineScore, ScorePad, pad_counts, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.rules.view import PERMITS, View, move_texts, view_of
from fulgence.table.entries import now
from fulgence.table.late_seats import late_seats
from fulgence.table.messages import (
    CountsView,
    GameView,
    ItemsView,
    LineView,
    PadView,
    PartView,
    SeatInfo,
    ViewMessage,
)
from fulgence.table.state import Table
from fulgence.table.turn_clock import shown_seconds

NOBODY = -1  # the seat of a spectator
PUBLIC = [field.name for field in dataclasses.fields(PublicDeal) if field.name != "city"]

_encoder = msgspec.json.Encoder()


class SheetJson:
    """One seat's sheet as JSON, kept from one view to the next.

    A few large strings instead of many small lists: with thousands of sheets in memory, the garbage
    collector would walk all of those lists again and again.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        lengths = [len(turns) for turns in game.deal.turns]
        self.ends = frozenset(accumulate(lengths))  # numbers of turns after which a round is over
        self.finished = 0  # turns
        self.lines: list[LineScore] = []  # of finished rounds
        self.line_views: list[LineView] = []
        self.pad_of: tuple[int, ...] = ()  # what the newest pad is of
        self.pad = ""
        self.marks_of: tuple[int, ...] = ()  # what the newest text of marks is of
        self.marks = ""
        self.before = "[["  # all turns up to the one that is being played
        self.turn_over()

    def turn_over(self) -> None:
        """Add the turns that are finished; the current one is still empty."""
        game = self.game
        finished = len(game.moves[self.seat]) - (not game.is_over)
        for number in range(self.finished, finished):
            text = self.text(game.moves[self.seat][number])
            self.before += f"{text}],[" if number + 1 in self.ends else f"{text},"
        self.finished = finished
        last = game.moves[self.seat][finished - 1] if finished else ()
        self.at_flip = self.sheet(game.sheet_at_flip(self.seat), (), (finished, *last))

    def now(self) -> msgspec.Raw:
        """As its own seat sees it during the game."""
        moves = self.game.moves[self.seat]
        if not moves[-1]:
            return self.at_flip
        return self.sheet(self.game.sheets[self.seat], moves[-1], (len(moves), *moves[-1]))

    def text(self, moves: Sequence[int]) -> str:
        names = self.game.city.move_names
        return "[" + ",".join([f'"{names[move]}"' for move in moves]) + "]"

    def sheet(self, sheet: Sheet, moves: Sequence[int], key: tuple[int, ...]) -> msgspec.Raw:
        """A SheetView. `key`: the number of the last turn with a move, and the moves made in it."""
        if self.pad_of != key or self.game.is_over:
            self.pad_of, self.pad = key, encoded(self.pad_view(sheet))
        rounds = f"{self.before[:-2]}]" if self.game.is_over else f"{self.before}{self.text(moves)}]]"
        text = f'{{"rounds":{rounds},{self.marks_text(sheet)},"pad":{self.pad}}}'
        return msgspec.Raw(text.encode())

    def marks_text(self, sheet: Sheet) -> str:
        """`boxed` and `doubled`, which rarely change."""
        city = self.game.city
        marks = (sheet.boxed, *sheet.doubled)
        if marks != self.marks_of:
            boxed = names_in(city.cells, sheet.boxed & city.station_mask)
            doubled = [names_in(city.districts, mask) for mask in sheet.doubled]
            self.marks_of = marks
            self.marks = f'"boxed":{encoded(boxed)},"doubled":{encoded(doubled)}'
        return self.marks

    def pad_view(self, sheet: Sheet) -> PadView:
        game = self.game
        deal = game.deal
        pad = score_pad(sheet, deal.pencils[self.seat], deal.handicap, self.lines)
        while len(self.lines) < game.round:
            line = pad.lines[len(self.lines)]
            self.lines.append(line)
            self.line_views.append(line_view(line))
        lines = self.line_views + [line_view(line) for line in pad.lines[game.round :]]
        return pad_view(sheet, game.city, pad, lines, verdict_of(game, pad))


class Views:
    """The views of one table. `is_connected`: whether a seat's owner is connected. `now`: as of an entry."""

    def __init__(
        self, table: Table, is_connected: Callable[[int], bool], now: Callable[[], int] = now
    ) -> None:
        self.table = table
        self.is_connected = is_connected
        self.now = now
        self._flip = (-1, -1)
        self._pages: list[SheetJson] = []
        self._seen_by_all: GameView

    def number(self, seat: int) -> int:
        """Grows with everything the seat gets to see; other seats' unfinished turns do not count."""
        table = self.table
        return table.changes + (table.seats[seat].ply if seat != NOBODY else 0)

    def message(self, seat: int, watching: int, seconds_left: float) -> ViewMessage:
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
            seconds_left=shown_seconds(table, seconds_left),
            language=table.opened.language,
            commitment=table.commitment,
            promised=table.promised,
            fair=table.fair,
            rematch=table.rematch,
            rematch_by=table.rematch_by,
            contest=table.opened.contest,
            helped=table.is_helped,
            late=late_seats(table, self.now()),
            game=None if table.game is None else self.game(table.game, seat),
        )

    def seats(self) -> list[SeatInfo]:
        host = self.table.host
        return [
            SeatInfo(
                kind="bot" if seat.bot else "person" if seat.name else "free",
                name=seat.name or None,
                bot=seat.bot or None,
                here=bool(seat.bot) or self.is_connected(number),
                ready=seat.is_ready,
                left=seat.is_left,
                host=number == host,
            )
            for number, seat in enumerate(self.table.seats)
        ]

    def eyes(self, seat: int) -> int:
        """Which seat's view to show: a sealed seat sees what spectators see, until the flip."""
        return NOBODY if seat != NOBODY and self.table.seats[seat].is_sealed else seat

    def game(self, game: Game, seat: int) -> GameView:
        self.keep_up(game)
        if self.eyes(seat) == NOBODY or game.is_over:
            return self._seen_by_all
        return as_seen(self._seen_by_all, game, seat, self._pages)

    def keep_up(self, game: Game) -> None:
        """Build what stays the same until the next flip."""
        if self._flip == (game.round, game.turn):
            return
        self._flip = (game.round, game.turn)
        if not self._pages:
            self._pages = [SheetJson(game, seat) for seat in range(len(game.names))]
        else:
            for page in self._pages:
                page.turn_over()
        self._seen_by_all = seen_by_all(game, [page.at_flip for page in self._pages])


def seen_by_all(game: Game, sheets: list[msgspec.Raw]) -> GameView:
    """An allow-list: every field by name, and nothing of the deal that has not been shown."""
    deal = game.deal
    return GameView(
        **{**deal.public_fields(), "city": deal.city.key},
        names=game.names,
        handicap=deal.handicap,
        round=game.round,
        turns=game.shown_turns(),
        cards=game.cards,
        remaining=game.remaining_cards(),
        next_card=game.next_card(),
        permit=PERMITS[kinds.TURN_OVER],
        moves=(),
        can_undo=False,
        is_over=game.is_over,
        winners=game.winners(),
        sheets=sheets,  # type: ignore[arg-type]  # encoded already
    )


def as_seen(by_all: GameView, game: Game, seat: int, pages: Sequence[SheetJson]) -> GameView:
    """What everybody sees, plus what the seat has done and may do in this turn."""
    sheets = [page.at_flip for page in pages]
    sheets[seat] = pages[seat].now()
    sheet = game.sheets[seat]
    return msgspec.structs.replace(
        by_all,
        permit=PERMITS[sheet.permit],
        moves=move_texts(game.city, sheet),
        can_undo=bool(game.moves[seat][-1]),
        sheets=sheets,
    )


def line_view(line: LineScore) -> LineView:
    parts = [PartView(part.districts, part.most) for part in line.parts]
    return LineView(line.pencil, parts, line.extras, line.points)


def pad_view(
    sheet: Sheet, city: City, pad: ScorePad, lines: list[LineView], verdict: int | None = None
) -> PadView:
    items = ItemsView(pad.sites, pad.crossings, pad.interchanges, pad.objectives, pad.handicap)
    return PadView(lines, items, CountsView(*pad_counts(city, sheet)), pad.total, verdict)


def verdict_of(game: Game, pad: ScorePad) -> int | None:
    """The verdict on a solo game that is over."""
    return game.city.verdict(pad.total) if game.is_over and len(game.names) == 1 else None


def encoded(value: object) -> str:
    return _encoder.encode(value).decode()


def names_in(names: Sequence[str], mask: int) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1] if mask else []


def parse_game_view(city: City, game: GameView, seat: int, done: Sequence[bool]) -> View:
    """The View for a bot in another process."""
    return view_of(
        PublicDeal(**{name: getattr(game, name) for name in PUBLIC}, city=city),
        seat=seat,
        names=game.names,
        turns=game.turns,
        moves=[sheet.rounds for sheet in game.sheets],
        remaining=game.remaining,
        next_card=game.next_card,
        done=done,
        is_over=game.is_over,
    )
