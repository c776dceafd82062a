"""Connections that dawdle are ended: the head of a request must arrive soon and be of a sane size."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
HEAD_BYTES = 32_768


class HurriedProtocol(HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        # It and this would keep each other until the garbage is looked through, which is seldom.
        self.parser = None  # type: ignore[assignment]  # as uvicorn itself does at the end

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._late is not None:  # the head is not whole yet
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self.transport.close()

    _late: asyncio.TimerHandle | None = None
    _head = 0

    def _wait(self) -> None:
        self._stop_waiting()
        self._head = 0
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
