"""Retention: finished tables of nobody are deleted after some time, a few at a time."""

from __future__ import annotations

from sqlalchemy import Connection, exists, func, select

from fulgence.server.store.erasure import MAX_AT_ONCE, delete_rows
from fulgence.server.store.schema import entries, games, tables
from fulgence.server.store.store import Store

ENDED = ("over", "closed")


async def delete_old_tables(store: Store, before: int) -> int:
    """Delete tables that ended before this time, in milliseconds since 1970, and in which no player has a
    seat. Returns how many; call it again until it is none."""

    def clean(connection: Connection) -> int:
        column = tables.c
        last = select(func.max(entries.c.at)).where(entries.c.table_id == column.id).scalar_subquery()
        owned = exists().where(games.c.table_id == column.id, games.c.player.is_not(None))
        found = select(column.id).where(
            column.phase.in_(ENDED), column.opened_at < before, last < before, ~owned
        )
        ids = list(connection.execute(found.limit(MAX_AT_ONCE)).scalars())
        if ids:
            delete_rows(connection, ids)
        return len(ids)

    return await store.write(clean)
