"""The blocklist in memory: whether an address is in one of the blocked networks."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable, Iterable

from fulgence.rules.errors import FulgenceError
from fulgence.server.store.blocks import BlockedNetwork, current_blocks
from fulgence.server.store.store import Store
from fulgence.table.entries import now
from fulgence.table.refusals import RefusedOperator

log = logging.getLogger(__name__)

REFRESH_SECONDS = 30.0  # between two looks at what other processes have blocked
SENTENCE = "this address was blocked by whoever runs this server"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Blocklist:
    """`now`: the time in milliseconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], int] = now) -> None:
        self.store = store
        self.now = now
        self.on_change: Callable[[], None] = lambda: None
        self._starts: dict[tuple[int, int], set[int]] = {}  # of networks, by IP version and prefix length
        self._known: list[BlockedNetwork] = []
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        await self.refresh()
        self._task = asyncio.create_task(self._refresh_forever(), name="blocklist")

    async def refresh(self) -> None:
        known = await current_blocks(self.store, self.now())
        if known == self._known:
            return
        self._known = known
        self._starts = {}
        for block in known:
            network = parse_network(block.network)
            kind = (network.version, network.prefixlen)
            self._starts.setdefault(kind, set()).add(int(network.network_address))
        self.on_change()

    async def _refresh_forever(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.refresh()
            except FulgenceError:
                pass  # the store has logged the reason
            except Exception:
                log.exception("the blocklist cannot be read")

    def blocks(self, address: str) -> bool:
        """Whatever is not an address is not blocked."""
        if not self._starts:
            return False
        try:
            found = plain_address(address)
        except ValueError:
            return False
        number, bits = int(found), found.max_prefixlen
        return any(
            version == found.version and number >> (bits - length) << (bits - length) in starts
            for (version, length), starts in self._starts.items()
        )

    def blocked_of(self, addresses: Iterable[str]) -> set[str]:
        return {address for address in addresses if self.blocks(address)}

    def close(self) -> None:
        if self._task:
            self._task.cancel()


def plain_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An IPv4 address that arrives as IPv6 is IPv4."""
    address = ipaddress.ip_address(text)
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def parse_network(text: str) -> Network:
    """An address or a network, as `203.0.113.7` or `2001:db8::/48`; RefusedOperator if it is neither."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise RefusedOperator(
            "refused", f"{text!r} is not an address or a network like 203.0.113.7 or 203.0.113.0/24", 422
        ) from None
    if not network.prefixlen:
        raise RefusedOperator("refused", "this would block everybody: stop the server instead", 422)
    return network


def format_network(network: Network) -> str:
    """Without the length of a single address."""
    is_single = network.prefixlen == network.max_prefixlen
    return str(network.network_address) if is_single else str(network)
