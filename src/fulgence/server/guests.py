"""Sockets and questions of other processes at our tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from fulgence.language import load_language
from fulgence.rules.errors import FulgenceError
from fulgence.server.leases import Elsewhere
from fulgence.server.letters import Arrival, Delivery, Departure, Dismissal, Question, Reply, Speech
from fulgence.server.post import Post
from fulgence.server.redis_connection import end
from fulgence.server.referee import RESTART, Referee
from fulgence.server.refusals import Refused, lost
from fulgence.server.requests import AnyAnswer, Place, Refusal, refusal_of
from fulgence.server.tables import Tables
from fulgence.server.views import NOBODY

log = logging.getLogger(__name__)

COME_AGAIN = "come again"

Address = tuple[str, int]  # of a socket: its process and the number there


class Guest:
    """A socket at another process, as its table sees it."""

    def __init__(self, guests: Guests, place: Address, arrival: Arrival) -> None:
        self.guests = guests
        self.place = place
        self.key = arrival.key
        self.address = arrival.address
        self.language = load_language(arrival.language)
        self.wants_words = arrival.words
        self.seat = NOBODY

    def send(self, data: bytes) -> None:
        process, number = self.place
        self.guests.post.send(process, Delivery(number, data))

    def close(self, code: int, reason: str) -> None:
        process, number = self.place
        self.guests.here.pop(self.place, None)
        self.guests.post.send(process, Dismissal(number, code, reason))


class Guests:
    def __init__(self, tables: Tables, post: Post) -> None:
        self.tables = tables
        self.post = post
        self.here: dict[Address, tuple[Referee, Guest]] = {}
        self._arriving: dict[Address, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, sender: str, letter: Question | Arrival | Speech | Departure) -> None:
        address = (sender, letter.number)
        match letter:
            case Question():
                self._start(self._answer(sender, letter))
            case Arrival():
                self._arriving[address] = self._start(self._let_in(address, letter))
            case Speech():
                if address in self.here:
                    referee, guest = self.here[address]
                    referee.say(guest, letter.text)
                else:
                    self.post.send(sender, Dismissal(letter.number, RESTART, COME_AGAIN))
            case Departure():
                self._see_off(address)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer(self, sender: str, question: Question) -> None:
        answer: AnyAnswer
        try:
            answer = await self.tables.ask(question.table, question.request)
        except Exception as error:
            answer = refusal_for(error)
        self.post.send(sender, Reply(question.number, answer))

    async def _let_in(self, address: Address, arrival: Arrival) -> None:
        answer: AnyAnswer
        try:
            guest = Guest(self, address, arrival)
            self.here[address] = (await self.tables.attach(arrival.table, guest), guest)
            answer = Place("", guest.seat, arrival.table)
        except Exception as error:
            answer = refusal_for(error)
        except asyncio.CancelledError:  # gone before it was here, but perhaps seen already
            if referee := self.tables.referees.get(arrival.table):
                referee.detach(guest)
            raise
        self._arriving.pop(address, None)
        self.post.send(address[0], Reply(arrival.number, answer))

    def _see_off(self, address: Address) -> None:
        if arriving := self._arriving.pop(address, None):
            arriving.cancel()
        if address in self.here:
            referee, guest = self.here.pop(address)
            referee.detach(guest)

    @property
    def processes(self) -> set[str]:
        return {process for process, _ in [*self.here, *self._arriving]}

    def part(self, process: str) -> None:
        """All its sockets are gone."""
        for address in [*self.here, *self._arriving]:
            if address[0] == process:
                self._see_off(address)

    async def close(self) -> None:
        await end(list(self._tasks))


def refusal_for(error: Exception) -> Refusal:
    """What goes wrong here is told there."""
    if isinstance(error, Elsewhere):
        return refusal_of(lost())
    if isinstance(error, FulgenceError):
        return refusal_of(error)
    log.error("a request of another server failed", exc_info=error)
    mistake = "the server made a mistake; it is written in its log"
    return refusal_of(Refused("mistake", mistake, 500))
