"""Whether the server lives, whether it can do its work, and its numbers: for those who run it."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import time
from itertools import chain

from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers
from starlette.types import Scope

from fulgence import __version__
from fulgence.build import is_compiled
from fulgence.rules.message import Message
from fulgence.server.api import PROBLEMS, Health, Liveness, WorkerStats
from fulgence.server.credentials import bearer_of
from fulgence.server.guard import LOOPBACK, host_name
from fulgence.server.house import House
from fulgence.server.metrics import MEDIA_TYPE, counter, counters, gauge, gauges, histogram
from fulgence.server.refusals import Refused
from fulgence.server.sockets import Sockets
from fulgence.server.store import Store

FRESH = 1.0  # seconds that an answer is good for, so that asking often costs nothing
PATIENCE = 4.0  # seconds to find out

router = APIRouter(prefix="/api")


class Readiness:
    """Everybody who asks at the same time, or soon after, gets the same answer."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._began = 0.0
        self._probe: asyncio.Task[bool] | None = None

    async def is_ready(self) -> bool:
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._began > FRESH):
            self._began = now
            self._probe = asyncio.create_task(self._store.is_writable(), name="probe")
        await asyncio.wait([self._probe], timeout=PATIENCE)
        return self._probe.done() and self._probe.result()


@router.get("/health/live", responses=PROBLEMS)
async def live() -> Liveness:
    """Whether the server answers at all; it does not look at its database."""
    return Liveness(status="ok")


@router.get("/health/ready", responses=PROBLEMS)
@router.get("/health", responses=PROBLEMS)
async def ready(request: Request) -> Health:
    """Whether moves could be stored: something is written to find out, once a second at most."""
    readiness: Readiness = request.app.state.readiness
    if not await readiness.is_ready():
        raise Refused("storage", Message("the database cannot be written to"), 503)
    return Health(status="ok", workers=WorkerStats(**vars(request.app.state.house.bots.workers.stats())))


@router.get(
    "/metrics",
    responses=PROBLEMS | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def metrics(request: Request) -> Response:
    """Counters and queues of this process for Prometheus. For this machine, or with the operator's token."""
    state = request.app.state
    if not (is_from_here(request.scope) or is_operator(request.scope, state.metrics_token)):
        raise Refused(
            "no-right", Message("metrics are for this machine, or for whoever has their token"), 403
        )
    return Response(page(state.house, state.store, state.sockets), media_type=MEDIA_TYPE)


def is_from_here(scope: Scope) -> bool:
    """Whether a program on this machine asks, for itself and not for somebody behind it."""
    headers = Headers(scope=scope)
    if any(name in ("forwarded", "via", "x-real-ip") or name.startswith("x-forwarded") for name in headers):
        return False
    try:
        address = ipaddress.ip_address((scope.get("client") or [""])[0])
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback and host_name(headers.get("host", "")) in LOOPBACK


def is_operator(scope: Scope, token: str) -> bool:
    given = bearer_of(Headers(scope=scope))
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def page(house: House, store: Store, sockets: Sockets) -> str:
    metrics, workers = store.metrics, house.bots.workers.stats()
    referees = list(house.referees.values())
    compiled = str(is_compiled()).lower()
    families = (
        gauge("fulgence_info", "What runs here.", 1, version=__version__, compiled=compiled),
        counters("fulgence_moves_total", "Moves that were stored.", "by", metrics.moves),
        counter("fulgence_entries_total", "Entries of all kinds that were stored.", metrics.entries),
        counters("fulgence_refusals_total", "What was not done.", "code", metrics.refusals),
        counters(
            "fulgence_store_failures_total", "Writes that failed or are in doubt.", "code", metrics.failures
        ),
        histogram("fulgence_commit_seconds", "Time of a write that many tables share.", metrics.commits),
        histogram(
            "fulgence_acknowledge_seconds", "From a player's entry to its answer.", metrics.acknowledged
        ),
        histogram("fulgence_bot_seconds", "From a bot's turn to its move.", metrics.thoughts),
        histogram("fulgence_loop_lag_seconds", "How late the loop comes to what is due.", metrics.lag),
        gauge("fulgence_store_queue", "Tables that wait for the disk.", store.waiting),
        gauges("fulgence_worker_queue", "Jobs that wait for a worker.", "kind", workers.waiting.items()),
        gauge("fulgence_workers_busy", "Workers that think.", workers.busy),
        gauge("fulgence_inbox_queue", "What tables have not yet read.", sum(len(r.inbox) for r in referees)),
        gauge("fulgence_tables", "Tables in memory.", len(referees)),
        gauge("fulgence_sockets", "Open sockets.", sum(sockets.open.values())),
    )
    return "".join(chain.from_iterable(families))
