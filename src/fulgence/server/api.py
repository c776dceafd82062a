"""The HTTP part of the API: opening tables, sitting down, leaving, and looking things up."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Request, Response, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from fulgence import __version__
from fulgence.bots.bot import BOTS, USUAL
from fulgence.build import is_compiled
from fulgence.language import languages
from fulgence.lessons.chapters.addons import LINES
from fulgence.rules.cityfile import city_names, load_city
from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message
from fulgence.rules.record import VERSION as RECORD_VERSION
from fulgence.server import requests
from fulgence.server.credentials import COOKIE, set_cookie, token_of
from fulgence.server.guard import address_of
from fulgence.server.limits import Rates
from fulgence.server.messages import schemas
from fulgence.server.models import model_of
from fulgence.server.refusals import Refused, stranger
from fulgence.server.requests import Document, Place
from fulgence.server.seats import hashed, new_token
from fulgence.server.tables import Wish

if TYPE_CHECKING:
    from fulgence.server.requests import TableInfo
else:
    TableInfo = model_of(requests.TableInfo)

API_VERSION = 1
LONGEST_CLOCK = 7 * 24 * 3600
LONGEST_CITY = 20_000  # ours have less than 2,500 signs

router = APIRouter(prefix="/api")

TableId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$", description="the table")]
SeatNumber = Annotated[int, Path(ge=0, le=3, description="the seat, from 0")]
Word = Annotated[str, Field(max_length=64)]
Number = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]  # of a request, by which it is known again


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """What went wrong: a code for programs, a sentence for people."""

    code: str
    message: str


class WorkerStats(BaseModel):
    processes: int
    busy: int
    waiting: dict[str, int]
    cpu_seconds: dict[str, float]
    over_budget: int


class Liveness(BaseModel):
    status: str


class Health(BaseModel):
    """`workers`: what the bots and all else that takes longer cost, and who waits for it."""

    status: str
    workers: WorkerStats


class Version(BaseModel):
    fulgence: str
    api: int
    record: int
    compiled: bool


class CityChoice(BaseModel):
    key: str
    name: str
    note: str
    addons: list[str]
    pencils: list[str]
    chooses_pencils: bool
    small: bool  # made for trying things out


class Choices(BaseModel):
    """`addons`: each in a line, in English as the catalogues have it. `usual_bot`: one to begin with.
    A city's `note`, also in English: what players should know about its sheet, or nothing."""

    cities: list[CityChoice]
    addons: dict[str, str]
    bots: list[str]
    usual_bot: str
    languages: list[str]


class TableList(BaseModel):
    tables: list[TableInfo]


class SeatWish(Body):
    """A person, or a bot of some level."""

    kind: Annotated[str, Field(pattern="^(person|bot)$")] = "person"
    bot: Word | None = None


class OpenTable(Body):
    city: Word | None = None
    city_file: Annotated[str, Field(max_length=LONGEST_CITY)] | None = None
    city_name: Annotated[str, Field(max_length=200)] | None = None
    addons: Annotated[list[Word], Field(max_length=8)] = []
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=4)] = [SeatWish()]
    name: Annotated[str, Field(max_length=200)] | None = None
    clock: Annotated[int, Field(ge=5, le=LONGEST_CLOCK)] | None = None
    language: Word = "en"
    pencils: Annotated[list[Word], Field(max_length=4)] = []
    listed: bool = False
    promise: Word = ""
    request: Number | None = None


class OpenedTable(BaseModel):
    table: str
    seat: int | None
    token: str | None
    invite: str
    watch: str
    commitment: str


class JoinTable(Body):
    name: Annotated[str, Field(max_length=200)]
    salt: Word = ""
    request: Number | None = None
    promise: Word = ""


class RevealSalt(Body):
    salt: Word
    attempt: Annotated[int, Field(ge=1, le=1_000_000)] = 1


class Joined(BaseModel):
    seat: int
    token: str


class EnterTable(Body):
    token: Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class Entered(BaseModel):
    role: str
    seat: int | None


class LeaveTable(Body):
    bot: Word | None = None


class HandSeat(Body):
    bot: Word


class ReissueToken(Body):
    request: Number | None = None


class NewToken(BaseModel):
    token: str


class AskRematch(Body):
    promise: Word = ""


class Rematch(BaseModel):
    table: str
    seat: int


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "the request cannot be read",
        403: "a token of the table is needed",
        404: "there is no such table",
        405: "the address does not take this method",
        408: "the request did not arrive in time",
        409: "not possible now",
        410: "the table was played by a ruling that has been corrected since",
        413: "the request is too large",
        415: "the request is not JSON",
        421: "not a name of this server",
        422: "something in the request is wrong",
        429: "too many requests",
        500: "a mistake of the server",
        503: "try again later",
    }.items()
}


# How a token is sent, for readers of the OpenAPI document; `key_of` reads it.
TOKEN: dict[str, Any] = {
    "dependencies": [
        Security(HTTPBearer(scheme_name="token", description="a token of the table", auto_error=False)),
        Security(
            APIKeyCookie(
                name=COOKIE,
                scheme_name="cookie",
                description="the same, as browsers keep it",
                auto_error=False,
            )
        ),
    ]
}
MAYBE_TOKEN: dict[str, Any] = {**TOKEN, "openapi_extra": {"security": [{}]}}  # some tables need none

RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object", "required": ["fulgence", "fair"]}}}}
}
CITY_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


async def ask(request: Request, table: str, question: requests.AnyRequest) -> Any:
    return await request.app.state.house.ask(table, question)


async def info(request: Request, table: str, question: requests.AnyRequest) -> TableInfo:
    """For what is answered with the table as it is then."""
    answer = await ask(request, table, question)
    assert isinstance(answer, requests.TableInfo)
    return answer


def key_of(request: Request) -> str:
    return hashed(token_of(request.scope))


def remember(request: Request, response: Response, table: str, token: str) -> None:
    set_cookie(response, table, token, secure=request.url.scheme == "https")


@router.get("/version", responses=PROBLEMS)
async def version() -> Version:
    return Version(fulgence=__version__, api=API_VERSION, record=RECORD_VERSION, compiled=is_compiled())


@router.get("/choices", responses=PROBLEMS)
async def choices() -> Choices:
    """What a table can be opened with; cities with the simplest rules first."""
    cities = sorted(map(load_city, city_names()), key=lambda city: (len(city.sides), len(city.overhead)))
    largest = max(len(city.stations) for city in cities)
    return Choices(
        cities=[
            CityChoice(
                key=city.key,
                name=city.name,
                note=city.note,
                addons=list(city.addons),
                pencils=list(city.pencils),
                chooses_pencils=city.chooses_pencils,
                small=2 * len(city.stations) < largest,
            )
            for city in cities
        ],
        addons=dict(LINES),
        bots=list(BOTS),
        usual_bot=USUAL,
        languages=list(languages()),
    )


@router.get("/messages", responses=PROBLEMS)
async def messages() -> dict[str, Any]:
    """JSON Schemas of the messages of a table's socket."""
    return schemas()


@router.get("/tables", responses=PROBLEMS)
async def listed_tables(request: Request) -> TableList:
    """Tables that their hosts have put on the list and that are not over."""
    found = []
    for id in await request.app.state.store.listed():
        with contextlib.suppress(FulgenceError):  # it has moved, or ended, since
            found.append(await info(request, id, requests.Look("")))
    return TableList(tables=[table for table in found if table.phase in ("waiting", "playing")])


@router.post("/tables", status_code=201, responses=PROBLEMS)
async def open_table(body: OpenTable, request: Request, response: Response) -> OpenedTable:
    """Open a table. With a name you sit at its first seat that is not a bot's, and are its host.

    Without, whoever joins first is the host. With the number of an earlier request you get the table that
    was opened then.
    """
    count_table(request)
    bots = [bot_in(seat) for seat in body.seats]
    check_share(request, bots)
    opened = await request.app.state.house.open(
        Wish(
            city=body.city or "",
            city_file=body.city_file or "",
            addons=body.addons,
            bots=bots,
            name=body.name,
            clock=body.clock,
            language=body.language,
            pencils=body.pencils,
            listed=body.listed,
            city_name=body.city_name or "",
            promise=body.promise,
            request=body.request or "",
            address=address_of(request.scope),
        )
    )
    if opened.token:
        remember(request, response, opened.table, opened.token)
    return OpenedTable(**vars(opened))


def count_table(request: Request) -> None:
    rates: Rates = request.app.state.opening
    if not rates.allows(address_of(request.scope)):
        raise Refused("rate", Message("too many tables were opened from this address; wait a minute"), 429)


def check_share(request: Request, bots: Iterable[str]) -> None:
    request.app.state.house.bots.check_share(address_of(request.scope), bots)


def bot_in(seat: SeatWish) -> str:
    if (seat.kind == "bot") != (seat.bot is not None):
        raise Refused("bad-seat", Message("a seat is a person's, or a bot's and says which"), 422)
    return seat.bot or ""


@router.get("/tables/{id}", responses=PROBLEMS, **MAYBE_TOKEN)
async def look(id: TableId, request: Request) -> TableInfo:
    return await info(request, id, requests.Look(key_of(request)))


@router.post("/tables/{id}/join", responses=PROBLEMS, **MAYBE_TOKEN)
async def join(id: TableId, body: JoinTable, request: Request, response: Response) -> Joined:
    """Take a free seat; with the number of an earlier request, the one that was taken then."""
    token = new_token(body.request or "", f"join|{id}")
    question = requests.Join(key_of(request), body.name, hashed(token), body.salt, body.promise)
    place: Place = await ask(request, id, question)
    assert place.seat is not None
    remember(request, response, id, token)
    return Joined(seat=place.seat, token=token)


@router.post("/tables/{id}/reveal", responses=PROBLEMS, **TOKEN)
async def reveal(id: TableId, body: RevealSalt, request: Request) -> TableInfo:
    """Tell the salt that your seat has promised, once every seat is taken."""
    return await info(request, id, requests.Reveal(key_of(request), body.salt, body.attempt))


@router.post("/tables/{id}/enter", responses=PROBLEMS)
async def enter(id: TableId, body: EnterTable, request: Request, response: Response) -> Entered:
    """Exchange the token of a link for a cookie."""
    place: Place = await ask(request, id, requests.Enter(hashed(body.token)))
    remember(request, response, id, body.token)
    return Entered(role=place.role, seat=place.seat)


@router.post("/tables/{id}/leave", responses=PROBLEMS, **TOKEN)
async def leave(id: TableId, body: LeaveTable, request: Request) -> TableInfo:
    """Before the start the seat becomes free. Later it passes, or a bot plays it; you may return."""
    return await info(request, id, requests.Leave(key_of(request), body.bot or ""))


@router.post("/tables/{id}/seats/{seat}/bot", responses=PROBLEMS, **TOKEN)
async def hand(id: TableId, seat: SeatNumber, body: HandSeat, request: Request) -> TableInfo:
    """Let a bot play a seat from now on: for the host and for the seat's owner."""
    check_share(request, [body.bot])
    return await info(request, id, requests.Hand(key_of(request), seat, body.bot))


@router.post("/tables/{id}/seats/{seat}/return", responses=PROBLEMS, **TOKEN)
async def come_back(id: TableId, seat: SeatNumber, request: Request) -> TableInfo:
    """Play your own seat again."""
    return await info(request, id, requests.Return(key_of(request), seat))


@router.post("/tables/{id}/seats/{seat}/token", responses=PROBLEMS, **TOKEN)
async def reissue(
    id: TableId, seat: SeatNumber, request: Request, body: ReissueToken | None = None
) -> NewToken:
    """A new token for a seat; the old one is worth nothing from now on."""
    token = new_token((body and body.request) or "", f"seat|{id}|{seat}")
    await ask(request, id, requests.Reissue(key_of(request), seat, hashed(token)))
    return NewToken(token=token)


@router.post("/tables/{id}/close", responses=PROBLEMS, **TOKEN)
async def close(id: TableId, request: Request) -> TableInfo:
    """End the game here; the seed is revealed. For the host."""
    return await info(request, id, requests.Close(key_of(request)))


@router.post("/tables/{id}/rematch", responses=PROBLEMS, **TOKEN)
async def rematch(
    id: TableId, request: Request, response: Response, body: AskRematch | None = None
) -> Rematch:
    """The same table once more. Whoever asks first opens it; your token is good for it too."""
    count_table(request)
    key = key_of(request)
    table: str = (await ask(request, id, requests.Rematch(key))).table
    place: Place = await ask(request, table, requests.Enter(key))
    if place.role == "guest":
        place = await ask(request, table, requests.Join(key, "", key, promise=body.promise if body else ""))
    if place.seat is None:  # a listed table lets everybody look
        raise stranger()
    remember(request, response, table, token_of(request.scope))
    return Rematch(table=table, seat=place.seat)


@router.get("/tables/{id}/record", responses=PROBLEMS | RECORD, response_class=Response)
async def record(id: TableId, request: Request) -> Response:
    """The record of a game that is over, with the seed that its cards came from."""
    document: Document = await ask(request, id, requests.GetRecord(key_of(request)))
    return Response(document.text, media_type="application/json")


@router.get("/tables/{id}/city", responses=PROBLEMS | CITY_FILE, response_class=Response, **MAYBE_TOKEN)
async def city_file(id: TableId, request: Request) -> Response:
    """The city file of the table."""
    document: Document = await ask(request, id, requests.GetCity(key_of(request)))
    return Response(document.text, media_type="text/plain; charset=utf-8")
