"""The results of a game that is over, by seat: what lists and statistics keep of it."""

from __future__ import annotations

import msgspec

from fulgence.rules.city import City
from fulgence.rules.score_pad import ScorePad, pad_counts, score_pad
from fulgence.rules.sheet import Sheet
from fulgence.table.state import OVER, Table


class ResultItems(msgspec.Struct, frozen=True):
    """The numbers of a score pad. `lines`: by pencil. `interchange_counts`: on 2, 3 and 4 lines. `helped`: by
    hints."""

    lines: dict[str, int]
    sites: int
    crossings: int
    interchanges: int
    objectives: int
    handicap: int
    interchange_counts: tuple[int, ...]
    helped: bool = False


class Result(msgspec.Struct, frozen=True):
    seat: int
    name: str
    total: int
    items: ResultItems


def results_of(table: Table) -> list[Result]:
    """Of every seat that a person has played to the end; none if the game is not over."""
    game = table.game
    if table.phase != OVER or game is None:
        return []
    results = []
    for number, seat in enumerate(table.seats):
        if seat.bot:
            continue
        sheet = game.sheets[number]
        pad = score_pad(sheet, game.deal.pencils[number], game.deal.handicap)
        items = result_items(game.city, sheet, pad, is_helped=seat.is_helped)
        results.append(Result(number, seat.name, pad.total, items))
    return results


def result_items(city: City, sheet: Sheet, pad: ScorePad, *, is_helped: bool = False) -> ResultItems:
    return ResultItems(
        lines={line.pencil: line.points for line in pad.lines},
        sites=pad.sites,
        crossings=pad.crossings,
        interchanges=pad.interchanges,
        objectives=pad.objectives,
        handicap=pad.handicap,
        interchange_counts=pad_counts(city, sheet).interchanges,
        helped=is_helped,
    )
