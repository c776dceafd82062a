"""How long the lists of daily games and players take in a large database.

    python bench/large_database.py [--players 100000] [--results 1000000] [--days 30] [--requests 300]
                             [--database URL ...]

Fills new databases, one of SQLite and one of PostgreSQL unless others are named, and asks a server in this
process. A JSON line per database: milliseconds of each request, median and 99th percentile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sqlalchemy import Connection, Table, insert, text

from fulgence.contests.calendar import close_of, day_at, end_of
from fulgence.contests.daily import DailyContest, daily_cities, format_daily
from fulgence.server.store import schema
from fulgence.server.store.store import Store
from fulgence.table.entries import now
from fulgence.table.seats import hashed
from server.contests.contest_server import ContestServer, contest_server
from server.databases import ENGINES, new_database

BATCH = 20_000
ITEMS = '{"lines":{"pink":31},"sites":11,"crossings":0,"interchanges":20,"objectives":0,"handicap":0}'


def key_of(player: int) -> str:
    return f"{player:032x}"


def player_rows(number: int) -> Iterator[dict[str, object]]:
    for player in range(1, number + 1):
        yield {"id": player, "key": hashed(key_of(player)), "name": f"Player {player}", "since": 0}


def game_rows(options: argparse.Namespace, rng: random.Random) -> Iterator[dict[str, object]]:
    """Games with friends are every fourth; a tenth of the players plays most of all."""
    contests = [
        DailyContest(day_at(now()) - timedelta(days=ago), city)
        for ago in range(options.days)
        for city in daily_cities()
    ]
    for number in range(options.results):
        contest = contests[number % len(contests)]
        player = 1 + int(options.players * rng.random() ** 1.5)
        with_friends = number % 4 == 0
        began = end_of(contest.day) - rng.randrange(24 * 3600 * 1000)
        yield {
            "table_id": f"t{number // 8 * 8 if with_friends else number}",
            "seat": number % 8 // 4 if with_friends else 0,
            "player": player,
            "name": f"Player {player}",
            "city": contest.city,
            "addons": "",
            "contest": "" if with_friends else format_daily(contest),
            "began_at": began,
            "ended_at": min(began + 600_000, close_of(contest.day) - 1),
            "total": int(rng.gauss(120, 20)),
            "items": ITEMS,
            "seats": 2 if with_friends else 1,
        }


def day_rows(days: int) -> Iterator[dict[str, object]]:
    for ago in range(days):
        day: date = day_at(now()) - timedelta(days=ago)
        yield {"day": day.isoformat(), "seed": f"{ago:064x}", "closed_at": close_of(day) if ago > 1 else None}


async def fill(store: Store, options: argparse.Namespace) -> None:
    rng = random.Random(1)
    for table, rows in (
        (schema.players, player_rows(options.players)),
        (schema.days, day_rows(options.days)),
        (schema.games, game_rows(options, rng)),
    ):
        batch: list[dict[str, object]] = []
        count = 0
        for row in rows:
            batch.append(row)
            if len(batch) == BATCH:
                await write(store, table, batch)
                count += len(batch)
                print(f"\r{table.name}: {count:,}", end="", file=sys.stderr)
                batch = []
        if batch:
            await write(store, table, batch)
        print(file=sys.stderr)
    await store.write(lambda connection: connection.execute(text("analyze")))


async def write(store: Store, table: Table, rows: list[dict[str, object]]) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(table), rows)

    await store.write(work)


async def measure(server: ContestServer, options: argparse.Namespace) -> dict[str, object]:
    rng = random.Random(2)
    today = day_at(now())
    found: dict[str, object] = {}
    for name in ("today", "results", "last page", "closed day", "own games", "one's own numbers"):
        times = []
        for _ in range(options.requests):
            key = key_of(1 + int(options.players * rng.random() ** 1.5))
            city = rng.choice(daily_cities())
            earlier = today - timedelta(days=rng.randrange(2, options.days))
            path = {
                "today": "/api/daily",
                "results": f"/api/daily/{today}/{city}",
                "last page": f"/api/daily/{today}/{city}?page=100",
                "closed day": f"/api/daily/{earlier}/{city}",
                "own games": "/api/player/games",
                "one's own numbers": "/api/player",
            }[name]
            began = time.perf_counter()
            answer = await server.ask("GET", path, key=key)
            times.append(1000 * (time.perf_counter() - began))
            assert answer.status == 200, answer.body
        found[name] = {
            "median": round(statistics.median(times), 2),
            "p99": round(statistics.quantiles(times, n=100)[98], 2),
        }
    return found


async def run(address: str, options: argparse.Namespace) -> None:
    async with contest_server(address) as server:
        server.time.now = now()
        began = time.perf_counter()
        await fill(server.tables.store, options)
        filled = round(time.perf_counter() - began, 1)
        measured = await measure(server, options)
    place = address.partition(":")[0]
    print(json.dumps({"database": place, "filled_seconds": filled, "milliseconds": measured}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--requests", type=int, default=300, help="of each kind")
    parser.add_argument("--database", action="append", help="an empty database; repeatable")
    options = parser.parse_args()
    if options.database:
        for address in options.database:
            asyncio.run(run(address, options))
        return
    for engine in ENGINES:
        with tempfile.TemporaryDirectory() as folder, new_database(engine, Path(folder)) as address:
            asyncio.run(run(address, options))


if __name__ == "__main__":
    main()
