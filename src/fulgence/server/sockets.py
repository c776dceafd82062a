"""The WebSockets of tables: rate-limited reading, and writing that never waits for a slow client."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter, deque

from starlette.datastructures import QueryParams
from starlette.types import Message, Receive, Scope, Send

from fulgence.language import ENGLISH, Language, known_tag, load_language
from fulgence.rules.errors import FulgenceError
from fulgence.server.admin.blocklist import SENTENCE, Blocklist
from fulgence.server.http.credentials import token_of
from fulgence.server.http.middleware import address_of, client_of, refuse_socket
from fulgence.server.limits import Limits, Rate
from fulgence.server.referee.table_service import TableLink, TableService
from fulgence.table.close_codes import (
    NO_RIGHT,
    NO_TABLE,
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    UNSUPPORTED_DATA,
)
from fulgence.table.messages import Error, format_message
from fulgence.table.refusals import code_of, status_of
from fulgence.table.seats import hashed
from fulgence.table.views import NOBODY

CLOSE_CODES = {403: NO_RIGHT, 404: NO_TABLE, 410: NO_TABLE}  # by HTTP status
PATH = re.compile("/api/tables/([0-9A-Za-z_-]{1,32})/socket")
SPAN = 20.0  # seconds that messages are counted over


class Socket:
    """The queue of messages to send is bounded: a client that reads too slowly is disconnected."""

    def __init__(
        self, send: Send, key: str, address: str, language: Language, most: int, wants_words: bool = False
    ) -> None:
        self.key = key
        self.address = address
        self.language = language
        self.wants_words = wants_words
        self.seat = NOBODY
        self._send = send
        self._most = most
        self._waiting: deque[Message] = deque()
        self._wake = asyncio.Event()
        self.is_closed = False

    def send(self, data: bytes) -> None:
        if self.is_closed:
            return
        if len(self._waiting) >= self._most:
            self._waiting.clear()
            self.close(TRY_AGAIN_LATER, "too slow")
            return
        self._waiting.append({"type": "websocket.send", "text": data.decode()})
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._waiting.append({"type": "websocket.close", "code": code, "reason": reason})
            self._wake.set()

    async def write(self) -> None:
        """Send what is queued, until the socket is closed from either side."""
        with contextlib.suppress(OSError, RuntimeError):  # the client has gone
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    await self._send(message)
                    if message["type"] == "websocket.close":
                        return
                self._wake.clear()
                await self._wake.wait()


class Sockets:
    """The ASGI application for the sockets of all tables."""

    def __init__(self, tables: TableService, limits: Limits, refusals: Counter[str]) -> None:
        self.tables = tables
        self.limits = limits
        self.refusals = refusals  # counted by code
        self.open: Counter[str] = Counter()  # by address
        self._clients: dict[Socket, str] = {}  # the exact address of each

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = PATH.fullmatch(scope["path"])
        if not path:
            await refuse_socket(receive, send, 404, "not-found", "there is no socket at this address")
            return
        address = address_of(scope)
        if self.open[address] >= self.limits.sockets:
            sentence = f"this address has {self.limits.sockets} sockets already; close some"
            await refuse_socket(receive, send, 429, "rate", sentence)
            return
        await receive()  # the handshake
        self.open[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self.converse(path[1], scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    async def converse(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        asked = QueryParams(scope["query_string"])
        key, language = hashed(token_of(scope)), language_in(asked)
        socket = Socket(send, key, address_of(scope), language, self.limits.queue, asked.get("words") == "1")
        writer = asyncio.create_task(socket.write())
        self._clients[socket] = client_of(scope)
        link = None
        try:
            link = await self.tables.attach(table, socket)
            await self.listen(socket, link, receive)
        except FulgenceError as error:
            self.refusals[code_of(error)] += 1
            socket.send(format_message(Error(code_of(error), socket.language.text(error.message))))
            socket.close(CLOSE_CODES.get(status_of(error), TRY_AGAIN_LATER), code_of(error))
            await self.listen_to_the_end(receive)
        finally:
            del self._clients[socket]
            if link is not None:
                link.detach(socket)
            writer.cancel()

    def close_blocked(self, blocklist: Blocklist) -> None:
        blocked = blocklist.blocked_of(set(self._clients.values()))
        for socket in [socket for socket, client in self._clients.items() if client in blocked]:
            self.refusals["blocked"] += 1
            socket.send(format_message(Error("blocked", SENTENCE)))
            socket.close(POLICY_VIOLATION, "blocked")

    async def listen(self, socket: Socket, link: TableLink, receive: Receive) -> None:
        rate = Rate(self.limits.messages, SPAN)
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if socket.is_closed:
                continue
            text = message.get("text")
            if text is None:
                socket.close(UNSUPPORTED_DATA, "text only")
            elif not rate.allows():
                sentence = f"at most {self.limits.messages} messages in {SPAN:.0f} seconds"
                self.refusals["rate"] += 1
                socket.send(format_message(Error("rate", sentence)))
                socket.close(POLICY_VIOLATION, "too many messages")
            else:
                link.receive(socket, text)

    async def listen_to_the_end(self, receive: Receive) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass


def language_in(asked: QueryParams) -> Language:
    tag = asked.get("lang", "")
    return load_language(tag) if known_tag(tag) else ENGLISH
