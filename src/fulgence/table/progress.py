"""How far a game is, in a few numbers, for lists of games; an allow-list like the views."""

from __future__ import annotations

from fulgence.rules.game import Game
from fulgence.rules.score_pad import score_pad
from fulgence.table.requests import OwnSheet, Progress
from fulgence.table.state import Table
from fulgence.table.views import names_in


def progress_of(table: Table, you: int | None) -> Progress | None:
    """What everybody sees since the last flip, and the sheet of the seat that asks; None before the game."""
    game = table.game
    if game is None:
        return None
    deal = game.deal
    return Progress(
        round=game.round,
        turn=game.turn,
        totals=[
            score_pad(game.sheet_at_flip(seat), deal.pencils[seat], deal.handicap).total
            for seat in range(len(game.names))
        ],
        waiting_for=[
            number for number, seat in enumerate(table.seats) if not seat.is_ready and not table.is_ended
        ],
        sheet=None if you is None else own_sheet(game, you, is_sealed=table.seats[you].is_sealed),
    )


def own_sheet(game: Game, seat: int, is_sealed: bool) -> OwnSheet:
    """A sealed seat sees what the others see, until the flip."""
    sheet = game.sheet_at_flip(seat) if is_sealed else game.sheets[seat]
    moves = [list(turn) for turn in game.moves[seat]]
    if is_sealed and not game.is_over:
        moves[-1] = []
    names, city = game.city.move_names, game.city
    turns = iter([[names[move] for move in turn] for turn in moves])
    return OwnSheet(
        rounds=[[next(turns) for _ in shown] for shown in game.shown_turns()],
        pencils=game.deal.pencils[seat],
        boxed=names_in(city.cells, sheet.boxed & city.station_mask),
    )
