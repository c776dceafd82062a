"""Plays the games of an arena on many machines with Ray. All need the same Fulgence."""

from __future__ import annotations

import importlib
import os
import socket
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from fulgence.arena.contest import Contest
from fulgence.arena.processes import Chunk, ResultStream, Schedule, WorkersFailed, collect, cores, play_chunk

LOCAL = "local"
STORE = 100 << 20  # bytes for the object store of a local Ray; there are few objects
PATIENCE = 5.0  # seconds for a machine to answer


def play_on_ray(contest: Contest, schedule: Schedule, address: str, jobs: int | None) -> ResultStream:
    """On the Ray cluster at an address, or on one started here for these games (`local`).
    `jobs`: how many chunks at a time, by default one for each processor."""
    ray = ray_library()
    if not schedule.games:
        return
    start_ray(ray, address, jobs)
    try:
        remote = ray.remote(play_chunk)
        shared_contest = ray.put(contest)
        concurrency = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        busy: dict[Any, Chunk] = {}
        while schedule.games or busy:
            while len(busy) < concurrency and (chunk := schedule.next()):
                busy[remote.remote(shared_contest, chunk)] = chunk
            for ready in ray.wait(list(busy))[0]:
                yield from collect(schedule, busy.pop(ready), ray.get(ready))
    except ray.exceptions.RayError as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise WorkersFailed(f"--ray {address}: {lines[-1].strip()}") from None
    finally:
        ray.shutdown()


def ray_library() -> Any:
    if find_spec("ray") is None:
        raise WorkersFailed("--ray needs one more library: pip install 'fulgence[ray]'")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    return importlib.import_module("ray")


def start_ray(ray: Any, address: str, jobs: int | None) -> None:
    own: dict[str, Any] = {}
    if address == LOCAL:
        own = {"num_cpus": jobs or cores(), "include_dashboard": False, "object_store_memory": STORE}
    check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ImportError, ValueError, RuntimeError) as error:
        raise WorkersFailed(f"--ray {address}: {str(error).strip().splitlines()[0]}") from None


def check_reachable(address: str) -> None:
    """Ray itself waits for minutes for an unreachable machine."""
    try:
        place = urlsplit(address if "://" in address else f"ray://{address}")
        host, port = place.hostname, place.port
    except ValueError:
        raise WorkersFailed(f"--ray {address}: not an address; write HOST:PORT") from None
    if not host or not port:  # `local`, `auto` and other names that Ray knows
        return
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        raise WorkersFailed(f"--ray {address}: no answer: {error.strerror or error}") from None
