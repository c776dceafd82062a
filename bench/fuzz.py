"""Wrong messages for a server: players of several tables who make every mistake there is, and some moves.

Whoever has said something looks at the table again. The view may have changed only if that was legal, which
is judged from the view before, without the server's code. One JSON line at the end; the exit code is 1 if
the server did anything unexpected, complained in its log or grew.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fuzz_messages import MessageMaker
from fuzz_players import Table, Unexpected, World
from fuzz_sockets import AbusiveSockets
from websocket import Refused

LIMITS = ("messages=1000000", "requests=1000000", "sockets=100000", "tables=100000", "cpu=100000")
ENOUGH = 10  # unexpected things, then it stops
ABUSE_EVERY = 1000  # messages from one visit of abusive sockets to the next
GROWTH = 5.0  # MB that the second half may add to the server
# City, people, bots, and seats that stay free.
TABLES = (
    ("london", 2, 0, 0),
    ("paris", 1, 0, 0),
    ("berlin", 3, 0, 0),
    ("toy", 4, 0, 0),
    ("toy", 1, 1, 0),
    ("london", 1, 0, 0),
    ("paris", 2, 0, 1),
)


@dataclass(frozen=True)
class Server:
    """Where it listens; its process and its log if it was started here."""

    host: str
    port: int
    process: int | None = None
    log: Path | None = None


class Fuzz(World):
    def __init__(self, server: Server, messages: int, seed: int) -> None:
        super().__init__(server.host, server.port, random.Random(seed))
        self.server = server
        self.messages = messages
        self.taken = 0
        self.begun = time.perf_counter()
        self.unexpected: list[str] = []
        self.memory = [resident_mb(server.process)] * 3  # before, at half, after

    async def run(self) -> None:
        self.maker = MessageMaker(json.loads(await self.get("/api/messages"))["client"], self.rng)
        await asyncio.gather(*(self.sit(*kind) for kind in TABLES), self.pester())
        self.memory[2] = resident_mb(self.server.process)
        if json.loads(await self.get("/api/health"))["status"] != "ok":
            self.complain("the server is not well")
        self.http.close()

    @property
    def goes_on(self) -> bool:
        return self.taken < self.messages and len(self.unexpected) < ENOUGH

    def take(self) -> bool:
        if not self.goes_on:
            return False
        self.taken += 1
        if self.taken == self.messages // 2:
            self.memory[1] = resident_mb(self.server.process)
        if self.taken % 1000 == 0:
            rate = self.taken / (time.perf_counter() - self.begun)
            memory = resident_mb(self.server.process)
            tell(f"{self.taken} messages, {rate:.0f}/s, {memory} MB, {len(self.unexpected)} unexpected")
        return True

    async def sit(self, city: str, people: int, bots: int, free: int) -> None:
        """One table after the other."""
        while self.goes_on:
            table = Table(self, city, people, bots, free)
            try:
                await table.open()
                await table.play()
                await table.end()
            except (Unexpected, Refused, OSError, EOFError, ValueError) as error:
                self.complain(f"{type(error).__name__}: {error}")

    async def pester(self) -> None:
        abusive = AbusiveSockets(self)
        await abusive.open()
        while self.goes_on:
            upcoming = self.taken + ABUSE_EVERY
            try:
                await abusive.connect_all()
            except (Unexpected, Refused, OSError) as error:
                self.complain(f"{type(error).__name__}: {error}")
            while self.goes_on and self.taken < upcoming:
                await asyncio.sleep(0.05)
        abusive.close_all()

    def complain(self, text: str) -> None:
        self.unexpected.append(text)
        tell(f"unexpected: {text}")

    def result(self) -> dict[str, Any]:
        before, half, after = self.memory
        return {
            "messages": self.taken,
            "seconds": round(time.perf_counter() - self.begun, 1),
            "rss_before_mb": before,
            "rss_half_mb": half,
            "rss_after_mb": after,
            "tracebacks": len(complaints(self.server.log)),
            "unexpected": len(self.unexpected),
            "records": self.records,
            "closes": {str(code): times for code, times in sorted(self.closes.items())},
            "tried": dict(sorted(self.tried.items())),
        }

    def is_well(self) -> bool:
        _, half, after = self.memory
        grew = half is not None and after is not None and after > half + GROWTH
        return not (self.unexpected or complaints(self.server.log) or grew)


def complaints(log: Path | None) -> list[str]:
    """Lines of the log that tell of a mistake of the server's."""
    lines = log.read_text().splitlines() if log else []
    return [line for line in lines if not is_harmless(line)]


def is_harmless(line: str) -> bool:
    """A line of warning at most; what is no line of ours is a traceback."""
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return "traceback" not in told and told["level"] not in ("error", "critical")


def resident_mb(process: int | None) -> float | None:
    """Only Linux tells."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if process and status.exists() else []
    sizes = [int(line.split()[1]) for line in lines if line.startswith("VmRSS:")]
    return round(sizes[0] / 1024, 1) if sizes else None


@contextlib.contextmanager
def serve() -> Iterator[Server]:
    """A server of its own; nothing of it is left afterwards."""
    with tempfile.TemporaryDirectory(prefix="fulgence-fuzz-") as folder:
        log = Path(folder, "log")
        command = [
            sys.executable,
            "-m",
            "fulgence",
            "serve",
            "--port=0",
            f"--database=sqlite:///{folder}/games.db",
        ]
        command += [f"--limit={limit}" for limit in LIMITS]
        with log.open("w") as errors:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        try:
            address = urlsplit(process.stdout.readline().partition(" on ")[2].split()[0])
            yield Server(address.hostname or "", address.port or 0, process.pid, log)
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Sends a server what it must not mind.")
    parser.add_argument("--messages", type=int, default=100_000, help="how many (100000)")
    parser.add_argument("--seed", type=int, default=0, help="other messages (0)")
    parser.add_argument("--url", help="a running server, http://HOST:PORT, instead of a new one")
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    url = urlsplit(asked.url or "")
    running = contextlib.nullcontext(Server(url.hostname or "", url.port or 80))
    with running if asked.url else serve() as server:
        fuzz = Fuzz(server, asked.messages, asked.seed)
        asyncio.run(fuzz.run())
        for line in complaints(server.log)[:10]:
            tell(line)
        print(json.dumps(fuzz.result()), flush=True)
        return 0 if fuzz.is_well() else 1


if __name__ == "__main__":
    sys.exit(main())
