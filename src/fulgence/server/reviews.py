"""Reviews of games and positions to try things out. Nothing is kept: the page brings the record each time."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from fulgence.language import Language
from fulgence.rules.chance import Generator
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.deal import deal
from fulgence.rules.message import Message
from fulgence.rules.record import Record, format_record
from fulgence.server.api import PROBLEMS, Body, Word
from fulgence.server.atlas import CityText, RecordText, workers_of
from fulgence.server.fair_queue import PATIENT, QUICK, Ticket
from fulgence.server.guard import address_of
from fulgence.server.jobs import Analyse, EndLine, FailedLine, Line, Plan, PlanLine, PlayOn, ReviewTurn
from fulgence.server.refusals import Refused
from fulgence.server.seats import new_token
from fulgence.server.spoken_in import language_for
from fulgence.server.workers import TRIES, Worker, Workers

router = APIRouter(prefix="/api")

NDJSON = "application/x-ndjson"
GAME_SECONDS = 120.0  # for one of them
THOUGHTS = 2  # of one address at a time: one that is not wanted any more, and the next

SeatOfRecord = Annotated[int, Field(ge=0, le=3)]
TurnMoves = Annotated[list[Annotated[str, Field(max_length=16)]], Field(max_length=16)]
FirstCards = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=40)]


class ReviewGame(Body):
    record: RecordText
    seat: SeatOfRecord = 0
    city_file: CityText | None = None


class DealCards(Body):
    city: Word
    addons: Annotated[list[Word], Field(max_length=8, default_factory=list)]
    name: Word = "You"


class TryPosition(Body):
    """`moves`: the seat's own by turn, the last turn as far as it is played, instead of those of the record.

    `cards`: by round those that come first, if not as in the record."""

    record: RecordText
    seat: SeatOfRecord = 0
    city_file: CityText | None = None
    moves: Annotated[list[TurnMoves], Field(max_length=80)]
    cards: Annotated[list[FirstCards], Field(max_length=4, default_factory=list)]
    think: bool = False


LINES: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {"schema": {"type": "string"}}}}}
RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["fulgence", "deal"]}}}}
}
POSITION: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["game", "words"]}}}}
}


class AtOnce:
    """So many at a time of one address, and so many in all."""

    def __init__(self, each: int, every: int) -> None:
        self.each = each
        self.every = every
        self.running: dict[str, int] = {}

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        if self.running.get(address, 0) >= self.each:
            raise Refused(
                "rate",
                Message("the bot is still busy with something else from this address; wait a little"),
                429,
            )
        if sum(self.running.values()) >= self.every:
            raise Refused("rate", Message("the bot is busy with the games of others; wait a little"), 429)
        self.running[address] = self.running.get(address, 0) + 1
        try:
            yield
        finally:
            self.running[address] -= 1
            if not self.running[address]:
                del self.running[address]


class ReviewStream(StreamingResponse):
    """Begins to count when it is really sent, and ends to when it is over or its reader has gone."""

    def __init__(self, lines: AsyncIterator[bytes], turn: AbstractContextManager[None]) -> None:
        super().__init__(lines, media_type=NDJSON, headers={"cache-control": "no-store"})
        self.turn = turn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.turn:
            await super().__call__(scope, receive, send)


@router.post("/deal", responses=PROBLEMS | RECORD, response_class=Response)
async def fresh_deal(body: DealCards) -> Response:
    """The record of a game of one player that has only been dealt: a start for trying things out."""
    if body.city not in city_names():
        raise Refused("no-city", Message("there is no city {city!r}", city=body.city), 422)
    dealt = deal(load_city(body.city), body.addons, 1, Generator(secrets.randbits(63)))
    record = Record(dealt, (body.name,), ((),))
    return Response(format_record(record), media_type="application/json")


@router.post("/review", responses=PROBLEMS | LINES, response_class=StreamingResponse)
async def review(body: ReviewGame, request: Request) -> Response:
    """What the strongest bot thinks of a seat's game: one line of JSON for each part, as it is finished."""
    address, workers = address_of(request.scope), workers_of(request)
    workers.check_share(address)
    job = Plan(body.record, body.seat, body.city_file or "")
    plan = await workers.answer(job, QUICK, address)
    lines = review_lines(body, plan, language_for(request), workers, address)
    return ReviewStream(lines, request.app.state.reviews.one(address))


@router.post("/analysis", responses=PROBLEMS | POSITION, response_class=Response)
async def analysis(body: TryPosition, request: Request) -> Response:
    """Where other moves, or other cards, would have led; with `think`, what the moves there are worth."""
    address, workers = address_of(request.scope), workers_of(request)
    workers.check_share(address)
    own, tag = body.city_file or "", language_for(request).tag
    job = Analyse(body.record, body.seat, body.moves, body.cards, tag, own, body.think)
    if body.think:
        with request.app.state.thoughts.one(address):
            view = await workers.answer(job, PATIENT, address)
    else:
        view = await workers.answer(job, QUICK, address)
    return Response(view, media_type="application/json")


async def review_lines(
    game: ReviewGame, plan_line: bytes, language: Language, workers: Workers, address: str
) -> AsyncIterator[bytes]:
    """One part after the other, so that a review never has more than one worker."""
    yield plan_line
    plan = msgspec.json.decode(plan_line, type=PlanLine)
    own = game.city_file or ""
    if plan.finished:
        expert = PlayOn(new_token(), "expert", game.record, game.seat, own)
        async for line in game_lines(expert, workers, address):
            yield line
    for turn in range(plan.turns):
        job = ReviewTurn(game.record, game.seat, turn, language.tag, own)
        try:
            yield await workers.answer(job, PATIENT, address)
        except Refused:
            yield encoded(FailedLine(f"turn {turn}"))
    if plan.finished:
        hindsight = PlayOn(new_token(), "hindsight", game.record, game.seat, own)
        async for line in game_lines(hindsight, workers, address):
            yield line
    yield encoded(EndLine())


async def game_lines(job: PlayOn, workers: Workers, address: str) -> AsyncIterator[bytes]:
    """The worker that has begun a game goes on with it, and does other things in between."""
    until = time.monotonic() + GAME_SECONDS
    worker: Worker | None = None
    failures = 0
    while time.monotonic() < until and failures < TRIES:
        answer, worker = await workers.ask(job, Ticket(PATIENT, address, wanted=worker))
        if answer is None or answer.is_refusal:
            failures += 1
            continue
        yield answer.data
        if msgspec.json.decode(answer.data, type=Kind).type == "game":
            return
    yield encoded(FailedLine(job.player))


class Kind(msgspec.Struct):
    type: str


def encoded(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"
