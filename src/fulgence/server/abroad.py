"""Our sockets and questions at tables of other processes."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable

from fulgence.server.guests import COME_AGAIN
from fulgence.server.inbox import Visitor
from fulgence.server.letters import (
    AnyLetter,
    Arrival,
    Delivery,
    Departure,
    Dismissal,
    Question,
    Reply,
    Speech,
)
from fulgence.server.post import Post
from fulgence.server.referee import RESTART
from fulgence.server.refusals import lost
from fulgence.server.requests import AnyAnswer, AnyRequest, Place, Refusal, refused
from fulgence.server.views import NOBODY

WAIT = 3.0  # seconds for an answer


class Unanswered(Exception):
    """What was asked may have happened or not."""


class FarTable:
    """The way from a socket here to a table there."""

    def __init__(self, abroad: Abroad, owner: str, number: int) -> None:
        self.abroad = abroad
        self.owner = owner
        self.number = number

    def say(self, visitor: Visitor, text: str) -> None:
        self.abroad.post.send(self.owner, Speech(self.number, text))

    def detach(self, visitor: Visitor) -> None:
        self.abroad.sockets.pop(self.number, None)
        self.abroad.post.send(self.owner, Departure(self.number))


class Abroad:
    def __init__(self, post: Post) -> None:
        self.post = post
        self.sockets: dict[int, tuple[str, Visitor]] = {}  # with the owner of the table
        self._questions: dict[int, tuple[str, asyncio.Future[AnyAnswer]]] = {}
        self._numbers = itertools.count()

    async def ask(self, owner: str, table: str, request: AnyRequest) -> AnyAnswer:
        return await self._question(owner, Question(next(self._numbers), table, request))

    async def attach(self, owner: str, table: str, visitor: Visitor) -> FarTable:
        number = next(self._numbers)
        self.sockets[number] = (owner, visitor)
        link = FarTable(self, owner, number)
        try:
            place = await self._question(
                owner,
                Arrival(
                    number,
                    table,
                    visitor.key,
                    visitor.language.tag,
                    visitor.wants_words,
                    visitor.address,
                ),
            )
        except BaseException:
            link.detach(visitor)
            raise
        assert isinstance(place, Place)
        visitor.seat = NOBODY if place.seat is None else place.seat
        return link

    async def _question(self, owner: str, letter: Question | Arrival) -> AnyAnswer:
        """The answer, or Unanswered; lost() if it was certainly not asked."""
        future: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        self._questions[letter.number] = (owner, future)
        self.post.send(owner, letter)
        try:
            answer = await asyncio.wait_for(future, WAIT)
        except TimeoutError:
            raise Unanswered from None
        finally:
            del self._questions[letter.number]
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    def receive(self, sender: str, letter: Reply | Delivery | Dismissal) -> None:
        if isinstance(letter, Reply):
            _, future = self._questions.get(letter.number, ("", None))
            if future and not future.done():
                future.set_result(letter.answer)
            return
        owner, visitor = self.sockets.get(letter.number, ("", None))
        if visitor is None or owner != sender:
            if isinstance(letter, Delivery):  # it left meanwhile, or the owner has not heard that it did
                self.post.send(sender, Departure(letter.number))
        elif isinstance(letter, Delivery):
            visitor.send(letter.data)
        else:
            visitor.close(letter.code, letter.reason)

    @property
    def owners(self) -> set[str]:
        return {owner for owner, _ in [*self.sockets.values(), *self._questions.values()]}

    def undelivered(self, letters: Iterable[AnyLetter]) -> None:
        for letter in letters:
            if isinstance(letter, Question | Arrival):
                self._fail(letter.number, lost())

    def part(self, process: str) -> None:
        """Whoever waits for this process begins anew."""
        for number, (owner, visitor) in list(self.sockets.items()):
            if owner == process and number not in self._questions:
                visitor.close(RESTART, COME_AGAIN)
        for number, (owner, _) in self._questions.items():
            if owner == process:
                self._fail(number, Unanswered())

    def _fail(self, number: int, error: Exception) -> None:
        _, future = self._questions.get(number, ("", None))
        if future and not future.done():
            future.set_exception(error)
