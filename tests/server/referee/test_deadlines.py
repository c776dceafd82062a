"""Tables that nobody looks at lie in the store until their time has come; setting the clock moves no turn."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from fulgence.fair import promise_of
from fulgence.server.limits import Limits
from fulgence.server.referee.leases import Alone, Elsewhere
from fulgence.table import requests
from fulgence.table.entries import Closed, Moved, Revealed, TimedOut
from fulgence.table.refusals import Refused
from fulgence.table.seats import hashed
from server.local_tables import INVITE, WATCH, LocalTable, LocalTables, token_of, with_tables
from server.server_process import serving

DAY = 86_400
MS = 1000
SALT = "a" * 64
PROMISE = promise_of(SALT)


async def row(local: LocalTable) -> tuple[str, int | None]:
    wanted = text("select phase, due_at from tables where id = :id")
    phase, due = await local.tables.store.database.read(
        lambda connection: connection.execute(wanted, {"id": local.id}).one()
    )
    return phase, due


async def until(done: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.001)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are put away as soon as nobody needs them."""
    monkeypatch.setattr("fulgence.server.referee.registry.SWEEP_SECONDS", 0.01)
    monkeypatch.setattr("fulgence.server.referee.registry.IDLE_SECONDS", 0.1)


# In the store instead of the memory.


@pytest.mark.usefixtures("hasty")
def test_a_game_with_a_clock_of_days_leaves_the_memory_while_nobody_is_there(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(2, ["random"], city="toy", clock=3 * DAY)
        ann, ben = await local.everybody()
        await local.quiet()
        assert list(tables.registry.referees) == [local.id]
        ann.leave()
        ben.leave()
        await until(lambda: not tables.registry.referees)
        phase, due = await row(local)
        assert phase == "playing" and due is not None
        assert 0 <= time.time() + 3 * DAY - due / MS < 20
        ann = await local.connect(0)
        assert 3 * DAY - 20 < ann.view["seconds_left"] <= 3 * DAY

    with_tables(tmp_path, test)


@pytest.mark.usefixtures("hasty")
def test_a_game_with_a_short_clock_stays_in_memory(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        short = await tables.open(2, city="toy", clock=100)
        long = await tables.open(2, city="toy", clock=1000)
        await short.quiet()
        await long.quiet()
        await until(lambda: long.id not in tables.registry.referees)
        assert list(tables.registry.referees) == [short.id]

    with_tables(tmp_path, test)


@pytest.mark.usefixtures("hasty")
def test_a_table_in_the_store_is_woken_when_its_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.referee.registry.SCAN_SECONDS", 0.2)
    monkeypatch.setattr("fulgence.server.referee.registry.SOON_SECONDS", 0.4)

    async def test(tables: LocalTables) -> None:
        await tables.registry.begin()
        local = await tables.open(1, city="toy", clock=1)
        late = await tables.open(1, city="toy", clock=DAY)
        await until(lambda: not tables.registry.referees)
        await until(lambda: local.id in tables.registry.referees)  # nobody has asked for it
        while not (written := await local.history()):
            await asyncio.sleep(0.01)
        assert written[0] == TimedOut(0)
        times = [at for at, _ in await local.entries()]
        assert 990 <= times[2] - times[1] < 3000
        assert await late.history() == []

    with_tables(tmp_path, test)


def test_a_row_that_tells_a_wrong_time_is_corrected(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(1, city="toy", clock=DAY)
        _, due = await row(local)
        await tables.store.change(local.id, "playing", 0)
        assert await tables.registry.load_due() == 1
        assert await row(local) == ("playing", due)
        assert await tables.registry.load_due() == 0

    with_tables(tmp_path, test)


def test_a_bot_that_has_to_play_is_not_kept_waiting_for_the_clock(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, ["random"], city="toy", clock=DAY)
        assert (await local.written()).due == 0
        ann = await local.connect(0)
        await ann.until(lambda: ann.ready == [False, True])
        table = await local.written()
        assert table.due == table.turn_began + DAY * MS
        assert await row(local) == ("playing", table.due)

    with_tables(tmp_path, test)


def test_many_tables_that_are_due_leave_room_for_those_that_somebody_asks_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(tables: LocalTables) -> None:
        tables.registry.limits = Limits(loaded=8)
        for number in range(8):
            await tables.write(f"t{number}", 1, city="toy", clock=DAY, began=2 * DAY * MS)
            await tables.store.change(f"t{number}", "playing", number)
        assert await tables.registry.load_due() == 8
        assert sorted(tables.registry.referees) == ["t0", "t1", "t2", "t3", "t4"]
        assert [line.getMessage() for line in caplog.records] == [
            "too many tables are due at once; some wait"
        ]
        assert await tables.registry.ask("t7", requests.Look(hashed(WATCH)))

    with_tables(tmp_path, test)


class LeasedElsewhere:
    """Leases of a table that another process has."""

    async def claim(self, table: str) -> None:
        raise Elsewhere("another")

    def release(self, table: str) -> None:
        return


def test_a_table_of_another_server_is_left_to_it_until_that_has_gone(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.open(1, city="toy", clock=DAY)
        await tables.store.change(local.id, "playing", 0)
        tables.registry.leases = LeasedElsewhere()
        assert await tables.registry.load_due() == 1
        assert tables.registry.referees == {}
        assert await row(local) == ("playing", 0)
        tables.registry.leases = Alone()
        await tables.registry.load_due()
        assert list(tables.registry.referees) == [local.id]

    with_tables(tmp_path, test)


def test_a_server_keeps_the_deadlines_of_its_tables_in_the_store(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.open(city="toy", clock=DAY)
        server.open(city="toy")
        with server.open(city="toy", clock=DAY)[0].connect() as player:
            while player.moves:
                player.play("pass")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        found = database.execute("select phase, due_at > 0 from tables order by opened_at").fetchall()
    assert found == [("playing", 1), ("playing", None), ("over", None)]


@pytest.mark.usefixtures("hasty")
def test_a_full_table_that_waits_for_a_salt_leaves_the_memory_and_is_read_again(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2, city="toy", clock=60, promises=(PROMISE, PROMISE))
        ann = await local.connect(0)
        ann.say(type="reveal", salt=SALT)
        await ann.until(lambda: ann.view["promised"]["waiting_for"] == [1])
        ann.leave()
        await until(lambda: not tables.registry.referees)
        ben = await local.connect(1)
        assert (ben.phase, ben.view["promised"]["waiting_for"]) == ("waiting", [1])
        ben.say(type="reveal", salt=SALT)
        await ben.until(lambda: ben.phase == "playing")
        assert 40 < ben.view["seconds_left"] <= 60  # the clock has not run before the cards were dealt

    with_tables(tmp_path, test)


# Listed tables that nobody joins.


def test_a_listed_table_that_nobody_has_joined_for_a_day_is_closed(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2, free=1, city="toy", listed=True, began=DAY * MS - 200)
        ann = await local.connect(0)
        assert ann.phase == "waiting" and ann.view["seconds_left"] is None
        await ann.until(lambda: ann.phase == "closed")
        assert await local.history() == [Closed()]
        assert await row(local) == ("closed", None)
        with pytest.raises(Refused):
            await local.ask(requests.Join(hashed(INVITE), "Ben", hashed(token_of("Ben"))))

    with_tables(tmp_path, test)


def test_a_listed_table_that_has_waited_for_a_salt_for_a_day_is_closed(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        promises = (PROMISE, PROMISE)
        local = await tables.write(
            "t", 2, city="toy", listed=True, began=DAY * MS - 200, promises=promises, clock=60
        )
        ann = await local.connect(0)
        assert (ann.phase, ann.view["promised"]["waiting_for"]) == ("waiting", [0, 1])
        ann.say(type="reveal", salt=SALT)
        await ann.until(lambda: ann.phase == "closed")
        assert await local.history() == [Revealed(0, SALT), Closed()]
        assert await row(local) == ("closed", None)
        assert (ann.view["fair"]["salts"], ann.view["game"]) == ([SALT, ""], None)
        ben = await local.connect(1)
        assert await ben.tell(type="reveal", salt=SALT) == "not-playing"

    with_tables(tmp_path, test)


def test_whoever_sits_down_at_a_listed_table_makes_it_wait_for_another_day(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 3, free=2, city="toy", listed=True, began=DAY * MS - 60_000)
        await local.join(token_of("Ben"), "Ben")
        phase, due = await row(local)
        assert phase == "waiting" and due is not None
        assert 0 <= time.time() + DAY - due / MS < 20

    with_tables(tmp_path, test)


def test_a_table_that_is_not_listed_waits_for_as_long_as_it_takes(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 2, free=1, city="toy", clock=5, began=400 * DAY * MS)
        await local.quiet()
        assert (await local.written()).due is None
        assert local.table.phase == "waiting"

    with_tables(tmp_path, test)


# The machine's clock is set.


def step(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """As NTP does after a long time without a network."""
    right = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: right() + seconds * 1_000_000_000)


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_a_turn_lasts_as_long_as_it_should_although_the_clock_of_the_machine_is_set(
    seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, city="toy", clock=2)
        ann = await local.connect(0)
        began = time.monotonic()
        step(monkeypatch, seconds)
        ann.say(type="view")
        await ann.until(lambda: len(ann.views) == 2)
        assert 0.5 < ann.view["seconds_left"] <= 2
        await ann.play(ann.moves[0], ready=False)
        assert await local.history() == [Moved(0, ann.game["sheets"][0]["rounds"][0][0][0], ready=False)]
        await ann.until_flip(1)
        assert 1 < time.monotonic() - began < 6
        assert 1 < ann.view["seconds_left"] <= 2  # so has the next one

    with_tables(tmp_path, test)


def test_after_a_restart_nobody_has_more_than_a_whole_turn_although_the_clock_was_put_back(
    tmp_path: Path,
) -> None:
    async def test(tables: LocalTables) -> None:
        local = await tables.write("t", 1, city="toy", clock=60, began=-3_600_000)
        ann = await local.connect(0)
        assert 50 < ann.view["seconds_left"] <= 60

    with_tables(tmp_path, test)
