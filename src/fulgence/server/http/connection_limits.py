"""Limits on open connections: per address, and in total by the number of files that may be open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from fulgence.server.http.middleware import address_of
from fulgence.server.limits import Limits

RESERVE = 100  # files for everything else: database, workers, Redis, log
UNLIMITED = 1_000_000_000


class ConnectionLimits:
    """HTTP connections, idle ones too; WebSockets are counted separately, by the player's address."""

    def __init__(self, limits: Limits, is_proxy: Callable[[str], bool] = lambda _: False) -> None:
        """`is_proxy`: whether an address is a trusted proxy, whose connections are not counted here."""
        self.each = limits.connections
        self.most = min(limits.clients, open_files() - RESERVE)
        self.is_proxy = is_proxy
        self.open: Counter[str] = Counter()

    def address_of(self, client: tuple[str, int] | None) -> str:
        """The address to count for; empty for a proxy."""
        return "" if client is None or self.is_proxy(client[0]) else address_of({"client": client})

    def refusal(self, address: str, total: int) -> tuple[int, str, str] | None:
        """Status, code and sentence if one more connection is too many, or None. `total`: all others."""
        if total >= self.most:
            return 503, "busy", "this server has too many connections; try again later"
        if address and self.open[address] >= self.each:
            return 429, "rate", f"this address has {self.each} connections already; close some"
        return None

    def add(self, address: str) -> None:
        self.open[address] += 1

    def remove(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


def open_files() -> int:
    """How many files and connections this process may have open (RLIMIT_NOFILE)."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return UNLIMITED
    soft: int = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft
