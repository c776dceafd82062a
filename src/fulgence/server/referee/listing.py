"""The public list of tables, made without loading them: the others are read from the log and dropped."""

from __future__ import annotations

import contextlib

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.audience import never_connected
from fulgence.server.referee.table_service import TableService
from fulgence.server.store.store import Store
from fulgence.table import commands
from fulgence.table.entries import parse_entry
from fulgence.table.requests import Look, TableInfo
from fulgence.table.state import PLAYING, WAITING, fold
from fulgence.table.views import Views


class Listing:
    """A table that has no new entries since it was last read is not read again."""

    def __init__(self, tables: TableService, store: Store) -> None:
        self._tables = tables
        self._store = store
        self._read: dict[str, tuple[int, TableInfo]] = {}  # how many entries it had then

    async def tables(self) -> list[TableInfo]:
        """The newest first. Who is connected is known of tables in this process only."""
        ids = await self._store.listed()
        lengths = await self._store.lengths(ids)
        self._read = {id: read for id, read in self._read.items() if id in lengths}
        found = []
        for id in ids:
            with contextlib.suppress(FulgenceError):  # it has moved, or ended, since
                found.append(await self._info(id, lengths.get(id, 0)))
        return [info for info in found if info.phase in (WAITING, PLAYING)]

    async def _info(self, id: str, length: int) -> TableInfo:
        if id in self._tables.referees:
            answer = await self._tables.ask(id, Look(""))
            assert isinstance(answer, TableInfo)
            return answer
        read = self._read.get(id)
        if read is None or read[0] != length:
            written = await self._store.entries(id)
            table = fold(id, ((at, parse_entry(body)) for at, body in written))
            info = commands.info(table, Views(table, never_connected).seats(), "")
            read = self._read[id] = (len(written), info)
        return read[1]
