"""Appends entries of several tables to a store, and notes each in a file as soon as it is acknowledged.

    python -m server.store.writing_program FOLDER SYNCHRONOUS ENTRIES [DATABASE]

SYNCHRONOUS is what SQLite is told; `off` is for a control, which must lose something. DATABASE: another than
an SQLite file in the folder.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from fulgence.server.store.store import Store, open_store
from server.store.power_cuts import ACKNOWLEDGED, DATABASE

TABLES = 5  # that write at the same time, and share commits
AT = 1_795_003_200_000


async def main(folder: Path, synchronous: str, entries: int, address: str) -> None:
    store = await open_store(address or f"sqlite:///{folder / DATABASE}")
    if not address:
        await relax(store, synchronous)
    heard = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    await asyncio.gather(*(write(store, heard, f"table-{n}", entries // TABLES) for n in range(TABLES)))
    os._exit(0)  # the power fails before anything is tidied up


async def relax(store: Store, synchronous: str) -> None:
    pragma = f"pragma synchronous={synchronous}"
    await store.database.read(lambda connection: connection.exec_driver_sql(pragma))


async def write(store: Store, heard: int, table: str, entries: int) -> None:
    for number in range(entries):
        text = f"{table} {number} {'0123456789' * (1 + 7 * number % 60)}"
        row = {"phase": "playing", "due_at": AT + number}
        opened = {} if number else {"opened_at": AT, "listed": False}
        await store.append(table, number, [(AT + number, text)], {**row, **opened})
        os.write(heard, f"{table} {number} {text}\n".encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), "".join(sys.argv[4:])))
