"""Processes that think, so that nobody at a table waits for them.

A worker is a program that reads jobs and writes answers. When the server is gone its input ends, and it goes
too. Who gets a worker first is decided in fair_queue; there is one worker more than may be busy with the jobs
of a single address.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass

import msgspec

from fulgence.rules.message import Message
from fulgence.server.fair_queue import KINDS, FairQueue, Ticket
from fulgence.server.jobs import Job
from fulgence.server.limits import Limits
from fulgence.server.refusals import Refused
from fulgence.server.requests import Refusal, refused

log = logging.getLogger(__name__)

PATIENCE = 30.0  # seconds for one job
LONGEST = 1 << 22  # bytes of an answer
TRIES = 2


class Answer(msgspec.Struct, frozen=True):
    """`is_refusal`: the bytes are a Refusal. `seconds`: CPU time that the job took."""

    data: bytes
    is_refusal: bool
    seconds: float


class Worker:
    """A place for a process, which is started when it is first needed."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def ask(self, job: bytes) -> Answer:
        if self.process is None:
            self.process = await start()
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(job + b"\n")
        await process.stdin.drain()
        head = await process.stdout.readline()
        if not head:
            raise EOFError("the worker has ended")
        kind, microseconds, size = head.split()
        if int(size) > LONGEST:
            raise ValueError(f"an answer of {int(size)} bytes")
        data = await process.stdout.readexactly(int(size))
        return Answer(data, kind == b"refused", int(microseconds) / 1e6)

    def end(self) -> Process | None:
        """The next job starts another one."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
        return process


async def start() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "fulgence.server.worker",
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
    )


@dataclass(frozen=True)
class Stats:
    """Of the jobs of each kind: how many wait now, and CPU seconds since the start."""

    processes: int
    busy: int
    waiting: dict[str, int]
    cpu_seconds: dict[str, float]
    over_budget: int  # addresses that have used more than their share in the last minute


class Workers:
    def __init__(self, number: int | None = None, budget: float = Limits.cpu) -> None:
        self.number = number or max(1, (os.cpu_count() or 1) - 1)
        self.queue = FairQueue(budget)
        self._all = [Worker() for _ in range(self.number + 1)]
        self._idle = list(self._all)  # the last one worked last
        self._given: dict[Ticket, asyncio.Future[Worker]] = {}  # to those who wait
        self._tasks: set[asyncio.Task[Answer | None]] = set()
        self._is_closed = False

    async def answer(self, job: Job, kind: int, owner: str, table: str = "") -> bytes:
        """What a worker says to it, or Refused."""
        for _ in range(TRIES):
            answer, _ = await self.ask(job, Ticket(kind, owner, table))
            if answer is not None:
                return checked(answer)
        raise Refused("busy", Message("this could not be worked out; try again later"), 503)

    async def ask(self, job: Job, ticket: Ticket) -> tuple[Answer | None, Worker]:
        """The answer, None if the worker failed, and who gave it.

        Whoever does not wait for it any more leaves a job behind that was begun; its worker stays in use."""
        worker = await self._take(ticket)
        task = asyncio.create_task(self._ask(worker, msgspec.json.encode(job), ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task), worker

    def check_share(self, owner: str) -> None:
        """Whoever has used up its budget asks for nothing new while others wait."""
        if self.queue.must_wait(owner, time.monotonic()):
            raise Refused(
                "busy",
                Message("others are waiting, and this address has used more than its share; wait a minute"),
                429,
            )

    def stats(self) -> Stats:
        return Stats(
            processes=sum(worker.process is not None for worker in self._all),
            busy=len(self._all) - len(self._idle),
            waiting=dict(zip(KINDS, self.queue.lengths(), strict=True)),
            cpu_seconds={
                kind: round(seconds, 6) for kind, seconds in zip(KINDS, self.queue.seconds, strict=True)
            },
            over_budget=self.queue.over_budget(time.monotonic()),
        )

    async def _ask(self, worker: Worker, job: bytes, ticket: Ticket) -> Answer | None:
        begun = time.monotonic()
        answer = None
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await worker.ask(job)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.error("a worker failed", extra={"reason": repr(error)})
            worker.end()
        except asyncio.CancelledError:  # its answer would be taken for the next one's
            worker.end()
            raise
        finally:
            now = time.monotonic()
            if self.queue.done(ticket, now - begun if answer is None else answer.seconds, now):
                log.warning("an address has used more than its share", extra={"address": ticket.owner})
            self._idle.append(worker)
            self._match()
        return answer

    async def _take(self, ticket: Ticket) -> Worker:
        given: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._given[ticket] = given
        self.queue.add(ticket, time.monotonic())
        self._match()
        try:
            return await given
        except asyncio.CancelledError:
            if self._given.pop(ticket, None):
                self.queue.discard(ticket)
            elif not given.cancelled():  # it was given one at the same moment
                self.queue.done(ticket, 0.0, time.monotonic())
                self._idle.append(given.result())
                self._match()
            raise

    def _match(self) -> None:
        """Give idle workers to those who wait."""
        while self._idle and self._given and not self._is_closed:
            ticket = self.queue.next(self._idle, time.monotonic())
            if ticket is None:
                return
            given = self._given.pop(ticket)
            if given.done():  # whoever waited has gone
                self.queue.done(ticket, 0.0, time.monotonic())
                continue
            worker = next(each for each in reversed(self._idle) if ticket.wanted in (None, each))
            self._idle.remove(worker)
            given.set_result(worker)

    async def close(self) -> None:
        self._is_closed = True
        for task in list(self._tasks):
            task.cancel()
        for process in [worker.end() for worker in self._all]:
            if process is not None:
                await process.wait()


def checked(answer: Answer) -> bytes:
    if answer.is_refusal:
        raise refused(msgspec.json.decode(answer.data, type=Refusal))
    return answer.data
