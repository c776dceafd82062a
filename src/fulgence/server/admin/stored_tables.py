"""Tables of a database that no server uses: requests of an operator are carried out on the log itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from fulgence.rules.errors import FulgenceError
from fulgence.server.referee.referee import Referee
from fulgence.server.store.erasure import delete_tables
from fulgence.server.store.store import Store
from fulgence.table.commands import decide
from fulgence.table.entries import format_entry, now, parse_entry
from fulgence.table.refusals import no_table
from fulgence.table.requests import AnyAnswer, AnyRequest, CloseByOperator, DeleteByOperator, Document
from fulgence.table.state import Table, fold


class OperatedTables(Protocol):
    """What an operator needs of the tables; implemented by a TableService too."""

    @property
    def referees(self) -> Mapping[str, Referee]: ...
    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer: ...
    def reread(self, ids: Collection[str]) -> None: ...


class StoredTables:
    """No table is in memory here."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.referees: dict[str, Referee] = {}

    async def ask(self, id: str, request: AnyRequest) -> AnyAnswer:
        written = await self.store.entries(id)
        if not written:
            raise no_table()
        if isinstance(request, DeleteByOperator):  # even one that cannot be read any more
            await delete_tables(self.store, [id])
        elif isinstance(request, CloseByOperator):
            await self.close(fold(id, ((at, parse_entry(body)) for at, body in written)))
        return Document("")

    def reread(self, ids: Collection[str]) -> None:
        pass

    async def close(self, table: Table) -> None:
        at, number = now(), table.written
        entry = decide(table, CloseByOperator(""), at).entry
        assert entry is not None
        table.apply(entry, at)
        await self.store.append(table.id, number, [(at, format_entry(entry))], table.row)


async def read_table(store: Store, id: str) -> Table | None:
    """None: its entries cannot be read by these rules."""
    written = await store.entries(id)
    if not written:
        raise no_table()
    try:
        return fold(id, ((at, parse_entry(body)) for at, body in written))
    except (FulgenceError, ValueError):
        return None
