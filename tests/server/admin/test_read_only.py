"""A read-only server shows everything and changes nothing, and nobody loses a move by it."""

from __future__ import annotations

from pathlib import Path

from fulgence.server.admin import operations
from fulgence.server.referee.inbox import BotMove
from fulgence.table.refusals import Refused
from server.admin.operated import administer, operated_client
from server.local_tables import LocalTables, first_move, play_turn, with_tables


def test_moves_are_refused_and_can_be_sent_again_when_a_view_comes(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client, table = operated_client(tables), await tables.open()
        ann, ben = await table.everybody()
        await ben.play(ben.moves[0])
        assert (await administer(client, operations.SetReadOnly(True))).status == 200
        before = await tables.store.entries(table.id)
        views, move = len(ann.views), {"type": "move", "ply": ann.ply, "move": ann.moves[0]}
        assert await ann.tell(**move) == "read-only"
        opening = await client.call("POST", "/api/tables", {"city": "toy", "name": "Cleo"})
        assert (opening.status, opening.json["code"]) == (503, "read-only")
        closing = await administer(client, operations.CloseTable(table.id))
        assert (closing.status, closing.json["code"]) == (503, "read-only")
        assert (await client.call("GET", "/api/health/ready")).status == 200
        watching = await table.spectate()
        assert watching.phase == "playing"
        assert await tables.store.entries(table.id) == before
        assert (await administer(client, operations.Count())).json["server"]["read_only"]
        await administer(client, operations.SetReadOnly(False))
        await ann.until(lambda: len(ann.views) > views)
        assert await ann.tell(**move) == "ack"
        await play_turn([ann, ben], first_move)

    with_tables(tmp_path, test)


def test_bots_and_the_clock_wait_and_go_on(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = operated_client(tables)
        table = await tables.write("a", 1, ["greedy"], clock=1)
        await administer(client, operations.SetReadOnly(True))
        ann = await table.connect(0)
        referee = tables.registry.referees["a"]
        referee.put(BotMove(1, 0, "pass"))
        referee.put(None)  # the clock
        await table.quiet()
        assert (ann.closed, len(await table.entries())) == (None, 2)
        await administer(client, operations.SetReadOnly(False))
        await table.quiet()
        assert referee.clock.seconds_left > 9
        assert await ann.tell(type="move", ply=0, move=ann.moves[0]) == "ack"
        await ann.until_flip(0)

    with_tables(tmp_path, test)


def test_what_was_accepted_before_is_written(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        table = await tables.open()
        writing = tables.store.append_last(table.id, 1, '{"entry":"taken-over"}')
        waiting = [writing, tables.store.set_read_only()]
        for each in waiting:
            await each
        assert len(await table.entries()) == 4
        try:
            await tables.store.append_last(table.id, 1, '{"entry":"taken-over"}')
        except Refused as error:
            assert error.code == "read-only"
        else:
            raise AssertionError

    with_tables(tmp_path, test)
