"""The control file: how commands on the same machine reach the server that uses a SQLite database.

It lies beside the database, readable for its user only, while the server runs. Whoever may read it may
read the database too, so its token gives no right that they do not have already.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from fulgence.server.store.database import parse_database

ENDING = ".control"
DRAFT = ".backup-"  # in the names of copies that are being made
ALL = {"0.0.0.0": "127.0.0.1", "::": "::1"}


@dataclass(frozen=True)
class Control:
    url: str
    token: str
    pid: int


def sqlite_file(address: str) -> Path | None:
    """The file of a database; None if it is not SQLite."""
    url = parse_database(address)
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


def control_file(database: Path) -> Path:
    return database.with_name(database.name + ENDING)


def new_control(host: str, port: int) -> Control:
    """For a server that listens there."""
    host = ALL.get(host, host)
    place = f"[{host}]" if ":" in host else host
    return Control(f"http://{place}:{port}", secrets.token_hex(32), os.getpid())


def write_control(database: Path, control: Control) -> None:
    """Replace what a killed server has left."""
    file = control_file(database)
    draft = file.with_name(f"{file.name}.{control.pid}")
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as text:
        json.dump(asdict(control), text)
    draft.replace(file)
    for leftover in database.parent.glob(f"{database.name}{DRAFT}*"):
        leftover.unlink(missing_ok=True)


def read_control(database: Path) -> Control | None:
    """None if no server has left one."""
    try:
        found = json.loads(control_file(database).read_text(encoding="utf-8"))
        return Control(str(found["url"]), str(found["token"]), int(found["pid"]))
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError):
        return None


def remove_control(database: Path, control: Control) -> None:
    """Unless it is another server's by now."""
    if read_control(database) == control:
        control_file(database).unlink(missing_ok=True)
