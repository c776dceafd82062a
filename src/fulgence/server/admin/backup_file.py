"""Backups of a SQLite database as files: made where no server runs, checked, and put back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fulgence.rules.errors import FulgenceError
from fulgence.server.store.copying import Report, copy_pages
from fulgence.server.store.schema import REVISION

PATIENCE = 1.0  # seconds to wait for a lock
BESIDE = ("-wal", "-shm", "-journal")  # files of SQLite that belong to a database


class BadBackup(FulgenceError):
    """A file that is no whole backup, or cannot be made or put back."""


@dataclass(frozen=True)
class BackupFacts:
    file: str
    bytes: int
    revision: str
    tables: int
    entries: int


def opened(file: Path) -> sqlite3.Connection:
    """To read only; nothing is created beside it."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def check_backup(file: Path) -> BackupFacts:
    """Read all of it; BadBackup if anything is wrong."""
    try:
        with closing(opened(file)) as found:
            (verdict,) = found.execute("pragma quick_check(1)").fetchone()
            if verdict != "ok":
                raise BadBackup(f"{file}: damaged: {verdict}")
            (revision,) = found.execute("select version_num from alembic_version").fetchone()
            (tables,) = found.execute("select count(*) from tables").fetchone()
            (entries,) = found.execute("select count(*) from entries").fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise BadBackup(f"{file}: not a database of Fulgence: {error}") from None
    if revision > REVISION:
        raise BadBackup(f"{file}: of a newer version: revision {revision}, this program knows {REVISION}")
    return BackupFacts(str(file), file.stat().st_size, revision, tables, entries)


@contextlib.contextmanager
def whole_file(file: Path, *, force: bool) -> Iterator[Path]:
    """An empty private file that takes this name once all is well; otherwise nothing is left of it."""
    if file.exists() and not force:
        raise BadBackup(f"{file}: exists already; --force overwrites it")
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield draft
        sync(draft)
        draft.replace(file)
        sync(file.parent)
    except OSError as error:
        raise BadBackup(f"{file}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)


def sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # Windows cannot, and need not
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def copy_unserved(database: Path, draft: Path, report: Report) -> None:
    """Copy a database that no server uses, with what a killed one has left in its log."""
    try:
        with closing(locked(database)) as source:
            copy_pages(source, draft, report, lambda: False, pause=0.0)
    except sqlite3.Error as error:
        raise BadBackup(f"{database}: {reason(error)}") from None


def locked(database: Path) -> sqlite3.Connection:
    """A connection that keeps servers out, as they keep out each other."""
    connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)
    try:
        connection.execute("pragma locking_mode=exclusive")
        connection.execute("begin exclusive")
        connection.execute("select count(*) from sqlite_master").fetchone()
        connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection


def reason(error: sqlite3.Error) -> str:
    return "a running server uses it" if "locked" in str(error) else str(error)


def restore(backup: Path, database: Path, report: Report) -> Path | None:
    """Put a backup in the place of a database that no server uses. Where the old one is now, if there was
    one."""
    check_backup(backup)
    with contextlib.ExitStack() as stack:
        has_old = database.exists()
        aside = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}")
        if aside.exists():
            raise BadBackup(f"{aside}: exists already; wait a second")
        if has_old:
            keep_servers_out(database, aside, stack)
        with whole_file(database, force=True) as draft:
            with closing(opened(backup)) as source:
                copy_pages(source, draft, report, lambda: False, pause=0.0)
            check_backup(draft)
            if os.name == "nt":  # which renames no open file
                stack.close()
            if has_old:
                set_aside(database, aside)
    return aside if has_old else None


def keep_servers_out(database: Path, aside: Path, stack: contextlib.ExitStack) -> None:
    """Until the stack is closed. A damaged database cannot be locked, but no server can use it either; SQLite
    would delete its log."""
    log, kept = database.with_name(f"{database.name}-wal"), aside.with_name(f"{aside.name}-wal")
    if log.exists():
        shutil.copy2(log, kept)
    try:
        lock = stack.enter_context(closing(locked(database)))
        lock.execute("pragma journal_mode=delete")  # so that all is in one file, which may be renamed
        kept.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # empty: SQLite keeps it as long as it has the lock
            database.with_name(f"{database.name}-journal").unlink()
    except sqlite3.Error as error:
        if "locked" in str(error):
            kept.unlink(missing_ok=True)
            raise BadBackup(f"{database}: {reason(error)}: stop it first") from None


def set_aside(database: Path, aside: Path) -> None:
    """With what belongs to it, which must not meet the new one."""
    database.rename(aside)
    for ending in BESIDE:
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + ending))
