"""Perft: counts all ways to play the next turns, the strictest comparison of two engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fulgence.rules import kinds, score
from fulgence.rules.deal import Deal
from fulgence.rules.errors import BadRecord
from fulgence.rules.sheet import Sheet
from fulgence.rules.text.notation import format_move
from fulgence.rules.text.record import Record, replay
from fulgence.rules.text.sheet_text import format_sheet
from fulgence.rules.turn import begin_turn

Counts = tuple[int, int, int]  # ways, distinct sheets, points summed over the ways


@dataclass(frozen=True)
class PerftPosition:
    """A sheet between two turns of its deal."""

    deal: Deal
    sheet: Sheet
    turns: int  # played so far


def perft_position(record: Record) -> PerftPosition:
    """Where the first seat of a record is."""
    played = len(record.moves[0])
    sheet = replay(Record(record.deal, record.names, record.moves)).sheets[0]
    return PerftPosition(record.deal, sheet, played)


def perft(position: PerftPosition, depth: int, watch: Callable[[], None] | None = None) -> Counts:
    """Counts after `depth` turns; a way is a sequence of moves, one for every decision.

    `watch` is called after every way to play the first turn.
    """
    ways = points = 0
    sheets = set()
    for sheet in futures(position, depth, watch):
        ways += 1
        points += score.total(sheet)
        sheets.add(format_sheet(position.deal.city, sheet))
    return ways, len(sheets), points


def divide(position: PerftPosition, depth: int, watch: Callable[[], None] | None = None) -> dict[str, Counts]:
    """The counts by the move of the first decision; `watch` as for `perft`."""
    city = position.deal.city
    start = begun(position)
    found = {}
    for move in [*start.legal_moves(), kinds.PASS]:
        ways = points = 0
        sheets = set()
        for first in finished(start.after(move)):
            for sheet in futures(after_turn(position, first), depth - 1):
                ways += 1
                points += score.total(sheet)
                sheets.add(format_sheet(city, sheet))
            if watch:
                watch()
        found[format_move(city, move)] = (ways, len(sheets), points)
    return dict(sorted(found.items()))


def futures(position: PerftPosition, depth: int, watch: Callable[[], None] | None = None) -> Iterator[Sheet]:
    """Every sheet after `depth` turns, once for each way to it."""
    if depth == 0:
        yield position.sheet
        return
    for sheet in finished(begun(position)):
        yield from futures(after_turn(position, sheet), depth - 1)
        if watch:
            watch()


def begun(position: PerftPosition) -> Sheet:
    """The sheet with the cards of the next turn flipped."""
    turns = [cards for turns in position.deal.turns for cards in turns]
    if position.turns >= len(turns):
        raise BadRecord("the game is over before that depth")
    cards = turns[position.turns]
    sheet = position.sheet.copy()
    begin_turn(position.deal.city, sheet, cards)
    return sheet


def finished(sheet: Sheet) -> Iterator[Sheet]:
    """All ways to finish the turn."""
    if sheet.permit == kinds.TURN_OVER:
        yield sheet
        return
    for move in [*sheet.legal_moves(), kinds.PASS]:
        yield from finished(sheet.after(move))


def after_turn(position: PerftPosition, sheet: Sheet) -> PerftPosition:
    played = position.turns + 1
    ends = 0
    for turns in position.deal.turns:
        ends += len(turns)
        if played == ends:
            sheet.end_round()
    return PerftPosition(position.deal, sheet, played)
