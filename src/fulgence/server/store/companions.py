"""Companions of games on paper: written before anybody is told, and deleted some time after the last step."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select, text

from fulgence.api.companions import Companion
from fulgence.server.store.schema import companions
from fulgence.server.store.store import Store

MAX_AT_ONCE = 200  # so that moves do not wait long for the writing connection
ADD = text(
    "insert into companions (id, record, city_file, clock, step, change, changed_at) "
    "values (:id, :record, :city_file, :clock, :step, :change, :changed_at) on conflict (id) do nothing"
)
# Whoever comes second finds another step there, and changes nothing.
MAKE_STEP = text(
    "update companions set step = :step, change = :change, changed_at = :changed_at "
    "where id = :id and change = :change - 1"
)


async def add_companion(store: Store, companion: Companion) -> None:
    """A retry changes nothing."""
    row = msgspec.structs.asdict(companion)
    await store.write(lambda connection: connection.execute(ADD, row))


async def companion_with(store: Store, id: str) -> Companion | None:
    def read(connection: Connection) -> Companion | None:
        row = connection.execute(select(companions).where(companions.c.id == id)).one_or_none()
        return None if row is None else Companion(*row)

    return await store.read(read)


async def make_step(store: Store, companion: Companion) -> None:
    """Write a companion after a step, unless somebody else has made one since."""
    row = msgspec.structs.asdict(companion)
    await store.write(lambda connection: connection.execute(MAKE_STEP, row))


async def delete_old_companions(store: Store, before: int) -> int:
    """Delete those that last changed before this time. Returns how many; call it again until it is none."""

    def clean(connection: Connection) -> int:
        found = select(companions.c.id).where(companions.c.changed_at < before).limit(MAX_AT_ONCE)
        ids = list(connection.execute(found).scalars())
        if ids:
            connection.execute(delete(companions).where(companions.c.id.in_(ids)))
        return len(ids)

    return await store.write(clean)
