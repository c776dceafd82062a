"""The application asked without a network; every byte that it sends is kept."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message

from fulgence.server.http.app import make_app
from fulgence.server.limits import Limits
from server.local_tables import LocalTables, RecordingSocket

WIDE = Limits(messages=1_000_000, sockets=1000, tables=1_000_000, requests=1_000_000)


@dataclass(frozen=True)
class AsgiAnswer:
    status: int
    head: bytes
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class SentBytes:
    """`to`: who asked, or whose socket it is."""

    to: str
    data: bytes


@dataclass
class AsgiClient:
    app: ASGIApp
    sent: list[SentBytes] = field(default_factory=list)

    async def call(
        self, method: str, path: str, body: object = None, token: str = "", to: str = "", **headers: str
    ) -> AsgiAnswer:
        """One request and its whole answer."""
        given = b"" if body is None else json.dumps(body).encode()
        scope = scope_of("http", path, token, **headers) | {"method": method}
        scope["headers"] += [(b"content-type", b"application/json")] if given else []
        told: list[Message] = []
        left: list[Message] = [{"type": "http.request", "body": given, "more_body": False}]

        async def receive() -> Message:
            if not left:
                await asyncio.Event().wait()  # the client stays until it is answered
            return left.pop()

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        head = b"".join(name + b": " + value + b"\n" for name, value in told[0]["headers"])
        answer = AsgiAnswer(told[0]["status"], head, b"".join(part.get("body", b"") for part in told[1:]))
        self.sent.append(SentBytes(to, head + answer.body))
        return answer

    async def connect(self, path: str, token: str = "", to: str = "") -> AsgiSocket:
        browser = AsgiSocket(self, to)
        scope = scope_of("websocket", path, token)
        browser.task = asyncio.ensure_future(self.app(scope, browser.receive, browser.take))
        await browser.until(lambda: browser.views or browser.closed)
        return browser


class AsgiSocket(RecordingSocket):
    """The far end of a socket."""

    def __init__(self, client: AsgiClient, to: str) -> None:
        super().__init__()
        self.client = client
        self.to = to
        self.task: asyncio.Future[None] | None = None
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> Message:
        return await self._said.get()

    async def take(self, message: Any) -> None:
        self.client.sent.append(
            SentBytes(self.to, f"{message.get('text', '')}{message.get('reason', '')}".encode())
        )
        if message["type"] == "websocket.send":
            self.send(message["text"].encode())
        elif message["type"] == "websocket.close":
            self.close(message["code"], message["reason"])

    async def drained(self) -> None:
        """Wait until everything that the server has for this socket has come."""
        for _ in range(5):
            await asyncio.sleep(0)

    def say_text(self, text: str) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        assert self.task is not None
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self.task


def scope_of(kind: str, path: str, token: str, **headers: str) -> dict[str, Any]:
    place, _, query = path.partition("?")
    given = {"host": "127.0.0.1", **({"authorization": f"Bearer {token}"} if token else {}), **headers}
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "path": place,
        "raw_path": place.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }


def asgi_client(tables: LocalTables) -> AsgiClient:
    return AsgiClient(make_app(tables.registry, tables.store, WIDE))
