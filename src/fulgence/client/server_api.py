"""Requests to a Fulgence server."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from fulgence.rules.errors import FulgenceError
from fulgence.rules.message import Message

TIMEOUT = 20.0  # seconds


class ServerError(FulgenceError):
    """The server cannot be reached, or refuses. `code`: as in docs/api.md; empty if it did not answer."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class ServerApi:
    """`key`: of the player in whose name everything is asked."""

    def __init__(self, url: str, key: str = "") -> None:
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise ServerError(Message("{url!r} is not the web address of a server", url=url))
        self.url = url.rstrip("/")
        self.key = key

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of the answer, or ServerError."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self.key:
            request.add_header("Fulgence-Player", self.key)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except (OSError, ValueError):
            raise ServerError(Message("no Fulgence server answers at {url}", url=self.url)) from None

    @property
    def socket_url(self) -> str:
        return "ws" + self.url.removeprefix("http")


def refusal(error: urllib.error.HTTPError) -> ServerError:
    try:
        problem = json.load(error)
        return ServerError(str(problem["message"]), str(problem["code"]))
    except (ValueError, LookupError, TypeError):
        return ServerError(Message("the server answered with status {status}", status=error.code))
