"""The HTTP protocol of uvicorn with timeouts against slow clients (slow-loris).

The head of a request must arrive soon and be of a sane size, and answers must be read. Connections above
the limit get an answer that says so.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fulgence.server.http.connection_limits import ConnectionLimits

HEAD_SECONDS = 10.0
MAX_HEAD_BYTES = 32_768
READ_SECONDS = 30.0  # for a client to read some of an answer that waits to be sent


class SlowClientProtocol(HttpToolsProtocol):
    counted: ClassVar[ConnectionLimits]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.counted.address_of(self.client)
        refusal = self.counted.refusal(self._address, len(self.connections) - 1)
        if refusal:
            transport.write(refused(*refusal))
            transport.close()
            return
        self.counted.add(self._address)
        self._is_counted = True
        self._start_head_timer()

    def on_message_begin(self) -> None:
        self._start_head_timer()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop_head_timer()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._uncount()
        super().handle_websocket_upgrade()
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid handshake.")  # uvicorn would wait for ever
        # Breaks a reference cycle; the collector rarely runs.
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        self._stop_head_timer()
        super().connection_lost(exc)
        self._stop_read_timer()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._head_timer is not None:  # the head is not complete yet
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_read_timer()

    _address = ""
    _is_counted = False
    _head_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def _start_head_timer(self) -> None:
        self._stop_head_timer()
        self._head_bytes = 0
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _uncount(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.counted.remove(self._address)


def protocol_with(connections: ConnectionLimits) -> type[SlowClientProtocol]:
    """The protocol class of a server with these limits."""

    class CountedProtocol(SlowClientProtocol):
        counted = connections

    return CountedProtocol


def refused(status: int, code: str, message: str) -> bytes:
    """A complete HTTP answer, before any request was read."""
    body = json.dumps({"code": code, "message": message})
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join([*head, "", body]).encode()
