"""Challenges in the fragment of a link, which no server keeps until somebody plays them here."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from fulgence.api.challenge_links import cards_of
from fulgence.api.jobs import CompareLink, MakeLink, OpenLink
from fulgence.contests.cards import frozen_cards
from fulgence.contests.challenge_link import MAX_LINK
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.challenges import AnswerChallenge, add, play
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, RecordText
from fulgence.server.http.routes.table_access import workers_of
from fulgence.server.http.routes.table_models import OpenedTable
from fulgence.server.http.routes.tables import count_table
from fulgence.server.store.challenges import Challenge
from fulgence.server.workers.fair_queue import QUICK

router = APIRouter(prefix="/api")

LinkText = Annotated[str, Field(max_length=MAX_LINK, description="the fragment of a link, without its #")]
Seat = Annotated[int, Field(ge=0, le=3)]


class MakeChallengeLink(Body):
    """With the cards of a `record`, and the game of its `seat` under this `name` if it is finished. `link`:
    an older one with the same cards, whose games are kept."""

    record: RecordText
    seat: Seat = 0
    name: Annotated[str, Field(max_length=200)]
    link: LinkText = ""
    city_file: CityText | None = None


class MadeLink(BaseModel):
    """`id`: the same for the same cards."""

    id: str
    link: str


class OpenChallengeLink(Body):
    link: LinkText
    city_file: CityText | None = None


class OpenedLink(BaseModel):
    """`names`: who has finished a game with these cards, the earliest first."""

    id: str
    city: str
    addons: list[str]
    names: list[str]


class CompareChallengeLink(OpenChallengeLink):
    """`record` and `seat`: your own finished game with these cards."""

    record: RecordText
    seat: Seat = 0


class SentResult(BaseModel):
    """A game that came with a link. `record`: as JSON text."""

    name: str
    total: int
    record: str


class PlayChallengeLink(AnswerChallenge):
    link: LinkText
    city_file: CityText | None = None


@router.post("/challenge-links", responses=PROBLEMS, response_model=MadeLink)
async def make_link(body: MakeChallengeLink, request: Request) -> Response:
    """The cards of a game for a friend, in a link that works with any server and without one."""
    return await answered(
        request, MakeLink(body.record, body.seat, body.name, body.link, body.city_file or "")
    )


@router.post("/challenge-links/open", responses=PROBLEMS, response_model=OpenedLink)
async def open_link(body: OpenChallengeLink, request: Request) -> Response:
    """What is in a link, without the games of others."""
    return await answered(request, OpenLink(body.link, body.city_file or ""))


@router.post("/challenge-links/compare", responses=PROBLEMS, response_model=list[SentResult])
async def compare_link(body: CompareChallengeLink, request: Request) -> Response:
    """The games in a link, for somebody who has finished one with the same cards."""
    return await answered(request, CompareLink(body.link, body.record, body.seat, body.city_file or ""))


async def answered(request: Request, job: MakeLink | OpenLink | CompareLink) -> Response:
    """By a worker: the games in a link are replayed."""
    workers, address = workers_of(request), address_of(request.scope)
    workers.check_share(address)
    return Response(await workers.answer(job, QUICK, address), media_type="application/json")


@router.post("/challenge-links/play", status_code=201, responses=PROBLEMS)
async def play_link(body: PlayChallengeLink, request: Request, response: Response) -> OpenedTable:
    """Play the cards of a link here. It is a challenge of this server from then on, under the link's id."""
    count_table(request)
    city_file = body.city_file or ""
    link = cards_of(body.link, city_file)
    made = Challenge(link.id, request.app.state.daily.now(), city_file, frozen_cards(link.deal))
    await add(request, made)
    return await play(request, response, made, body)
