"""The games of players and their results, by player and by contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select, text

from fulgence.server.store.schema import games, tables
from fulgence.server.store.store import Store

CLAIM = text(
    "insert into games (table_id, seat, player, name, city, addons, contest, began_at, seats) "
    "values (:table_id, :seat, :player, :name, :city, :addons, :contest, :began_at, :seats) "
    "on conflict (table_id, seat) do update set player = excluded.player where games.player is null"
)
RUNNING = ("waiting", "playing")  # phases of a table
COLUMNS = [
    games.c[each]
    for each in (
        *("table_id", "seat", "player", "name", "city", "addons"),
        *("contest", "began_at", "ended_at", "total", "items", "seats"),
    )
]  # of a GameRow
FRIENDS = (  # whoever has sat at a table with this player
    "select distinct other.player from games as own "
    "join games as other on other.table_id = own.table_id and other.player <> own.player "
    "where own.player = :player and other.player is not null"
)


@dataclass(frozen=True)
class GameRow:
    table: str
    seat: int
    player: int | None
    name: str | None
    city: str
    addons: tuple[str, ...]
    contest: str
    began_at: int
    ended_at: int | None
    total: int | None
    items: str | None
    seats: int


def row_of(row: Any) -> GameRow:
    table, seat, player, name, city, addons, *rest = row
    return GameRow(table, seat, player, name, city, tuple(addons.split(",")) if addons else (), *rest)


async def claim(store: Store, row: Mapping[str, object]) -> None:
    """The seat is this player's from now on, unless it is somebody's already."""
    await store.write(lambda connection: connection.execute(CLAIM, dict(row)))


async def game_at(store: Store, table: str, seat: int) -> GameRow | None:
    wanted = select(*COLUMNS).where(games.c.table_id == table, games.c.seat == seat)

    def read(connection: Connection) -> GameRow | None:
        row = connection.execute(wanted).one_or_none()
        return None if row is None else row_of(row)

    return await store.read(read)


async def running_games(store: Store, player: int, most: int) -> list[GameRow]:
    """The latest first, without those whose table was closed."""
    wanted = (
        select(*COLUMNS)
        .join(tables, tables.c.id == games.c.table_id)
        .where(games.c.player == player, games.c.ended_at.is_(None), tables.c.phase.in_(RUNNING))
        .order_by(games.c.began_at.desc())
    )
    return await all_rows(store, wanted.limit(most))


async def finished_games(
    store: Store,
    player: int,
    most: int,
    *,
    before: tuple[int, str] | None = None,
    city: str = "",
    addons: str | None = None,
    shared: bool | None = None,
) -> list[GameRow]:
    """The latest first. `before`: the time and table of the last game of the page before. `shared`: with
    others at the table, or alone."""
    column = games.c
    wanted = select(*COLUMNS).where(column.player == player, column.ended_at.is_not(None))
    if before is not None:
        at, table = before
        wanted = wanted.where(or_(column.ended_at < at, and_(column.ended_at == at, column.table_id < table)))
    if city:
        wanted = wanted.where(column.city == city)
    if addons is not None:
        wanted = wanted.where(column.addons == addons)
    if shared is not None:
        wanted = wanted.where(column.seats > 1 if shared else column.seats == 1)
    return await all_rows(store, wanted.order_by(column.ended_at.desc(), column.table_id.desc()).limit(most))


async def contests_of(store: Store, player: int, kind: str) -> list[str]:
    """The contests of this kind in which the player has a result."""
    column = games.c
    wanted = select(column.contest).where(
        column.player == player, column.ended_at.is_not(None), column.contest.startswith(f"{kind}-")
    )
    return await store.read(lambda connection: list(connection.execute(wanted.distinct()).scalars()))


async def all_rows(store: Store, wanted: Select[Any]) -> list[GameRow]:
    return await store.read(lambda connection: [row_of(row) for row in connection.execute(wanted)])


# Contests.


async def begun_contests(store: Store, contests: Sequence[str]) -> list[str]:
    """Those of them in which a player has begun a game, finished or not."""

    def read(connection: Connection) -> list[str]:
        return [contest for contest in contests if connection.execute(first_game_in(contest)).first()]

    return await store.read(read)


def first_game_in(contest: str) -> Select[Any]:
    return select(games.c.contest).where(games.c.contest == contest).limit(1)


async def totals_in(store: Store, contest: str, until: int) -> Counter[int]:
    """How many results there are with each total. `until`: later results do not count."""
    column = games.c
    wanted = select(column.total, func.count()).where(games_in(contest, until)).group_by(column.total)

    def read(connection: Connection) -> Counter[int]:
        return Counter({row.total: int(row[1]) for row in connection.execute(wanted)})

    return await store.read(read)


async def own_result(store: Store, contest: str, player: int) -> GameRow | None:
    """The player's game in a contest, finished or not; of several, the first."""
    column = games.c
    wanted = select(*COLUMNS).where(column.player == player, column.contest == contest)
    found = await all_rows(store, wanted.order_by(column.began_at).limit(1))
    return found[0] if found else None


async def best_results(store: Store, contest: str, until: int, most: int, skip: int = 0) -> list[GameRow]:
    """The highest total first; of equal ones, the later first, as the index has them."""
    column = games.c
    wanted = select(*COLUMNS).where(games_in(contest, until))
    wanted = wanted.order_by(column.total.desc(), column.ended_at.desc())
    return await all_rows(store, wanted.limit(most).offset(skip))


async def friends_results(store: Store, contest: str, until: int, player: int, most: int) -> list[GameRow]:
    """The results of those with whom the player has sat at a table."""
    column = games.c
    friends = text(FRIENDS).bindparams(player=player).columns(games.c.player)
    wanted = select(*COLUMNS).where(games_in(contest, until), column.player.in_(friends))
    return await all_rows(store, wanted.order_by(column.total.desc(), column.ended_at).limit(most))


def games_in(contest: str, until: int) -> ColumnElement[bool]:
    column = games.c
    return and_(column.contest == contest, column.total.is_not(None), column.ended_at < until)
