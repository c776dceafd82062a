"""The seeds of the daily games, what bots made of their cards, and who looks after the days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, select, text, update

from fulgence.server.store.schema import days, pars
from fulgence.server.store.store import Store

ADD_DAY = text("insert into days (day, seed) values (:day, :seed) on conflict (day) do nothing")
ADD_PAR = text(
    "insert into pars (contest, player, total, record) values (:contest, :player, :total, :record) "
    "on conflict (contest, player) do nothing"
)
# The holder renews it; anybody else gets it once it has run out.
TAKE_LEASE = text(
    "insert into leases (name, holder, until) values (:name, :holder, :until) "
    "on conflict (name) do update set holder = excluded.holder, until = excluded.until "
    "where leases.holder = excluded.holder or leases.until < :now"
)


@dataclass(frozen=True)
class Day:
    day: date
    seed: str
    closed_at: int | None


@dataclass(frozen=True)
class Par:
    """What a bot, or hindsight, made of the cards."""

    player: str
    total: int
    record: str


async def add_days(store: Store, seeds: dict[date, str]) -> None:
    """A day that has a seed keeps it."""
    rows = [{"day": day.isoformat(), "seed": seed} for day, seed in seeds.items()]
    await store.write(lambda connection: connection.execute(ADD_DAY, rows))


async def known_days(store: Store, wanted: Sequence[date]) -> dict[date, Day]:
    query = select(days).where(days.c.day.in_([day.isoformat() for day in wanted]))

    def read(connection: Connection) -> dict[date, Day]:
        rows = [
            Day(date.fromisoformat(day), seed, closed_at)
            for day, seed, closed_at in connection.execute(query)
        ]
        return {row.day: row for row in rows}

    return await store.read(read)


async def open_days(store: Store, until: date) -> list[Day]:
    """Those before this day that are not closed yet, the earliest first."""
    query = select(days).where(days.c.day < until.isoformat(), days.c.closed_at.is_(None))

    def read(connection: Connection) -> list[Day]:
        found = connection.execute(query.order_by(days.c.day))
        return [Day(date.fromisoformat(day), seed, closed_at) for day, seed, closed_at in found]

    return await store.read(read)


async def close_day(store: Store, day: date, at: int) -> None:
    """Once: later calls change nothing."""
    closing = update(days).where(days.c.day == day.isoformat(), days.c.closed_at.is_(None))
    await store.write(lambda connection: connection.execute(closing.values(closed_at=at)))


async def add_par(store: Store, contest: str, par: Par) -> None:
    row = {"contest": contest, "player": par.player, "total": par.total, "record": par.record}
    await store.write(lambda connection: connection.execute(ADD_PAR, row))


async def pars_of(store: Store, contest: str) -> list[Par]:
    query = select(pars.c.player, pars.c.total, pars.c.record).where(pars.c.contest == contest)
    return await store.read(lambda connection: [Par(*row) for row in connection.execute(query)])


async def totals_of(store: Store, player: str, contests: Sequence[str]) -> dict[str, int]:
    """What this bot made of the cards of each contest that it has played."""
    query = select(pars.c.contest, pars.c.total).where(pars.c.player == player, pars.c.contest.in_(contests))

    def read(connection: Connection) -> dict[str, int]:
        return {row.contest: row.total for row in connection.execute(query)}

    return await store.read(read)


async def take_lease(store: Store, name: str, holder: str, now: int, until: int) -> bool:
    """Whether this process holds it until then."""
    row = {"name": name, "holder": holder, "until": until, "now": now}

    def take(connection: Connection) -> bool:
        return connection.execute(TAKE_LEASE, row).rowcount == 1

    return await store.write(take)
