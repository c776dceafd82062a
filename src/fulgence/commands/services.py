"""What a server would find here: its libraries, its database, Redis, its port."""

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
# What one can do without: Windows has no uvloop, two are for PNG pictures, ray for many machines.
OPTIONAL = ("uvloop", "asyncpg", "redis", "resvg-py", "font-roboto", "ray")
SAFE_SQLITE = (3, 51, 3)  # before it, two connections that write at once can damage a database
PATIENCE = 3.0  # seconds for whoever is asked

# States of a database. The last two mean that no server can use it.
NEW, READY, OLD, IN_USE, NEWER, UNUSABLE = "new", "ready", "old", "in-use", "newer", "unusable"
# States of a port, and of Redis.
FREE, SERVED, TAKEN = "free", "fulgence", "taken"

NO_DATABASE = N_("write sqlite:///FILE or postgresql://USER@HOST/NAME")
NO_REDIS = N_("that is no address of a Redis: write redis://HOST:PORT/NUMBER")
NOT_OURS = N_("it holds something else")


@dataclass(frozen=True)
class Folder:
    folder: str
    writable: bool


@dataclass(frozen=True)
class Files:
    """How many a program may have open at a time, and how many a server with its usual limits may need."""

    allowed: int
    needed: int


@dataclass(frozen=True)
class Finding:
    """`address` has no password in it; `reason` is for people."""

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
    """Whether files can be made there, or the folder itself if it is not there yet."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def open_files() -> Files | None:
    """None: as many as one likes."""
    from fulgence.server.connections import RESERVE, UNLIMITED, open_files
    from fulgence.server.limits import Limits

    allowed = open_files()
    return None if allowed == UNLIMITED else Files(allowed, Limits().clients + RESERVE)


def database(address: str) -> Finding:
    from fulgence.rules.errors import FulgenceError
    from fulgence.server.database import parse_database

    shown = without_secrets(address)
    try:
        url = parse_database(address)
    except (FulgenceError, ValueError):  # what these say may quote a password
        return Finding(shown, UNUSABLE, reason=Message(NO_DATABASE))
    if url.drivername.startswith("sqlite"):
        return sqlite_file(shown, Path(url.database or ""))
    if version("asyncpg") is None:
        return missing(shown, "asyncpg", "fulgence[pg]")
    return asyncio.run(postgresql(shown, url))


def sqlite_file(shown: str, file: Path) -> Finding:
    if not file.exists():
        if can_be_written(file.parent):
            return Finding(shown, NEW)
        return Finding(shown, UNUSABLE, reason=Message("the folder cannot be written"))
    try:
        with closing(opened(file)) as found:
            names = {name for (name,) in found.execute("select name from sqlite_master")}
            if not names:
                return Finding(shown, NEW)
            if "alembic_version" not in names:
                return Finding(shown, UNUSABLE, reason=Message(NOT_OURS))
            (revision,) = found.execute("select version_num from alembic_version").fetchone()
    except sqlite3.Error as error:
        if "locked" in str(error):
            return Finding(shown, IN_USE)
        return Finding(shown, UNUSABLE, reason=str(error))
    return of_revision(shown, revision)


def opened(file: Path) -> sqlite3.Connection:
    """The file alone if all is in it. With a log beside it, as a server opens it: a running one has the
    lock; the log of one that was killed moves into the file."""
    address = file.absolute().as_uri()
    if not file.with_name(f"{file.name}-wal").exists():
        return sqlite3.connect(f"{address}?immutable=1", uri=True)
    found = sqlite3.connect(f"{address}?mode=rw", uri=True, timeout=0.2)
    found.execute("pragma locking_mode=exclusive")
    return found


async def postgresql(shown: str, url: Any) -> Finding:
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.ext.asyncio import create_async_engine

    from fulgence.server import schema
    from fulgence.server.database import reason_of

    engine = create_async_engine(url, connect_args={"timeout": PATIENCE, "command_timeout": PATIENCE})
    try:
        async with engine.connect() as connection:
            revision = await connection.run_sync(schema.revision_of)
            names = await connection.run_sync(lambda found: inspect(found).get_table_names())
    except (SQLAlchemyError, OSError, TypeError) as error:  # TypeError: an option that there is not
        return Finding(shown, UNUSABLE, reason=reason_of(error))
    finally:
        await engine.dispose()
    if revision is None:
        taken = set(names) & set(schema.metadata.tables)
        return Finding(shown, UNUSABLE, reason=Message(NOT_OURS)) if taken else Finding(shown, NEW)
    return of_revision(shown, revision)


def of_revision(shown: str, revision: str) -> Finding:
    from fulgence.server.schema import REVISION

    state = READY if revision == REVISION else OLD if revision < REVISION else NEWER
    return Finding(shown, state, revision)


def redis_server(address: str) -> Finding:
    shown = without_secrets(address)
    if version("redis") is None:
        return missing(shown, "redis", "fulgence[redis]")
    import redis

    try:
        with redis.Redis.from_url(
            address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as connection:
            told = connection.info("server")
    except ValueError:  # what it says may quote a password
        return Finding(shown, UNUSABLE, reason=Message(NO_REDIS))
    except (redis.RedisError, OSError) as error:
        return Finding(shown, UNUSABLE, reason=str(error).splitlines()[0])
    return Finding(shown, READY, str(told["redis_version"]))


def missing(shown: str, library: str, extra: str) -> Finding:
    reason = Message("{library} is not installed: pip install '{extra}'", library=library, extra=extra)
    return Finding(shown, UNUSABLE, reason=reason)


def port(number: int) -> Finding:
    address = f"http://127.0.0.1:{number}"
    try:
        with closing(HTTPConnection("127.0.0.1", number, timeout=PATIENCE)) as connection:
            connection.request("GET", "/api/version")
            told = json.loads(connection.getresponse().read(4096))
            return Finding(address, SERVED, str(told["fulgence"]))
    except ConnectionRefusedError:
        return Finding(address, FREE)
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return Finding(address, TAKEN)


def without_secrets(address: str) -> str:
    """The address without its password and its query; stars if it cannot be told where that would be."""
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
