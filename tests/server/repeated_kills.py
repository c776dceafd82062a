"""A server that is killed again and again while people play, and whether it kept its promises.

A player remembers every move that was acknowledged. After each kill the view of its seat must tell the
same moves, none missing and none twice, and at the end at most the one that was not answered yet.
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import http.client
import json
import os
import random
import select
import socket
import sys
import tempfile
import time
from itertools import takewhile
from operator import eq
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fulgence.fair import check_fair, parse_fairness
from fulgence.rules.errors import FulgenceError
from fulgence.rules.text.record import parse_record, replay
from server.server_process import Failed, Server, start

CITIES = ("london", "paris", "berlin", "toy")
MOST_MOVES = 500  # in the life of a server
LONGEST_LIFE = 10.0  # seconds
AGAIN = 0.5  # how often a move that is stored but was not answered is sent again
TWICE = 0.05  # how often a move is sent twice at once
PATIENCE = 5.0  # seconds that a bot's process may outlive its server
PORTS = range(20_000, 32_000)  # below those that systems give to whoever asks for any
GONE = (OSError, EOFError, http.client.HTTPException, WebSocketException)
# Not in this folder: for a program that is run here, our http/ would hide the standard library's.
CONTROL = Path(__file__).parent / "store" / "ack_before_write.py"


@dataclasses.dataclass
class Tally:
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    slowest_first_answer_s: float = 0.0
    finished_games: int = 0
    workers_ended: int = 0
    errors: int = 0

    def wrong(self, what: str) -> None:
        self.errors += 1
        tell(f"wrong: {what}")


class SheetView(msgspec.Struct):
    rounds: list[list[list[str]]]


class GameView(msgspec.Struct):
    moves: list[str]
    sheets: list[SheetView]


class Message(msgspec.Struct):
    """What a player needs of any message."""

    type: str
    ply: int | None = None
    phase: str = ""
    game: GameView | None = None
    code: str = ""
    message: str = ""


parse = msgspec.json.Decoder(Message).decode


class Player:
    """`made`: the moves that are stored, as far as it knows. `sent`: the next one, not yet answered."""

    def __init__(self, table: Table, number: int, token: str) -> None:
        self.table = table
        self.number = number
        self.token = token
        self.made: list[str] = []
        self.sent = ""
        self.view = Message("view")

    async def play(self) -> bool:
        """Until the game is over; false if the server has gone before."""
        is_first = True
        try:
            async with self.connect() as connection:
                async for text in connection:
                    await self.take(connection, parse(text), is_first)
                    if self.view.phase == "over":
                        return True
                    is_first = False
        except GONE:
            pass
        return False

    async def look(self) -> None:
        async with self.connect() as connection:
            message = parse(await connection.recv())
            if message.type != "view":
                raise EOFError(message.message)
            self.compare(message)

    def connect(self) -> connect:
        return connect(
            f"{self.table.server.url.replace('http', 'ws', 1)}{self.table.path}/socket",
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            proxy=None,
            ping_interval=None,
            close_timeout=1,
        )

    async def take(self, connection: ClientConnection, message: Message, is_first: bool) -> None:
        if message.type == "view":
            self.compare(message)
            if is_first and self.sent:
                await self.send_again(connection)
        elif message.type == "ack":
            self.acknowledge(message.ply)
        elif message.type == "error":
            self.table.tally.wrong(f"{message.code}: {message.message}")
        await self.move(connection)

    def compare(self, view: Message) -> None:
        """What the server has kept with what it has promised to keep."""
        self.view = view
        rounds = view.game.sheets[self.number].rounds if view.game else []
        stored = [move for turns in rounds for turn in turns for move in turn]
        most = [*self.made, self.sent] if self.sent else self.made
        same = sum(takewhile(bool, map(eq, most, stored)))
        lost, twice = max(0, len(self.made) - same), max(0, len(stored) - len(most))
        self.table.tally.lost += lost
        self.table.tally.twice += twice
        if view.ply != len(stored) or (len(stored) > same and not twice):
            self.table.tally.wrong("a move or a ply that nobody has made")
        if lost or twice:
            kept = f"{same} of {len(most)} moves are kept, {len(stored)} are there"
            tell(f"{self.table.path} seat {self.number}: {kept}")
        if lost or twice or view.phase == "over":
            self.made, self.sent = stored, ""

    def acknowledge(self, ply: int | None) -> None:
        if self.sent and ply == len(self.made):
            self.made.append(self.sent)
            self.sent = ""
            self.table.tally.acknowledged += 1
        elif ply is None or ply >= len(self.made):
            self.table.tally.wrong(f"ply {ply} is acknowledged, which was not sent")

    async def send_again(self, connection: ClientConnection) -> None:
        """What was not acknowledged; once it is stored this has no effect, and need not be done."""
        is_stored = self.view.ply != len(self.made)
        if is_stored and self.table.rng.random() > AGAIN:
            self.made.append(self.sent)
            self.sent = ""
        else:
            await self.send(connection)

    async def move(self, connection: ClientConnection) -> None:
        game = self.view.game
        if self.sent or self.view.ply != len(self.made) or not game or not game.moves:
            return
        self.sent = self.table.rng.choice(game.moves)
        await self.send(connection)
        if self.table.rng.random() < TWICE:
            await self.send(connection)

    async def send(self, connection: ClientConnection) -> None:
        await connection.send(json.dumps({"type": "move", "ply": len(self.made), "move": self.sent}))


class Table:
    """Plays one game after the other, on one server after the other."""

    def __init__(self, tally: Tally, rng: random.Random, city: str) -> None:
        self.tally = tally
        self.rng = rng
        self.city = city
        self.people = 2  # a bot sits where nobody else does
        self.players: list[Player] = []
        self.opened: dict[str, Any] = {"table": ""}
        self.server: Server

    @property
    def path(self) -> str:
        return f"/api/tables/{self.opened['table']}"

    async def live(self) -> None:
        """As long as the server."""
        try:
            while True:
                if not self.players:
                    self.players = await self.open()
                if not all(await asyncio.gather(*(player.play() for player in self.players))):
                    raise EOFError("a socket was closed")
                await self.check_record()
                self.players = []
        except (*GONE, FulgenceError, Failed) as error:
            if self.server.process.returncode is None:
                self.tally.wrong(f"{self.path}: {error!r}")
                self.players = []

    async def look(self) -> None:
        try:
            await asyncio.gather(*(player.look() for player in self.players))
        except GONE as error:
            self.tally.wrong(f"{self.path}: {error!r}")

    async def open(self) -> list[Player]:
        bots = ["greedy"] * (2 - self.people)
        taken = await asyncio.to_thread(self.server.open, self.people, bots, city=self.city)
        self.opened = taken[0].opened
        return [Player(self, seat.number, seat.token) for seat in taken]

    async def check_record(self) -> None:
        found = await asyncio.to_thread(self.server.call, "GET", f"{self.path}/record")
        record, fairness = parse_record(json.dumps(found)), parse_fairness(found["fair"])
        replay(record)
        check_fair(record, fairness)
        moves = [[move for turn in turns for move in turn] for turns in record.moves[: self.people]]
        promised = self.opened["commitment"]
        if not record.is_finished or fairness.commitment != promised:
            self.tally.wrong(f"{self.path}: the record is not of this game")
        if moves != [player.made for player in self.players]:
            self.tally.wrong(f"{self.path}: the record tells other moves")
        self.tally.finished_games += 1


async def run(kills: int, program: tuple[str, ...], database: str, seed: int) -> Tally:
    rng, tally = random.Random(seed), Tally()
    tables = [Table(tally, rng, city) for city in CITIES * 5]
    tables[-1].people = 1
    server = None
    with tempfile.TemporaryDirectory(prefix="fulgence-kill-") as folder:
        port = free_port()
        try:
            for _ in range(kills):
                server = await start_again(Path(folder), port, program, database, tally)
                await live_and_die(server, tables, tally, rng)
                if tally.kills % 10 == 0:
                    tell(f"{dataclasses.asdict(tally)}")
            server = await start_again(Path(folder), port, program, database, tally)
            for table in tables:
                table.server = server
            await asyncio.gather(*(table.look() for table in tables))
        finally:
            if server and server.process.returncode is None:
                server.kill()
    return tally


async def start_again(
    folder: Path, port: int, program: tuple[str, ...], database: str, tally: Tally
) -> Server:
    begun = time.perf_counter()
    server = await asyncio.to_thread(start, folder, f"--port={port}", program=program, database=database)
    await asyncio.to_thread(server.call, "GET", "/api/health")
    if tally.kills:  # the first start makes the database
        took = round(time.perf_counter() - begun, 3)
        tally.slowest_first_answer_s = max(tally.slowest_first_answer_s, took)
    return server


async def live_and_die(server: Server, tables: list[Table], tally: Tally, rng: random.Random) -> None:
    for table in tables:
        table.server = server
    lives = [asyncio.create_task(table.live()) for table in tables]
    await random_moment(tally, rng)
    workers = workers_of(server.process.pid)
    server.kill()
    tally.kills += 1
    await asyncio.gather(*lives)
    for worker in workers:
        is_ended = bool(select.select([worker], [], [], PATIENCE)[0])
        os.close(worker)
        tally.workers_ended += is_ended
        if not is_ended:
            tally.wrong("a bot's process has outlived its server")
    for line in server.log:
        tally.wrong(f"in the server's log: {line}")


async def random_moment(tally: Tally, rng: random.Random) -> None:
    """After some moves, so that as many are made on a busy machine; then it may be in anything."""
    last, limit = tally.acknowledged + rng.randrange(MOST_MOVES), time.monotonic() + LONGEST_LIFE
    while tally.acknowledged < last and time.monotonic() < limit:
        await asyncio.sleep(0.01)
    await asyncio.sleep(rng.uniform(0, 0.01))


def workers_of(process: int) -> list[int]:
    """Files that can be read once the process has ended. Only Linux tells; elsewhere there are none."""
    lists = [file.read_text().split() for file in Path(f"/proc/{process}/task").glob("*/children")]
    return [os.pidfd_open(int(child)) for children in lists for child in children]


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills a server while people play; counts what it has lost.")
    parser.add_argument("--kills", type=int, default=200, help="how often (200)")
    parser.add_argument(
        "--control", action="store_true", help="a server that acknowledges first: moves must be lost"
    )
    parser.add_argument("--database", default="", help="of the server (a temporary SQLite file)")
    parser.add_argument("--seed", type=int, default=0, help="of the moves and of the moments (0)")
    asked = parser.parse_args()
    program = (str(CONTROL),) if asked.control else ("-m", "fulgence")
    tally = asyncio.run(run(asked.kills, program, asked.database, asked.seed))
    print(json.dumps(dataclasses.asdict(tally)))
    is_kept = not tally.lost and not tally.twice and not tally.errors
    return int(is_kept == asked.control)
