"""What requests about tables bring, and what they are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, Field

from fulgence.server.http.routes.schemas import MAX_CITY_FILE, Body, Number, Word
from fulgence.server.http.schema_bridge import model_of
from fulgence.table import requests

if TYPE_CHECKING:
    from fulgence.table.requests import TableInfo as TableInfo
else:
    TableInfo = model_of(requests.TableInfo)

MAX_CLOCK = 7 * 24 * 3600


class TableList(BaseModel):
    tables: list[TableInfo]


class SeatWish(Body):
    """A person, or a bot of some level."""

    kind: Annotated[str, Field(pattern="^(person|bot)$")] = "person"
    bot: Word | None = None


class OpenTable(Body):
    city: Word | None = None
    city_file: Annotated[str, Field(max_length=MAX_CITY_FILE)] | None = None
    city_name: Annotated[str, Field(max_length=200)] | None = None
    addons: Annotated[list[Word], Field(max_length=8, default=[])]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=4, default=[SeatWish()])]
    name: Annotated[str, Field(max_length=200)] | None = None
    clock: Annotated[int, Field(ge=5, le=MAX_CLOCK)] | None = None
    language: Word = "en"
    pencils: Annotated[list[Word], Field(max_length=4, default=[])]
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
