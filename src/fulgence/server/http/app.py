"""The ASGI application: routes, sockets and static files behind the security middleware."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fulgence import __version__
from fulgence.rules.errors import FulgenceError
from fulgence.server.admin.blocklist import Blocklist
from fulgence.server.admin.operator import Operator
from fulgence.server.contests.daily import Daily
from fulgence.server.http.accept_language import language_for
from fulgence.server.http.bad_requests import bad_request
from fulgence.server.http.middleware import SecurityMiddleware
from fulgence.server.http.routes import (
    admin,
    challenge_links,
    challenges,
    choices,
    cities,
    companions,
    daily,
    health,
    languages,
    lessons,
    paper,
    player_puzzles,
    player_statistics,
    players,
    push,
    puzzles,
    replays,
    reviews,
    rules,
    tables,
    weekly,
)
from fulgence.server.http.static_files import app_files
from fulgence.server.limits import Limits, Rates
from fulgence.server.referee.listing import Listing
from fulgence.server.referee.table_service import TableService
from fulgence.server.sockets import Sockets
from fulgence.server.store.store import Store
from fulgence.table.refusals import code_of, status_of

if TYPE_CHECKING:  # needs the libraries of an extra
    from fulgence.server.push.notices import PushNotices

log = logging.getLogger(__name__)

ABOUT = "Play Next Station London, Paris and Berlin at a table. Unofficial."
ROUTERS = tuple(
    routes.router
    for routes in (
        *(choices, tables, health, cities, languages, replays, lessons, rules, reviews),
        *(players, player_statistics, player_puzzles, daily, weekly, challenges, challenge_links, puzzles),
        *(companions, paper, push, admin),
    )
)
CODES = {400: "bad-request", 404: "not-found", 405: "method", 415: "media-type"}
# A health probe at a wrong address must get 404, not the web app.
NOT_PAGES = ("api", "health", "healthz", "livez", "readyz", "metrics")


def make_app(
    tables: TableService,
    store: Store,
    limits: Limits,
    hosts: Iterable[str] = (),
    *,
    metrics_token: str = "",
    daily_games: Daily | None = None,
    notices: PushNotices | None = None,
    blocklist: Blocklist | None = None,
    admin_tokens: Sequence[str] = (),
    database_file: Path | None = None,
) -> ASGIApp:
    """`admin_tokens`: of operators. `database_file`: if the store is in one."""
    app = make_api()
    blocklist = blocklist or Blocklist(store)
    sockets = Sockets(tables, limits, store.metrics.refusals)
    blocklist.on_change = lambda: sockets.close_blocked(blocklist)
    operator = Operator(store, tables, blocklist, is_running=True)
    app.state.administration = admin.Administration(operator, admin_tokens, database_file)
    app.state.tables = tables
    app.state.store = store
    app.state.daily = daily_games or Daily(store, tables.bots.workers)
    app.state.push = notices
    app.state.new_players = Rates(limits.players, 3600)
    app.state.listing = Listing(tables, store)
    app.state.sockets = sockets
    app.state.readiness = health.Readiness(store)
    app.state.metrics_token = metrics_token
    app.state.opening = Rates(limits.tables, 60)
    app.state.reviews = reviews.ConcurrencyLimit(1, limits.reviews)
    app.state.thoughts = reviews.ConcurrencyLimit(reviews.MAX_ANALYSES, limits.thoughts)
    return SecurityMiddleware(
        Dispatcher(app, sockets, app_files()), hosts, limits, store.metrics.refusals, blocklist.blocks
    )


def make_api() -> FastAPI:
    app = FastAPI(
        title="Fulgence",
        version=__version__,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages load scripts from other sites
        redoc_url=None,
        redirect_slashes=False,
    )
    for router in ROUTERS:
        app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_exception_handler(FulgenceError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_mistake)
    return app


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return make_api().openapi()


class Dispatcher:
    """Sockets bypass FastAPI, which would cost every message something."""

    def __init__(self, api: ASGIApp, sockets: ASGIApp, site: ASGIApp) -> None:
        self.api = api
        self.sockets = sockets
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
        elif scope["type"] == "http" and scope["path"].lstrip("/").partition("/")[0] not in NOT_PAGES:
            await self.site(scope, receive, send)
        else:
            await self.api(scope, receive, send)


def problem(status: int, code: str, message: str, request: Request) -> JSONResponse:
    request.app.state.store.metrics.refusals[code] += 1
    return JSONResponse({"code": code, "message": message}, status)


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, FulgenceError)
    return problem(status_of(error), code_of(error), language_for(request).text(error.message), request)


async def on_bad_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if first["loc"] == ("body",) and first["type"] != "missing" and kind != "application/json":
        return problem(415, "media-type", "send JSON, as application/json", request)
    return problem(422, "bad-request", language_for(request).text(bad_request(first)), request)


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "refused")
    answer = problem(error.status_code, code, str(error.detail), request)
    answer.headers.update(error.headers or {})
    if error.status_code == 405 and (methods := methods_of(request)):
        answer.headers["allow"] = ", ".join(sorted(methods))
    return answer


def methods_of(request: Request) -> set[str]:
    """All methods of an address: each route knows only its own. `cities/new` is not a city called new."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, Route)]
    matching = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return {method for route in matching if route.path == matching[0].path for method in route.methods or ()}


async def on_mistake(request: Request, error: Exception) -> JSONResponse:
    log.error("a request failed", extra={"path": request.url.path}, exc_info=error)
    return problem(500, "mistake", "the server made a mistake; see its log", request)
