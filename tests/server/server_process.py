"""Servers and players for the tests: real processes, real sockets, real requests."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

from sqlalchemy import create_engine
from websockets.sync.client import ClientConnection, connect

from fulgence.server.store import schema

WIDE = ("messages", "sockets", "tables", "requests")  # limits that tests would run into


class Failed(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, problem: dict[str, str]) -> None:
        super().__init__(f"{status} {problem}")
        self.status = status
        self.code = problem["code"]
        self.message = problem["message"]


@dataclass
class Server:
    url: str
    process: subprocess.Popen[str]
    log: list[str]

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self.wait()

    def wait(self) -> None:
        self.process.wait(20)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def call(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> Any:
        """One request; the JSON of its answer, or Failed."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Failed(error.code, json.load(error)) from None
        return json.loads(text)

    def until_ready(self) -> None:
        """What was found a second ago is still told."""
        late = time.monotonic() + 10
        while True:
            with contextlib.suppress(Failed):
                self.call("GET", "/api/health/ready")
                return
            assert time.monotonic() < late

    def open(self, people: int = 1, bots: Sequence[str] = (), **wishes: Any) -> list[Seat]:
        """A table with its people's seats taken, in order."""
        seats = [{"kind": "person"}] * people + [{"kind": "bot", "bot": bot} for bot in bots]
        body = {"city": "london", "seats": seats, "name": "Ann", **wishes}
        opened = self.call("POST", "/api/tables", body)
        taken = [Seat(self, opened["table"], 0, opened["token"], opened)]
        for name in ("Ben", "Cleo", "Dora")[: people - 1]:
            joined = self.call(
                "POST", f"/api/tables/{opened['table']}/join", {"name": name}, token=opened["invite"]
            )
            taken.append(Seat(self, opened["table"], joined["seat"], joined["token"], opened))
        return taken

    def socket(
        self, table: str, token: str = "", query: str = ""
    ) -> contextlib.AbstractContextManager[ClientConnection]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}"
        return connect(address, additional_headers=headers, max_size=None, open_timeout=30)


@dataclass
class Seat:
    """A seat and its token. `opened`: what opening the table answered."""

    server: Server
    table: str
    number: int
    token: str
    opened: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    def call(self, method: str, path: str, body: object = None) -> Any:
        return self.server.call(method, self.path + path, body, token=self.token)

    def connect(self, query: str = "") -> Player:
        return Player(self.server.socket(self.table, self.token, query))


class Player:
    """A socket that remembers the newest view and what was acknowledged."""

    def __init__(self, socket: contextlib.AbstractContextManager[ClientConnection]) -> None:
        self._context = socket
        self.socket = socket.__enter__()
        self.view: dict[str, Any] = {}
        self.acknowledged: list[int] = []
        self.heard: list[dict[str, Any]] = []
        try:
            self.until("view")
        except BaseException:
            self.close()
            raise

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = 20) -> dict[str, Any]:
        """The next message, whatever it is."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "ack":
            self.acknowledged.append(message["ply"])
        return message

    def until(self, kind: str, timeout: float = 20) -> dict[str, Any]:
        """The next message of this kind; an error that was not asked for is raised."""
        while True:
            message = self.hear(timeout)
            if message["type"] == kind:
                return message
            if message["type"] == "error":
                raise AssertionError(message)

    @property
    def is_playing(self) -> bool:
        return bool(self.view["phase"] == "playing")

    @property
    def turn(self) -> int:
        """How often cards were flipped so far."""
        return sum(map(len, self.view["game"]["turns"]))

    @property
    def moves(self) -> list[str]:
        """The legal moves, none when the seat waits or the game is over."""
        moves: list[str] = self.view["game"]["moves"] if self.is_playing else []
        return moves

    def play(self, move: str, **more: object) -> None:
        """Send a move and wait until it is acknowledged and seen."""
        ply = self.view["ply"]
        self.say(type="move", ply=ply, move=move, **more)
        self.until("ack")
        while self.view["ply"] <= ply:
            self.until("view")

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._context.__exit__(None, None, None)


def play_out(players: Sequence[Player]) -> None:
    """Play to the end, always the first legal move."""
    while players[0].is_playing:
        turn = players[0].turn
        for player in players:
            while player.moves and player.turn == turn:
                player.play(player.moves[0])
        for player in players:
            while player.is_playing and player.turn == turn:
                player.until("view")


@contextlib.contextmanager
def serving(
    folder: Path, *options: str, program: Sequence[str] = ("-m", "fulgence"), database: str = ""
) -> Iterator[Server]:
    """A server process of its own with a database in this folder; ended at the end."""
    server = start(folder, *options, program=program, database=database)
    try:
        yield server
    finally:
        server.process.terminate()
        server.wait()


def start(
    folder: Path, *options: str, program: Sequence[str] = ("-m", "fulgence"), database: str = ""
) -> Server:
    """The same for tests that end it themselves."""
    if not database and not any(option.startswith("--database") for option in options):
        put_empty_database(folder / "games.db")
    wide = [f"--limit={name}=1000000" for name in WIDE if not any(f"{name}=" in option for option in options)]
    process = subprocess.Popen(
        [
            sys.executable,
            *program,
            "serve",
            "--port=0",
            f"--database={database or f'sqlite:///{folder}/games.db'}",
            *wide,
            *options,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    log: list[str] = []
    threading.Thread(target=keep, args=(process.stderr, log), daemon=True).start()
    line = process.stdout.readline()
    if " on http://" not in line:
        Server("", process, log).wait()
        raise RuntimeError(f"the server did not start: {line}{''.join(log)}")
    return Server(line.split(" on ")[1].split()[0], process, log)


def put_empty_database(file: Path) -> None:
    """What a server would make there, unless there is one. Making it takes a fifth of a server's start."""
    if file.parent.exists() and not file.exists():
        file.touch(0o600)
        file.write_bytes(empty_database())


@cache
def empty_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        engine = create_engine(f"sqlite:///{file}")
        with engine.connect() as connection:
            schema.migrate(connection)
            connection.commit()
        engine.dispose()
        return file.read_bytes()


def keep(lines: IO[str], log: list[str]) -> None:
    with contextlib.suppress(ValueError):  # closed while reading
        log.extend(lines)
