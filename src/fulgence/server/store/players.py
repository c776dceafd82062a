"""Players without accounts: whoever holds the key, of which only the hash is stored."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, text, update

from fulgence.server.store.erasure import NamedSeat, erase_name
from fulgence.server.store.schema import games, players, puzzle_answers, subscriptions
from fulgence.server.store.store import Store

ADD = text("insert into players (key, name, since) values (:key, :name, :since) on conflict (key) do nothing")


@dataclass(frozen=True)
class Player:
    id: int
    name: str
    since: int


async def add_player(store: Store, key: str, name: str, since: int) -> Player:
    """`key`: its hash. A retry finds the player of the first try; a name is changed by `rename` only."""

    def add(connection: Connection) -> Player:
        connection.execute(ADD, {"key": key, "name": name, "since": since})
        found = find(connection, key)
        assert found is not None
        return found

    return await store.write(add)


async def player_with(store: Store, key: str) -> Player | None:
    return await store.read(lambda connection: find(connection, key)) if key else None


def find(connection: Connection, key: str) -> Player | None:
    column = players.c
    row = connection.execute(
        select(column.id, column.name, column.since).where(column.key == key)
    ).one_or_none()
    return None if row is None else Player(*row)


async def rename(store: Store, player: int, name: str) -> None:
    """From now on; games keep the name that they were played under."""
    await store.write(
        lambda connection: connection.execute(update(players).where(players.c.id == player).values(name=name))
    )


async def forget(store: Store, player: int) -> list[str]:
    """Delete the key, the name, the answers and the subscriptions for good. Games stay, under "somebody": the
    name is replaced in the log too. Returns the tables, because those in memory have to be read again."""

    def erase(connection: Connection) -> list[str]:
        seats = connection.execute(
            select(games.c.table_id, games.c.seat).where(games.c.player == player)
        ).all()
        for table, seat in seats:
            erase_name(connection, NamedSeat(table, seat))
        connection.execute(update(games).where(games.c.player == player).values(player=None, name=None))
        connection.execute(delete(puzzle_answers).where(puzzle_answers.c.player == player))
        connection.execute(delete(subscriptions).where(subscriptions.c.player == player))
        connection.execute(delete(players).where(players.c.id == player))
        return [table for table, _ in seats]

    return await store.write(erase)
