"""One WebSocket for each seat or spectator: reads within limits, and never waits for a slow reader."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter, deque

from starlette.datastructures import QueryParams
from starlette.types import Message, Receive, Scope, Send

from fulgence.language import ENGLISH, Language, known_tag, load_language
from fulgence.rules.errors import FulgenceError
from fulgence.server.credentials import token_of
from fulgence.server.guard import address_of, refuse_socket
from fulgence.server.house import House, Link
from fulgence.server.limits import Limits, Rate
from fulgence.server.messages import Error, format_message
from fulgence.server.refusals import code_of, status_of
from fulgence.server.seats import hashed
from fulgence.server.views import NOBODY

TEXT_ONLY, POLICY, SLOW = 1003, 1008, 1013
NO_RIGHT, NO_TABLE, BUSY = 4401, 4404, 1013
PATH = re.compile("/api/tables/([0-9A-Za-z_-]{1,32})/socket")
SPAN = 20.0  # seconds that messages are counted over


class Socket:
    """What waits to be sent is bounded: a reader who is too slow is shut out, and may come again."""

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
            self.close(SLOW, "too slow")
            return
        self._waiting.append({"type": "websocket.send", "text": data.decode()})
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._waiting.append({"type": "websocket.close", "code": code, "reason": reason})
            self._wake.set()

    async def write(self) -> None:
        """Send what waits, until the socket is closed from either side."""
        with contextlib.suppress(OSError, RuntimeError):  # the other side has gone
            while True:
                while self._waiting:
                    message = self._waiting.popleft()
                    await self._send(message)
                    if message["type"] == "websocket.close":
                        return
                self._wake.clear()
                await self._wake.wait()


class Sockets:
    """The ASGI application behind every table's socket."""

    def __init__(self, house: House, limits: Limits, refusals: Counter[str]) -> None:
        self.house = house
        self.limits = limits
        self.refusals = refusals  # counted by code
        self.open: Counter[str] = Counter()  # by address

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
        await receive()  # the wish to connect
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
        link = None
        try:
            link = await self.house.attach(table, socket)
            await self.listen(socket, link, receive)
        except FulgenceError as error:
            self.refusals[code_of(error)] += 1
            socket.send(format_message(Error(code_of(error), socket.language.text(error.message))))
            socket.close(
                {404: NO_TABLE, 410: NO_TABLE, 403: NO_RIGHT}.get(status_of(error), BUSY), code_of(error)
            )
            await self.listen_to_the_end(receive)
        finally:
            if link is not None:
                link.detach(socket)
            writer.cancel()

    async def listen(self, socket: Socket, link: Link, receive: Receive) -> None:
        rate = Rate(self.limits.messages, SPAN)
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if socket.is_closed:
                continue
            text = message.get("text")
            if text is None:
                socket.close(TEXT_ONLY, "text only")
            elif not rate.allows():
                sentence = f"at most {self.limits.messages} messages in {SPAN:.0f} seconds"
                self.refusals["rate"] += 1
                socket.send(format_message(Error("rate", sentence)))
                socket.close(POLICY, "too many messages")
            else:
                link.say(socket, text)

    async def listen_to_the_end(self, receive: Receive) -> None:
        while (await receive())["type"] != "websocket.disconnect":
            pass


def language_in(asked: QueryParams) -> Language:
    tag = asked.get("lang", "")
    return load_language(tag) if known_tag(tag) else ENGLISH
