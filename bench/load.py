"""The server under load: real games over real sockets, one JSON line for each run.

Players think the same time after every view, and tables begin spread over that time. A server that stalls
brings them in step for the rest of the run, as a real crowd would not be; `--spread` takes them out of it.
The latency of a move is the time from sending it to its acknowledgement, any wait in here included.
Where a machine is shared with others, `cpu_us_per_move` tells more than any time: `--against` compares it
with that of another checkout, both measured in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import gc
import json
import math
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import msgspec
from websocket import Http, Refused, Socket

OPENERS = 16
# All players come from one address here, which a server would otherwise hold back.
LIMITS = ("messages=1000000", "requests=1000000", "sockets=100000", "tables=100000")
WIDE = tuple(f"--limit={limit}" for limit in LIMITS)


@dataclasses.dataclass(frozen=True)
class Scenario:
    name: str
    tables: int
    seats: int
    bots: int
    think: float
    seconds: float
    spread: float = 0
    words: bool = False
    moves_per_s: float | None = None
    p99_ms: float | None = None
    rss_mb: float | None = None

    @property
    def warm_up(self) -> float:
        return min(5 + self.think, self.seconds / 2)


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("tables", 500, 4, 0, 2, 60, moves_per_s=950, p99_ms=150, rss_mb=300),
        Scenario("saturation", 50, 2, 0, 0, 20, moves_per_s=3000, p99_ms=80),
        Scenario("bots", 100, 2, 2, 1, 60),
    )
}


@dataclasses.dataclass(frozen=True)
class Result:
    """`cpu_us_per_move`: CPU time of all server processes, user and system, per acknowledged move.

    It and the sizes are null where the processes are not known: with --url, and on other systems than Linux.
    `source`: the folder given by --against, or empty."""

    scenario: str
    source: str
    moves_per_s: float
    p50_ms: float | None
    p99_ms: float | None
    cpu_us_per_move: float | None
    rss_mb: float | None
    workers_mb: float | None
    errors: int
    moves: int
    seconds: float
    sockets: int


class Game(msgspec.Struct):
    moves: list[str]


class Message(msgspec.Struct):
    """What a player needs of any message; the rest is skipped without being built."""

    type: str
    ply: int | None = None
    phase: str = ""
    game: Game | None = None
    code: str = ""
    message: str = ""


class Opened(msgspec.Struct):
    table: str
    token: str
    invite: str


class Joined(msgspec.Struct):
    token: str


parse_message = msgspec.json.Decoder(Message).decode
parse_opened = msgspec.json.Decoder(Opened).decode
parse_joined = msgspec.json.Decoder(Joined).decode


class Seat(Socket):
    """Plays a random legal move after each view that asks for one."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.load = table.load
        self.loop = asyncio.get_running_loop()
        self.moves: list[str] = []
        self.ply = -1
        self.sent: float | None = None

    def on_text(self, text: bytes) -> None:
        message = parse_message(text)
        if message.type == "view":
            self.look(message)
        elif message.type == "ack":
            self.acknowledge(message.ply)
        elif message.type == "error":
            self.load.errors[f"{message.code}: {message.message}"] += 1
            self.table.leave()
        elif message.type != "presence":
            self.load.errors[f"message of an unknown type: {message.type}"] += 1

    def on_close(self, reason: str) -> None:
        self.load.errors[reason] += 1
        self.table.leave()

    def look(self, view: Message) -> None:
        if view.phase == "over":
            self.table.end(self)
        elif view.game and view.game.moves and view.ply is not None and view.ply > self.ply:
            if self.sent is not None:
                self.load.errors["a view of the next ply before the acknowledgement"] += 1
            self.ply = view.ply
            self.moves = view.game.moves
            if self.load.is_playing:
                self.think(self.table.thought(view.ply))

    def think(self, seconds: float) -> None:
        if seconds:
            self.loop.call_later(seconds, self.move)
        else:
            self.move()

    def move(self) -> None:
        if self.is_closed or not self.load.is_playing:
            return
        moves = self.moves
        sections = len(moves) - 1 if moves[-1] == "pass" and len(moves) > 1 else len(moves)
        move = moves[int(self.load.random() * sections)]
        self.sent = time.perf_counter()
        self.send(b'{"type":"move","ply":%d,"move":"%b"}' % (self.ply, move.encode()))

    def acknowledge(self, ply: int | None) -> None:
        if self.sent is None or ply != self.ply:
            self.load.errors["an acknowledgement of nothing"] += 1
            return
        load = self.load
        if self.sent >= load.since:
            load.latencies.append(time.perf_counter() - self.sent)
        self.sent = None
        self.table.moves += 1


class Table:
    """A table that is opened again when its game is over, so that the load stays."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.seats: list[Seat] = []
        self.over: set[Seat] = set()
        self.is_open = False
        self.moves = 0
        self.ply = -1
        self.seconds = 0.0

    async def open(self) -> None:
        http, scenario = self.load.http, self.load.scenario
        kinds = [{"kind": "person"}] * scenario.seats + [{"kind": "bot", "bot": "greedy"}] * scenario.bots
        asked = {"city": "london", "seats": kinds, "name": "Player 1"}
        opened = parse_opened(await http.post("/api/tables", msgspec.json.encode(asked)))
        path = f"/api/tables/{opened.table}"
        tokens = [opened.token]
        for number in range(2, scenario.seats + 1):
            name = b'{"name":"Player %d"}' % number
            tokens.append(parse_joined(await http.post(f"{path}/join", name, opened.invite)).token)
        self.seats, self.over = [Seat(self) for _ in tokens], set()
        pairs = zip(self.seats, tokens, strict=True)
        door = self.load.door
        socket = f"{path}/socket?words=1" if scenario.words else f"{path}/socket"
        ways = (seat.open(door.host, door.port, socket, token) for seat, token in pairs)
        await asyncio.gather(*ways)
        if any(seat.is_closed for seat in self.seats):
            raise Refused("a socket was closed at once")
        self.is_open = True

    def thought(self, ply: int) -> float:
        """Seconds, the same for everybody at the table, so that nobody waits for the slowest."""
        scenario = self.load.scenario
        if not scenario.spread:
            return scenario.think
        if ply != self.ply:
            self.ply = ply
            self.seconds = scenario.think * (1 + scenario.spread * (2 * self.load.random() - 1))
        return self.seconds

    def end(self, seat: Seat) -> None:
        self.over.add(seat)
        if len(self.over) == len(self.seats):
            self.leave()

    def leave(self) -> None:
        """Goes on with another game."""
        if self.is_open and self.load.is_playing:
            self.close()
            self.load.start(self)

    def close(self) -> None:
        self.is_open = False
        for seat in self.seats:
            seat.close()
        self.seats = []


class Load:
    """All tables of a run and what is known of them."""

    def __init__(self, scenario: Scenario, servers: Sequence[Server]) -> None:
        """Tables are opened at the first server, and played at through the last one."""
        self.scenario = scenario
        self.http = Http(servers[0].host, servers[0].port)
        self.door = servers[-1]
        self.random = random.Random(scenario.name).random
        self.tables = [Table(self) for _ in range(scenario.tables)]
        self.tasks: set[asyncio.Task[None]] = set()
        self.errors: Counter[str] = Counter()
        self.latencies = array("d")
        self.since = math.inf
        self.is_playing = False

    async def open(self) -> None:
        waiting = iter(self.tables)

        async def open_some() -> None:
            for table in waiting:
                await table.open()

        await asyncio.gather(*(open_some() for _ in range(OPENERS)))

    def start(self, table: Table) -> None:
        task = asyncio.create_task(self.open_again(table))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def open_again(self, table: Table) -> None:
        while self.is_playing:
            try:
                await table.open()
                return
            except (Refused, OSError, EOFError) as error:
                self.errors[f"{type(error).__name__}: {error}"] += 1
                table.close()
                await asyncio.sleep(1)

    def play(self) -> None:
        """Everybody begins, spread evenly over the time of a thought."""
        self.is_playing = True
        for table in self.tables:
            delay = self.random() * self.scenario.think
            for seat in table.seats:
                if seat.moves:
                    seat.think(delay)

    async def stop(self) -> None:
        """No more moves; whatever is not acknowledged soon is an error."""
        self.is_playing = False
        for _ in range(100):
            await asyncio.sleep(0.05)
            unanswered = sum(seat.sent is not None for table in self.tables for seat in table.seats)
            if not unanswered:
                break
        if unanswered:
            self.errors["a move without acknowledgement"] += unanswered
        for task in self.tasks:
            task.cancel()
        for table in self.tables:
            table.close()
        self.http.close()
        await asyncio.sleep(0.2)


@dataclasses.dataclass(frozen=True)
class Server:
    """Where a server listens; its process if it was started here."""

    host: str
    port: int
    process: int | None = None
    log: Path | None = None
    source: str = ""


async def run(scenario: Scenario, servers: Sequence[Server]) -> Result:
    name, sockets = scenario.name, scenario.tables * scenario.seats
    load = Load(scenario, servers)
    begun = time.perf_counter()
    tell(f"{name}: opening {scenario.tables} tables, {sockets} sockets")
    await load.open()
    tell(f"{name}: opened in {time.perf_counter() - begun:.1f} s, warming up", lasting=True)
    gc.freeze()
    load.play()
    await asyncio.sleep(scenario.warm_up)

    processes = [process for server in servers for process in family(server.process)]
    client_cpu, server_cpu = time.process_time(), cpu_seconds(processes)
    before = [table.moves for table in load.tables]
    load.since = time.perf_counter()
    seconds, moves = 0.0, 0
    while seconds < scenario.seconds:
        await asyncio.sleep(min(1, scenario.seconds - seconds))
        seconds = time.perf_counter() - load.since
        moves = sum(table.moves for table in load.tables) - sum(before)
        told = f"{name}: {seconds:.0f}/{scenario.seconds:.0f} s, {moves / seconds:.0f} moves/s"
        tell(f"{told}, {load.errors.total()} errors")
    client_cpu, server_cpu = time.process_time() - client_cpu, cpu_seconds(processes) - server_cpu
    own, *workers = [resident_mb(process) for process in family(servers[0].process)] or [None]
    if seconds > 10 + 2 * scenario.think:
        idle = sum(table.moves == moves for table, moves in zip(load.tables, before, strict=True))
        load.errors.update({"a table without any move": idle})
    await load.stop()

    tell(f"{told}, {load.errors.total()} errors", lasting=True)
    for error, times in (+load.errors).most_common(20):
        tell(f"  {times} x {error}", lasting=True)
    for server in servers:
        if load.errors.total() and server.log:
            tell(server.log.read_text(errors="replace")[-2000:], lasting=True)
    for whose, cpu in {"client": client_cpu, "servers": server_cpu}.items():
        share, each = cpu / seconds, 1000 * cpu / max(1, moves)
        tell(f"  CPU of the {whose}: {share:.0%} of a core, {each:.3f} ms/move", lasting=True)
    ordered = sorted(load.latencies)
    return Result(
        scenario=name,
        source=servers[0].source,
        moves_per_s=round(moves / seconds, 1),
        p50_ms=percentile_ms(ordered, 0.50),
        p99_ms=percentile_ms(ordered, 0.99),
        cpu_us_per_move=round(1e6 * server_cpu / moves, 1) if processes and moves else None,
        rss_mb=own,
        workers_mb=None if own is None else round(sum(size or 0 for size in workers), 1),
        errors=load.errors.total(),
        moves=moves,
        seconds=round(seconds, 1),
        sockets=sockets,
    )


def percentile_ms(ordered: list[float], share: float) -> float | None:
    if not ordered:
        return None
    return round(1000 * ordered[max(0, math.ceil(share * len(ordered)) - 1)], 2)


def missed(scenario: Scenario, result: Result) -> Iterator[str]:
    if result.errors:
        yield f"{result.errors} errors"
    if scenario.moves_per_s and result.moves_per_s < scenario.moves_per_s:
        yield f"{result.moves_per_s} moves/s of {scenario.moves_per_s}"
    if scenario.p99_ms and result.p99_ms and result.p99_ms > scenario.p99_ms:
        yield f"p99 {result.p99_ms} ms, at most {scenario.p99_ms} wanted"
    if scenario.rss_mb and result.rss_mb and result.rss_mb > scenario.rss_mb:
        yield f"{result.rss_mb} MB, at most {scenario.rss_mb} wanted"


def family(process: int | None) -> list[int]:
    """The process and all its descendants; nobody where the system does not tell, which only Linux does."""
    if process is None:
        return []
    lists = [file.read_text().split() for file in Path(f"/proc/{process}/task").glob("*/children")]
    children = [int(child) for each in lists for child in each]
    return [process, *(other for child in children for other in family(child))] if lists else []


def cpu_seconds(processes: list[int]) -> float:
    ticks = 0
    for process in processes:
        with contextlib.suppress(OSError):  # it has ended
            after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(after_name[11]) + int(after_name[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_mb(process: int) -> float | None:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return round(int(line.split()[1]) / 1024, 1)
    return None


@contextlib.contextmanager
def serve(database: str | None, options: Sequence[str] = WIDE, source: str = "") -> Iterator[Server]:
    """A server of its own, with an empty database unless one is named; nothing of it is left afterwards.

    `source`: the folder of another checkout's package, instead of the installed one."""
    with tempfile.TemporaryDirectory(prefix="fulgence-bench-") as folder:
        log = Path(folder, "log")
        server = Server("127.0.0.1", free_port(), log=log, source=source)
        environment = os.environ | ({"PYTHONPATH": source} if source else {})
        command = [
            sys.executable,
            "-m",
            "fulgence",
            "serve",
            f"--host={server.host}",
            f"--port={server.port}",
        ]
        command.append(f"--database={database or f'sqlite:///{folder}/tables.db'}")
        command += options
        # In a session of its own, Ctrl-C here reaches the server only once its sockets are closed.
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, stdout=out, stderr=out, start_new_session=True, env=environment
            )
        try:
            await_health(server, process)
            yield dataclasses.replace(server, process=process.pid)
        except Refused:
            tell(log.read_text(errors="replace")[-2000:], lasting=True)
            raise
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                tell("the server did not stop in 10 s and was killed", lasting=True)
                process.kill()
                process.wait()


def await_health(server: Server, process: subprocess.Popen[bytes]) -> None:
    health = f"http://{server.host}:{server.port}/api/health"
    for _ in range(300):
        with contextlib.suppress(OSError), urllib.request.urlopen(health, timeout=5):
            return
        if process.poll() is not None:
            raise Refused(f"the server ended with {process.returncode} before it was ready")
        time.sleep(0.1)
    raise Refused("the server was not ready after 30 s")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def tell(text: str, lasting: bool = False) -> None:
    """Progress: on a terminal a line that the next one replaces, unless it is lasting."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="\n" if lasting else "", file=sys.stderr, flush=True)
    elif lasting:
        print(text, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures the server under load.")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="which (all)")
    parser.add_argument("--seconds", type=float, help="how long to measure, after warming up")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--seats", type=int, help="people at a table")
    parser.add_argument("--bots", type=int, help="bots at a table")
    parser.add_argument("--think", type=float, help="seconds from a view to the move")
    parser.add_argument(
        "--spread", type=float, help="0.5: thoughts last half as long to half as long again (0)"
    )
    parser.add_argument("--repeat", type=int, default=1, help="runs of each scenario, each with a new server")
    parser.add_argument(
        "--against",
        metavar="SRC",
        help="the src folder of another checkout, compiled: its server is measured after each run",
    )
    parser.add_argument(
        "--words", action="store_true", help="views in words too, as the web app asks for them"
    )
    parser.add_argument("--url", help="a running server, http://HOST:PORT, instead of a new one")
    parser.add_argument("--database", help="database of the new server (a temporary SQLite file)")
    parser.add_argument("--redis", help="Redis of the new server, for --far")
    parser.add_argument(
        "--far", action="store_true", help="two servers: the tables at one, all sockets at the other"
    )
    asked = parser.parse_args()
    if asked.against and asked.url:
        parser.error("--against starts servers of its own: not together with --url")
    return asked


def main() -> None:
    asked = arguments()
    chosen = {
        name: value
        for name in ("seconds", "tables", "seats", "bots", "think", "spread", "words")
        if (value := getattr(asked, name)) is not None
    }
    raise_file_limit()
    signal.signal(signal.SIGTERM, end)
    for name in asked.scenario or SCENARIOS:
        scenario = dataclasses.replace(SCENARIOS[name], **chosen)
        ratios = []
        for _ in range(asked.repeat):
            result = measure(scenario, asked)
            if scenario == SCENARIOS[name]:
                tell(f"  missed: {', '.join(missed(scenario, result)) or 'nothing'}", lasting=True)
            if asked.against:
                other = measure(scenario, asked, str(Path(asked.against).resolve()))
                if result.cpu_us_per_move and other.cpu_us_per_move:
                    ratios.append(result.cpu_us_per_move / other.cpu_us_per_move)
        if ratios:
            tell(f"{name}: CPU of a move / {asked.against}: {statistics.median(ratios):.3f}", lasting=True)


def measure(scenario: Scenario, asked: argparse.Namespace, source: str = "") -> Result:
    """One run, printed. `source`: as of `serve`."""
    with contextlib.ExitStack() as stack:
        options = [*WIDE, *([f"--redis={asked.redis}"] if asked.redis else [])]
        servers = [
            stack.enter_context(at(asked.url) if asked.url else serve(asked.database, options, source))
            for _ in range(2 if asked.far else 1)
        ]
        result = run_in_loop(scenario, servers)
    print(json.dumps(dataclasses.asdict(result)), flush=True)
    return result


def run_in_loop(scenario: Scenario, servers: Sequence[Server]) -> Result:
    make_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    with contextlib.suppress(ImportError):
        from uvloop import new_event_loop as make_loop
    with asyncio.Runner(loop_factory=make_loop) as runner:
        return runner.run(run(scenario, servers))


def at(url: str) -> contextlib.AbstractContextManager[Server]:
    parts = urlsplit(url)
    return contextlib.nullcontext(Server(parts.hostname or "127.0.0.1", parts.port or 80))


def raise_file_limit() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError) as refusal:
        raise SystemExit(str(refusal)) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
