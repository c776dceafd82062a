"""Several processes that share one store: every one serves every table, through the one that owns it.

A socket or a request that arrives here for a table of another process is passed on through Redis,
and what that process answers comes back the same way. If the owner dies, the socket is closed with
"come again", and whoever gets it then takes the table over.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from fulgence.language import Language, load_language
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.server.house import Link
from fulgence.server.leases import Elsewhere
from fulgence.server.redis_leases import BEAT, RedisLeases
from fulgence.server.referee import RESTART, Referee, Visitor, lost
from fulgence.server.refusals import Refused
from fulgence.server.requests import AnyAnswer, AnyRequest, Place, Refusal, refusal_of, refused
from fulgence.server.tables import NewTable, Tables, Wish
from fulgence.server.views import NOBODY

log = logging.getLogger(__name__)

CHANNEL = "fulgence:to:"
WAIT = 3.0  # seconds for the answer of another process
PATIENCE = 12.0  # seconds that a request waits for a table to be taken over


class NoRedis(FulgenceError):
    """An address where no Redis answers."""


async def open_redis(address: str) -> Redis:
    try:
        redis = Redis.from_url(address)
        await redis.ping()
    except (RedisError, OSError, ValueError) as error:
        raise NoRedis(Message("no Redis answers there: {reason}", reason=str(error))) from None
    return redis


class Letter(msgspec.Struct, frozen=True, tag_field="letter"):
    """From one process to another. `number` names the question or the socket at its own end."""

    sender: str
    number: int


class Question(Letter, frozen=True, tag="question"):
    table: str
    request: AnyRequest


class Reply(Letter, frozen=True, tag="reply"):
    answer: AnyAnswer


class Arrival(Letter, frozen=True, tag="arrival"):
    """A socket wants to be let in; it is answered like a question."""

    table: str
    key: str
    language: str
    socket: int


class Speech(Letter, frozen=True, tag="speech"):
    text: str


class Departure(Letter, frozen=True, tag="departure"):
    pass


class Delivery(Letter, frozen=True, tag="delivery"):
    """For the socket with this number: data, or the end."""

    data: str = ""
    code: int = 0


AnyLetter = Question | Reply | Arrival | Speech | Departure | Delivery


class FarVisitor:
    """A socket at another process, as the owner of the table sees it."""

    def __init__(self, cluster: Cluster, process: str, number: int, key: str, language: Language) -> None:
        self.cluster = cluster
        self.process = process
        self.number = number
        self.key = key
        self.language = language
        self.seat = NOBODY

    def send(self, data: bytes) -> None:
        self.cluster.post(self.process, Delivery(self.cluster.name, self.number, data=data.decode()))

    def close(self, code: int, reason: str) -> None:
        self.cluster.post(self.process, Delivery(self.cluster.name, self.number, code=code))


class FarTable:
    """The way from a socket here to a table at another process."""

    def __init__(self, cluster: Cluster, owner: str, number: int) -> None:
        self.cluster = cluster
        self.owner = owner
        self.number = number

    def say(self, visitor: Visitor, text: str) -> None:
        self.cluster.post(self.owner, Speech(self.cluster.name, self.number, text))

    def detach(self, visitor: Visitor) -> None:
        self.cluster.far.pop(self.number, None)
        self.cluster.post(self.owner, Departure(self.cluster.name, self.number))


class Cluster:
    """`leases` are this process's, and the tables know them."""

    def __init__(self, tables: Tables, leases: RedisLeases) -> None:
        self.tables = tables
        self.leases = leases
        self.redis = leases.redis
        self.name = leases.name
        self.far: dict[int, tuple[str, Visitor]] = {}  # our sockets at tables of others, with the owner
        self.guests: dict[tuple[str, int], tuple[Referee, FarVisitor]] = {}  # others' sockets at our tables
        self._numbers = itertools.count()
        self._questions: dict[int, tuple[str, asyncio.Future[AnyAnswer]]] = {}
        self._outgoing: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._decoder = msgspec.json.Decoder(AnyLetter)

    async def begin(self) -> None:
        """Be reachable, then alive."""
        listening = asyncio.Event()
        self._start(self._listen(listening))
        self._start(self._send())
        await asyncio.wait_for(listening.wait(), WAIT)
        self.leases.on_death = self._after_a_death
        self.leases.on_doubt = self._check_own
        await self.leases.begin()
        self._start(self._watch_owners())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The house, as the API sees it.

    async def open(self, wish: Wish) -> NewTable:
        return await self.tables.open(wish)

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await self.tables.ask(id, request)
            except Elsewhere as elsewhere:
                owner = elsewhere.owner
            except Refused as error:
                if error.code != lost().code or is_past(until):
                    raise
                continue
            try:
                number = next(self._numbers)
                return await self._question(owner, Question(self.name, number, id, request))
            except (TimeoutError, Refused) as error:
                if isinstance(error, Refused) and error.code != lost().code:
                    raise
                if is_past(until):
                    raise lost() from None
                await asyncio.sleep(BEAT / 4)

    async def attach(self, id: str, visitor: Visitor) -> Link:
        try:
            return await self.tables.attach(id, visitor)
        except Elsewhere as elsewhere:
            owner = elsewhere.owner
        number = next(self._numbers)
        self.far[number] = (owner, visitor)
        try:
            arrival = Arrival(self.name, next(self._numbers), id, visitor.key, visitor.language.tag, number)
            place = await self._question(owner, arrival)
        except (TimeoutError, FulgenceError) as error:
            del self.far[number]
            raise error if isinstance(error, FulgenceError) else lost() from None
        assert isinstance(place, Place)
        visitor.seat = NOBODY if place.seat is None else place.seat
        return FarTable(self, owner, number)

    async def _question(self, owner: str, letter: Question | Arrival) -> AnyAnswer:
        future: asyncio.Future[AnyAnswer] = asyncio.get_running_loop().create_future()
        self._questions[letter.number] = (owner, future)
        self.post(owner, letter)
        try:
            answer = await asyncio.wait_for(future, WAIT)
        finally:
            del self._questions[letter.number]
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    # Letters.

    def post(self, process: str, letter: AnyLetter) -> None:
        self._outgoing.put_nowait((process, msgspec.json.encode(letter)))

    async def _send(self) -> None:
        while True:
            waiting = [await self._outgoing.get()]
            while not self._outgoing.empty():
                waiting.append(self._outgoing.get_nowait())
            pipe = self.redis.pipeline(transaction=False)
            for process, data in waiting:
                pipe.publish(CHANNEL + process, data)
            try:
                await pipe.execute()
            except (RedisError, OSError) as error:  # whoever waits asks again
                log.error("letters were lost", extra={"letters": len(waiting), "reason": str(error)})

    async def _listen(self, listening: asyncio.Event) -> None:
        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL + self.name)
                    async for message in channel.listen():
                        if message["type"] == "subscribe":
                            listening.set()
                        else:
                            self._read(message["data"])
            except (RedisError, OSError) as error:
                log.error("Redis does not answer", extra={"reason": str(error)})
                await asyncio.sleep(BEAT / 2)

    def _read(self, data: bytes) -> None:
        try:
            letter = self._decoder.decode(data)
        except msgspec.DecodeError as error:
            log.error("a letter cannot be read", extra={"reason": str(error)})
            return
        match letter:
            case Question():
                self._start(self._answer(letter))
            case Arrival():
                self._start(self._let_in(letter))
            case Reply():
                waiting = self._questions.get(letter.number)
                if waiting and not waiting[1].done():
                    waiting[1].set_result(letter.answer)
            case Speech():
                if guest := self.guests.get((letter.sender, letter.number)):
                    guest[0].say(guest[1], letter.text)
                else:
                    self.post(letter.sender, Delivery(self.name, letter.number, code=RESTART))
            case Departure():
                if guest := self.guests.pop((letter.sender, letter.number), None):
                    guest[0].detach(guest[1])
            case Delivery():
                self._deliver(letter)

    def _deliver(self, letter: Delivery) -> None:
        owner, visitor = self.far.get(letter.number, ("", None))
        if visitor is None or owner != letter.sender:
            return
        if letter.code:
            visitor.close(letter.code, "")
        else:
            visitor.send(letter.data.encode())

    async def _answer(self, question: Question) -> None:
        answer: AnyAnswer
        try:
            answer = await self.tables.ask(question.table, question.request)
        except Elsewhere:
            answer = refusal_of(lost())
        except FulgenceError as error:
            answer = refusal_of(error)
        self.post(question.sender, Reply(self.name, question.number, answer))

    async def _let_in(self, arrival: Arrival) -> None:
        language = load_language(arrival.language)
        visitor = FarVisitor(self, arrival.sender, arrival.socket, arrival.key, language)
        answer: AnyAnswer
        try:
            referee = await self.tables.attach(arrival.table, visitor)
            self.guests[arrival.sender, arrival.socket] = (referee, visitor)
            answer = Place("", visitor.seat, arrival.table)
        except Elsewhere:
            answer = refusal_of(lost())
        except FulgenceError as error:
            answer = refusal_of(error)
        self.post(arrival.sender, Reply(self.name, arrival.number, answer))

    # Death.

    async def _watch_owners(self) -> None:
        """Our sockets at a dead process's tables come again, and its open questions are asked again."""
        while True:
            await asyncio.sleep(BEAT)
            owners = {owner for owner, _ in self.far.values()}
            owners |= {owner for owner, _ in self._questions.values()}
            guests = {process for process, _ in self.guests}
            try:
                gone = {name for name in owners | guests if not await self.leases.is_alive(name)}
            except (RedisError, OSError):
                continue
            self._bury(gone)

    def _bury(self, gone: set[str]) -> None:
        for owner, visitor in list(self.far.values()):
            if owner in gone:
                visitor.close(RESTART, "come again")
        for owner, future in self._questions.values():
            if owner in gone and not future.done():
                future.set_exception(lost())
        for key in [key for key in self.guests if key[0] in gone]:
            referee, visitor = self.guests.pop(key)
            referee.detach(visitor)

    async def _after_a_death(self) -> None:
        """Games that go on by themselves are taken over at once."""
        self._start(self._wake())

    async def _wake(self) -> None:
        await self.tables.wake()

    async def _check_own(self) -> None:
        """We were silent for so long that others may have taken our tables."""
        for referee in list(self.tables.referees.values()):
            try:
                await self.leases.claim(referee.table.id)
            except Elsewhere:
                referee.leave_to_others()

    async def close(self) -> None:
        await self.leases.close()
        for task in list(self._tasks):
            task.cancel()


def is_past(moment: float) -> bool:
    return asyncio.get_running_loop().time() > moment
