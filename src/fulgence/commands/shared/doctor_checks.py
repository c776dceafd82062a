"""What `fulgence doctor` checks: libraries, database, Redis, port, open files."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fulgence.language import N_
from fulgence.rules.message import Message

LIBRARIES = (
    "alembic",
    "fastapi",
    "httptools",
    "msgspec",
    "sqlalchemy",
    "starlette",
    "uvicorn",
    "websockets",
)
# Windows has no uvloop; resvg-py and font-roboto are for PNG, ray for clusters, the last two for notices.
OPTIONAL = ("uvloop", "asyncpg", "redis", "resvg-py", "font-roboto", "ray", "aiohttp", "pywebpush")
SAFE_SQLITE = (3, 51, 3)  # older ones can corrupt a database that two connections write at once
PATIENCE = 3.0  # seconds, timeout of each check

# States of a database. The last two mean that no server can use it.
NEW, READY, OLD, IN_USE, NEWER, UNUSABLE = "new", "ready", "old", "in-use", "newer", "unusable"
# States of a port, and of Redis.
FREE, SERVED, TAKEN = "free", "fulgence", "taken"

NO_DATABASE = N_("expected sqlite:///FILE or postgresql://USER@HOST/NAME")
NO_REDIS = N_("not a Redis address; expected redis://HOST:PORT/NUMBER")
NOT_OURS = N_("it contains something else")


@dataclass(frozen=True)
class DataFolder:
    folder: str
    writable: bool


@dataclass(frozen=True)
class OpenFiles:
    """The limit of open files, and what a server with default limits may need."""

    allowed: int
    needed: int


@dataclass(frozen=True)
class CheckResult:
    """The result of a check. `address` has no password in it; `reason` is for people."""

    address: str
    state: str
    version: str | None = None  # of the schema, of Redis, of the program that answers
    reason: str | None = None

    @property
    def works(self) -> bool:
        return self.state not in (NEWER, UNUSABLE, TAKEN)


def versions(names: tuple[str, ...]) -> dict[str, str | None]:
    """None: not installed."""
    return {name: version(name) for name in names}


def version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def can_be_written(folder: Path) -> bool:
    """Whether files can be created there, or the folder itself if it does not exist."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def open_files() -> OpenFiles | None:
    """None if there is no limit."""
    from fulgence.server.http.connection_limits import RESERVE, UNLIMITED, open_files
    from fulgence.server.limits import Limits

    allowed = open_files()
    return None if allowed == UNLIMITED else OpenFiles(allowed, Limits().clients + RESERVE)


def database(address: str) -> CheckResult:
    from fulgence.rules.errors import FulgenceError
    from fulgence.server.store.database import parse_database

    shown = without_secrets(address)
    try:
        url = parse_database(address)
    except (FulgenceError, ValueError):  # the message may contain a password
        return CheckResult(shown, UNUSABLE, reason=Message(NO_DATABASE))
    if url.drivername.startswith("sqlite"):
        return sqlite_file(shown, Path(url.database or ""))
    if version("asyncpg") is None:
        return missing(shown, "asyncpg", "fulgence[pg]")
    return asyncio.run(postgresql(shown, url))


def sqlite_file(shown: str, file: Path) -> CheckResult:
    if not file.exists():
        if can_be_written(file.parent):
            return CheckResult(shown, NEW)
        return CheckResult(shown, UNUSABLE, reason=Message("the folder is not writable"))
    try:
        with closing(opened(file)) as found:
            names = {name for (name,) in found.execute("select name from sqlite_master")}
            if not names:
                return CheckResult(shown, NEW)
            if "alembic_version" not in names:
                return CheckResult(shown, UNUSABLE, reason=Message(NOT_OURS))
            (revision,) = found.execute("select version_num from alembic_version").fetchone()
    except sqlite3.Error as error:
        if "locked" in str(error):
            return CheckResult(shown, IN_USE)
        return CheckResult(shown, UNUSABLE, reason=str(error))
    return of_revision(shown, revision)


def opened(file: Path) -> sqlite3.Connection:
    """Open without side effects if there is no WAL. With a WAL, open as a server does: a running server
    holds the lock; the WAL of a killed one is checkpointed into the file."""
    address = file.absolute().as_uri()
    if not file.with_name(f"{file.name}-wal").exists():
        return sqlite3.connect(f"{address}?immutable=1", uri=True)
    found = sqlite3.connect(f"{address}?mode=rw", uri=True, timeout=0.2)
    found.execute("pragma locking_mode=exclusive")
    return found


async def postgresql(shown: str, url: Any) -> CheckResult:
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.ext.asyncio import create_async_engine

    from fulgence.server.store import schema
    from fulgence.server.store.database import reason_of

    engine = create_async_engine(url, connect_args={"timeout": PATIENCE, "command_timeout": PATIENCE})
    try:
        async with engine.connect() as connection:
            revision = await connection.run_sync(schema.revision_of)
            names = await connection.run_sync(lambda found: inspect(found).get_table_names())
    except (SQLAlchemyError, OSError, TypeError) as error:  # TypeError: an unknown option in the URL
        return CheckResult(shown, UNUSABLE, reason=reason_of(error))
    finally:
        await engine.dispose()
    if revision is None:
        taken = set(names) & set(schema.metadata.tables)
        return CheckResult(shown, UNUSABLE, reason=Message(NOT_OURS)) if taken else CheckResult(shown, NEW)
    return of_revision(shown, revision)


def of_revision(shown: str, revision: str) -> CheckResult:
    from fulgence.server.store.schema import REVISION

    state = READY if revision == REVISION else OLD if revision < REVISION else NEWER
    return CheckResult(shown, state, revision)


def redis_server(address: str) -> CheckResult:
    shown = without_secrets(address)
    if version("redis") is None:
        return missing(shown, "redis", "fulgence[redis]")
    import redis

    try:
        with redis.Redis.from_url(
            address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as connection:
            info = connection.info("server")
    except ValueError:  # the message may contain a password
        return CheckResult(shown, UNUSABLE, reason=Message(NO_REDIS))
    except (redis.RedisError, OSError) as error:
        return CheckResult(shown, UNUSABLE, reason=str(error).splitlines()[0])
    return CheckResult(shown, READY, str(info["redis_version"]))


def missing(shown: str, library: str, extra: str) -> CheckResult:
    reason = Message("{library} is not installed: pip install '{extra}'", library=library, extra=extra)
    return CheckResult(shown, UNUSABLE, reason=reason)


def port(number: int) -> CheckResult:
    address = f"http://127.0.0.1:{number}"
    try:
        with closing(HTTPConnection("127.0.0.1", number, timeout=PATIENCE)) as connection:
            connection.request("GET", "/api/version")
            version = json.loads(connection.getresponse().read(4096))
            return CheckResult(address, SERVED, str(version["fulgence"]))
    except ConnectionRefusedError:
        return CheckResult(address, FREE)
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return CheckResult(address, TAKEN)


def without_secrets(address: str) -> str:
    """The address without password and query; *** if it is unclear where the password is."""
    try:
        parts = urlsplit(address)
        place = parts.hostname or ""
        place += f":{parts.port}" if parts.port else ""
    except ValueError:
        return "***"
    if parts.scheme == "sqlite":
        return address.partition("?")[0]
    if not parts.netloc or address.count("@") != parts.netloc.count("@"):
        return "***"
    if parts.username is not None:
        place = f"{parts.username}{':***' if parts.password is not None else ''}@{place}"
    return f"{parts.scheme}://{place}{parts.path}"
