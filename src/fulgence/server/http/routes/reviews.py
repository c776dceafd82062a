"""Reviews of games, and analysis of positions. Stateless: every request brings the record."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from fulgence.api.deals import dealt_record
from fulgence.api.jobs import Analyse, PlayOn, ReviewPlan, ReviewTurn
from fulgence.api.review_lines import EndLine, FailedLine, Line, PlanLine
from fulgence.language import Language
from fulgence.review.parts import review_parts
from fulgence.rules.message import Message
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, RecordText, Word
from fulgence.server.http.routes.table_access import workers_of
from fulgence.server.workers.fair_queue import PATIENT, QUICK
from fulgence.server.workers.other_games import game_lines
from fulgence.server.workers.pool import Workers
from fulgence.table.refusals import Refused
from fulgence.table.seats import new_token

router = APIRouter(prefix="/api")

NDJSON = "application/x-ndjson"
MAX_ANALYSES = 2  # of one address at a time: one that the page has given up, and the next

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


class ConcurrencyLimit:
    """At most so many at a time for one address, and so many in total."""

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
    """Counts from when it is really sent until it ends or its reader has gone."""

    def __init__(self, lines: AsyncIterator[bytes], turn: AbstractContextManager[None]) -> None:
        super().__init__(lines, media_type=NDJSON, headers={"cache-control": "no-store"})
        self.turn = turn

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.turn:
            await super().__call__(scope, receive, send)


@router.post("/deal", responses=PROBLEMS | RECORD, response_class=Response)
async def fresh_deal(body: DealCards) -> Response:
    """The record of a game of one player that has only been dealt: a start for trying things out."""
    text = dealt_record(body.city, body.addons, body.name)
    return Response(text, media_type="application/json")


@router.post("/review", responses=PROBLEMS | LINES, response_class=StreamingResponse)
async def review(body: ReviewGame, request: Request) -> Response:
    """What the strongest bot thinks of a seat's game: one line of JSON for each part, as it is finished."""
    address, workers = address_of(request.scope), workers_of(request)
    workers.check_share(address)
    job = ReviewPlan(body.record, body.seat, body.city_file or "")
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
    """One part after another, so that a review never uses more than one worker."""
    yield plan_line
    plan = msgspec.json.decode(plan_line, type=PlanLine)
    own = game.city_file or ""
    for part in review_parts(plan.turns, games=plan.finished):
        if isinstance(part, int):
            yield await turn_line(
                ReviewTurn(game.record, game.seat, part, language.tag, own), workers, address
            )
        else:
            job = PlayOn(new_token(), part, game.record, game.seat, own)
            async for line in game_lines(job, workers, address):
                yield line
    yield encoded(EndLine())


async def turn_line(job: ReviewTurn, workers: Workers, address: str) -> bytes:
    try:
        return await workers.answer(job, PATIENT, address)
    except Refused:
        return encoded(FailedLine(f"turn {job.turn}"))


def encoded(line: Line) -> bytes:
    return msgspec.json.encode(line) + b"\n"
