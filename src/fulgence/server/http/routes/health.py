"""Liveness, readiness and metrics, for operators."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import time
from itertools import chain

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.types import Scope

from fulgence import __version__
from fulgence.build import is_compiled
from fulgence.rules.message import Message
from fulgence.server.http.credentials import bearer_of
from fulgence.server.http.middleware import LOOPBACK, host_name
from fulgence.server.http.routes.schemas import PROBLEMS
from fulgence.server.metrics import MEDIA_TYPE, counter, counters, gauge, gauges, histogram
from fulgence.server.referee.table_service import TableService
from fulgence.server.sockets import Sockets
from fulgence.server.store.store import Store
from fulgence.table.refusals import Refused

FRESH_SECONDS = 1.0  # seconds that a result is reused, so that frequent probes cost nothing
PROBE_SECONDS = 4.0  # seconds for a probe

router = APIRouter(prefix="/api")


class WorkerStats(BaseModel):
    processes: int
    busy: int
    waiting: dict[str, int]
    cpu_seconds: dict[str, float]
    over_budget: int


class Liveness(BaseModel):
    status: str


class Health(BaseModel):
    """`workers`: what the bots and all else that takes longer cost, and who waits for it."""

    status: str
    workers: WorkerStats


class Readiness:
    """Probes at the same time, or soon after each other, share one result."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._began = 0.0
        self._probe: asyncio.Task[bool] | None = None

    async def is_ready(self) -> bool:
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._began > FRESH_SECONDS):
            self._began = now
            self._probe = asyncio.create_task(self._store.is_writable(), name="probe")
        await asyncio.wait([self._probe], timeout=PROBE_SECONDS)
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
    return Health(status="ok", workers=WorkerStats(**vars(request.app.state.tables.bots.workers.stats())))


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
    return Response(page(state.tables, state.store, state.sockets), media_type=MEDIA_TYPE)


def is_from_here(scope: Scope) -> bool:
    """Whether the request comes from a program on this machine that is not a proxy."""
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


def page(tables: TableService, store: Store, sockets: Sockets) -> str:
    metrics, workers = store.metrics, tables.bots.workers.stats()
    referees = list(tables.referees.values())
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
        counters("fulgence_pushes_total", "Notices to devices of players.", "outcome", metrics.pushes),
        gauge("fulgence_read_only", "Whether nothing can be changed.", int(store.is_read_only)),
        gauge("fulgence_store_queue", "Tables that wait for the disk.", store.waiting),
        gauges("fulgence_worker_queue", "Jobs that wait for a worker.", "kind", workers.waiting.items()),
        gauge("fulgence_workers_busy", "Workers that think.", workers.busy),
        gauge("fulgence_inbox_queue", "What tables have not yet read.", sum(len(r.inbox) for r in referees)),
        gauge("fulgence_tables", "Tables in memory.", len(referees)),
        gauge("fulgence_sockets", "Open sockets.", sum(sockets.open.values())),
    )
    return "".join(chain.from_iterable(families))
