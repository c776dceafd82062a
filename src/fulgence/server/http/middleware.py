"""The security middleware checks Host (DNS rebinding), Origin (CSRF), rates and sizes, and sets the CSP."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fulgence.server.admin.blocklist import SENTENCE
from fulgence.server.http.credentials import bearer_of
from fulgence.server.limits import Limits, Rates
from fulgence.site.headers import HEADERS

LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(?::[0-9]{1,5})?")
ADMIN = ("/api/admin", "/api/admin/backup")
SAFE = ("GET", "HEAD", "OPTIONS")
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
CLOSE = (b"connection", b"close")
BODY_SECONDS = 10.0  # for a whole body


class SecurityMiddleware:
    """Refuses bad requests and sockets before any of our code sees them."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        limits: Limits,
        refusals: Counter[str] | None = None,
        is_blocked: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.is_blocked = is_blocked  # whether the operator has blocked an address
        self.refusals = Counter() if refusals is None else refusals  # counted by code
        self.app = app
        self.hosts = {*LOOPBACK, *(host.lower() for host in hosts)}
        self.limits = limits
        self.rates = Rates(limits.requests, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if scope["type"] == "websocket":
            if refusal:
                self.refusals[refusal[1]] += 1
                await refuse_socket(receive, send, *refusal)
            else:
                await self.app(scope, receive, send)
            return
        send = with_headers(send)
        if refusal:
            await self._answer(send, *refusal)
            return
        await self.limited(scope, receive, send)

    def refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        """Status, code and sentence, or None if it may pass."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        # DNS rebinding: a name of another site that was made to lead here.
        if len(hosts) != 1 or not self.is_called(host_name(hosts[0]), scope):
            return 421, "host", "this server does not answer to that name"
        # Operators must be able to undo it.
        if scope["path"] not in ADMIN and self.is_blocked(client_of(scope)):
            return 403, "blocked", SENTENCE
        if not self.rates.allows(address_of(scope)):
            return 429, "rate", "too many requests from this address; wait a minute"
        # CSRF, also by WebSocket: what changes something must come from our own page, or with a bearer token.
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        origins = headers.getlist("origin")
        schemes = ("https",) if scope["scheme"] in ("https", "wss") else ("http", "https")
        if unsafe and not all(is_own(origin, schemes, hosts[0]) for origin in origins):
            return 403, "origin", "requests from other sites are not answered"
        if unsafe and not origins and "cookie" in headers and not bearer_of(headers):
            return 403, "origin", "without an Origin header a bearer token is needed"
        return None

    def is_called(self, name: str, scope: Scope) -> bool:
        """An allowed name, or the address that the connection came to, which DNS rebinding cannot fake."""
        own = scope.get("server")
        return name in self.hosts or (own is not None and name == own[0])

    async def limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a body of a bounded size, read in full."""
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limits.body:
            await self._answer(send, *self.too_large())
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await self.body_of(scope, receive)
        except TimeoutError:
            await self._answer(send, 408, "slow", "the request did not arrive in time", CLOSE)
            return
        if body is None:
            return
        if len(body) > self.limits.body:
            await self._answer(send, *self.too_large())
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, send)

    async def body_of(self, scope: Scope, receive: Receive) -> bytes | None:
        """Not much more than the limit; None if the client has gone."""
        body = b""
        more = scope["method"] not in SAFE
        while more and len(body) <= self.limits.body:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return body

    async def _answer(
        self, send: Send, status: int, code: str, message: str, *more: tuple[bytes, bytes]
    ) -> None:
        self.refusals[code] += 1
        await answer(send, status, code, message, *more)

    def too_large(self) -> tuple[int, str, str]:
        return 413, "too-large", f"a request has at most {self.limits.body} bytes"


def host_name(text: str) -> str:
    """Without the port, in lower case; empty if it is not a host."""
    found = HOST.fullmatch(text.lower())
    return found[1].strip("[]") if found else ""


def is_own(origin: str, schemes: Iterable[str], host: str) -> bool:
    """Whether a page of this origin came from the host of the request.

    A server that does not know of a TLS proxy before it accepts both schemes as its own.
    """
    scheme, _, place = origin.lower().partition("://")
    return scheme in schemes and place == host.lower()


def client_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def address_of(scope: Scope) -> str:
    """The address that rate limits count; for IPv6 the /64 network, since everybody has a whole one."""
    client = scope.get("client")
    if not client or ":" not in client[0]:
        return client[0] if client else ""
    try:
        address = ipaddress.IPv6Address(client[0])
    except ValueError:  # a proxy may send anything
        return str(client[0])
    return str(address.ipv4_mapped or ipaddress.IPv6Network((int(address), 64), strict=False))


def with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *RAW_HEADERS]
        await send(message)

    return sender


async def answer(send: Send, status: int, code: str, message: str, *more: tuple[bytes, bytes]) -> None:
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *more]})
    await send({"type": "http.response.body", "body": body})


async def refuse_socket(receive: Receive, send: Send, status: int, code: str, message: str) -> None:
    """Answer the handshake as a request would be answered, instead of opening the socket."""

    async def sender(part: Message) -> None:
        await send({**part, "type": f"websocket.{part['type']}"})

    await receive()  # the handshake
    await answer(sender, status, code, message)
