"""Where a server keeps its games: the folder, and a plain word when it cannot."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fulgence.folders import data_folder
from fulgence.server.store.database import default_database
from server.databases import ENGINES, new_database
from server.server_process import Failed, serving


def refusal(database: str) -> str:
    """What a server says that does not start: one line, and the exit code is 1."""
    command = [sys.executable, "-m", "fulgence", "serve", "--port=0", f"--database={database}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_server_is_refused_and_the_first_goes_on(tmp_path: Path, engine: str) -> None:
    with new_database(engine, tmp_path) as address, serving(tmp_path, database=address) as server:
        with server.open()[0].connect() as ann:
            said = refusal(address)
            assert said.startswith(f"fulgence: {address}: another server is using this database")
            ann.play(ann.moves[0])
            assert ann.view["ply"] == 1
        assert server.call("GET", "/api/health")["status"] == "ok"


def test_a_folder_that_does_not_exist_is_made(tmp_path: Path) -> None:
    with serving(tmp_path / "some" / "where"):
        assert (tmp_path / "some" / "where" / "games.db").exists()


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    address = f"sqlite:///{tmp_path}/file/games.db"
    said = refusal(address)
    assert said.startswith(f"fulgence: {address}: ")
    assert "File exists" in said or "Not a directory" in said


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a folder where nobody may write")
def test_a_folder_where_nobody_may_write_is_told() -> None:
    said = refusal("sqlite:////sys/fulgence/games.db")
    assert said.startswith("fulgence: sqlite:////sys/fulgence/games.db: ")
    assert "not permitted" in said or "Permission denied" in said


def test_a_postgresql_that_nobody_answers_for_is_told() -> None:
    said = refusal("postgresql://ann:secret@127.0.0.1:1/games")
    assert said.startswith("fulgence: postgresql://ann:***@127.0.0.1:1/games: ")


def test_a_server_without_an_address_uses_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path / "data"))
    with serving(tmp_path, "--database="):
        assert (tmp_path / "data" / "games.db").exists()
        assert not (tmp_path / "games.db").exists()


def test_the_data_folder_is_the_one_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ann/data")
    monkeypatch.setenv("FULGENCE_DATA", "/srv/games")
    assert data_folder() == Path("/srv/games")
    assert default_database() == "sqlite:////srv/games/games.db"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems have folders of their own")
def test_the_data_folder_is_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FULGENCE_DATA", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ann/data")
    assert data_folder() == Path("/home/ann/data/fulgence")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path("/home/ann/.local/share/fulgence")


def test_a_server_on_all_addresses_answers_to_those_and_to_no_other_name(tmp_path: Path) -> None:
    with serving(tmp_path, "--host=0.0.0.0") as server:
        port = server.url.rpartition(":")[2]
        assert not server.url.startswith("http://0.")  # it tells an address that others can open
        for url in (server.url, f"http://127.0.0.1:{port}", f"http://127.0.0.2:{port}"):
            assert replace(server, url=url).call("GET", "/api/health")["status"] == "ok"
        for name in ("elsewhere.example", "0.0.0.0", "127.0.0.3", "10.9.8.7"):
            with pytest.raises(Failed) as refused:
                server.call("GET", "/api/health", Host=name)
            assert refused.value.status == 421
