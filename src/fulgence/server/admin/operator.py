"""The operator carries out operations on tables, names and addresses."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, Table, func, select, text

from fulgence import __version__
from fulgence.server.admin import operations
from fulgence.server.admin.blocklist import Blocklist, format_network, parse_network
from fulgence.server.admin.operations import AnyOperation
from fulgence.server.admin.stored_tables import OperatedTables
from fulgence.server.admin.table_facts import ListedTable, TableFacts, listed_tables, table_facts
from fulgence.server.referee.inbox import WritableAgain
from fulgence.server.store import blocks, erasure, players, schema
from fulgence.server.store.blocks import BlockedNetwork
from fulgence.server.store.erasure import NamedSeat
from fulgence.server.store.store import Store
from fulgence.table.entries import now
from fulgence.table.refusals import Refused, RefusedOperator
from fulgence.table.requests import CloseByOperator, DeleteByOperator

DAY_MS = 24 * 3600 * 1000
MAX_DAYS = 36_500
MAX_NOTE = 200
ENDED = ("over", "closed")


class Done(msgspec.Struct, frozen=True):
    done: str


class FoundTables(msgspec.Struct, frozen=True):
    tables: list[ListedTable]


class Blocks(msgspec.Struct, frozen=True):
    blocked: list[BlockedNetwork]


class FoundName(msgspec.Struct, frozen=True):
    """`players`: people with a key who call themselves so now."""

    name: str
    seats: int
    tables: int
    players: int


class RunningServer(msgspec.Struct, frozen=True):
    """Of the process that was asked."""

    version: str
    read_only: bool
    uptime_seconds: int
    tables: int
    connected: int
    waiting_writes: int


class Totals(msgspec.Struct, frozen=True):
    """`bytes`: of the database. `server`: null if none runs."""

    tables: dict[str, int]
    opened_today: int
    opened_this_week: int
    entries: int
    players: int
    results: int
    blocked: int
    bytes: int
    revision: str
    server: RunningServer | None


Answer = Done | FoundTables | TableFacts | Blocks | FoundName | Totals


class Operator:
    """`is_running`: whether this is a server, or else a command on a database that no server uses."""

    def __init__(
        self, store: Store, tables: OperatedTables, blocklist: Blocklist, *, is_running: bool
    ) -> None:
        self.store = store
        self.tables = tables
        self.blocklist = blocklist
        self.is_running = is_running
        self._began = time.monotonic()

    async def perform(self, operation: AnyOperation) -> Answer:
        match operation:
            case operations.ListTables(phase, limit):
                return FoundTables(await listed_tables(self.store, self.tables.referees, phase, limit))
            case operations.ShowTable(table):
                return await table_facts(self.store, self.tables.referees, table)
            case operations.CloseTable(table):
                await self.tables.ask(table, CloseByOperator(""))
                return Done(f"table {table} is closed")
            case operations.DeleteTable(table):
                await self.delete(table)
                return Done(f"table {table} is deleted")
            case operations.Block():
                return await self.block(operation)
            case operations.Unblock(network):
                return await self.unblock(network)
            case operations.ListBlocks():
                return Blocks(await blocks.current_blocks(self.store, now()))
            case operations.Count():
                return await self.count()
            case operations.FindName(name):
                return await self.find(name)
            case operations.ForgetName(name):
                return await self.forget_name(name)
            case operations.ForgetSeat():
                return await self.forget_seat(operation)
            case operations.SetReadOnly(is_on):
                return await self.set_read_only(is_on=is_on)

    async def delete(self, table: str) -> None:
        try:
            await self.tables.ask(table, DeleteByOperator(""))
        except Refused as error:
            if error.code != "outdated":
                raise
            await erasure.delete_tables(self.store, [table])  # nobody can have it in memory

    # Addresses.

    async def block(self, wanted: operations.Block) -> Done:
        network = format_network(parse_network(wanted.network))
        if not 0 <= wanted.days <= MAX_DAYS or len(wanted.note) > MAX_NOTE:
            raise RefusedOperator(
                "refused", f"at most {MAX_DAYS} days, and {MAX_NOTE} characters of a note", 422
            )
        at = now()
        until = at + wanted.days * DAY_MS if wanted.days else None
        await blocks.add_block(self.store, BlockedNetwork(network, at, until, wanted.note))
        await self.blocklist.refresh()
        return Done(f"{network} is blocked")

    async def unblock(self, text: str) -> Done:
        network = format_network(parse_network(text))
        if not await blocks.remove_block(self.store, network):
            raise RefusedOperator("refused", f"{network} is not blocked", 404)
        await self.blocklist.refresh()
        return Done(f"{network} is no longer blocked")

    # Names.

    async def find(self, name: str) -> FoundName:
        seats = await erasure.seats_named(self.store, name)
        tables = len({seat.table for seat in seats})
        return FoundName(name, len(seats), tables, await erasure.players_named(self.store, name))

    async def forget_name(self, name: str) -> Done:
        seats = await erasure.seats_named(self.store, name)
        await erasure.erase_seats(self.store, seats)
        await erasure.rename_players(self.store, name)
        self.tables.reread({seat.table for seat in seats})
        return Done(f"the name is erased at {len(seats)} seats")

    async def forget_seat(self, wanted: operations.ForgetSeat) -> Done:
        facts = await table_facts(self.store, self.tables.referees, wanted.table)
        if not 0 <= wanted.seat < len(facts.summary.names):
            raise RefusedOperator("no-seat", "this table has no such seat", 404)
        seat = NamedSeat(wanted.table, wanted.seat)
        if not wanted.is_player:
            await erasure.erase_seats(self.store, [seat])
            self.tables.reread({wanted.table})
            return Done("the name is erased at this seat")
        player = await erasure.player_at(self.store, seat)
        if player is None:
            raise RefusedOperator("no-player", "nobody with a key has this seat", 404)
        tables = await players.forget(self.store, player)
        self.tables.reread(tables)
        return Done(f"the player is forgotten, at {len(tables)} tables")

    # The server.

    async def set_read_only(self, *, is_on: bool) -> Done:
        if not self.is_running:
            raise RefusedOperator("refused", "no server uses this database; start one with --read-only", 409)
        if is_on:
            await self.store.set_read_only()
            return Done("the server is read-only")
        self.store.set_writable()
        for referee in self.tables.referees.values():
            referee.put(WritableAgain())
        return Done("the server is writable again")

    async def count(self) -> Totals:
        found = await self.store.read(totals)
        found = msgspec.structs.replace(found, entries=await self.count_entries())
        if not self.is_running:
            return found
        referees = self.tables.referees.values()
        server = RunningServer(
            version=__version__,
            read_only=self.store.is_read_only,
            uptime_seconds=round(time.monotonic() - self._began),
            tables=len(referees),
            connected=sum(len(referee.audience.visitors) for referee in referees),
            waiting_writes=self.store.waiting,
        )
        return msgspec.structs.replace(found, server=server)

    async def count_entries(self) -> int:
        """A few tables at a time, since all entries are looked at."""
        total, ids = 0, await erasure.table_ids(self.store, "")
        while ids:
            total += sum((await self.store.lengths(ids)).values())
            ids = await erasure.table_ids(self.store, ids[-1])
        return total


def totals(connection: Connection) -> Totals:
    table, at = schema.tables.c, now()
    phases = connection.execute(select(table.phase, func.count()).group_by(table.phase))

    def opened_in(days: int) -> int:
        wanted = select(func.count()).where(table.opened_at > at - days * DAY_MS)
        return int(connection.execute(wanted).scalar_one())

    def rows(of: Table) -> int:
        return int(connection.execute(select(func.count()).select_from(of)).scalar_one())

    return Totals(
        tables={str(phase): int(number) for phase, number in phases},
        opened_today=opened_in(1),
        opened_this_week=opened_in(7),
        entries=0,
        players=rows(schema.players),
        results=rows(schema.games),
        blocked=rows(schema.blocks),
        bytes=size_of(connection),
        revision=schema.revision_of(connection) or "",
        server=None,
    )


def size_of(connection: Connection) -> int:
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("select pg_database_size(current_database())")).scalar_one())
    pages = connection.exec_driver_sql("pragma page_count").scalar_one()
    return int(pages * connection.exec_driver_sql("pragma page_size").scalar_one())
