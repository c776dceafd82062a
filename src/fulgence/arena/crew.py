"""Who plays the games of an arena: this process or several ones of this machine.

Results come in any order, and no process is left behind when they are closed.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from fulgence.arena.contest import Contest, Result, play
from fulgence.rules.errors import FulgenceError

SECONDS = 0.3  # of work handed out at once: a bar that moves, and little time spent on handing out
MOST = 1000  # games

Games = Generator[Result, None, None]  # whoever stops before its end closes it


class CrewFailed(FulgenceError):
    """Processes that cannot be started, or that ended before their games did."""


@dataclass(frozen=True)
class Chunk:
    """Games that are handed out together."""

    bot: str
    deals: tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """What came of a chunk; its games up to the failure, if there is one."""

    results: tuple[Result, ...]
    seconds: float
    failure: FulgenceError | None = None


class Schedule:
    """The games that are not yet handed out. Bots advance side by side; one that is quick gets more
    games at once."""

    def __init__(self, games: Mapping[str, Sequence[int]]) -> None:
        self.left = {bot: list(reversed(deals)) for bot, deals in games.items()}
        self.sizes = dict.fromkeys(games, 1)

    @property
    def games(self) -> int:
        return sum(map(len, self.left.values()))

    def next(self) -> Chunk | None:
        bot = max(self.left, key=lambda name: len(self.left[name]), default=None)
        if bot is None or not self.left[bot]:
            return None
        left = self.left[bot]
        return Chunk(bot, tuple(left.pop() for _ in range(min(self.sizes[bot], len(left)))))

    def learn(self, chunk: Chunk, seconds: float) -> None:
        """Choose the size of this bot's next chunks by the time that one has taken."""
        fitting = int(len(chunk.deals) * SECONDS / max(seconds, 1e-6))
        self.sizes[chunk.bot] = min(max(1, fitting), MOST)


def played(contest: Contest, schedule: Schedule, jobs: int) -> Games:
    """The games played on this machine by so many processes; 1 is this one."""
    jobs = min(jobs, schedule.games)
    return played_here(contest, schedule) if jobs <= 1 else played_by_processes(contest, schedule, jobs)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played_here(contest: Contest, schedule: Schedule) -> Games:
    while chunk := schedule.next():
        for number in chunk.deals:
            yield play(contest, chunk.bot, number)


def answer(contest: Contest, chunk: Chunk) -> Answer:
    start = time.perf_counter()
    results: list[Result] = []
    failure = None
    try:
        for number in chunk.deals:
            results.append(play(contest, chunk.bot, number))
    except FulgenceError as error:
        failure = error
    return Answer(tuple(results), time.perf_counter() - start, failure)


def taken(schedule: Schedule, chunk: Chunk, given: Answer) -> Iterator[Result]:
    yield from given.results
    if given.failure is not None:
        raise given.failure
    schedule.learn(chunk, given.seconds)


def played_by_processes(contest: Contest, schedule: Schedule, jobs: int) -> Games:
    workers: dict[Connection, BaseProcess] = {}
    busy: dict[Connection, Chunk] = {}
    try:
        for _ in range(jobs):
            worker, process = started(contest)
            workers[worker] = process
            hand_out(schedule, worker, busy)
        while busy:
            ready = wait(list(busy))
            for worker in [worker for worker in busy if worker in ready]:
                chunk = busy.pop(worker)
                yield from taken(schedule, chunk, received(worker, chunk))
                hand_out(schedule, worker, busy)
    finally:
        for process in workers.values():
            process.terminate()
        for worker, process in workers.items():
            process.join()
            worker.close()


def started(contest: Contest) -> tuple[Connection, BaseProcess]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, contest), daemon=True)
    with interrupts_held():
        process.start()
    theirs.close()
    return ours, process


def hand_out(schedule: Schedule, worker: Connection, busy: dict[Connection, Chunk]) -> None:
    if chunk := schedule.next():
        busy[worker] = chunk
        with suppress(OSError):  # it has ended, which shows when its answer is read
            worker.send(chunk)


def received(worker: Connection, chunk: Chunk) -> Answer:
    try:
        given = worker.recv()
    except (EOFError, OSError):
        raise CrewFailed(f"the process that played {chunk.bot} ended before its games did") from None
    assert isinstance(given, Answer)
    return given


def work(connection: Connection, contest: Contest) -> None:
    """The life of a worker: it ends when nobody is there any more to ask it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(contest, connection.recv()))


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal: one that is started meanwhile never hears it, and this
    one afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or else its start, which is part of the first one, ends the hold
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
