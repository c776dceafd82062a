"""What operators are shown of tables: who sits there and when, but no card, move, seed or token."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, func, select

from fulgence.rules.kinds import ROUNDS
from fulgence.server.admin.stored_tables import read_table
from fulgence.server.referee.referee import Referee
from fulgence.server.store.erasure import names_in, naming_entries
from fulgence.server.store.schema import entries, tables
from fulgence.server.store.store import Store
from fulgence.table.refusals import RefusedOperator, no_table

PHASES = ("waiting", "playing", "over", "closed")
MAX_LISTED = 1000


class ListedTable(msgspec.Struct, frozen=True):
    """`opened_at` and `last_at`: milliseconds since 1970. `names`: by seat, empty for a free one.
    `connected`: sockets; null if the table is not in the memory of the server that was asked."""

    table: str
    phase: str
    city: str
    addons: list[str]
    contest: str
    opened_at: int
    last_at: int
    entries: int
    names: list[str]
    connected: int | None


class SeatFacts(msgspec.Struct, frozen=True):
    """`bot`: which plays it now, if any. `has_token`: whether a person has taken it."""

    name: str
    bot: str
    has_token: bool
    has_left: bool
    entries: int


class TableFacts(msgspec.Struct, frozen=True):
    """`host`: a seat, from 0. `round` and `turn`: from 1. `seats`: none if the table cannot be read, because
    it was played by a ruling that was corrected since."""

    summary: ListedTable
    is_readable: bool
    listed: bool
    clock: int | None
    host: int | None
    round: int | None
    turn: int | None
    rematch: str | None
    seats: list[SeatFacts]


async def listed_tables(
    store: Store, referees: Mapping[str, Referee], phase: str, limit: int
) -> list[ListedTable]:
    if phase and phase not in PHASES:
        raise RefusedOperator("refused", f"{phase!r} is not a phase: {', '.join(PHASES)}", 422)
    column = tables.c
    wanted = select(column.id).order_by(column.opened_at.desc(), column.id)
    wanted = wanted.where(column.phase == phase) if phase else wanted
    wanted = wanted.limit(max(1, min(limit, MAX_LISTED)))
    ids = await store.read(lambda connection: list(connection.execute(wanted).scalars()))
    return await summaries(store, referees, ids)


async def summaries(store: Store, referees: Mapping[str, Referee], ids: Sequence[str]) -> list[ListedTable]:
    """In the same order; without those that do not exist."""
    found = await store.read(lambda connection: read_summaries(connection, ids))
    return [
        msgspec.structs.replace(
            found[id], connected=len(referees[id].audience.visitors) if id in referees else None
        )
        for id in ids
        if id in found
    ]


def read_summaries(connection: Connection, ids: Sequence[str]) -> dict[str, ListedTable]:
    entry, column = entries.c, tables.c
    counted = select(entry.table_id, func.count(), func.max(entry.at)).where(entry.table_id.in_(ids))
    counts = {id: (number, last) for id, number, last in connection.execute(counted.group_by(entry.table_id))}
    naming = defaultdict(list)
    for id, _, content in naming_entries(connection, ids):
        naming[id].append(content)
    found = {}
    for id, phase, opened_at in connection.execute(
        select(column.id, column.phase, column.opened_at).where(column.id.in_(ids))
    ):
        if id not in counts:
            continue
        opened = naming[id][0]
        names = [plan.get("bot", "") for plan in opened["seats"]]
        for content in naming[id]:
            for seat, name in names_in(content):
                names[seat] = name
        found[id] = ListedTable(
            id,
            phase,
            opened["city"],
            opened["addons"],
            opened.get("contest", ""),
            opened_at,
            counts[id][1],
            counts[id][0],
            names,
            None,
        )
    return found


async def table_facts(store: Store, referees: Mapping[str, Referee], id: str) -> TableFacts:
    """As they are written; RefusedOperator if there is no such table."""
    table = await read_table(store, id)
    found = await summaries(store, referees, [id])
    if not found:
        raise no_table()
    if table is None:
        return TableFacts(found[0], False, False, None, None, None, None, None, [])
    game = table.game
    return TableFacts(
        summary=found[0],
        is_readable=True,
        listed=table.opened.listed,
        clock=table.opened.clock,
        host=table.host,
        round=None if game is None else min(game.round, ROUNDS - 1) + 1,
        turn=None if game is None else game.turn + 1,
        rematch=table.rematch,
        seats=[
            SeatFacts(seat.name, seat.bot, bool(seat.key), seat.is_left, seat.written) for seat in table.seats
        ],
    )
