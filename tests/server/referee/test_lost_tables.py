"""Tables that are given up, put away or cannot be read: who waits is told, and nobody else minds."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from fulgence.server.cluster.cluster import Cluster
from fulgence.server.cluster.redis_leases import RedisLeases
from fulgence.server.referee.inbox import PendingRequest
from fulgence.server.referee.leases import Elsewhere
from fulgence.server.referee.retries import Retries
from fulgence.table import requests
from fulgence.table.entries import JoinedSeat, Left
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from server.local_tables import LocalTable, LocalTables, token_of, with_tables


class Owned:
    """Leases of tables that another process has."""

    def __init__(self, *tables: str) -> None:
        self.tables = tables

    async def claim(self, table: str) -> None:
        if table in self.tables or not self.tables:
            raise Elsewhere("another")

    def release(self, table: str) -> None:
        return


class Slow(Owned):
    """They are claimed when `answer` says so, and in vain."""

    def __init__(self) -> None:
        super().__init__()
        self.answer = asyncio.Event()

    async def claim(self, table: str) -> None:
        await self.answer.wait()
        raise Refused("busy", "later", 503)


async def loop_turns() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def code_of(answer: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refused:
        await asyncio.wait_for(answer, 5)
    return refused.value.code


def part(local: LocalTable) -> None:
    """Another process has the table now."""
    local.tables.registry.referees[local.id].hand_over()


# Those who wait.


def test_who_waits_at_a_table_that_moves_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        await local.quiet()
        tables.store.shut()
        leaving = asyncio.create_task(local.ask(requests.Leave(local.key(1))))
        await tables.store.asked.wait()
        looking = asyncio.create_task(local.quiet())
        coming = asyncio.create_task(local.connect(0))
        await loop_turns()
        part(local)
        assert await code_of(leaving) == "in-doubt"
        assert await code_of(looking) == "moved"
        assert await code_of(coming) == "moved"

    with_tables(tmp_path, test)


def test_who_comes_in_with_what_is_being_written_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        await local.quiet()
        tables.store.shut()
        coming = asyncio.create_task(local.connect(0))
        leaving = asyncio.create_task(local.ask(requests.Leave(local.key(1))))
        await tables.store.asked.wait()
        part(local)
        assert await code_of(coming) == "moved"
        assert await code_of(leaving) == "in-doubt"

    with_tables(tmp_path, test)


def test_who_waits_for_a_rematch_at_a_table_that_moves_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", city="toy")
        await local.ask(requests.Close(local.key(0)))
        tables.store.shut()
        looking = asyncio.create_task(local.quiet())
        rematch = asyncio.create_task(local.ask(requests.RematchRequest(local.key(0))))
        await tables.store.asked.wait()
        part(local)
        assert await code_of(looking) == "moved"
        assert await code_of(rematch) == "moved"

    with_tables(tmp_path, test)


def test_who_asks_a_referee_that_has_just_stopped_is_told_to_ask_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        referee = await tables.registry.referee("t")
        part(local)
        asked = PendingRequest(requests.Look(hashed(local.watch)), asyncio.get_running_loop().create_future())
        referee.put(asked)
        assert await code_of(asked.answer) == "moved"

    with_tables(tmp_path, test)


def test_who_joins_while_the_table_moves_joins_once(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(3, free=2)
        cluster = Cluster(tables.registry, RedisLeases(Redis()))
        await local.quiet()
        tables.store.asked.clear()
        request = requests.Join(hashed(local.invite), "Ben", hashed(token_of("Ben")))
        joining = asyncio.create_task(cluster.ask(local.id, request))
        await tables.store.asked.wait()
        part(local)  # and what was sent is written all the same
        assert await asyncio.wait_for(joining, 10) == requests.Identity("player", 1, local.id)
        joined = [entry.name for _, entry in await local.entries() if isinstance(entry, JoinedSeat)]
        assert joined == ["Ann", "Ben"]

    with_tables(tmp_path, test)


def test_who_leaves_while_the_table_moves_is_told_that_it_is_in_doubt(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open()
        cluster = Cluster(tables.registry, RedisLeases(Redis()))
        await local.quiet()
        tables.store.asked.clear()
        leaving = asyncio.create_task(cluster.ask(local.id, requests.Leave(local.key(1))))
        await tables.store.asked.wait()
        part(local)
        assert await code_of(leaving) == "in-doubt"
        assert await local.history() == [Left(1)]

    with_tables(tmp_path, test)


# Tables that cannot be read.


def test_a_table_that_cannot_be_woken_does_not_keep_others_asleep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(tables: LocalTables) -> None:
        row: dict[str, object] = {"opened_at": 0, "phase": "playing", "listed": False, "due_at": 0}
        for id in ("far", "broken"):
            await tables.store.append(id, 0, [(0, '{"entry":"nonsense"}')], row)
        local = await tables.open(0, ["random"], city="toy")
        await local.unload()
        tables.registry.leases = Owned("far")
        assert await tables.registry.load_due() == 3
        await tables.store.until_phase(local.id, "over")
        assert [vars(line)["table"] for line in caplog.records if line.levelname == "ERROR"] == ["broken"]

    with_tables(tmp_path, test)


def test_a_table_that_goes_on_elsewhere_is_opened_all_the_same(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", city="toy", clock=60)
        ann = await local.connect(0)
        await local.ask(requests.Close(local.key(0)))
        tables.registry.leases = Owned()
        again = (await local.ask(requests.RematchRequest(local.key(0)))).table
        assert len(await tables.store.entries(again)) == 1
        assert ann.closed is None and ann.view["rematch"] == again

    with_tables(tmp_path, test)


def test_when_nobody_waits_any_more_a_table_that_was_not_found_is_not_told_of(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        complaints: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, complaint: complaints.append(complaint))
        tables.registry.leases = leases = Slow()
        looking = asyncio.create_task(tables.registry.ask("t", requests.Look("")))
        await loop_turns()
        looking.cancel()
        await loop_turns()
        leases.answer.set()
        await loop_turns()
        del looking
        gc.collect()
        assert complaints == []

    with_tables(tmp_path, test)


# Trying again.


@pytest.mark.parametrize("kind", ["bots", "clock"])
def test_a_game_that_waits_for_nobody_goes_on_by_itself_after_it_was_given_up(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.referee.registry.SWEEP_SECONDS", 0.001)
    monkeypatch.setattr("fulgence.server.referee.retries.FIRST_PAUSE", 0.001)
    monkeypatch.setattr("fulgence.table.turn_clock.GRACE_SECONDS", 0)

    async def test(tables: LocalTables) -> None:
        wish: dict[str, Any] = {"bots": ["random"], "people": 0, "host": None}
        local = await tables.write("t", city="toy", **(wish if kind == "bots" else {"clock": 0}))
        tables.store.failing = ["", "before"]
        await tables.registry.referee("t")
        tables.store.unreadable = True
        async with asyncio.timeout(10):
            while "t" in tables.registry.referees:
                await asyncio.sleep(0.001)
        tables.store.unreadable = False
        await tables.store.until_phase("t", "over")
        assert (await local.written()).phase == "over"

    with_tables(tmp_path, test)


def test_a_game_that_waits_for_somebody_is_not_read_again_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.referee.registry.SWEEP_SECONDS", 0.001)
    monkeypatch.setattr("fulgence.server.referee.retries.FIRST_PAUSE", 0.001)

    async def test(tables: LocalTables) -> None:
        local = await tables.write("t")
        ann = await local.connect(0)
        tables.store.failing = ["before"]
        tables.store.unreadable = True
        ann.say(type="move", ply=0, move="pass")
        await ann.until(lambda: ann.closed)
        tables.store.unreadable = False
        await asyncio.sleep(0.05)  # the sweeper comes by
        assert tables.registry.referees == {}

    with_tables(tmp_path, test)


def test_the_more_often_it_was_in_vain_the_later_it_is_tried_again() -> None:
    retries, tries = Retries(), []
    retries.add("t", 0)
    for now in range(2000):
        if retries.due(now):
            tries.append(now)
            retries.add("t", now)
    assert tries == [5, 15, 35, 75, 155, 315, 615, 915, 1215, 1515, 1815]


def test_what_has_gone_well_for_long_is_tried_soon_when_it_fails_again() -> None:
    retries = Retries()
    retries.add("t", 0)
    assert retries.due(4) == []
    assert retries.due(5) == ["t"]
    assert retries.due(6) == retries.due(16) == []
    retries.add("t", 20)
    assert retries.due(25) == ["t"]
