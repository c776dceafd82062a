"""A client's end of HTTP and WebSocket. It costs little, for it shares the machine with the server."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from typing import cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
KEY = base64.b64encode(b"fulgence measure")
ACCEPT = base64.b64encode(hashlib.sha1(KEY + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())

IDLE = 2.0  # seconds; servers close what lies idle for longer, perhaps just when it is used again


class Refused(Exception):
    """The server answered, but not what was asked for."""


class Socket(asyncio.Protocol):
    """One WebSocket. Text goes to `on_text`; `on_close` is told once, unless `close` was called here."""

    def __init__(self) -> None:
        self.transport: asyncio.WriteTransport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""
        self.is_closed = False

    def on_text(self, text: bytes) -> None:
        raise NotImplementedError

    def on_close(self, reason: str) -> None:
        raise NotImplementedError

    async def open(self, host: str, port: int, path: str, token: str, address: str = "") -> None:
        """`address`: where it says it comes from, as a proxy would."""
        transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        transport.write(
            b"GET %b HTTP/1.1\r\nHost: %b:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %b\r\nAuthorization: Bearer %b\r\n%b\r\n"
            % (path.encode(), host.encode(), port, KEY, token.encode(), forwarded(address))
        )
        await self.opened

    def send(self, text: bytes) -> None:
        self.write(TEXT, text)

    def close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        self.write(CLOSE, (1000).to_bytes(2, "big"))

    def write(self, first: int, payload: bytes) -> None:
        # Every frame of a client is masked; a mask of zeros is as good as any and changes nothing.
        if not self.transport:
            return
        size = len(payload)
        if size < 126:
            self.transport.write(b"%c%c\0\0\0\0%b" % (first, 0x80 | size, payload))
        else:
            self.transport.write(b"%c\xfe%b\0\0\0\0%b" % (first, size.to_bytes(2, "big"), payload))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are not of this class, but do all that it does.
        self.transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self.lose(f"connection lost ({error})" if error else "connection lost")

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        start, end = 0, len(data)
        if not self.opened.done():
            start = self.shake_hands(data)
            if not start:
                self.rest = data
                return
        while end - start >= 2:
            size = data[start + 1]
            body = start + 2
            if size == 126:
                body += 2
                size = int.from_bytes(data[start + 2 : body], "big")
            elif size == 127:
                body += 8
                size = int.from_bytes(data[start + 2 : body], "big")
            if end < body + size or end < body:
                break
            self.receive(data[start], data[body : body + size])
            start = body + size
        self.rest = data[start:]

    def shake_hands(self, data: bytes) -> int:
        """How much of the data the server's agreement takes up."""
        head, end, _ = data.partition(b"\r\n\r\n")
        if not end:
            return 0
        if head.startswith(b"HTTP/1.1 101 ") and ACCEPT in head:
            self.opened.set_result(None)
        else:
            self.lose(head.decode("latin-1").splitlines()[0])
        return len(head) + len(end)

    def receive(self, first: int, payload: bytes) -> None:
        if self.is_closed:
            if first == CLOSE and self.transport:
                self.transport.close()
        elif first == TEXT:
            self.on_text(payload)
        elif first == PING:
            self.write(PONG, payload)
        elif first == CLOSE:
            self.write(CLOSE, payload[:2])
            self.lose(f"closed with {int.from_bytes(payload[:2], 'big')} {payload[2:].decode()}".strip())
        elif first != PONG:
            self.lose(f"frame of an unexpected kind: {first:#x}")

    def lose(self, reason: str) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        if self.transport:
            self.transport.close()
        if self.opened.done():
            self.on_close(reason)
        else:
            self.opened.set_exception(Refused(reason))


class Http:
    """Requests over connections that are kept and used again."""

    def __init__(self, host: str, port: int, address: str = "") -> None:
        self.host, self.port = host, port
        self.address = address
        self.kept: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: bytes, token: str = "") -> bytes:
        """The body of the answer."""
        asked = (
            b"POST %b HTTP/1.1\r\nHost: %b:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
            % (
                path.encode(),
                self.host.encode(),
                self.port,
                len(body),
            )
        )
        if token:
            asked += b"Authorization: Bearer %b\r\n" % token.encode()
        reader, writer = await self.connection()
        writer.write(asked + forwarded(self.address) + b"\r\n" + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status, *lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines if line)
        answer = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            writer.close()
        else:
            self.kept.append((time.monotonic(), reader, writer))
        if status.split()[1] not in ("200", "201"):
            raise Refused(f"POST {path}: {status} {answer.decode(errors='replace')}")
        return answer

    async def connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self.kept:
            since, reader, writer = self.kept.pop()
            if time.monotonic() - since < IDLE and not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self.host, self.port)

    def close(self) -> None:
        for _, _, writer in self.kept:
            writer.close()
        self.kept.clear()


def forwarded(address: str) -> bytes:
    return b"X-Forwarded-For: %b\r\n" % address.encode() if address else b""
