"""Processes that think, so that nobody at a table waits for them.

A worker is a program that reads jobs and writes answers, one JSON text a line. When the server is gone its
input ends, and it goes too. Bots at tables go first: what can wait gets a worker when no bot wants one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque

log = logging.getLogger(__name__)

PATIENCE = 30.0  # seconds for one job
LINE = 1 << 20  # bytes of an answer at most
TRIES = 2


class Worker:
    """A place for a process, which is started when it is first needed."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def ask(self, job: bytes) -> bytes:
        if self.process is None:
            self.process = await start()
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(job + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise EOFError("the worker has ended")
        return line

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
        limit=LINE,
    )


class Wish:
    """Somebody waits for a worker, or for a certain one."""

    def __init__(self, wanted: Worker | None) -> None:
        self.wanted = wanted
        self.given: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()

    def takes(self, worker: Worker) -> bool:
        return not self.given.done() and self.wanted in (None, worker)


class Workers:
    def __init__(self, number: int | None = None) -> None:
        self.number = number or max(1, (os.cpu_count() or 1) - 1)
        self._all = [Worker() for _ in range(self.number)]
        self._idle = list(self._all)  # the last one worked last
        self._hurried: deque[Wish] = deque()
        self._patient: deque[Wish] = deque()
        self._tasks: set[asyncio.Task[bytes | None]] = set()
        self._is_closed = False

    async def hurry(self, job: bytes) -> bytes | None:
        """The answer to a job that goes before all that can wait; None if it failed twice."""
        for _ in range(TRIES):
            worker = await self._take(self._hurried, None)
            answer = await self._ask(worker, job)
            if answer is not None:
                return answer
        return None

    async def wait(self, job: bytes, wanted: Worker | None = None) -> tuple[bytes | None, Worker]:
        """The answer to a job that can wait, and who gave it. `wanted`: who has begun with it.

        Who does not wait for it any more leaves a job behind that was begun; its worker stays in use."""
        worker = await self._take(self._patient, wanted)
        task = asyncio.create_task(self._ask(worker, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task), worker

    async def _ask(self, worker: Worker, job: bytes) -> bytes | None:
        try:
            return await asyncio.wait_for(worker.ask(job), PATIENCE)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.error("a worker failed", extra={"reason": repr(error)})
            worker.end()
            return None
        except asyncio.CancelledError:  # its answer would be taken for the next one's
            worker.end()
            raise
        finally:
            self._give(worker)

    async def _take(self, queue: deque[Wish], wanted: Worker | None) -> Worker:
        wish = Wish(wanted)
        queue.append(wish)
        self._match()
        try:
            return await wish.given
        except asyncio.CancelledError:
            if wish.given.done() and not wish.given.cancelled():
                self._give(wish.given.result())
            raise

    def _give(self, worker: Worker) -> None:
        self._idle.append(worker)
        self._match()

    def _match(self) -> None:
        """Give idle workers to those who wait, bots first."""
        if self._is_closed:
            return
        for queue in (self._hurried, self._patient):
            for wish in list(queue):
                worker = next((each for each in reversed(self._idle) if wish.takes(each)), None)
                if worker is not None:
                    self._idle.remove(worker)
                    wish.given.set_result(worker)
                if wish.given.done():
                    queue.remove(wish)

    @property
    def waiting(self) -> dict[str, int]:
        """Jobs that have no worker yet."""
        return {"bot": len(self._hurried), "review": len(self._patient)}

    @property
    def busy(self) -> int:
        return self.number - len(self._idle)

    async def close(self) -> None:
        self._is_closed = True
        for task in list(self._tasks):
            task.cancel()
        for process in [worker.end() for worker in self._all]:
            if process is not None:
                await process.wait()
