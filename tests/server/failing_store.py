"""A store for tests of what happens when it is slow or fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from sqlalchemy import Connection, delete, select

from fulgence.server.store import schema
from fulgence.server.store.store import Store
from fulgence.table.refusals import StoreFailed, in_doubt

PATIENCE = 20.0  # seconds until a test gives up waiting


class FailingStore(Store):
    """A real store that can be told to wait, to dawdle or to fail."""

    def __init__(self, store: Store) -> None:
        store._writer.cancel()
        super().__init__(store.database)
        self.gate = asyncio.Event()
        self.gate.set()
        self.is_single = False  # whether the gate shuts behind the next page
        self.asked = asyncio.Event()  # somebody stands before the gate
        self.failing: list[str] = []  # what befalls the next pages: "before" or "after" they are written
        self.unreadable = False
        self.dawdle: Callable[[], int] = lambda: 0  # how many turns of the loop to wait
        self.phases: dict[str, str] = {}  # as the rows of the tables tell them
        self._written = asyncio.Event()

    async def append(
        self,
        table: str,
        number: int,
        entries: Sequence[tuple[int, str]],
        row: dict[str, object] | None = None,
        games: Sequence[dict[str, object]] = (),
    ) -> None:
        self.asked.set()
        await self.gate.wait()
        if self.is_single:
            self.shut()
        for _ in range(self.dawdle()):
            await asyncio.sleep(0)
        mishap = self.failing.pop(0) if self.failing else ""
        if mishap == "before":
            raise StoreFailed("the disk is full")
        await super().append(table, number, entries, row, games)
        self.phases[table] = str((row or {}).get("phase", self.phases.get(table, "")))
        self._written.set()
        if mishap == "after":
            raise in_doubt()

    async def entries(self, table: str) -> list[tuple[int, str]]:
        if self.unreadable:
            raise OSError("connection refused")  # as a database far away does
        return await super().entries(table)

    async def until_phase(self, table: str, phase: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.phases.get(table) != phase:
                self._written.clear()
                await self._written.wait()

    async def tables(self) -> list[str]:
        """All that there are."""
        return await self._ids(select(schema.tables.c.id))

    async def erase(self, table: str) -> None:
        """As if the table had never been opened, so that a test can have the same one again."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.entries).where(schema.entries.c.table_id == table))
            connection.execute(delete(schema.tables).where(schema.tables.c.id == table))

        await self.database.write(work)

    def shut(self) -> None:
        """From now on nothing is written until the gate is opened."""
        self.gate.clear()
        self.asked.clear()
        self.is_single = False

    def let_one_through(self) -> None:
        self.is_single = True
        self.gate.set()
