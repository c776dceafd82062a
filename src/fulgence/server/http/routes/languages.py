"""All messages of a language, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from fulgence.api import catalogues
from fulgence.server.http.routes.schemas import CACHE_AN_HOUR, PROBLEMS
from fulgence.server.http.schema_bridge import model_of

if TYPE_CHECKING:
    from fulgence.api.catalogues import Catalogue
else:
    Catalogue = model_of(catalogues.Catalogue)

router = APIRouter(prefix="/api")

Tag = Annotated[str, Path(pattern=r"^[A-Za-z_-]{2,12}$")]


@router.get("/languages/{tag}", responses=PROBLEMS)
async def catalogue(tag: Tag, response: Response) -> Catalogue:
    """All messages in a language."""
    found = catalogues.catalogue_of(tag)
    response.headers["cache-control"] = CACHE_AN_HOUR
    return found
