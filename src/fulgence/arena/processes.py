"""Plays the games of an arena in this process or in several worker processes of this machine.

Results come in any order. Closing the stream of results ends the workers.
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

CHUNK_SECONDS = 0.3  # of work in a chunk: long enough to be cheap, short enough for a smooth progress bar
MAX_CHUNK = 1000  # games

ResultStream = Generator[Result, None, None]  # close it to stop early


class WorkersFailed(FulgenceError):
    """Worker processes could not be started, or died."""


@dataclass(frozen=True)
class Chunk:
    """Games that a worker gets at once."""

    bot: str
    deals: tuple[int, ...]


@dataclass(frozen=True)
class ChunkResult:
    """The results of a chunk, up to the failure if there is one."""

    results: tuple[Result, ...]
    seconds: float
    failure: FulgenceError | None = None


class Schedule:
    """The games still to be played. Bots advance side by side; a fast one gets larger chunks."""

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

    def adapt_chunk_size(self, chunk: Chunk, seconds: float) -> None:
        """Size the next chunks of this bot by the time that one took."""
        fitting = int(len(chunk.deals) * CHUNK_SECONDS / max(seconds, 1e-6))
        self.sizes[chunk.bot] = min(max(1, fitting), MAX_CHUNK)


def play_games(contest: Contest, schedule: Schedule, jobs: int) -> ResultStream:
    """Play on this machine; with 1 job in this process."""
    jobs = min(jobs, schedule.games)
    return play_in_process(contest, schedule) if jobs <= 1 else play_in_workers(contest, schedule, jobs)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_in_process(contest: Contest, schedule: Schedule) -> ResultStream:
    while chunk := schedule.next():
        for number in chunk.deals:
            yield play(contest, chunk.bot, number)


def play_chunk(contest: Contest, chunk: Chunk) -> ChunkResult:
    start = time.perf_counter()
    results: list[Result] = []
    failure = None
    try:
        for number in chunk.deals:
            results.append(play(contest, chunk.bot, number))
    except FulgenceError as error:
        failure = error
    return ChunkResult(tuple(results), time.perf_counter() - start, failure)


def collect(schedule: Schedule, chunk: Chunk, result: ChunkResult) -> Iterator[Result]:
    yield from result.results
    if result.failure is not None:
        raise result.failure
    schedule.adapt_chunk_size(chunk, result.seconds)


def play_in_workers(contest: Contest, schedule: Schedule, jobs: int) -> ResultStream:
    workers: dict[Connection, BaseProcess] = {}
    busy: dict[Connection, Chunk] = {}
    try:
        for _ in range(jobs):
            worker, process = start_worker(contest)
            workers[worker] = process
            send_chunk(schedule, worker, busy)
        while busy:
            ready = wait(list(busy))
            for worker in [worker for worker in busy if worker in ready]:
                chunk = busy.pop(worker)
                yield from collect(schedule, chunk, receive(worker, chunk))
                send_chunk(schedule, worker, busy)
    finally:
        for process in workers.values():
            process.terminate()
        for worker, process in workers.items():
            process.join()
            worker.close()


def start_worker(contest: Contest) -> tuple[Connection, BaseProcess]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=run_worker, args=(theirs, contest), daemon=True)
    with sigint_blocked():
        process.start()
    theirs.close()
    return ours, process


def send_chunk(schedule: Schedule, worker: Connection, busy: dict[Connection, Chunk]) -> None:
    if chunk := schedule.next():
        busy[worker] = chunk
        with suppress(OSError):  # it has died, which shows when its result is read
            worker.send(chunk)


def receive(worker: Connection, chunk: Chunk) -> ChunkResult:
    try:
        result = worker.recv()
    except (EOFError, OSError):
        raise WorkersFailed(f"the process that played {chunk.bot} ended before its games did") from None
    assert isinstance(result, ChunkResult)
    return result


def run_worker(connection: Connection, contest: Contest) -> None:
    """Play chunks until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            connection.send(play_chunk(contest, connection.recv()))


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal. A process started in this block never gets it; this one
    gets it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
