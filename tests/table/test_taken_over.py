"""What a server writes when it takes a table over: an entry that leaves everything as it was."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from fulgence.table.entries import (
    Closed,
    Entry,
    Handed,
    JoinedSeat,
    Left,
    Moved,
    Opened,
    Returned,
    SeatPlan,
    TakenOver,
    format_entry,
    parse_entry,
)
from fulgence.table.messages import format_message
from fulgence.table.state import Table
from fulgence.table.views import NOBODY, Views

ANN, BEN = JoinedSeat(0, "Ann", "key of Ann"), JoinedSeat(1, "Ben", "key of Ben")
PEOPLE, BOTS = (SeatPlan(), SeatPlan()), (SeatPlan(bot="greedy"), SeatPlan(bot="random"))


def table_of(seats: tuple[SeatPlan, ...], *entries: Entry) -> Table:
    opened = Opened("london", (), seats, seed="ab" * 32, invite="invite", watch="watch", host=0)
    table = Table("a table", opened, 0)
    for entry in entries:
        table.apply(entry, 0)
    return table


def all_that_is_seen(table: Table) -> list[Any]:
    views = Views(table, lambda seat: False)
    return [json.loads(format_message(views.message(seat, 0, 0))) for seat in (0, 1, NOBODY)]


TABLES = [
    table_of(PEOPLE),
    table_of(PEOPLE, ANN),
    table_of((SeatPlan(name="Ann", key="key of Ann"), SeatPlan())),
    table_of(PEOPLE, ANN, BEN),
    table_of(PEOPLE, ANN, BEN, Moved(0, "pass")),
    table_of(PEOPLE, ANN, BEN, Left(0)),
    table_of(PEOPLE, ANN, BEN, Handed(0, "greedy")),
    table_of(BOTS),
    table_of(PEOPLE, ANN, BEN, Closed()),
]


@pytest.mark.parametrize("table", TABLES)
def test_taking_a_table_over_changes_nothing_there(table: Table) -> None:
    before, seats, written = all_that_is_seen(table), copy.deepcopy(table.seats), table.written
    table.apply(TakenOver(), 1000)
    assert all_that_is_seen(table) == before
    assert table.seats == seats
    assert table.turn_began == 0
    assert table.written == written + 1


def test_taking_over_is_written_so_for_good() -> None:
    assert format_entry(TakenOver()) == '{"entry":"taken-over"}'
    assert parse_entry('{"entry":"taken-over"}') == TakenOver()


@pytest.mark.parametrize(
    ("table", "entry"),
    [
        (table_of(PEOPLE), Left(0)),
        (table_of(PEOPLE, BEN), Left(0)),
        (table_of(PEOPLE, ANN), Returned(0)),
        (table_of(PEOPLE, ANN, BEN, Moved(0, "pass")), Returned(0)),
        (table_of(PEOPLE, ANN, BEN, Left(0)), Left(0)),
        (table_of(PEOPLE, ANN, BEN, Handed(0, "greedy")), Handed(0, "greedy")),
        (table_of(BOTS), Handed(0, "greedy")),
    ],
)
def test_what_was_once_written_instead_changes_nothing_either(table: Table, entry: Entry) -> None:
    """Logs have an entry about the first seat that tells what is so anyway."""
    before, seats = all_that_is_seen(table), copy.deepcopy(table.seats)
    table.apply(parse_entry(format_entry(entry)), 1000)
    assert [view | {"number": 0} for view in all_that_is_seen(table)] == [
        view | {"number": 0} for view in before
    ]
    assert table.seats == seats
    assert table.turn_began == 0
