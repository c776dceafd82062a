"""Two servers, of which one is killed again and again while people play through both.

Whoever loses a server goes to the other one. What was acknowledged must be there, and every table must go
on soon: those with people by their next move, those of bots and those with a clock although nobody asks.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from server.cluster_servers import ClusterServers, running_cluster
from server.repeated_kills import CITIES, GONE, Message, Player, Table, Tally
from server.server_process import Failed, Server

PAIRS = 8
BOTS = 4  # tables of bots alone
CLOCK = 6  # seconds: it rings soon after a takeover, and not before
TOGETHER = 1.0  # seconds that people play before a server is killed
LONGEST = 40.0  # seconds that are waited for every table to go on; the slowest is told
PAUSE = 0.05
THOUGHT = 0.03
OVER = 1_000_000


class MovingPlayer(Player):
    """Comes through its own door while it is open, else through the other one."""

    table: MovingTable
    door: Server

    def connect(self) -> connect:
        self.door = self.table.server = self.table.servers.door(self.number)
        return super().connect()

    async def take(self, connection: ClientConnection, message: Message, is_first: bool) -> None:
        await asyncio.sleep(THOUGHT)
        await super().take(connection, message, is_first)
        if self.door is not self.table.servers.door(self.number):
            await connection.close()

    def acknowledge(self, ply: int | None) -> None:
        super().acknowledge(ply)
        self.table.moved()


class MovingTable(Table):
    """Two people at a table, game after game."""

    def __init__(self, servers: ServerPair, number: int) -> None:
        super().__init__(servers.tally, random.Random(number), CITIES[number % len(CITIES)])
        self.servers = servers
        self.number = number
        self.waiting_since = 0.0  # seconds; since when it has not gone on

    async def live(self) -> None:
        while True:
            try:
                self.server = self.servers.door(self.number)
                self.players = await self.open()
                await asyncio.gather(*(self.play(player) for player in self.players))
                self.server = self.servers.door(self.number)
                await self.check_record()
            except GONE:  # while the table was opened, or its record asked for
                await asyncio.sleep(PAUSE)
            except Failed as failed:
                self.tally.wrong(f"{self.path}: {failed}")
                await asyncio.sleep(PAUSE)

    async def open(self) -> list[Player]:
        seats = await asyncio.to_thread(self.server.open, 2, city=self.city)
        self.opened = seats[0].opened
        return [MovingPlayer(self, seat.number, seat.token) for seat in seats]

    async def play(self, player: Player) -> None:
        while not await player.play():
            await asyncio.sleep(PAUSE)

    def moved(self) -> None:
        if self.waiting_since:
            self.servers.went_on(time.monotonic() - self.waiting_since)
            self.waiting_since = 0.0


class ServerPair:
    def __init__(self, servers: ClusterServers, tally: Tally) -> None:
        self.servers = servers
        self.tally = tally
        self.doors: list[Server | None] = list(servers.start_all(2))
        self.slowest = 0.0

    def door(self, number: int) -> Server:
        own, other = self.doors[number % 2], self.doors[(number + 1) % 2]
        found = own or other
        assert found is not None
        return found

    def went_on(self, seconds: float) -> None:
        self.slowest = max(self.slowest, seconds)

    async def run(self, kills: int) -> None:
        pairs = [MovingTable(self, number) for number in range(PAIRS)]
        lives = [asyncio.create_task(pair.live()) for pair in pairs]
        await asyncio.sleep(TOGETHER)
        for kill in range(kills):
            if None in self.doors:
                self.doors[self.doors.index(None)] = await asyncio.to_thread(self.servers.start)
                await asyncio.sleep(TOGETHER)
            await self.kill(kill % 2, pairs)
            self.tally.kills += 1
        await asyncio.sleep(TOGETHER)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await asyncio.gather(*(pair.look() for pair in pairs if pair.players))
        await asyncio.to_thread(self.look_back)

    async def kill(self, number: int, pairs: list[MovingTable]) -> None:
        """Return when every table of the server has gone on, or should have."""
        victim = self.doors[number]
        assert victim is not None
        asleep, *bots = await asyncio.to_thread(open_alone, victim)
        self.doors[number] = None
        killed = time.monotonic()
        victim.kill()
        for pair in pairs:
            if self.servers.owner(pair.opened["table"]) is victim:
                pair.waiting_since = killed
        before = await asyncio.to_thread(self.entries, [asleep, *bots])
        alone = {table for table, entries in before.items() if entries < OVER}
        if alone == {asleep}:
            self.tally.wrong("the bots were too fast")
        while time.monotonic() < killed + LONGEST:
            after = await asyncio.to_thread(self.entries, [*alone])
            for table in [table for table in alone if after[table] > before[table] + 1]:
                alone.remove(table)
                if table != asleep:  # whose clock rings later
                    self.went_on(time.monotonic() - killed)
            if not alone and not any(pair.waiting_since for pair in pairs):
                return
            await asyncio.sleep(PAUSE)
        late = [*alone, *(pair.opened["table"] for pair in pairs if pair.waiting_since)]
        self.tally.wrong(f"tables that did not go on: {late}")

    def entries(self, tables: list[str]) -> dict[str, int]:
        """How many there are of each; a table that is over has enough."""
        names = ", ".join(f"'{table}'" for table in tables) or "''"
        number = f"case when phase = 'over' then {OVER} else count(*) end"
        joined = "entries join tables on table_id = id"
        return dict(
            self.servers.rows(f"select id, {number} from {joined} where id in ({names}) group by id, phase")
        )

    def look_back(self) -> None:
        gaps = "select table_id from entries group by table_id having count(*) <> max(number) + 1"
        for row in self.servers.rows(gaps):
            self.tally.wrong(f"entries of {row[0]} are missing")
        for line in self.servers.told('"level": "error"', "traceback", "given up"):
            self.tally.wrong(f"in a server's log: {line}")


def open_alone(server: Server) -> list[str]:
    """Tables that go on by themselves: of bots, and one whose only player has gone to bed."""
    seats = [{"kind": "bot", "bot": "greedy"}] * 4
    body = {"city": "london", "seats": seats}
    found = [server.call("POST", "/api/tables", body)["table"] for _ in range(BOTS)]
    (asleep,) = server.open(clock=CLOCK)
    return [asleep.table, *found]


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills one of two servers while people play through both.")
    parser.add_argument("--kills", type=int, default=5, help="how often (5)")
    asked = parser.parse_args()
    tally = Tally()
    with (
        tempfile.TemporaryDirectory(prefix="fulgence-takeover-") as folder,
        running_cluster(Path(folder)) as servers,
    ):
        pair = ServerPair(servers, tally)
        asyncio.run(pair.run(asked.kills))
    figures = {
        "kills": tally.kills,
        "slowest_takeover_s": round(pair.slowest, 3),
        "acknowledged": tally.acknowledged,
        "lost": tally.lost,
        "twice": tally.twice,
        "errors": tally.errors,
    }
    print(json.dumps(figures))
    return int(bool(tally.lost or tally.twice or tally.errors))
