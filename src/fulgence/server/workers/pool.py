"""The pool of worker processes, so that heavy jobs do not block the event loop.

A worker reads jobs from its standard input, and ends when that ends: with the server. fair_queue decides
who gets a worker next; one more worker is started than a single address can keep busy.
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

from fulgence.api.jobs import Job
from fulgence.rules.message import Message
from fulgence.server.limits import Limits
from fulgence.server.workers.fair_queue import KINDS, FairQueue, Ticket
from fulgence.table.refusals import Refused
from fulgence.table.requests import Refusal, refused

log = logging.getLogger(__name__)

JOB_TIMEOUT = 30.0  # seconds
MAX_ANSWER_BYTES = 1 << 22
MAX_TRIES = 2


class WorkerAnswer(msgspec.Struct, frozen=True):
    """`is_refusal`: the bytes are a Refusal. `seconds`: CPU time that the job took."""

    data: bytes
    is_refusal: bool
    seconds: float


class Worker:
    """One worker process, started when it is first needed."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def ask(self, job: bytes) -> WorkerAnswer:
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
        if int(size) > MAX_ANSWER_BYTES:
            raise ValueError(f"an answer of {int(size)} bytes")
        data = await process.stdout.readexactly(int(size))
        return WorkerAnswer(data, kind == b"refused", int(microseconds) / 1e6)

    def end(self) -> Process | None:
        """Kill the process; the next job starts another one."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
        return process


async def start() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "fulgence.server.workers.worker",
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
    over_budget: int  # addresses above their budget in the last minute


class Workers:
    def __init__(self, number: int | None = None, budget: float = Limits.cpu) -> None:
        self.number = number or max(1, (os.cpu_count() or 1) - 1)
        self.queue = FairQueue(budget)
        self._all = [Worker() for _ in range(self.number + 1)]
        self._idle = list(self._all)  # the last one worked last
        self._given: dict[Ticket, asyncio.Future[Worker]] = {}  # by waiting job
        self._tasks: set[asyncio.Task[WorkerAnswer | None]] = set()
        self._is_closed = False

    async def answer(self, job: Job, kind: int, owner: str, table: str = "") -> bytes:
        """A worker's answer, or Refused."""
        for _ in range(MAX_TRIES):
            answer, _ = await self.ask(job, Ticket(kind, owner, table))
            if answer is not None:
                return checked(answer)
        raise Refused("busy", Message("this could not be worked out; try again later"), 503)

    async def ask(self, job: Job, ticket: Ticket) -> tuple[WorkerAnswer | None, Worker]:
        """The answer, None if the worker failed, and the worker.

        A caller that is cancelled leaves a running job behind; its worker stays busy until that is done."""
        worker = await self._take(ticket)
        task = asyncio.create_task(self._ask(worker, msgspec.json.encode(job), ticket))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task), worker

    def check_share(self, owner: str) -> None:
        """Refuse new jobs of an address that is over its budget while others wait."""
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

    async def _ask(self, worker: Worker, job: bytes, ticket: Ticket) -> WorkerAnswer | None:
        begun = time.monotonic()
        answer = None
        try:
            async with asyncio.timeout(JOB_TIMEOUT):
                answer = await worker.ask(job)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.error("a worker failed", extra={"reason": repr(error)})
            worker.end()
        except asyncio.CancelledError:  # its answer would be taken for that of the next job
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
            elif not given.cancelled():  # it got one at the same moment
                self.queue.done(ticket, 0.0, time.monotonic())
                self._idle.append(given.result())
                self._match()
            raise

    def _match(self) -> None:
        """Give idle workers to waiting jobs."""
        while self._idle and self._given and not self._is_closed:
            ticket = self.queue.next(self._idle, time.monotonic())
            if ticket is None:
                return
            given = self._given.pop(ticket)
            if given.done():  # the caller has gone
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


def checked(answer: WorkerAnswer) -> bytes:
    if answer.is_refusal:
        raise refused(msgspec.json.decode(answer.data, type=Refusal))
    return answer.data
