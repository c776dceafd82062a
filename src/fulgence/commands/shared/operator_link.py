"""How an operator's command reaches the tables: through the server that runs, or in the database itself."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from argparse import Namespace
from collections.abc import Callable
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from fulgence.client.server_api import refusal
from fulgence.rules.errors import FulgenceError
from fulgence.server.admin.backup_file import BadBackup, copy_unserved
from fulgence.server.admin.blocklist import Blocklist
from fulgence.server.admin.control_file import Control, read_control, sqlite_file
from fulgence.server.admin.operations import HARMLESS, AnyOperation
from fulgence.server.admin.operator import Operator
from fulgence.server.admin.stored_tables import StoredTables
from fulgence.server.store.database import BadDatabase, default_database, other_servers
from fulgence.server.store.store import open_store

TIMEOUT = 600.0  # seconds: erasing a name reads all tables
GREETING = 5.0
CHUNK = 1 << 20

Report = Callable[[int, int], None]


class Unreachable(FulgenceError):
    """No server answers there."""


class WrongOption(FulgenceError):
    is_usage = True


class OperatorLink(Protocol):
    def perform(self, operation: AnyOperation) -> dict[str, Any]: ...
    def backup(self, draft: Path, report: Report) -> None:
        """A copy of the database as it is now, in an empty file."""


class ServerLink:
    """`is_here`: on this machine, so that no proxy of the environment gets the token."""

    def __init__(self, url: str, token: str, *, is_here: bool = False) -> None:
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
            raise WrongOption(f"{url!r} is not the web address of a server")
        if not token:
            raise WrongOption("give the server's --admin-token as --token, or as FULGENCE_ADMIN_TOKEN")
        self.url = url.rstrip("/")
        self.token = token
        self.opener = opener(is_here=is_here)

    def perform(self, operation: AnyOperation) -> dict[str, Any]:
        with self._post("/api/admin", msgspec.json.encode(operation), TIMEOUT) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def _post(self, path: str, body: bytes, timeout: float) -> HTTPResponse:
        request = urllib.request.Request(self.url + path, body, method="POST")
        request.add_header("Content-Type", "application/json")
        request.add_header("Authorization", f"Bearer {self.token}")
        try:
            answer: HTTPResponse = self.opener.open(request, timeout=timeout)
            return answer
        except urllib.error.HTTPError as error:
            raise refusal(error) from None
        except OSError:
            raise Unreachable(f"no server answers at {self.url}") from None

    def backup(self, draft: Path, report: Report) -> None:
        with self._post("/api/admin/backup", b"", TIMEOUT) as answer:
            try:
                size = self._size(answer, report)
                with draft.open("wb") as file:
                    while chunk := answer.read(CHUNK):
                        file.write(chunk)
            except (OSError, ValueError) as error:
                raise BadBackup(f"the backup has broken off: {error}") from None
        if draft.stat().st_size != size:
            raise BadBackup(f"the backup has broken off after {draft.stat().st_size} of {size} bytes")

    def _size(self, answer: HTTPResponse, report: Report) -> int:
        while True:
            line = json.loads(answer.readline() or b"{}")
            if "done" in line:
                report(line["done"], line["total"])
            elif "size" in line:
                return int(line["size"])
            else:
                raise BadBackup(f"no backup was made: {line.get('error', 'the server has gone')}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token is for this address only."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


def opener(*, is_here: bool) -> urllib.request.OpenerDirector:
    handlers = [urllib.request.ProxyHandler({})] if is_here else []
    return urllib.request.build_opener(NoRedirect, *handlers)


class StoreLink:
    """A database that no server uses. On PostgreSQL servers may run beside what is harmless."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.file = sqlite_file(address)
        if self.file is not None and not self.file.exists():
            raise BadDatabase(f"{address}: there is no such database")

    def perform(self, operation: AnyOperation) -> dict[str, Any]:
        return asyncio.run(self._perform(operation))

    async def _perform(self, operation: AnyOperation) -> dict[str, Any]:
        is_harmless = isinstance(operation, HARMLESS)
        store = await open_store(self.address, alone=not is_harmless)
        try:
            if not is_harmless and await other_servers(store.database):
                raise BadDatabase("servers use this database: give --server URL and --token of one of them")
            operator = Operator(store, StoredTables(store), Blocklist(store), is_running=False)
            return encoded(await operator.perform(operation))
        finally:
            await store.close()

    def backup(self, draft: Path, report: Report) -> None:
        if self.file is None:
            raise BadBackup(f"{self.address.partition('?')[0]}: {PG_DUMP}")
        copy_unserved(self.file, draft, report)


PG_DUMP = "back up PostgreSQL at any time with: pg_dump --format=custom --file=games.dump URL"


def encoded(answer: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(answer)
    return found


def link_for(options: Namespace) -> OperatorLink:
    """By `--server`, else by what the server of the database has left beside it, else the database."""
    if options.server:
        return ServerLink(options.server, options.token)
    address = options.database or default_database()
    file = sqlite_file(address)
    control = read_control(file) if file else None
    if control and is_served(control):
        return ServerLink(control.url, control.token, is_here=True)
    return StoreLink(address)


def is_served(control: Control) -> bool:
    """Whether it is not the leftover of a server that was killed."""
    try:
        with opener(is_here=True).open(f"{control.url}/api/health/live", timeout=GREETING) as answer:
            return bool(json.load(answer))
    except (OSError, ValueError):
        return False
