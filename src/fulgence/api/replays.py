"""Replays of recorded games, and pictures of their sheets."""

from __future__ import annotations

import gzip

import msgspec

from fulgence.api.jobs import DrawSheet, ReplayGame
from fulgence.draw.page import page_svg, replay_page
from fulgence.language import load_language, using_language
from fulgence.prose.outcome import outcome
from fulgence.rules.game import Game
from fulgence.rules.message import Message
from fulgence.rules.score_pad import score_pad
from fulgence.rules.text.record import Record, play_turn, replay
from fulgence.table.messages import GameView, PadView
from fulgence.table.refusals import Refused
from fulgence.table.state import read_record
from fulgence.table.views import SheetJson, line_view, names_in, pad_view, seen_by_all, verdict_of


class StateView(msgspec.Struct, frozen=True):
    """A sheet after a turn, without the moves."""

    boxed: list[str]
    doubled: list[list[str]]
    pad: PadView


class ReplayView(msgspec.Struct, frozen=True):
    """`game` as it ended, or as far as everybody had come; `states` by turn and seat."""

    game: GameView
    states: list[list[StateView]]
    outcome: str


def replayed(job: ReplayGame) -> bytes:
    """The ReplayView of a record, encoded; BadRecord if it is none or breaks a rule."""
    record = read_record(job.record, job.city_file)
    replay(record)  # names the first wrong move
    with using_language(load_language(job.language)):
        return packed(msgspec.json.encode(replay_view(record)), job.gzip)


def drawn(job: DrawSheet) -> bytes:
    played = replay(read_record(job.record, job.city_file))
    if job.seat >= len(played.pads):
        raise Refused("no-seat", Message("this table has no such seat"), 404)
    with using_language(load_language(job.language)):
        return packed(page_svg(replay_page(played, job.seat)).encode(), job.gzip)


def packed(data: bytes, is_wanted: bool) -> bytes:
    """Compressed here because it takes about as long as all the rest."""
    return gzip.compress(data, mtime=0) if is_wanted else data


def replay_view(record: Record) -> ReplayView:
    game = Game(record.deal, record.names)
    states = []
    for turn in range(min(len(moves) for moves in record.moves)):
        play_turn(game, [moves[turn] for moves in record.moves])
        states.append([state_view(game, seat) for seat in range(len(game.names))])
    sheets = [SheetJson(game, seat).at_flip for seat in range(len(game.names))]
    return ReplayView(seen_by_all(game, sheets), states, outcome(game) if game.is_over else "")


def state_view(game: Game, seat: int) -> StateView:
    city, sheet = game.city, game.sheets[seat]
    pad = score_pad(sheet, game.deal.pencils[seat], game.deal.handicap)
    return StateView(
        boxed=names_in(city.cells, sheet.boxed & city.station_mask),
        doubled=[names_in(city.districts, mask) for mask in sheet.doubled],
        pad=pad_view(sheet, city, pad, [line_view(line) for line in pad.lines], verdict_of(game, pad)),
    )
