"""Challenges: the same cards for a friend. The others' sheets stay hidden until you have finished."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from fulgence.api.deals import dealt_record
from fulgence.contests.cards import frozen_cards
from fulgence.contests.daily import parse_daily
from fulgence.contests.weekly import parse_weekly
from fulgence.rules.message import Message
from fulgence.server.contests.pars import Pars
from fulgence.server.http.credentials import player_key_of
from fulgence.server.http.middleware import address_of
from fulgence.server.http.routes.daily_models import BotResult
from fulgence.server.http.routes.player_access import claim_with, player_of, store_of
from fulgence.server.http.routes.schemas import PROBLEMS, Body, CityText, Number, RecordText, TableId, Word
from fulgence.server.http.routes.table_access import game_at, remember
from fulgence.server.http.routes.table_models import OpenedTable
from fulgence.server.http.routes.tables import count_table
from fulgence.server.store import challenges, days, games
from fulgence.server.store.challenges import Challenge
from fulgence.table.opening import NewTable, contest_request
from fulgence.table.refusals import Refused
from fulgence.table.seats import new_table_id, new_token
from fulgence.table.state import read_record

router = APIRouter(prefix="/api")

PREFIX = "challenge-"
MAX_RESULTS = 200
NEVER = 2**62  # when results stop to count


class MakeChallenge(Body):
    """With the cards of a finished game here (`table`), of a `record`, or new ones in a `city`."""

    table: Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{1,32}$")] | None = None
    record: RecordText | None = None
    seat: Annotated[int, Field(ge=0, le=3)] = 0
    city: Word | None = None
    addons: Annotated[list[Word], Field(max_length=8, default_factory=list)]
    city_file: CityText | None = None
    request: Number | None = None


class MadeChallenge(BaseModel):
    challenge: str


class AnswerChallenge(Body):
    name: Annotated[str, Field(max_length=200)]
    language: Word = "en"
    request: Number | None = None


class ChallengeResult(BaseModel):
    """`table`: to replay the game."""

    name: str | None
    total: int
    table: str
    seat: int
    you: bool


class ChallengeInfo(BaseModel):
    """`names`: who has finished. `results` and `bots`: only for those who have finished themselves."""

    challenge: str
    city: str
    addons: list[str]
    made_at: int
    names: list[str | None]
    you: str | None
    results: list[ChallengeResult]
    bots: list[BotResult]


@router.post("/challenges", status_code=201, responses=PROBLEMS)
async def make_challenge(body: MakeChallenge, request: Request) -> MadeChallenge:
    """Freeze cards for a friend; the answer is for a link."""
    count_table(request)
    at = request.app.state.daily.now()
    if body.table is not None:
        made = await challenge_of_table(body, body.table, request)
    elif body.record is not None:
        made = challenge_of(body, body.record, at)
    elif body.city is not None:
        made = challenge_of(body, dealt_record(body.city, body.addons, ""), at)
    else:
        raise Refused("bad-request", Message("name a table, a record or a city"), 422)
    await add(request, made)
    return MadeChallenge(challenge=made.id)


async def add(request: Request, made: Challenge) -> None:
    """Keep it, and let the bots play its cards."""
    await challenges.add_challenge(store_of(request), made)
    pars: Pars = request.app.state.daily.pars
    pars.begin(PREFIX + made.id, made.cards, made.city_file, address_of(request.scope))


async def challenge_of_table(body: MakeChallenge, table: str, request: Request) -> Challenge:
    record, city_file = await game_at(request, table)
    row = await games.game_at(store_of(request), table, body.seat)
    contest = row.contest if row else ""
    if contest.startswith(PREFIX):
        return await found(request, contest.removeprefix(PREFIX))
    daily = parse_daily(contest)
    if daily is not None and (await request.app.state.daily.day(daily.day)).closed_at is None:
        raise Refused("contest", Message("others still play these cards today: send them the day instead"))
    weekly = parse_weekly(contest)
    if weekly is not None and (await request.app.state.daily.weekly.week(weekly.monday))[0].closed_at is None:
        raise Refused(
            "contest", Message("others still play these cards this week: send them the week instead")
        )
    cards = frozen_cards(read_record(record, city_file).deal, seat_in(record, city_file, body.seat))
    id = new_table_id(body.request or "", f"challenge|{table}|{body.seat}")
    return Challenge(id, request.app.state.daily.now(), city_file, cards, table, body.seat)


def challenge_of(body: MakeChallenge, record: str, at: int) -> Challenge:
    city_file = body.city_file or ""
    cards = frozen_cards(read_record(record, city_file).deal, seat_in(record, city_file, body.seat))
    return Challenge(new_table_id(body.request or "", "challenge"), at, city_file, cards)


def seat_in(record: str, city_file: str, seat: int) -> int:
    if seat >= len(read_record(record, city_file).names):
        raise Refused("no-seat", Message("this game has no such seat"), 422)
    return seat


async def found(request: Request, id: str) -> Challenge:
    challenge = await challenges.challenge_with(store_of(request), id)
    if challenge is None:
        raise Refused("no-challenge", Message("there is no such challenge"), 404)
    return challenge


@router.post("/challenges/{id}/play", status_code=201, responses=PROBLEMS)
async def answer_challenge(
    id: TableId, body: AnswerChallenge, request: Request, response: Response
) -> OpenedTable:
    """Play the cards of a challenge. A player with a key has one try; asked again, it is the same table."""
    challenge = await found(request, id)
    count_table(request)
    return await play(request, response, challenge, body)


async def play(
    request: Request, response: Response, challenge: Challenge, body: AnswerChallenge
) -> OpenedTable:
    player, key = await player_of(request), player_key_of(request.scope)
    contest = PREFIX + challenge.id
    opened: NewTable = await request.app.state.tables.open(
        contest_request(
            challenge.cards,
            contest,
            name=body.name,
            language=body.language,
            city_file=challenge.city_file,
            request=new_token(key, contest) if player else body.request or "",
            player_key=key if player else "",
            address=address_of(request.scope),
        )
    )
    assert opened.token is not None
    remember(request, response, opened.table, opened.token)
    if player:
        await claim_with(request, player, opened.table, opened.token)
    return OpenedTable(**vars(opened))


@router.get("/challenges/{id}", responses=PROBLEMS)
async def look_at_challenge(
    id: TableId,
    request: Request,
    table: Annotated[str, Query(pattern=r"^[0-9A-Za-z_-]{1,32}$")] | None = None,
) -> ChallengeInfo:
    """What the cards are for, and who has played them. `table`: your own game with them, as proof that you
    have finished it; a player with a key needs none."""
    challenge, store = await found(request, id), store_of(request)
    contest, player = PREFIX + id, await player_of(request)
    rows = await games.best_results(store, contest, NEVER, MAX_RESULTS)
    if challenge.table is not None and challenge.seat is not None:
        source = await games.game_at(store, challenge.table, challenge.seat)
        rows = sorted([*rows, *([source] if source else [])], key=lambda row: -(row.total or 0))
    own = [row for row in rows if row.table == table or (player is not None and row.player == player.id)]
    bots = await days.pars_of(store, contest) if own else []
    deal = read_record(challenge.cards, challenge.city_file).deal
    return ChallengeInfo(
        challenge=id,
        city=deal.city.key,
        addons=list(deal.addons),
        made_at=challenge.made_at,
        names=[row.name for row in rows],
        you=own[0].table if own else None,
        results=[
            ChallengeResult(
                name=row.name, total=row.total or 0, table=row.table, seat=row.seat, you=row in own
            )
            for row in (rows if own else [])
        ],
        bots=[BotResult(bot=par.player, total=par.total, record=par.record) for par in bots],
    )
