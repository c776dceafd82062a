"""The application: the HTTP part, the sockets, and the guard before both."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fulgence import __version__
from fulgence.language import ENGLISH, Language, known_tag, load_language
from fulgence.rules.errors import FulgenceError
from fulgence.server.api import router
from fulgence.server.guard import Guard
from fulgence.server.house import House
from fulgence.server.limits import Limits, Rates
from fulgence.server.refusals import code_of, status_of
from fulgence.server.sockets import Sockets
from fulgence.server.store import Store

log = logging.getLogger(__name__)

ABOUT = "Play Next Station London, Paris and Berlin at a table. Unofficial."
CODES = {400: "bad-request", 404: "not-found", 405: "method", 415: "media-type"}


def make_app(house: House, store: Store, limits: Limits, hosts: Iterable[str] = ()) -> ASGIApp:
    app = FastAPI(
        title="Fulgence",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages load their scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.house = house
    app.state.store = store
    app.state.opening = Rates(limits.tables, 60)
    app.include_router(router)
    app.add_exception_handler(FulgenceError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_mistake)
    return Guard(Front(app, Sockets(house, limits)), hosts, limits)


class Front:
    """Sockets go to their table directly: what handles requests would cost every message something."""

    def __init__(self, pages: ASGIApp, sockets: ASGIApp) -> None:
        self.pages = pages
        self.sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.sockets if scope["type"] == "websocket" else self.pages)(scope, receive, send)


def problem(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": message}, status)


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, FulgenceError)
    return problem(status_of(error), code_of(error), language_for(request).text(error.message))


async def on_bad_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if first["loc"] == ("body",) and first["type"] != "missing" and kind != "application/json":
        return problem(415, "media-type", "send JSON, as application/json")
    where = ".".join(str(part) for part in first["loc"])
    return problem(422, "bad-request", f"{where}: {first['msg']}"[:500])


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    answer = problem(error.status_code, CODES.get(error.status_code, "refused"), str(error.detail))
    answer.headers.update(error.headers or {})
    if error.status_code == 405 and (methods := methods_of(request)):
        answer.headers["allow"] = ", ".join(sorted(methods))
    return answer


def methods_of(request: Request) -> set[str]:
    """What an address of the API takes: each of its routes knows only its own."""
    routes = [route for route in router.routes if isinstance(route, Route)]
    matching = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return {method for route in matching for method in route.methods or ()}


async def on_mistake(request: Request, error: Exception) -> JSONResponse:
    log.error("a request failed", extra={"path": request.url.path}, exc_info=error)
    return problem(500, "mistake", "the server made a mistake; it is written in its log")


def language_for(request: Request) -> Language:
    """The first language that the reader asks for and that we have."""
    for wish in request.headers.get("accept-language", "").split(",")[:10]:
        tag = wish.partition(";")[0].strip()
        if known_tag(tag):
            return load_language(tag)
    return ENGLISH
