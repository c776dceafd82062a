"""Bots think in processes of their own, so that nobody at a table waits for them.

A worker is a program that reads jobs and writes moves, one JSON text a line. When the server is
gone its input ends, and it goes too.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence

import msgspec

from fulgence.server.messages import GameView
from fulgence.server.state import Table

log = logging.getLogger(__name__)

PATIENCE = 30.0  # seconds for one move
LINE = 1 << 20  # bytes of a job at most


class Job(msgspec.Struct, frozen=True):
    bot: str
    seed: int
    seat: int
    done: list[bool]
    game: GameView
    city_file: str = ""


class Bots:
    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self._idle: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(self.workers):
            self._idle.put_nowait(None)  # a place for a worker that is not started yet
        self._running: set[Process] = set()

    async def choose(
        self, bot: str, table: Table, seat: int, ply: int, game: GameView, done: Sequence[bool]
    ) -> str:
        """The bot's move. If its worker fails twice it passes: a game goes on."""
        seed = bot_seed(table, seat, ply)
        job = msgspec.json.encode(Job(bot, seed, seat, list(done), game, table.opened.city_file))
        for _ in range(2):
            worker = await self._idle.get()
            try:
                worker = worker or await self._start()
                move = await asyncio.wait_for(ask(worker, job), PATIENCE)
            except (OSError, EOFError, TimeoutError) as error:
                log.error("a bot's worker failed", extra={"bot": bot, "reason": repr(error)})
                self._end(worker)
                worker = None
            except asyncio.CancelledError:  # its answer would be taken for the next one's
                self._end(worker)
                worker = None
                raise
            finally:
                self._idle.put_nowait(worker)
            if worker is not None:
                return move
        return "pass"

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "fulgence.server.worker",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE,
        )
        self._running.add(worker)
        return worker

    def _end(self, worker: Process | None) -> None:
        if worker is None:
            return
        self._running.discard(worker)
        if worker.returncode is None:
            worker.kill()

    async def close(self) -> None:
        workers = list(self._running)
        for worker in workers:
            self._end(worker)
        for worker in workers:
            await worker.wait()


async def ask(worker: Process, job: bytes) -> str:
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write(job + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    if not line:
        raise EOFError("the worker has ended")
    move: str = msgspec.json.decode(line, type=str)
    return move


def bot_seed(table: Table, seat: int, ply: int) -> int:
    """The same table gives the same bot the same luck; it tells nothing of the cards."""
    text = f"bot|{table.id}|{seat}|{ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.opened.seed), text, "sha256")[:7], "big")
