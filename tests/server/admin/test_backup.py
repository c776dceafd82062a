"""A backup of a running server has all that was acknowledged before it began, and whole transactions only."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert

from commands.shell import ask
from fulgence.server.admin.backup_file import BadBackup, check_backup, restore, whole_file
from fulgence.server.http.routes.admin import CHUNK, backup_stream
from fulgence.server.store import schema
from fulgence.server.store.copying import CopyStopped
from fulgence.server.store.database import Embedded
from server.databases import in_loop, opened
from server.server_process import Player, put_empty_database, serving

FILLER = 8000  # entries, so that a copy takes some dozen milliseconds


def filled_database(file: Path) -> None:
    put_empty_database(file)
    with closing(sqlite3.connect(file)) as database:
        rows = [(f"t{number:06}", 0, 1, "x" * 500) for number in range(FILLER)]
        database.executemany("insert into entries (table_id, number, at, body) values (?, ?, ?, ?)", rows)
        database.commit()


def entries_in(file: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as database:
        rows = database.execute(
            "select number, body from entries where table_id = ? order by number", (table,)
        ).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows)))
    return [body for _, body in rows]


def quiet(done: int, total: int) -> None:
    assert done <= total


@in_loop
async def test_a_copy_has_whole_transactions_only_although_others_write(tmp_path: Path) -> None:
    filled_database(tmp_path / "games.db")
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        assert isinstance(store.database, Embedded)
        written, steps = 0, 0

        def pair(connection: Connection) -> None:
            """Into the first and the last page of the table, which are copied at different times."""
            rows = [{"table_id": id, "number": written, "at": 1, "body": "move"} for id in ("a", "z")]
            connection.execute(insert(schema.entries), rows)

        def report(done: int, total: int) -> None:
            nonlocal steps
            steps += 1

        await store.write(pair)
        written += 1
        copying = asyncio.create_task(store.database.copy(tmp_path / "copy.db", report))
        while not copying.done():
            await store.write(pair)
            written += 1
        await copying
    assert steps > 10 and written > 3, "nobody has written meanwhile"
    first, last = (len(entries_in(tmp_path / "copy.db", id)) for id in "az")
    assert 1 <= first == last <= written
    check_backup(tmp_path / "copy.db")


@in_loop
async def test_a_store_that_is_closed_ends_a_copy_first(tmp_path: Path) -> None:
    filled_database(tmp_path / "games.db")
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        assert isinstance(store.database, Embedded)
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def report(done: int, total: int) -> None:
            loop.call_soon_threadsafe(begun.set)

        copying = asyncio.create_task(store.database.copy(tmp_path / "copy.db", report))
        await begun.wait()
    with pytest.raises(CopyStopped):
        await copying


@in_loop
async def test_an_operator_who_goes_away_leaves_no_draft_and_nobody_waits_for_the_next_backup(
    tmp_path: Path,
) -> None:
    filled_database(tmp_path / "games.db")
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        assert isinstance(store.database, Embedded)
        lock, draft = asyncio.Lock(), tmp_path / "games.db.backup-1"
        reading = asyncio.ensure_future(anext(backup_stream(store.database, draft, lock)))
        async with asyncio.timeout(10):
            while not lock.locked():
                await asyncio.sleep(0)
            assert draft.exists()
            reading.cancel()
            await asyncio.wait([reading])
            assert reading.cancelled()
            async with lock:
                pass
            while draft.exists():
                await asyncio.sleep(0)
        parts = [part async for part in backup_stream(store.database, draft, lock)]
        size = json.loads(next(part for part in parts if part.startswith(b'{"size"')))["size"]
        assert sum(map(len, parts[-(size // CHUNK + 1) :])) == size
        assert not draft.exists()


def test_a_backup_under_load_has_all_that_was_acknowledged_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, backup = tmp_path / "games.db", tmp_path / "backup" / "games.db"
    backup.parent.mkdir()
    filled_database(database)
    address = f"sqlite:///{database}"
    with serving(tmp_path) as server:
        (seat,) = server.open(1, city="london")
        with seat.connect() as ann:
            for _ in range(4):
                ann.play(ann.moves[0])
            acknowledged = len(ann.acknowledged)
            done = threading.Event()
            playing = threading.Thread(target=change_mind, args=(ann, done))
            playing.start()
            answer = ask(capsys, "backup", backup, "--database", address, "--json")
            during = len(ann.acknowledged)
            done.set()
            playing.join()
            shutil.copy(database, tmp_path / "naive.db")  # what must not be done
        assert ask(capsys, "backup", backup, "--database", address).err.endswith("--force overwrites it\n")
        refused = ask(capsys, "restore", backup, "--database", address, "--yes")
        assert (refused.code, refused.err) == (
            1,
            f"fulgence: {database}: a running server uses it: stop it first\n",
        )
    assert answer.code == 0, answer.err
    assert during > acknowledged, "nobody has played meanwhile"
    (facts,) = answer.objects
    assert (facts["tables"], facts["bytes"]) == (1, backup.stat().st_size)
    assert backup.stat().st_mode & 0o777 == 0o600
    kept = [json.loads(body)["entry"] for body in entries_in(backup, seat.table)]
    assert len(kept) >= 2 + acknowledged
    assert len(entries_in(tmp_path / "naive.db", seat.table)) < 2 + acknowledged
    answer = ask(capsys, "restore", backup, "--database", address, "--yes", "--json")
    aside = Path(answer.objects[0]["aside"])
    assert len(entries_in(database, seat.table)) == len(kept)
    assert len(entries_in(aside, seat.table)) > len(kept)
    left = sorted(file.name for file in tmp_path.iterdir() if file.is_file())
    assert left == ["games.db", aside.name, "naive.db"]
    with serving(tmp_path) as server:
        seat.server = server
        with seat.connect() as ann:
            assert ann.view["ply"] == len(kept) - 2


def change_mind(player: Player, done: threading.Event) -> None:
    """Play and take back, as fast as the server lets one."""
    while not done.is_set():
        ply = player.view["ply"]
        player.play(player.moves[0], ready=False)
        player.say(type="undo", ply=ply + 1)
        player.until("ack")
        while player.view["ply"] < ply + 2:
            player.until("view")


def test_what_is_no_whole_backup_is_not_put_back(tmp_path: Path) -> None:
    database, backup = tmp_path / "games.db", tmp_path / "backup.db"
    filled_database(database)
    before = database.read_bytes()
    backup.write_bytes(b"not a database" * 1000)
    with pytest.raises(BadBackup, match="not a database of Fulgence"):
        restore(backup, database, quiet)
    torn = bytearray(before)
    torn[4096 * 50 : 4096 * 52] = bytes(8192)
    backup.write_bytes(torn)
    with pytest.raises(BadBackup, match="damaged"):
        restore(backup, database, quiet)
    backup.write_bytes(before)
    with closing(sqlite3.connect(backup)) as newer:
        newer.execute("update alembic_version set version_num = '0999'")
        newer.commit()
    with pytest.raises(BadBackup, match="of a newer version: revision 0999"):
        restore(backup, database, quiet)
    assert database.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.db", "games.db"]


def test_a_damaged_database_is_kept_aside_with_its_log(tmp_path: Path) -> None:
    database, backup = tmp_path / "games.db", tmp_path / "backup.db"
    filled_database(backup)
    database.write_bytes(b"damage" * 1000)
    (tmp_path / "games.db-wal").write_bytes(b"its log")
    aside = restore(backup, database, quiet)
    assert aside and aside.read_bytes().startswith(b"damage")
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"its log"
    assert not (tmp_path / "games.db-wal").exists()
    assert len(entries_in(database, "t000000")) == 1


def test_a_backup_that_fails_leaves_nothing_and_spares_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    file.write_text("old")
    with pytest.raises(RuntimeError), whole_file(file, force=True) as draft:
        draft.write_text("half of it")
        raise RuntimeError
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("backup.db", "old")]
