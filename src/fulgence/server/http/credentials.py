"""The token of a request: from the Authorization header, or from the cookie of the table."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

COOKIE = "seat"
TOKEN = re.compile(r"[0-9a-f]{32}")
MONTH = 30 * 24 * 3600


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
