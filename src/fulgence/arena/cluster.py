"""The games of an arena on many machines, by Ray. They need the same Fulgence on all of them."""

from __future__ import annotations

import importlib
import os
import socket
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from fulgence.arena.contest import Contest
from fulgence.arena.crew import Chunk, CrewFailed, Games, Schedule, answer, cores, taken

LOCAL = "local"
STORE = 100 << 20  # bytes for the objects of a Ray of our own, of which there are few
PATIENCE = 5.0  # seconds for a machine to answer


def played_by_ray(contest: Contest, schedule: Schedule, address: str, jobs: int | None) -> Games:
    """By the Ray at an address, or by one that is started here and ends with the games (`local`).
    `jobs`: how many chunks at a time; as many as there are processors without it."""
    ray = ray_library()
    if not schedule.games:
        return
    start_ray(ray, address, jobs)
    try:
        remote = ray.remote(answer)
        told = ray.put(contest)
        most = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        busy: dict[Any, Chunk] = {}
        while schedule.games or busy:
            while len(busy) < most and (chunk := schedule.next()):
                busy[remote.remote(told, chunk)] = chunk
            for ready in ray.wait(list(busy))[0]:
                yield from taken(schedule, busy.pop(ready), ray.get(ready))
    except ray.exceptions.RayError as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise CrewFailed(f"--ray {address}: {lines[-1].strip()}") from None
    finally:
        ray.shutdown()


def ray_library() -> Any:
    if find_spec("ray") is None:
        raise CrewFailed("--ray needs one more library: pip install 'fulgence[ray]'")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody else is told
    return importlib.import_module("ray")


def start_ray(ray: Any, address: str, jobs: int | None) -> None:
    own: dict[str, Any] = {}
    if address == LOCAL:
        own = {"num_cpus": jobs or cores(), "include_dashboard": False, "object_store_memory": STORE}
    check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, ImportError, ValueError, RuntimeError) as error:
        raise CrewFailed(f"--ray {address}: {str(error).strip().splitlines()[0]}") from None


def check_reachable(address: str) -> None:
    """Ray itself waits for minutes for a machine that is not there."""
    try:
        place = urlsplit(address if "://" in address else f"ray://{address}")
        host, port = place.hostname, place.port
    except ValueError:
        raise CrewFailed(f"--ray {address}: that is no address, write HOST:PORT") from None
    if not host or not port:  # `local`, `auto` and other names that Ray knows
        return
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except OSError as error:
        raise CrewFailed(f"--ray {address}: nobody answers: {error.strerror or error}") from None
