"""The seeds of the weeks, and their cities with the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, Select, select, text, update

from fulgence.server.store.schema import weeks
from fulgence.server.store.store import Store

ADD_WEEK = text("insert into weeks (monday, seed) values (:monday, :seed) on conflict (monday) do nothing")


@dataclass(frozen=True)
class CityOfWeek:
    """`cards`: frozen, as is the file: a later generator may make another city of the same seed."""

    name: str
    city_file: str
    cards: str


@dataclass(frozen=True)
class Week:
    """`city`: None until it is made."""

    monday: date
    seed: str
    city: CityOfWeek | None
    closed_at: int | None


async def add_weeks(store: Store, seeds: dict[date, str]) -> None:
    """A week that has a seed keeps it."""
    rows = [{"monday": monday.isoformat(), "seed": seed} for monday, seed in seeds.items()]
    await store.write(lambda connection: connection.execute(ADD_WEEK, rows))


async def known_weeks(store: Store, wanted: Sequence[date]) -> dict[date, Week]:
    query = select(weeks).where(weeks.c.monday.in_([monday.isoformat() for monday in wanted]))
    return {week.monday: week for week in await read_weeks(store, query)}


async def open_weeks(store: Store, until: date) -> list[Week]:
    """Those before this one that are not closed yet, the earliest first."""
    query = select(weeks).where(weeks.c.monday < until.isoformat(), weeks.c.closed_at.is_(None))
    return await read_weeks(store, query.order_by(weeks.c.monday))


async def read_weeks(store: Store, query: Select[tuple[str, ...]]) -> list[Week]:
    def read(connection: Connection) -> list[Week]:
        return [
            Week(
                date.fromisoformat(row.monday),
                row.seed,
                CityOfWeek(row.name, row.city_file, row.cards) if row.cards else None,
                row.closed_at,
            )
            for row in connection.execute(query)
        ]

    return await store.read(read)


async def add_city(store: Store, monday: date, city: CityOfWeek) -> None:
    """A week that has a city keeps it."""
    adding = update(weeks).where(weeks.c.monday == monday.isoformat(), weeks.c.cards.is_(None))
    await store.write(lambda connection: connection.execute(adding.values(**vars(city))))


async def close_week(store: Store, monday: date, at: int) -> None:
    """Once: later calls change nothing."""
    closing = update(weeks).where(weeks.c.monday == monday.isoformat(), weeks.c.closed_at.is_(None))
    await store.write(lambda connection: connection.execute(closing.values(closed_at=at)))
