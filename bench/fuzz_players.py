"""Players who make every possible mistake and a few good moves, and check what the server does about it."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

import fuzz_expectations
from fuzz_messages import FuzzMessage, MessageMaker, Situation
from websocket import Http, Socket

from fulgence.rules.text.record import parse_record, replay

PATIENCE = 20.0  # seconds for any answer
LOOK = b'{"type":"view"}'
LATE = 900_000  # a ply that nobody reaches
LIFE = 1500  # messages of a table
LEGAL, VANISH = 0.25, 0.01  # how often

Told = dict[str, Any]


class Unexpected(Exception):
    """Something that the server must not do."""


class PlayerSocket(Socket):
    """One socket. What is heard are messages, and at the end the code that it was closed with, 0 for none."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[Told | int] = asyncio.Queue()

    def on_text(self, text: bytes) -> None:
        self.heard.put_nowait(json.loads(text))

    def on_close(self, reason: str) -> None:
        words = reason.split()
        self.heard.put_nowait(int(words[2]) if words[:2] == ["closed", "with"] else 0)

    async def next(self) -> Told | int:
        try:
            return await asyncio.wait_for(self.heard.get(), PATIENCE)
        except TimeoutError:
            raise Unexpected("no answer") from None

    async def code(self) -> int:
        """What it is closed with, whatever is said before."""
        while not isinstance(heard := await self.next(), int):
            pass
        return heard

    def vanish(self) -> None:
        if self.transport:
            self.transport.abort()


class World:
    """What all players share: the server, the messages that are left, and what was found."""

    def __init__(self, host: str, port: int, rng: random.Random) -> None:
        self.host = host
        self.port = port
        self.http = Http(host, port)
        self.rng = rng
        self.maker: MessageMaker
        self.tried: Counter[str] = Counter()
        self.closes: Counter[int] = Counter()
        self.records = 0

    def take(self) -> bool:
        """One message more, if any is left."""
        raise NotImplementedError

    async def line(self, path: str, token: str) -> PlayerSocket:
        line = PlayerSocket()
        await line.open(self.host, self.port, f"{path}/socket", token)
        return line

    async def expect(self, line: PlayerSocket, code: int) -> None:
        found = await line.code()
        self.closes[found] += 1
        if found != code:
            raise Unexpected(f"closed with {found}, not {code}")

    async def get(self, path: str) -> str:
        return await asyncio.to_thread(read_page, f"http://{self.host}:{self.port}{path}")


def read_page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


class Seat:
    """A player, or a spectator. `said`: its entries, None where the message could be read in two ways."""

    def __init__(self, table: Table, token: str) -> None:
        self.table = table
        self.world = table.world
        self.token = token
        self.said: list[Told | None] = []
        self.view: Told = {}
        self.line = PlayerSocket()
        self.marks = 0
        self.explained = 0  # answers of that kind so far: a worker gives them when it has time

    async def connect(self) -> None:
        self.line = await self.world.line(self.table.path, self.token)
        await self.until(lambda message: message["type"] == "view")

    async def until(self, is_wanted: Callable[[Told], bool]) -> None:
        while True:
            heard = await self.line.next()
            if isinstance(heard, int):
                raise Unexpected(f"closed with {heard}")
            if heard["type"] == "view":
                if self.view and not fuzz_expectations.is_newer(self.view, heard):
                    raise Unexpected(f"another view with the number {heard['number']}")
                self.view = heard
            self.explained += heard["type"] == "explained"
            if is_wanted(heard):
                return

    async def catch_up(self) -> list[Told]:
        """All answers to what was said before now; the view is new then."""
        self.marks = (self.marks + 1) % 100_000
        ply = LATE + self.marks
        self.line.send(LOOK)
        self.line.send(b'{"type":"undo","ply":%d}' % ply)  # its answer is the last one
        answers: list[Told] = []

        def is_last(message: Told) -> bool:
            if message["type"] == "error" and message["ply"] == ply:
                return True
            if message["type"] in ("ack", "error"):
                answers.append(message)
            return False

        await self.until(is_last)
        return answers

    def situation(self) -> Situation:
        games = [seat.view["game"] for seat in self.table.seats if seat.view["game"]]
        return Situation(
            ply=len(self.said),
            moves=self.view["game"]["moves"] if self.view["game"] else [],
            foreign=[move for game in games for move in game["moves"]],
            said=[entry for entry in self.said if entry],
        )

    async def try_out(self, attempt: FuzzMessage) -> None:
        """Say it and judge what follows."""
        before, explained = self.view, self.explained
        for first, payload in attempt.frames:
            self.line.write(first, payload)
        if attempt.code:
            await self.world.expect(self.line, attempt.code)
            await self.connect()
            self.check_view(before, None)
            return
        expected, entry = fuzz_expectations.VIEW, None
        if attempt.text is not None:
            expected, entry = fuzz_expectations.verdict(attempt.text, before, self.said)
        answers = await self.catch_up()
        self.check_answers(expected, answers)
        if expected == fuzz_expectations.EXPLAINED and self.explained == explained:
            await self.until(lambda message: message["type"] == "explained")
        if expected == fuzz_expectations.HINTS:
            if not self.view["helped"]:
                raise Unexpected("a hint did not mark the game")
            return
        if expected == fuzz_expectations.EITHER and self.view["ply"] > before["ply"]:
            if not answers or answers[0]["type"] != "ack" or self.view["ply"] != before["ply"] + 1:
                raise Unexpected(f"the ply went to {self.view['ply']} with {answers}")
            self.said.append(None)
        else:
            self.check_view(before, entry)

    def check_answers(self, expected: str, answers: list[Told]) -> None:
        kinds = [answer["type"] for answer in answers]
        right: list[list[str]] = [[expected]]
        if expected in (fuzz_expectations.VIEW, fuzz_expectations.EXPLAINED, fuzz_expectations.HINTS):
            right = [[]]
        elif expected == fuzz_expectations.EITHER:
            right = [[], ["ack"], ["error"]]
        elif expected in (fuzz_expectations.REASON, fuzz_expectations.REACTION):
            right = [[], ["error"]]  # a target that is nothing, or a reaction too soon after another
        if kinds not in right:
            raise Unexpected(f"{expected} expected, answered with {answers}")
        for answer in answers:
            if answer["type"] == "error" and answer["code"] not in fuzz_expectations.CODES:
                raise Unexpected(f"an unknown code: {answer}")

    def check_view(self, before: Told, entry: Told | None) -> None:
        if reason := fuzz_expectations.wrong(before, self.view, entry):
            raise Unexpected(reason)
        if entry:
            self.said.append(entry)

    async def vanish(self, attempt: FuzzMessage) -> None:
        """Say something and be gone before the answer: it has happened or it has not."""
        assert attempt.text is not None
        witness = self.table.witness(self)
        await self.catch_up()
        await witness.catch_up()
        before, line = self.view, self.line
        _, entry = fuzz_expectations.verdict(attempt.text, before, self.said)
        line.send(attempt.text)
        way = self.world.rng.randrange(3)
        if way == 0:
            line.close()
        elif way == 1 and line.transport:
            line.transport.write(b"\x81\xfe\x10")  # half a frame, and no more
            line.transport.write_eof()
        else:
            line.vanish()
        await witness.until(self.is_away)  # everything that was said before is done then
        await self.connect()
        happened = self.view["ply"] != before["ply"]
        self.check_view(before, entry if happened else None)

    def is_away(self, message: Told) -> bool:
        if "seats" not in message:
            return False
        number = self.view["you"]
        return message["watching"] == 0 if number is None else not message["seats"][number]["here"]


class Table:
    """One table; only one of its people speaks at a time, so that every change has its reason."""

    def __init__(self, world: World, city: str, people: int, bots: int, free: int) -> None:
        self.world = world
        self.city = city
        self.people = people
        self.free = free
        self.kinds = [{"kind": "person"}] * (people + free) + [{"kind": "bot", "bot": "random"}] * bots
        self.seats: list[Seat] = []  # the last one is a spectator's
        self.path = ""

    async def open(self) -> None:
        http = self.world.http
        body = json.dumps({"city": self.city, "seats": self.kinds, "name": "Player 1"}).encode()
        opened = json.loads(await http.post("/api/tables", body))
        self.path = f"/api/tables/{opened['table']}"
        tokens = [opened["token"]]
        for number in range(2, self.people + 1):
            name = b'{"name":"Player %d"}' % number
            tokens.append(json.loads(await http.post(f"{self.path}/join", name, opened["invite"]))["token"])
        self.seats = [Seat(self, token) for token in (*tokens, opened["watch"])]
        for seat in self.seats:
            await seat.connect()
        await self.keep_up(self.seats[0], 0)

    def witness(self, seat: Seat) -> Seat:
        return self.seats[0] if seat is self.seats[-1] else self.seats[-1]

    async def play(self) -> None:
        """Mistakes and moves, until the game is over or has gone on for long enough."""
        for _ in range(LIFE):
            seat = self.world.rng.choice(self.seats)
            if seat.view["phase"] == "over" or not self.world.take():
                return
            turn = fuzz_expectations.turns_of(seat.view)
            await self.act(seat)
            await self.keep_up(seat, turn)

    async def act(self, seat: Seat) -> None:
        world, lot = self.world, self.world.rng.random()
        make = world.maker.legal if lot < LEGAL else world.maker.any
        attempt = make(seat.situation())
        try:
            await (seat.vanish(attempt) if lot < VANISH else seat.try_out(attempt))
        except Unexpected as error:
            said = [(first, payload[:300]) for first, payload in attempt.frames[:5]]
            raise Unexpected(
                f"{self.city}, seat {seat.view['you']}, {attempt.name} {said}: {error}"
            ) from None
        world.tried[attempt.name] += 1

    async def keep_up(self, actor: Seat, turn: int) -> None:
        """When cards were flipped, or bots are about to, everybody waits for the new ones."""
        people = [told["ready"] for told in actor.view["seats"] if told["kind"] == "person"]
        for_bots = actor.view["phase"] == "playing" and all(people)
        for seat in self.seats:
            await self.await_turn(seat, max(fuzz_expectations.turns_of(actor.view), turn + for_bots))

    async def await_turn(self, seat: Seat, turn: int) -> None:
        if fuzz_expectations.turns_of(seat.view) < turn:
            await seat.until(lambda _: fuzz_expectations.turns_of(seat.view) >= turn)

    async def end(self) -> None:
        """The record must replay, and hold what was acknowledged and nothing else."""
        if self.seats[0].view["phase"] != "over":
            await self.world.http.post(f"{self.path}/close", b"", self.seats[0].token)
        for seat in self.seats:
            await seat.catch_up()
            if seat.view["phase"] not in ("over", "closed"):
                raise Unexpected(f"the game has ended, but is {seat.view['phase']}")
            await seat.try_out(self.world.maker.any(seat.situation()))
        if not self.free:
            record = parse_record(await self.world.get(f"{self.path}/record"))
            replay(record)
            self.world.records += 1
            for seat in self.seats[:-1]:
                told = [list(turn) for turn in record.moves[seat.view["you"]]]
                if told != fuzz_expectations.recorded_turns(seat.view):
                    raise Unexpected(f"{self.city}, seat {seat.view['you']}: {told} is not what was drawn")
        for seat in self.seats:
            seat.line.close()
