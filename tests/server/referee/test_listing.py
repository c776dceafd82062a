"""The public list: as new as the log, and made without a referee for every table on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.asgi_client import asgi_client
from server.local_tables import LocalTables, first_move, play_turn, with_tables


def test_a_list_loads_no_table_and_misses_no_entry(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        reads = 0
        entries = tables.store.entries

        async def counted(table: str) -> list[tuple[int, str]]:
            nonlocal reads
            reads += 1
            return await entries(table)

        async def listed() -> dict[str, dict[str, Any]]:
            answer = (await client.call("GET", "/api/tables")).json["tables"]
            return {table["table"]: table for table in answer}

        waiting = await tables.open(2, free=1, listed=True)
        playing = await tables.open(2, listed=True)
        await waiting.unload()
        await playing.unload()
        tables.store.entries = counted  # type: ignore[method-assign]
        for _ in range(3):
            found = await listed()
            assert set(found) == {waiting.id, playing.id}
            assert [found[id]["phase"] for id in (waiting.id, playing.id)] == ["waiting", "playing"]
        assert reads == 2
        assert not tables.registry.referees

        players = await playing.everybody()
        await play_turn(players, first_move)
        totals = [sheet["pad"]["total"] for sheet in players[0].game["sheets"]]
        for _ in range(2):
            told = (await listed())[playing.id]
            assert (told["progress"]["turn"], told["progress"]["totals"]) == (1, totals)
            assert (told["you"], told["progress"]["sheet"]) == (None, None)
            assert [seat["here"] for seat in told["seats"]] == [bool(tables.registry.referees)] * 2
            for player in players:
                player.leave()
            await playing.unload()
            players = []
        joined = await client.call("POST", f"/api/tables/{waiting.id}/join", {"name": "Ben"})
        assert joined.status == 200
        assert (await listed())[waiting.id]["phase"] == "playing"

    with_tables(tmp_path, test)
