"""A PostgreSQL that says nothing, or whose answer is lost: nobody waits for ever, and nobody is told
what is not known."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fulgence.server.store.database import BadDatabase
from fulgence.server.store.store import open_store
from fulgence.table.refusals import Refused, StoreConflict, StoreFailed
from server.databases import in_loop, new_database, opened
from server.proxy import Proxy
from server.server_process import Failed, Player, Server, serving, start
from server.store.test_store import ROW

FEW = 8.0  # seconds


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as address:
        yield address


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy(5432) as line:
        yield line


@pytest.fixture
def far(database: str, proxy: Proxy) -> str:
    """The same database at the other end of the cable."""
    return database.replace("127.0.0.1", f"127.0.0.1:{proxy.port}")


@contextlib.contextmanager
def soon(seconds: float = FEW) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


def code_of(server: Server, path: str) -> tuple[int, str]:
    with pytest.raises(Failed) as failed:
        server.call("GET", path)
    return failed.value.status, failed.value.code


def play_on(player: Player, moves: int = 3) -> None:
    for _ in range(moves):
        player.play(player.moves[0])


# The store.


@in_loop
async def test_a_silent_database_fails_in_a_few_seconds_and_then_works_again(
    far: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.store.database.SILENCE", 0)
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        await store.entries("a")
        proxy.fall_silent()
        with soon(), pytest.raises(Refused):
            await store.append("a", 1, [(1, "unheard")])
        with soon(), pytest.raises(StoreFailed):
            await store.entries("a")
        with soon():
            assert not await store.is_writable()
        proxy.resume()
        assert await store.is_writable()
        number = len(await store.entries("a"))
        await store.append("a", number, [(2, "heard")])


@in_loop
async def test_while_the_database_is_silent_many_are_refused_as_fast_as_one(far: str, proxy: Proxy) -> None:
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.fall_silent()
        with soon():
            reading = (store.entries(f"t{n}") for n in range(200))
            writing = (store.append(f"t{n}", 0, [(0, "unheard")], ROW) for n in range(200))
            answers = await asyncio.gather(*reading, *writing, return_exceptions=True)
        assert all(isinstance(answer, Refused) for answer in answers)
        proxy.resume()


@in_loop
async def test_a_connection_that_is_forgotten_while_idle_does_not_cost_the_next_move(
    far: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.store.bounded_connection.IDLE", 0)
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        await store.entries("a")
        proxy.forget()
        with soon():
            await store.append("a", 1, [(1, "kept")])
        with soon():
            assert await store.entries("a") == [(0, "opened"), (1, "kept")]
        with pytest.raises(BadDatabase, match="another server is using this database"):
            await open_store(far)


@in_loop
async def test_a_database_that_is_silent_from_the_start_is_refused(far: str, proxy: Proxy) -> None:
    proxy.fall_silent()
    with soon(), pytest.raises(BadDatabase):
        await open_store(far)
    proxy.resume()


@in_loop
async def test_a_store_is_closed_although_its_database_is_silent(far: str, proxy: Proxy) -> None:
    store = await open_store(far)
    await store.append("a", 0, [(0, "opened")], ROW)
    await store.entries("a")
    proxy.fall_silent()
    waiting = [asyncio.create_task(store.append(f"t{n}", 0, [(0, "late")], ROW)) for n in range(3)]
    await asyncio.sleep(0)
    with soon(5):
        await store.close()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(answer, Refused) for answer in answers)
    proxy.resume()


@in_loop
async def test_when_the_answer_to_the_commit_is_lost_it_is_in_doubt_and_written(
    far: str, proxy: Proxy
) -> None:
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.watched = b"COMMIT"
        with pytest.raises(Refused) as refused:
            await store.append("a", 1, [(1, "written")])
        assert refused.value.code == "in-doubt"
        assert await store.entries("a") == [(0, "opened"), (1, "written")]
        await store.append("a", 2, [(2, "more")])


@in_loop
async def test_when_the_commit_itself_is_lost_it_is_in_doubt_and_not_written(far: str, proxy: Proxy) -> None:
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.watched, proxy.is_passed_on = b"COMMIT", False
        with pytest.raises(Refused) as refused:
            await store.append("a", 1, [(1, "never")])
        assert refused.value.code == "in-doubt"
        assert await store.entries("a") == [(0, "opened")]
        await store.append("a", 1, [(2, "instead")])


@in_loop
async def test_what_was_lost_before_the_commit_was_certainly_not_written(far: str, proxy: Proxy) -> None:
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.watched = b"BEGIN"
        with pytest.raises(StoreFailed):
            await store.append("a", 1, [(1, "never")])
        assert await store.entries("a") == [(0, "opened")]
        await store.append("a", 1, [(2, "instead")])


@in_loop
async def test_a_commit_that_arrives_late_is_in_doubt_and_harms_nothing(
    far: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.store.database.SILENCE", 0)
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.watched, proxy.is_held = b"COMMIT", True
        with soon(), pytest.raises(Refused) as refused:
            await store.append("a", 1, [(1, "late")])
        assert refused.value.code == "in-doubt"
        proxy.resume()
        kept = False
        while not kept:
            number = len(await store.entries("a"))
            with contextlib.suppress(StoreConflict):
                await store.append("a", number, [(2, "kept")])
                kept = True
        bodies = [body for _, body in await store.entries("a")]
        assert bodies in (["opened", "kept"], ["opened", "late", "kept"])


@in_loop
async def test_what_is_lost_before_anything_was_asked_is_not_in_doubt(
    far: str, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fulgence.server.store.bounded_connection.IDLE", 0)
    async with opened(far) as store:
        await store.append("a", 0, [(0, "opened")], ROW)
        proxy.cut()
        proxy.mend()
        proxy.watched = b"COMMIT"  # the first is that of the new connection
        with pytest.raises(StoreFailed):
            await store.append("a", 1, [(1, "never")])
        assert await store.entries("a") == [(0, "opened")]
        await store.append("a", 1, [(2, "instead")])


# The server.


def test_moves_are_refused_in_a_few_seconds_while_the_database_is_silent(
    tmp_path: Path, far: str, proxy: Proxy
) -> None:
    with serving(tmp_path, database=far) as server:
        [ann] = server.open()
        with ann.connect() as player:
            play_on(player)
            proxy.fall_silent()
            with soon():
                player.say(type="move", ply=3, move=player.moves[0])
                while (heard := player.hear())["type"] != "error":
                    pass
            assert heard["code"] in ("storage", "in-doubt")
            with soon():
                assert code_of(server, "/api/health") == (503, "storage")
            assert server.call("GET", "/api/version")["api"] == 1
            move = player.moves[0]
        proxy.resume()
        server.until_ready()
        with ann.connect() as player:
            player.say(type="move", ply=3, move=move)
            player.until("ack")
            if player.view["ply"] == 3:  # it was not written the first time
                player.until("view")
            play_on(player)


def test_a_server_ends_in_ten_seconds_although_its_database_is_silent(
    tmp_path: Path, far: str, proxy: Proxy
) -> None:
    server = start(tmp_path, database=far)
    [ann] = server.open()
    with ann.connect() as player:
        play_on(player)
        proxy.fall_silent()
        player.say(type="move", ply=3, move=player.moves[0])
        with soon(10):
            server.process.terminate()
            server.process.wait(20)
    assert server.process.returncode == 0
    server.wait()
    proxy.resume()


def test_a_server_does_not_start_while_its_database_is_silent(tmp_path: Path, far: str, proxy: Proxy) -> None:
    proxy.fall_silent()
    with soon(20), pytest.raises(RuntimeError, match="did not start"):
        start(tmp_path, database=far)
    proxy.resume()


def test_a_restarted_database_does_not_cost_the_first_move(tmp_path: Path, far: str, proxy: Proxy) -> None:
    with serving(tmp_path, database=far) as server:
        [ann] = server.open()
        with ann.connect() as player:
            play_on(player)
            proxy.cut()
            proxy.mend()
            play_on(player)
        assert server.call("GET", "/api/health")["status"] == "ok"


@pytest.mark.parametrize("is_passed_on", [True, False])
def test_a_move_whose_commit_was_not_answered_is_in_doubt_and_can_be_said_again(
    tmp_path: Path, far: str, proxy: Proxy, is_passed_on: bool
) -> None:
    with serving(tmp_path, database=far) as server:
        [ann] = server.open()
        with ann.connect() as player:
            play_on(player)
            move = player.moves[0]
            proxy.watched, proxy.is_passed_on = b"COMMIT", is_passed_on
            player.say(type="move", ply=3, move=move)
            while (heard := player.hear())["type"] != "error":
                pass
            assert (heard["code"], heard["ply"]) == ("in-doubt", 3)
            assert player.until("view")["ply"] == (4 if is_passed_on else 3)
            player.say(type="move", ply=3, move=move)
            assert player.until("ack")["ply"] == 3
            if not is_passed_on:
                assert player.until("view")["ply"] == 4
            play_on(player)
            assert player.view["ply"] == 7
            sheet = player.view["game"]["sheets"][0]["rounds"]
            assert sum(turn.count(move) for round in sheet for turn in round) == 1


@pytest.mark.parametrize("is_passed_on", [True, False])
def test_a_join_whose_commit_was_not_answered_finds_its_seat(
    tmp_path: Path, far: str, proxy: Proxy, is_passed_on: bool
) -> None:
    body = {"name": "Ben", "request": "0123456789abcdef" * 2}
    with serving(tmp_path, database=far) as server:
        wish = {"city": "toy", "seats": [{"kind": "person"}] * 3, "name": "Ann"}
        opened = server.call("POST", "/api/tables", wish)
        path = f"/api/tables/{opened['table']}"
        server.call("GET", path, token=opened["token"])
        proxy.watched, proxy.is_passed_on = b"COMMIT", is_passed_on
        with pytest.raises(Failed) as failed:
            server.call("POST", f"{path}/join", body, token=opened["invite"])
        assert (failed.value.status, failed.value.code) == (503, "in-doubt")
        joined = server.call("POST", f"{path}/join", body, token=opened["invite"])
        assert joined["seat"] == 1
        seats = server.call("GET", path, token=joined["token"])["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "free"]
