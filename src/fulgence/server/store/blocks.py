"""Blocked networks."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, or_, select, text

from fulgence.server.store.schema import blocks
from fulgence.server.store.store import Store

ADD = text(
    "insert into blocks (network, since, until, note) values (:network, :since, :until, :note) "
    "on conflict (network) do update set until = excluded.until, note = excluded.note"
)


@dataclass(frozen=True)
class BlockedNetwork:
    """`since` and `until`: milliseconds since 1970; without an end it is for ever."""

    network: str
    since: int
    until: int | None
    note: str


async def add_block(store: Store, block: BlockedNetwork) -> None:
    """One that is there already gets the new end and note."""
    await store.write(lambda connection: connection.execute(ADD, vars(block)))


async def remove_block(store: Store, network: str) -> bool:
    """Whether there was one."""

    def remove(connection: Connection) -> bool:
        return connection.execute(delete(blocks).where(blocks.c.network == network)).rowcount > 0

    return await store.write(remove)


async def current_blocks(store: Store, now: int) -> list[BlockedNetwork]:
    """Those that have not ended, the latest first."""
    wanted = select(blocks).where(or_(blocks.c.until.is_(None), blocks.c.until > now))
    wanted = wanted.order_by(blocks.c.since.desc(), blocks.c.network)
    return await store.read(lambda connection: [BlockedNetwork(*row) for row in connection.execute(wanted)])
