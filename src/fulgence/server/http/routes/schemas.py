"""What the routes share: types of parameters, problems, and how a token is sent."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field

from fulgence.server.http.credentials import COOKIE

MAX_RECORD = 60_000  # characters
MAX_CITY_FILE = 20_000  # ours have less than 2,500 characters
CACHE_AN_HOUR = "public, max-age=3600"  # it changes with the version only

TableId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$", description="the table")]
SeatNumber = Annotated[int, Path(ge=0, le=3, description="the seat, from 0")]
Word = Annotated[str, Field(max_length=64)]
Number = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]  # the idempotency key of a request
Key = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,32}$")]
RecordText = Annotated[str, Field(max_length=MAX_RECORD, description="a record, as JSON text")]
CityText = Annotated[str, Field(max_length=MAX_CITY_FILE, description="if the record is of a custom city")]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """What went wrong: a code for programs, a sentence for people."""

    code: str
    message: str


# FastAPI would build a validator for the model of each status of each route: a third of a server's start.
REFERENCE = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, **({"model": Problem} if status == 422 else {"content": REFERENCE})}
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
