"""Erasure: tables are deleted, and names in the log are replaced."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update

from fulgence.server.store.schema import entries, games, players, tables
from fulgence.server.store.store import Store

SOMEBODY = "somebody"  # in the log, for a player who was forgotten
MAX_AT_ONCE = 200  # tables, so that moves do not wait long for the connection


@dataclass(frozen=True)
class NamedSeat:
    """`name`: only who has sat there under this name; empty: everybody."""

    table: str
    seat: int
    name: str = ""


async def delete_tables(store: Store, ids: Sequence[str]) -> None:
    """With their entries and results."""
    await store.write(lambda connection: delete_rows(connection, ids))


def delete_rows(connection: Connection, ids: Sequence[str]) -> None:
    for table, key in ((entries, entries.c.table_id), (games, games.c.table_id), (tables, tables.c.id)):
        connection.execute(delete(table).where(key.in_(ids)))


# Names.


async def seats_named(store: Store, name: str) -> list[NamedSeat]:
    """Where anybody has sat under this name; read a few tables at a time."""
    found: list[NamedSeat] = []
    ids = await table_ids(store, "")
    while ids:
        found += await store.read(lambda connection, ids=ids: named_in(connection, name, ids))  # type: ignore[misc]  # of a lambda with a default
        ids = await table_ids(store, ids[-1])
    return found


async def table_ids(store: Store, after: str) -> list[str]:
    column = tables.c
    wanted = select(column.id).where(column.id > after).order_by(column.id).limit(MAX_AT_ONCE)
    return await store.read(lambda connection: list(connection.execute(wanted).scalars()))


def named_in(connection: Connection, name: str, ids: Sequence[str]) -> list[NamedSeat]:
    return sorted(
        {
            NamedSeat(table, seat, name)
            for table, _, entry in naming_entries(connection, ids)
            for seat, other in names_in(entry)
            if other == name
        },
        key=lambda each: (each.table, each.seat),
    )


def naming_entries(connection: Connection, ids: Sequence[str]) -> list[tuple[str, int, dict[str, Any]]]:
    """The entries that have names: table, number and content."""
    column = entries.c
    wanted = select(column.table_id, column.number, column.body).where(
        column.table_id.in_(ids), or_(column.number == 0, column.body.startswith('{"entry":"joined"'))
    )
    rows = connection.execute(wanted.order_by(column.table_id, column.number))
    return [(table, number, json.loads(body)) for table, number, body in rows]


def names_in(entry: dict[str, Any]) -> list[tuple[int, str]]:
    """Seats and the names of people there."""
    if entry["entry"] == "joined":
        return [(entry["seat"], entry["name"])]
    return [(seat, plan["name"]) for seat, plan in enumerate(entry["seats"]) if plan.get("name")]


async def erase_seats(store: Store, seats: Sequence[NamedSeat]) -> None:
    """Replace the names of these seats, in the log and in the results."""
    for first in range(0, len(seats), MAX_AT_ONCE):
        part = seats[first : first + MAX_AT_ONCE]

        def erase(connection: Connection, part: Sequence[NamedSeat] = part) -> None:
            for each in part:
                erase_name(connection, each)
                own = [games.c.table_id == each.table, games.c.seat == each.seat]
                own += [games.c.name == each.name] if each.name else []
                connection.execute(update(games).where(*own).values(name=None))

        await store.write(erase)


def erase_name(connection: Connection, at: NamedSeat) -> None:
    """Everywhere in the entries of a table; nothing else of them changes."""
    for _, number, entry in naming_entries(connection, [at.table]):
        if not any(seat == at.seat and at.name in ("", name) for seat, name in names_in(entry)):
            continue
        named = entry if entry["entry"] == "joined" else entry["seats"][at.seat]
        named["name"] = SOMEBODY
        changed = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        own = (entries.c.table_id == at.table, entries.c.number == number)
        connection.execute(update(entries).where(*own).values(body=changed))


async def players_named(store: Store, name: str) -> int:
    wanted = select(func.count()).where(players.c.name == name)
    return await store.read(lambda connection: int(connection.execute(wanted).scalar_one()))


async def rename_players(store: Store, name: str) -> None:
    """They keep their keys and games, and may choose another name."""
    renamed = update(players).where(players.c.name == name).values(name=SOMEBODY)
    await store.write(lambda connection: connection.execute(renamed))


async def player_at(store: Store, seat: NamedSeat) -> int | None:
    """Whose seat it is, if anybody with a key has claimed it."""
    wanted = select(games.c.player).where(games.c.table_id == seat.table, games.c.seat == seat.seat)
    return await store.read(lambda connection: connection.execute(wanted).scalar_one_or_none())
