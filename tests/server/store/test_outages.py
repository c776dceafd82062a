"""Games on a disk that is full, after a power failure, and while the database is away."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from server.databases import cut_connections, new_database, tell_postgresql
from server.server_process import Failed, Player, Seat, serving, start

if sys.platform != "linux":
    pytest.skip("these failures are made with means of Linux", allow_module_level=True)

from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

SYNCED = Path(__file__).parent / "synced.c"


def play_some(player: Player, moves: int) -> None:
    for _ in range(moves):
        player.play(player.moves[0])


def test_on_a_full_disk_a_move_is_refused_and_can_be_made_when_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path) as server, (seat := server.open()[0]).connect() as ann:
        play_some(ann, 5)
        sheets, move = ann.view["game"]["sheets"], ann.moves[0]
        [written] = tmp_path.glob("*-wal")
        prlimit(server.process.pid, RLIMIT_FSIZE, (written.stat().st_size, RLIM_INFINITY))
        ann.say(type="move", ply=5, move=move)
        refusal = ann.hear()
        assert refusal["type"] == "error"
        assert refusal["code"] == "storage"
        assert refusal["ply"] == 5
        ann.until("view")
        assert ann.view["ply"] == 5
        assert ann.view["game"]["sheets"] == sheets
        prlimit(server.process.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        ann.play(move)
        assert ann.view["ply"] == 6
        play_some(ann, 5)
        server.kill()
        with serving(tmp_path) as again, Seat(again, seat.table, 0, seat.token, {}).connect() as back:
            assert back.view["game"] == ann.view["game"]


@pytest.fixture
def synced_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Servers that are started from now on leave here what they have synced."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    library, folder = tmp_path / "synced.so", tmp_path / "synced"
    folder.mkdir()
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SYNCED, "-ldl"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("SYNCED", str(folder))
    return folder


def test_after_a_power_failure_every_acknowledged_move_is_there(
    tmp_path: Path, synced_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(tmp_path)
    [ann] = server.open()
    with ann.connect() as player:
        play_some(player, 20)
        server.kill()
        before = player.view
    monkeypatch.delenv("LD_PRELOAD")
    with serving(synced_folder) as again, Seat(again, ann.table, 0, ann.token, {}).connect() as back:
        assert back.view["ply"] == 20
        assert back.view["game"] == before["game"]


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[str]:
    with new_database("postgresql", tmp_path) as address:
        yield address


def test_a_game_goes_on_when_its_database_is_back(tmp_path: Path, postgresql: str) -> None:
    name = postgresql.rpartition("/")[2]
    with serving(tmp_path, database=postgresql) as server:
        [ann] = server.open()
        with ann.connect() as player:
            play_some(player, 5)
            before, move = player.view, player.moves[0]
            asyncio.run(tell_postgresql(f"alter database {name} allow_connections false"))
            asyncio.run(cut_connections(postgresql))
            player.say(type="move", ply=5, move=move)
            with pytest.raises(ConnectionClosed) as closed:
                assert player.hear()["code"] == "storage"
                player.hear()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
            with pytest.raises(Failed) as answer:
                server.call("GET", "/api/health")
            assert (answer.value.status, answer.value.code) == (503, "storage")
            with pytest.raises(Failed) as answer:
                ann.call("GET", "")
            assert (answer.value.status, answer.value.code) == (503, "storage")
        asyncio.run(tell_postgresql(f"alter database {name} allow_connections true"))
        with ann.connect() as player:
            assert player.view["game"] == before["game"]
            player.say(type="move", ply=5, move=move)
            while player.hear()["type"] != "ack":  # the first may still meet the old connection
                player.say(type="move", ply=player.view["ply"], move=move)
            player.until("view")
            play_some(player, 5)
        server.until_ready()
