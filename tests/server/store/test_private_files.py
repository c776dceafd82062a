"""What a server writes down is for nobody else on the machine."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from fulgence.folders import make_private_file, make_private_folder
from server.server_process import Server, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def play(server: Server) -> None:
    with server.open(city="toy")[0].connect() as player:
        player.play(player.moves[0])


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("FULGENCE_DATA", str(folder))
    return folder


def test_nobody_else_reads_the_folder_the_database_and_its_log(data_folder: Path) -> None:
    old = os.umask(0)
    try:
        with serving(data_folder, database=f"sqlite:///{data_folder}/games.db") as server:
            play(server)
            files = {file.name: mode(file) for file in data_folder.iterdir()}
    finally:
        os.umask(old)
    assert mode(data_folder) == "0o700"
    assert files == {"games.db": "0o600", "games.db-wal": "0o600", "games.db.control": "0o600"}


def test_what_was_open_to_others_is_shut_when_the_server_starts(data_folder: Path) -> None:
    database = f"sqlite:///{data_folder}/games.db"
    with serving(data_folder, database=database) as server:
        play(server)
        server.kill()  # so that its log stays
    data_folder.chmod(0o755)
    for file in data_folder.iterdir():
        file.chmod(0o644)
    left = [file.name for file in sorted(data_folder.iterdir())]
    assert left == ["games.db", "games.db-wal", "games.db.control"]
    with serving(data_folder, database=database) as server:
        play(server)
        assert {mode(file) for file in data_folder.iterdir()} == {"0o600"}
    assert mode(data_folder) == "0o700"


def test_a_folder_that_is_not_the_servers_own_stays_as_it_is(tmp_path: Path, data_folder: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    make_private_folder(shared)
    make_private_file(shared / "games.db")
    assert (mode(shared), mode(shared / "games.db")) == ("0o755", "0o600")
    make_private_folder(shared / "new")
    assert mode(shared / "new") == "0o700"
