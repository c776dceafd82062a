"""Sends to push services: encrypted for one device (RFC 8291), signed by VAPID, and nowhere else."""

from __future__ import annotations

import asyncio
import base64
import binascii
import socket
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher
from yarl import URL

from fulgence.rules.message import Message
from fulgence.server.push.endpoints import KNOWN_DOMAIN, Endpoints, origin_of
from fulgence.server.push.vapid import Vapid
from fulgence.server.store.subscriptions import Subscription
from fulgence.table.refusals import Refused

SECONDS = 10.0  # for a whole request
AUTH_BYTES = 16


class PushClient:
    """`connections`: at a time. No redirect is followed, and no body is read."""

    def __init__(self, vapid: Vapid, endpoints: Endpoints, connections: int) -> None:
        self.vapid = vapid
        self.endpoints = endpoints
        connector = aiohttp.TCPConnector(resolver=CheckedResolver(endpoints), limit=connections)
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        self._session = aiohttp.ClientSession(connector=connector, timeout=timeout, trust_env=False)

    async def send(self, device: Subscription, content: bytes, seconds: int, topic: str) -> int:
        """The status that the push service answers. `seconds`: how long it keeps what cannot be delivered.
        `topic`: an older message with the same one is replaced."""
        self.endpoints.check(device.endpoint)
        body = await asyncio.to_thread(encrypted, device, content)
        host = urlsplit(device.endpoint).hostname or ""
        headers = {
            "Authorization": self.vapid.authorization(origin_of(device.endpoint)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(seconds),
            "Topic": topic,
            **({"X-WNS-Type": "wns/raw"} if host.endswith(KNOWN_DOMAIN) else {}),
        }
        address = URL(device.endpoint, encoded=True)  # as the push service wrote it
        async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
            return answer.status

    async def close(self) -> None:
        await self._session.close()


class CheckedResolver(AbstractResolver):
    """Drops addresses that a push service cannot have: DNS may be told to name those of our own network."""

    def __init__(self, endpoints: Endpoints) -> None:
        self._endpoints = endpoints
        self._names = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._names.resolve(host, port, family)
        allowed = [each for each in found if self._endpoints.may_connect(host, each["host"])]
        if not allowed:
            raise OSError(f"{host} leads to no public address")
        return allowed

    async def close(self) -> None:
        await self._names.close()


def encrypted(device: Subscription, content: bytes) -> bytes:
    """So that only this device can read it."""
    info: dict[str, Any] = {
        "endpoint": device.endpoint,
        "keys": {"p256dh": device.p256dh, "auth": device.auth},
    }
    body: bytes = WebPusher(info).encode(content, "aes128gcm")["body"]
    return body


def check_keys(device: Subscription) -> None:
    """Refused, if nothing can be encrypted for this device."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(device.p256dh))
        is_right = len(decoded(device.auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        is_right = False
    if not is_right:
        raise Refused("bad-subscription", Message("these are not the keys of a subscription"), 422)


def decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
