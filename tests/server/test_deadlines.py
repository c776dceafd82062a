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
from fulgence.server import requests
from fulgence.server.entries import Closed, Moved, Revealed, TimedOut
from fulgence.server.leases import Alone, Elsewhere
from fulgence.server.limits import Limits
from fulgence.server.refusals import Refused
from fulgence.server.seats import hashed
from server.players import serving
from server.sitting import INVITE, WATCH, Company, House, at_home, token_of

DAY = 86_400
MS = 1000
SALT = "a" * 64
PROMISE = promise_of(SALT)


async def row(company: Company) -> tuple[str, int | None]:
    wanted = text("select phase, due_at from tables where id = :id")
    phase, due = await company.house.store.database.read(
        lambda connection: connection.execute(wanted, {"id": company.id}).one()
    )
    return phase, due


async def until(done: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not done():
            await asyncio.sleep(0.001)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are put away as soon as nobody needs them."""
    monkeypatch.setattr("fulgence.server.tables.SWEEP", 0.01)
    monkeypatch.setattr("fulgence.server.tables.IDLE", 0.1)


# In the store instead of the memory.


@pytest.mark.usefixtures("hasty")
def test_a_game_with_a_clock_of_days_leaves_the_memory_while_nobody_is_there(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.open(2, ["random"], city="toy", clock=3 * DAY)
        ann, ben = await company.everybody()
        await company.quiet()
        assert list(house.tables.referees) == [company.id]
        ann.leave()
        ben.leave()
        await until(lambda: not house.tables.referees)
        phase, due = await row(company)
        assert phase == "playing" and due is not None
        assert 0 <= time.time() + 3 * DAY - due / MS < 20
        ann = await company.connect(0)
        assert 3 * DAY - 20 < ann.view["seconds_left"] <= 3 * DAY

    at_home(tmp_path, test)


@pytest.mark.usefixtures("hasty")
def test_a_game_with_a_short_clock_stays_in_memory(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        short = await house.open(2, city="toy", clock=100)
        long = await house.open(2, city="toy", clock=1000)
        await short.quiet()
        await long.quiet()
        await until(lambda: long.id not in house.tables.referees)
        assert list(house.tables.referees) == [short.id]

    at_home(tmp_path, test)


@pytest.mark.usefixtures("hasty")
def test_a_table_in_the_store_is_woken_when_its_time_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.tables.ROUND", 0.2)
    monkeypatch.setattr("fulgence.server.tables.SOON", 0.4)

    async def test(house: House) -> None:
        await house.tables.begin()
        company = await house.open(1, city="toy", clock=1)
        late = await house.open(1, city="toy", clock=DAY)
        await until(lambda: not house.tables.referees)
        await until(lambda: company.id in house.tables.referees)  # nobody has asked for it
        while not (written := await company.history()):
            await asyncio.sleep(0.01)
        assert written[0] == TimedOut(0)
        times = [at for at, _ in await company.entries()]
        assert 990 <= times[2] - times[1] < 3000
        assert await late.history() == []

    at_home(tmp_path, test)


def test_a_row_that_tells_a_wrong_time_is_corrected(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.open(1, city="toy", clock=DAY)
        _, due = await row(company)
        await house.store.change(company.id, "playing", 0)
        assert await house.tables.wake() == 1
        assert await row(company) == ("playing", due)
        assert await house.tables.wake() == 0

    at_home(tmp_path, test)


def test_a_bot_that_has_to_play_is_not_kept_waiting_for_the_clock(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 1, ["random"], city="toy", clock=DAY)
        assert (await company.written()).due == 0
        ann = await company.connect(0)
        await ann.until(lambda: ann.ready == [False, True])
        table = await company.written()
        assert table.due == table.turn_began + DAY * MS
        assert await row(company) == ("playing", table.due)

    at_home(tmp_path, test)


def test_many_tables_that_are_due_leave_room_for_those_that_somebody_asks_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(house: House) -> None:
        house.tables.limits = Limits(loaded=8)
        for number in range(8):
            await house.write(f"t{number}", 1, city="toy", clock=DAY, began=2 * DAY * MS)
            await house.store.change(f"t{number}", "playing", number)
        assert await house.tables.wake() == 8
        assert sorted(house.tables.referees) == ["t0", "t1", "t2", "t3", "t4"]
        assert [line.getMessage() for line in caplog.records] == [
            "too many tables are due at once; some wait"
        ]
        assert await house.tables.ask("t7", requests.Look(hashed(WATCH)))

    at_home(tmp_path, test)


class Lent:
    """Leases of a table that another process has."""

    async def claim(self, table: str) -> None:
        raise Elsewhere("another")

    def release(self, table: str) -> None:
        return


def test_a_table_of_another_server_is_left_to_it_until_that_has_gone(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.open(1, city="toy", clock=DAY)
        await house.store.change(company.id, "playing", 0)
        house.tables.leases = Lent()
        assert await house.tables.wake() == 1
        assert house.tables.referees == {}
        assert await row(company) == ("playing", 0)
        house.tables.leases = Alone()
        await house.tables.wake()
        assert list(house.tables.referees) == [company.id]

    at_home(tmp_path, test)


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
    async def test(house: House) -> None:
        company = await house.write("t", 2, city="toy", clock=60, promises=(PROMISE, PROMISE))
        ann = await company.connect(0)
        ann.say(type="reveal", salt=SALT)
        await ann.until(lambda: ann.view["promised"]["waiting_for"] == [1])
        ann.leave()
        await until(lambda: not house.tables.referees)
        ben = await company.connect(1)
        assert (ben.phase, ben.view["promised"]["waiting_for"]) == ("waiting", [1])
        ben.say(type="reveal", salt=SALT)
        await ben.until(lambda: ben.phase == "playing")
        assert 40 < ben.view["seconds_left"] <= 60  # the clock has not run before the cards were dealt

    at_home(tmp_path, test)


# Listed tables that nobody joins.


def test_a_listed_table_that_nobody_has_joined_for_a_day_is_closed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 2, free=1, city="toy", listed=True, began=DAY * MS - 200)
        ann = await company.connect(0)
        assert ann.phase == "waiting" and ann.view["seconds_left"] is None
        await ann.until(lambda: ann.phase == "closed")
        assert await company.history() == [Closed()]
        assert await row(company) == ("closed", None)
        with pytest.raises(Refused):
            await company.ask(requests.Join(hashed(INVITE), "Ben", hashed(token_of("Ben"))))

    at_home(tmp_path, test)


def test_a_listed_table_that_has_waited_for_a_salt_for_a_day_is_closed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        promises = (PROMISE, PROMISE)
        company = await house.write(
            "t", 2, city="toy", listed=True, began=DAY * MS - 200, promises=promises, clock=60
        )
        ann = await company.connect(0)
        assert (ann.phase, ann.view["promised"]["waiting_for"]) == ("waiting", [0, 1])
        ann.say(type="reveal", salt=SALT)
        await ann.until(lambda: ann.phase == "closed")
        assert await company.history() == [Revealed(0, SALT), Closed()]
        assert await row(company) == ("closed", None)
        assert (ann.view["fair"]["salts"], ann.view["game"]) == ([SALT, ""], None)
        ben = await company.connect(1)
        assert await ben.tell(type="reveal", salt=SALT) == "not-playing"

    at_home(tmp_path, test)


def test_whoever_sits_down_at_a_listed_table_makes_it_wait_for_another_day(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 3, free=2, city="toy", listed=True, began=DAY * MS - 60_000)
        await company.join(token_of("Ben"), "Ben")
        phase, due = await row(company)
        assert phase == "waiting" and due is not None
        assert 0 <= time.time() + DAY - due / MS < 20

    at_home(tmp_path, test)


def test_a_table_that_is_not_listed_waits_for_as_long_as_it_takes(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 2, free=1, city="toy", clock=5, began=400 * DAY * MS)
        await company.quiet()
        assert (await company.written()).due is None
        assert company.table.phase == "waiting"

    at_home(tmp_path, test)


# The machine's clock is set.


def step(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """As NTP does after a long time without a network."""
    right = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: right() + seconds * 1_000_000_000)


@pytest.mark.parametrize("seconds", [3600, -3600])
def test_a_turn_lasts_as_long_as_it_should_although_the_clock_of_the_machine_is_set(
    seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 1, city="toy", clock=2)
        ann = await company.connect(0)
        began = time.monotonic()
        step(monkeypatch, seconds)
        ann.say(type="view")
        await ann.until(lambda: len(ann.views) == 2)
        assert 0.5 < ann.view["seconds_left"] <= 2
        await ann.play(ann.moves[0], ready=False)
        assert await company.history() == [Moved(0, ann.game["sheets"][0]["rounds"][0][0][0], ready=False)]
        await ann.until_flip(1)
        assert 1 < time.monotonic() - began < 6
        assert 1 < ann.view["seconds_left"] <= 2  # so has the next one

    at_home(tmp_path, test)


def test_after_a_restart_nobody_has_more_than_a_whole_turn_although_the_clock_was_put_back(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        company = await house.write("t", 1, city="toy", clock=60, began=-3_600_000)
        ann = await company.connect(0)
        assert 50 < ann.view["seconds_left"] <= 60

    at_home(tmp_path, test)
