"""What a table can be opened with, and which versions of everything answer here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter

from fulgence.api import choices as api
from fulgence.server.http.routes.schemas import PROBLEMS
from fulgence.server.http.schema_bridge import model_of
from fulgence.table.messages import schemas

if TYPE_CHECKING:
    from fulgence.api.choices import Choices, Version
else:
    Choices, Version = model_of(api.Choices), model_of(api.Version)

router = APIRouter(prefix="/api")


@router.get("/version", responses=PROBLEMS)
async def version() -> Version:
    return api.version()


@router.get("/choices", responses=PROBLEMS)
async def choices() -> Choices:
    """What a table can be opened with; cities with the simplest rules first."""
    return api.choices()


@router.get("/messages", responses=PROBLEMS)
async def messages() -> dict[str, Any]:
    """JSON Schemas of the messages of a table's socket."""
    return schemas()
