"""Challenges: frozen cards for whoever has the link."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select, text

from fulgence.server.store.schema import challenges
from fulgence.server.store.store import Store

ADD = text(
    "insert into challenges (id, made_at, city_file, cards, table_id, seat) "
    "values (:id, :made_at, :city_file, :cards, :table_id, :seat) on conflict (id) do nothing"
)


@dataclass(frozen=True)
class Challenge:
    """`table` and `seat`: the game that the cards come from, if any."""

    id: str
    made_at: int
    city_file: str
    cards: str
    table: str | None = None
    seat: int | None = None


async def add_challenge(store: Store, challenge: Challenge) -> None:
    """A retry changes nothing."""
    row = {**vars(challenge), "table_id": challenge.table}
    await store.write(lambda connection: connection.execute(ADD, row))


async def challenge_with(store: Store, id: str) -> Challenge | None:
    def read(connection: Connection) -> Challenge | None:
        row = connection.execute(select(challenges).where(challenges.c.id == id)).one_or_none()
        return None if row is None else Challenge(*row)

    return await store.read(read)
