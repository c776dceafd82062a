"""The token of a request, from the Authorization header or the cookie of the table; and a player's key."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

COOKIE = "seat"
TOKEN = re.compile(r"[0-9a-f]{32}")
MONTH = 30 * 24 * 3600
PLAYER_COOKIE = "player"
PLAYER_HEADER = "fulgence-player"
LONGEST = 400 * 24 * 3600  # seconds that browsers keep a cookie at most; every visit renews it


def token_of(scope: Scope) -> str:
    """The token, or an empty string. Tokens are never in URLs, which end up in logs."""
    headers = Headers(scope=scope)
    token = bearer_of(headers) or cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""


def bearer_of(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def set_cookie(response: Response, table: str, token: str, *, secure: bool) -> None:
    """HttpOnly for scripts, SameSite against CSRF, and only for this table's path."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=MONTH,
        path=f"/api/tables/{table}",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def player_key_of(scope: Scope) -> str:
    """The key of the player who asks, or an empty string. The device has made it; we only have its hash."""
    headers = Headers(scope=scope)
    key = headers.get(PLAYER_HEADER, "") or cookie_parser(headers.get("cookie", "")).get(PLAYER_COOKIE, "")
    return key if TOKEN.fullmatch(key) else ""


def set_player_cookie(response: Response, key: str, *, secure: bool) -> None:
    """Not kept by a script, since some browsers delete what scripts keep after a week without a visit."""
    response.set_cookie(
        PLAYER_COOKIE, key, max_age=LONGEST, path="/api", httponly=True, samesite="lax", secure=secure
    )


def delete_player_cookie(response: Response) -> None:
    response.delete_cookie(PLAYER_COOKIE, path="/api", httponly=True, samesite="lax")
