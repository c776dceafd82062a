"""All messages of a language, for the page."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel

from fulgence.language import SOURCE, catalogue_entries, languages
from fulgence.rules.message import Message
from fulgence.server.http.routes.schemas import CACHE_AN_HOUR, PROBLEMS
from fulgence.table.refusals import Refused

router = APIRouter(prefix="/api")

Tag = Annotated[str, Path(pattern=r"^[A-Za-z_-]{2,12}$")]


class Catalogue(BaseModel):
    """Translations by English message; several forms where a number decides, chosen by `plural`."""

    tag: str
    plural: str
    messages: dict[str, list[str]]


@router.get("/languages/{tag}", responses=PROBLEMS)
async def catalogue(tag: Tag, response: Response) -> Catalogue:
    """All messages in a language."""
    if tag not in languages():
        raise Refused("not-found", Message("there is no language {tag!r}", tag=tag), 404)
    response.headers["cache-control"] = CACHE_AN_HOUR
    return catalogue_of(tag)


@lru_cache(maxsize=8)
def catalogue_of(tag: str) -> Catalogue:
    if tag == SOURCE:
        return Catalogue(tag=tag, plural="n != 1", messages={})
    header, *entries = catalogue_entries(tag)
    fields = dict(line.split(": ", 1) for line in header.texts[0].splitlines() if ": " in line)
    plural = fields["Plural-Forms"].partition("plural=")[2].strip("; ()")
    return Catalogue(tag=tag, plural=plural, messages={entry.one: list(entry.texts) for entry in entries})
