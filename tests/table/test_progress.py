"""How far a game is: the same numbers as in the views, and nothing that a view would hide."""

from __future__ import annotations

import json

import pytest

from fulgence.rules.generator import Generator
from fulgence.table import commands
from fulgence.table.entries import Moved, Reissued, TookBack
from fulgence.table.messages import format_message
from fulgence.table.progress import progress_of
from fulgence.table.requests import Progress, TableInfo
from fulgence.table.views import NOBODY, Views
from table.table_log import TableLog, full, opened, random_entry

ADDONS = {"london": ("powers",), "paris": ("gates",), "berlin": ("acceleration", "objectives")}


def progress(log: TableLog, seat: int | None) -> Progress:
    found = progress_of(log.table, seat)
    assert found is not None
    return found


def check_as_in_the_views(log: TableLog) -> None:
    """Everything in it is in the view of the same seat, too."""
    views = Views(log.table, lambda _: True)
    for seat in (None, *range(len(log.table.seats))):
        view = json.loads(format_message(views.message(NOBODY if seat is None else seat, 0, 0)))
        game, told = view["game"], progress(log, seat)
        at_flip = json.loads(format_message(views.message(NOBODY, 0, 0)))["game"]["sheets"]
        assert told.totals == [sheet["pad"]["total"] for sheet in at_flip]
        assert told.round == game["round"]
        assert game["is_over"] or told.turn == len(game["turns"][-1]) - 1
        waiting = [n for n, each in enumerate(view["seats"]) if not each["ready"] and not game["is_over"]]
        assert told.waiting_for == waiting
        if seat is None:
            assert told.sheet is None
            continue
        assert told.sheet is not None
        own = game["sheets"][seat]
        assert (told.sheet.rounds, told.sheet.boxed) == (own["rounds"], own["boxed"])
        assert list(told.sheet.pencils) == game["pencils"][seat]


@pytest.mark.parametrize("city", ADDONS)
def test_progress_tells_what_the_views_tell(city: str) -> None:
    log = full(city, ADDONS[city], 2)
    rng = Generator(5)
    while log.table.phase == "playing":
        entry = random_entry(log, rng)
        try:
            log.write(entry)
        except Exception:
            continue
        if rng.draw(3) == 0:
            check_as_in_the_views(log)
    check_as_in_the_views(log)


def test_an_unfinished_turn_is_told_to_its_own_seat_only() -> None:
    log = full("london")
    before = [progress(log, seat) for seat in (None, 1)]
    move = log.game.view(0).moves[0]
    log.write(Moved(0, move, ready=False))
    assert [progress(log, seat) for seat in (None, 1)] == before
    sheet = progress(log, 0).sheet
    assert sheet is not None and sheet.rounds == [[[move]]]
    log.write(TookBack(0))
    assert [progress(log, seat) for seat in (None, 1)] == before


def test_a_host_with_a_new_token_of_a_seat_does_not_see_its_turn() -> None:
    log = full("london")
    log.write(Moved(1, log.game.view(1).moves[0], ready=False))
    log.write(Reissued(1, "new", by_host=True))
    sheet = progress(log, 1).sheet
    assert sheet is not None and sheet.rounds == [[[]]]


def test_a_table_knows_the_seat_of_a_token_and_before_the_game_no_progress() -> None:
    waiting = commands.info(opened("london").table, [], "")
    assert (waiting.you, waiting.progress) == (None, None)
    log = full("london")
    keys = ("", "key 0", "key 1", "another")
    infos: list[TableInfo] = [commands.info(log.table, [], key) for key in keys]
    assert [info.you for info in infos] == [None, 0, 1, None]
    assert [info.progress is not None and info.progress.sheet is not None for info in infos] == [
        *(False, True, True, False)
    ]
