"""Connections that dawdle are ended: the head of a request must arrive soon and be of a sane size, and
answers must be read. Those that are too many are told so at once."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fulgence.server.connections import Connections

HEAD_SECONDS = 10.0
HEAD_BYTES = 32_768
READ_SECONDS = 30.0  # for some of an answer that waits to be sent


class HurriedProtocol(HttpToolsProtocol):
    counted: ClassVar[Connections]

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
        self._wait()

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._discount()
        super().handle_websocket_upgrade()
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):
            self.send_400_response("Invalid handshake.")  # uvicorn would wait for more, and for ever
        # It and this would keep each other until the garbage is looked through, which is seldom.
        self.parser = None  # type: ignore[assignment]  # as uvicorn itself does at the end

    def connection_lost(self, exc: Exception | None) -> None:
        self._discount()
        self._stop_waiting()
        super().connection_lost(exc)
        self._stop_expecting()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._late is not None:  # the head is not whole yet
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_expecting()

    _address = ""
    _is_counted = False
    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _head = 0

    def _wait(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _stop_expecting(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _discount(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self.counted.remove(self._address)


def hurried(connections: Connections) -> type[HurriedProtocol]:
    """The protocol of a server that has these connections."""

    class CountedProtocol(HurriedProtocol):
        counted = connections

    return CountedProtocol


def refused(status: int, code: str, message: str) -> bytes:
    """A whole answer, before anything was asked."""
    body = json.dumps({"code": code, "message": message})
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join([*head, "", body]).encode()
