"""Starts and stops a server: address, database, workers, logs."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.admin.blocklist import Blocklist
from fulgence.server.admin.control_file import new_control, remove_control, sqlite_file, write_control
from fulgence.server.contests.daily import Daily
from fulgence.server.http.app import make_app
from fulgence.server.http.connection_limits import ConnectionLimits
from fulgence.server.http.middleware import LOOPBACK
from fulgence.server.http.slow_clients import protocol_with
from fulgence.server.limits import Limits
from fulgence.server.metrics import watch_loop
from fulgence.server.port import DEFAULT_PORT
from fulgence.server.push.endpoints import Endpoints
from fulgence.server.referee.bots import Bots
from fulgence.server.referee.registry import Registry
from fulgence.server.retention import Retention
from fulgence.server.store.store import Store, open_store

if TYPE_CHECKING:
    from fulgence.server.cluster.cluster import Cluster
    from fulgence.server.cluster.redis_leases import RedisLeases
    from fulgence.server.push.notices import PushNotices

ALL = ("0.0.0.0", "::")  # listens on every address
SECRET = re.compile(r"[0-9a-fA-F]{32,}")
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class CannotServe(FulgenceError):
    """The server cannot start: its address is taken, or an option or library is missing."""


@dataclass(frozen=True)
class Settings:
    database: str
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    redis: str = ""
    hosts: Sequence[str] = ()  # names that the server answers to, in addition to its own
    proxies: str = ""  # addresses whose X-Forwarded-For is trusted
    limits: Limits = field(default_factory=Limits)
    workers: int | None = None
    metrics_token: str = ""
    admin_token: str = ""  # of operators on other machines, or of a server on PostgreSQL
    read_only: bool = False  # until an operator ends it
    keep_days: int = 90  # finished tables in which no player has a seat; 0: for ever
    push_contact: str = ""  # where push services reach the operator; without it there are no notices
    push_hosts: Sequence[str] = ()  # push services that may be called besides the known ones


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until SIGTERM, or until an interrupt, which raises KeyboardInterrupt once all is closed.

    `ready` is called with the address once it answers.
    """
    with (
        listen(settings.host, settings.port) as listening,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        interrupted = runner.run(serve(settings, listening, ready))
    if interrupted:
        raise KeyboardInterrupt


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # Windows has none
        return None
    return uvloop.new_event_loop


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CannotServe(
            Message(
                "cannot serve on {host}:{port}: {reason}",
                host=host,
                port=port,
                reason=(error.strerror or str(error)).partition(" (while")[0],
            )
        ) from None


async def serve(settings: Settings, listening: socket.socket, ready: Callable[[str], None]) -> bool:
    """Returns whether an interrupt ended it."""
    async with contextlib.AsyncExitStack() as stack:
        leases = await leases_in(settings, stack) if settings.redis else None
        store = await open_store(settings.database, alone=leases is None)
        stack.push_async_callback(store.close)
        bots = Bots(settings.workers, settings.limits.cpu)
        stack.push_async_callback(bots.close)
        notices = await notices_in(settings, store, stack)
        registry = Registry(store, bots, settings.limits, leases, notifier=notices)
        stack.push_async_callback(registry.close)
        tables = await joined(registry, leases, stack) if leases else registry
        watching = asyncio.create_task(watch_loop(store.metrics.lag), name="loop lag")
        stack.callback(watching.cancel)
        hosts = [*settings.hosts, *own_names(settings.host)]
        if settings.read_only:
            await store.set_read_only()
        daily = Daily(store, bots.workers)
        stack.push_async_callback(daily.close)
        blocklist = Blocklist(store)
        stack.callback(blocklist.close)
        database_file = sqlite_file(settings.database)
        control = new_control(*listening.getsockname()[:2])
        tokens = [control.token] if database_file else []
        app = make_app(
            tables,
            store,
            settings.limits,
            hosts,
            metrics_token=settings.metrics_token,
            daily_games=daily,
            notices=notices,
            blocklist=blocklist,
            admin_tokens=[*tokens, settings.admin_token] if settings.admin_token else tokens,
            database_file=database_file,
        )
        await blocklist.begin()
        if database_file:
            write_control(database_file, control)
            stack.callback(remove_control, database_file, control)
        await registry.begin()
        await daily.begin()
        retention = Retention(store, settings.keep_days)
        stack.callback(retention.close)
        retention.begin()
        settle_memory()
        server = Server(config_for(settings, app), listening, ready)
        await server.serve([listening])
    return server.is_interrupted


def settle_memory() -> None:
    """Freeze what is loaded and make full collections rare: tables are long-lived, and with Python's defaults
    collecting stops the server for half a second with 500 tables."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


async def leases_in(settings: Settings, stack: contextlib.AsyncExitStack) -> RedisLeases:
    if settings.database.startswith("sqlite"):
        raise CannotServe(Message("several servers need PostgreSQL: give --database postgresql://... too"))
    try:
        from fulgence.server.cluster.redis_connection import open_redis
        from fulgence.server.cluster.redis_leases import RedisLeases
    except ImportError:
        raise CannotServe(Message("redis is missing: pip install 'fulgence[redis]'")) from None
    redis = await open_redis(settings.redis)
    stack.push_async_callback(redis.aclose)
    return RedisLeases(redis)


async def notices_in(
    settings: Settings, store: Store, stack: contextlib.AsyncExitStack
) -> PushNotices | None:
    if not settings.push_contact:
        if settings.push_hosts:
            raise CannotServe(Message("push needs a contact: give --push-contact ann@example.org too"))
        return None
    try:
        from fulgence.server.push.client import PushClient
        from fulgence.server.push.notices import SENDERS, PushNotices
        from fulgence.server.push.vapid import load_vapid
    except ImportError:
        raise CannotServe(Message("pywebpush is missing: pip install 'fulgence[push]'")) from None
    endpoints = Endpoints(settings.push_hosts)
    vapid = await load_vapid(store, settings.push_contact)
    notices = PushNotices(store, PushClient(vapid, endpoints, SENDERS))
    stack.push_async_callback(notices.close)
    notices.begin()
    return notices


async def joined(registry: Registry, leases: RedisLeases, stack: contextlib.AsyncExitStack) -> Cluster:
    from fulgence.server.cluster.cluster import Cluster

    cluster = Cluster(registry, leases)
    await cluster.begin()
    stack.push_async_callback(cluster.close)
    return cluster


class Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, listening: socket.socket, ready: Callable[[str], None]
    ) -> None:
        super().__init__(config)
        self.listening = listening
        self.ready = ready
        self.is_interrupted = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Unlike uvicorn's, it does not raise them again: tables and store are still open."""
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(number, self.handle_exit) for number in numbers]
        try:
            yield
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.is_interrupted = self.is_interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        host, port = self.listening.getsockname()[:2]
        host = outside_address() if host in ALL else host
        self.ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")


def config_for(settings: Settings, app: Any) -> uvicorn.Config:
    proxies = ProxyHeadersMiddleware(app, settings.proxies or []).trusted_hosts
    return uvicorn.Config(
        app,
        http=protocol_with(ConnectionLimits(settings.limits, proxies.__contains__)),
        ws="websockets-sansio",
        ws_max_size=settings.limits.frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=5,
    )


def own_names(host: str) -> list[str]:
    """The names of a server on all addresses are not known here; --allow-host gives them."""
    return [] if host in ALL else [host]


def outside_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:  # no network
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def is_loopback(host: str) -> bool:
    return host in LOOPBACK or host.startswith("127.")


def start_logging(level: str) -> None:
    """One JSON object per line on standard error; whatever looks like a secret is masked."""
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[writer], force=True)
    logging.getLogger("uvicorn.error").addFilter(ComplaintLimit())


class ComplaintLimit:
    """Log once a minute, in one line, what any client can make uvicorn complain about."""

    SPAN = 60.0
    BY_CLIENTS = ("Invalid HTTP request", "Unsupported upgrade request", "Invalid UTF-8 sequence")
    NOTHING = "ASGI callable returned without completing handshake"  # for every socket that we refuse

    def __init__(self) -> None:
        self._last = -self.SPAN
        self._kept = 0  # lines since then that were suppressed

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if not message.startswith(self.BY_CLIENTS):
            return not message.startswith(self.NOTHING)
        now = time.monotonic()
        if now - self._last < self.SPAN:
            self._kept += 1
            return False
        record.msg, record.args, record.exc_info, record.levelname = "malformed requests", (), None, "WARNING"
        vars(record)["number"] = self._kept + 1
        self._last, self._kept = now, 0
        return True


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return SECRET.sub("***", json.dumps(line, ensure_ascii=False, default=str))
