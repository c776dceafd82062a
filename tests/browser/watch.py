"""What no page may do unnoticed: complain, fail, or ask another host for anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError, WebSocket

STREAM = "/api/review"
NO_SERVICE_WORKERS = "Service Worker registration blocked by Playwright"
WHEN_IDLE = "/rules"  # loaded when a table has nothing else to do


class Watch:
    """Listens to all pages of a context. What a test provokes on purpose it says with `expecting`."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.problems: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self._own = (server + "/", server.replace("http", "ws", 1) + "/", "data:", f"blob:{server}/")
        self._context = context
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "weberror": self._error,
            "request": self._request,
            "requestfailed": self._failed,
            "response": self._response,
            "page": self._page,
        }
        for event, listener in self._listeners.items():
            context.on(event, listener)

    def stop(self) -> None:
        """Another one will listen to the pages to come."""
        for event, listener in self._listeners.items():
            self._context.remove_listener(event, listener)

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Problems that match are none while this lasts."""
        before = self._expected
        self._expected = [*before, *map(re.compile, patterns)]
        yield
        self._expected = before

    def _note(self, problem: str) -> None:
        if not any(pattern.search(problem) for pattern in self._expected):
            self.problems.append(problem)

    def _console(self, message: ConsoleMessage) -> None:
        if message.text == NO_SERVICE_WORKERS:
            return
        if message.type in ("error", "warning", "assert"):
            self._note(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self._note(f"page error: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self._own):
            self._note(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.url.endswith(STREAM) and request.failure == "net::ERR_ABORTED":
            return  # Chromium says so of many a stream that a script has read, even to its end
        if request.url.endswith(WHEN_IDLE) and request.failure == "net::ERR_ABORTED":
            return  # the page was left before it had come
        self._note(f"failed: {request.method} {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status {response.status}: {response.request.method} {response.url}")

    def _page(self, page: Page) -> None:
        page.on("websocket", self._socket)

    def _socket(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self._own):
            self._note(f"another host: {socket.url}")
        socket.on("socketerror", lambda error: self._note(f"socket error: {error}"))
