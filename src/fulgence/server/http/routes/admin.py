"""Operations of the operator, for commands with a token; no page of a browser comes here.

These routes are not in the OpenAPI document: `fulgence admin` is their only client, of the same version.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import secrets
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.datastructures import Headers
from starlette.responses import StreamingResponse

from fulgence.server.admin.control_file import DRAFT
from fulgence.server.admin.operations import parse_operation
from fulgence.server.admin.operator import Operator
from fulgence.server.http.credentials import bearer_of
from fulgence.server.limits import Rate
from fulgence.server.store.copying import CopyStopped
from fulgence.server.store.database import Embedded
from fulgence.table.refusals import RefusedOperator

log = logging.getLogger(__name__)

router = APIRouter(prefix="/api", include_in_schema=False)

CHUNK = 1 << 20
REPORT_SECONDS = 0.2  # between two lines about the progress of a backup


@dataclass(frozen=True)
class Administration:
    """What the routes need. `tokens`: whoever has one of them is an operator; without any nobody is."""

    operator: Operator
    tokens: Sequence[str]
    database: Path | None  # the file, if it is SQLite
    is_copying: asyncio.Lock = field(default_factory=asyncio.Lock)
    complaints: Rate = field(default_factory=lambda: Rate(1, 60))  # lines in the log

    def check(self, request: Request) -> None:
        headers = Headers(scope=request.scope)
        if not self.tokens:
            raise RefusedOperator("not-found", "Not Found", 404)
        if "origin" in headers or "cookie" in headers:
            raise RefusedOperator("origin", "operators use the command line, not a browser", 403)
        given = bearer_of(headers).encode()
        if not any(hmac.compare_digest(given, token.encode()) for token in self.tokens):
            if self.complaints.allows():
                log.warning("a request for operators came without their token")
            raise RefusedOperator("no-right", "this is for operators: the token is missing or wrong", 403)


def administration_of(request: Request) -> Administration:
    administration: Administration = request.app.state.administration
    administration.check(request)
    return administration


@router.post("/admin")
async def administer(request: Request) -> Response:
    """One operation, as JSON; its answer too."""
    administration = administration_of(request)
    try:
        operation = parse_operation(await request.body())
    except msgspec.DecodeError as error:
        raise RefusedOperator("bad-request", f"not an operation: {error}", 422) from None
    answer = await administration.operator.perform(operation)
    log.info("an operator was here", extra={"operation": type(operation).__name__})
    return Response(msgspec.json.encode(answer), media_type="application/json")


@router.post("/admin/backup")
async def backup(request: Request) -> StreamingResponse:
    """A copy of the database as it is now. First come lines of JSON about the progress; the last one has
    the size of the copy, which follows, or an error."""
    administration = administration_of(request)
    database = administration.operator.store.database
    if administration.database is None or not isinstance(database, Embedded):
        raise RefusedOperator("refused", "this server uses PostgreSQL: back up with pg_dump", 409)
    if administration.is_copying.locked():
        raise RefusedOperator("busy", "another backup is being made; wait for it", 503)
    draft = administration.database.with_name(f"{administration.database.name}{DRAFT}{secrets.token_hex(8)}")
    stream = backup_stream(database, draft, administration.is_copying)
    return StreamingResponse(stream, media_type="application/octet-stream")


async def backup_stream(database: Embedded, draft: Path, lock: asyncio.Lock) -> AsyncIterator[bytes]:
    progress = [0, 0]

    def report(done: int, total: int) -> None:
        progress[:] = done, total

    async def copy() -> None:
        async with lock:
            await database.copy(draft, report)

    copying: asyncio.Task[None] | None = None
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        copying = asyncio.create_task(copy(), name="backup")
        while not copying.done():
            await asyncio.wait([copying], timeout=REPORT_SECONDS)
            yield line(done=progress[0], total=progress[1])
        await copying
        yield line(size=draft.stat().st_size)
        with draft.open("rb") as file:
            while chunk := await asyncio.to_thread(file.read, CHUNK):
                yield chunk
    except CopyStopped:
        yield line(error="the server stops")
    except (OSError, sqlite3.Error) as error:
        log.error("no backup was made", extra={"reason": str(error)})
        yield line(error=str(error))
    finally:
        if copying is not None and not copying.done():  # the operator has gone, and nothing can be awaited
            copying.cancel()
            copying.add_done_callback(lambda _: draft.unlink(missing_ok=True))
        else:
            draft.unlink(missing_ok=True)


def line(**facts: object) -> bytes:
    return json.dumps(facts).encode() + b"\n"
