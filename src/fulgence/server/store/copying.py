"""A consistent copy of a SQLite database while it is written, by SQLite's backup API.

Pages are copied a few at a time. Between two steps the connection writes what waits; SQLite adds to the
copy what has changed in pages that were copied before.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

PAGES = 64  # in a step: 256 kilobytes, so that nobody waits long for its end
PAUSE = 0.001  # seconds between two steps, for those who wait for the connection
BUSY = 0.002  # seconds until a step is tried again that met a transaction

Report = Callable[[int, int], None]  # pages that are copied, and of how many


class CopyStopped(Exception):
    """The copy is no longer wanted."""


def copy_pages(
    source: sqlite3.Connection,
    file: Path,
    report: Report,
    is_stopped: Callable[[], bool],
    pause: float = PAUSE,
) -> None:
    """Copy the whole database to an empty file, which has no log of its own afterwards."""

    def after_step(_status: int, remaining: int, total: int) -> None:
        if is_stopped():
            raise CopyStopped
        report(total - remaining, total)
        time.sleep(pause)

    with closing(sqlite3.connect(file)) as target:
        target.execute("pragma synchronous=off")  # whoever wants it durable syncs the whole file once
        source.backup(target, pages=PAGES, progress=after_step, sleep=BUSY)
        target.execute("pragma journal_mode=delete")
