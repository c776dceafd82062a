"""What a server writes when it takes a table over: an entry that leaves everything as it was."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from fulgence.server.cluster import idle_entry
from fulgence.server.entries import Closed, Entry, Handed, Joined, Left, Moved, Opened, Plan
from fulgence.server.messages import format_message
from fulgence.server.state import Table
from fulgence.server.views import NOBODY, Views

ANN, BEN = Joined(0, "Ann", "key of Ann"), Joined(1, "Ben", "key of Ben")
PEOPLE, BOTS = (Plan(), Plan()), (Plan(bot="greedy"), Plan(bot="random"))


def table_of(seats: tuple[Plan, ...], *entries: Entry) -> Table:
    opened = Opened("london", (), seats, seed="ab" * 32, invite="invite", watch="watch", host=0)
    table = Table("a table", opened, 0)
    for entry in entries:
        table.apply(entry, 0)
    return table


def all_that_is_seen(table: Table) -> list[Any]:
    views = Views(table, lambda seat: False)
    seen = [json.loads(format_message(views.message(seat, 0, 0))) for seat in (0, 1, NOBODY)]
    return [view | {"number": 0} for view in seen]


@pytest.mark.parametrize(
    "table",
    [
        table_of(PEOPLE),
        table_of(PEOPLE, ANN),
        table_of(PEOPLE, BEN),
        table_of((Plan(name="Ann", key="key of Ann"), Plan())),
        table_of(PEOPLE, ANN, BEN),
        table_of(PEOPLE, ANN, BEN, Moved(0, "pass")),
        table_of(PEOPLE, ANN, BEN, Left(0)),
        table_of(PEOPLE, ANN, BEN, Handed(0, "greedy")),
        table_of(PEOPLE, ANN, BEN, Handed(0, "greedy"), Left(0)),
        table_of(PEOPLE, ANN, Handed(1, "greedy")),
        table_of(BOTS),
    ],
)
def test_taking_a_table_over_changes_nothing_there(table: Table) -> None:
    before, seats = all_that_is_seen(table), copy.deepcopy(table.seats)
    entry = idle_entry(table)
    assert entry is not None
    table.apply(entry, 1000)
    assert all_that_is_seen(table) == before
    assert table.seats == seats
    assert table.turn_began == 0


def test_at_a_table_that_is_closed_nothing_is_written() -> None:
    assert idle_entry(table_of(PEOPLE, ANN, BEN, Closed())) is None
