"""Finished games of nobody are deleted after some time; those of players stay until they ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from fulgence.server.retention import Retention
from server.contests.contest_server import DAY, ContestServer, passing, with_server
from server.databases import ENGINES

SOLO: dict[str, object] = {"city": "toy", "name": "Ann"}


@pytest.mark.parametrize("engine", ENGINES)
def test_only_old_finished_games_of_nobody_are_deleted(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        cleo = await server.person("Cleo")
        nobodys, running = [(await server.ask("POST", "/api/tables", SOLO)).json for _ in range(2)]
        hers = (await server.ask("POST", "/api/tables", SOLO, key=cleo)).json
        await server.play(nobodys, passing)
        await server.play(hers, passing)
        retention = Retention(server.tables.store, 90, server.time)
        server.time.now += 80 * DAY
        late = (await server.ask("POST", "/api/tables", SOLO)).json
        await server.play(late, passing)
        assert await retention.clean() == 0
        server.time.now += 11 * DAY
        assert await retention.clean() == 1
        lengths = await server.tables.store.lengths([nobodys["table"]])
        assert lengths == {}
        kept = await server.tables.store.lengths([running["table"], hers["table"], late["table"]])
        assert len(kept) == 3
        server.time.now += 80 * DAY
        assert await retention.clean() == 1

    with_server(engine, tmp_path, test)


def test_with_no_limit_nothing_is_deleted(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        retention = Retention(server.tables.store, 0, server.time)
        retention.begin()
        assert retention._task is None

    with_server("sqlite", tmp_path, test)
