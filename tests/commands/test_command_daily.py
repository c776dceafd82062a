"""`fulgence daily`: today's game at a real server, from the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.shell import Answer, ask
from server.server_process import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path / "data"))


Capture = pytest.CaptureFixture[str]


def daily(capsys: Capture, server: Server, *arguments: str, typed: str = "") -> Answer:
    return ask(capsys, "daily", "--server", server.url, *arguments, stdin=typed.encode())


def test_today_is_played_to_its_end_once_and_the_result_is_told(
    capsys: Capture, server: Server, tmp_path: Path
) -> None:
    first = daily(capsys, server, "london", "--accessible", typed="")
    assert first.code == 2 and "--name" in first.err
    typed = "\n".join(["p", ""] * 80)
    stopped = daily(capsys, server, "london", "--name", "Ann", "--accessible", typed="p\n\nq\ny\n")
    assert stopped.code == 0, stopped.err
    assert "The server keeps the game" in stopped.out
    keys = tmp_path / "data" / "player-keys.json"
    assert list(json.loads(keys.read_text())) == [server.url]
    assert keys.stat().st_mode & 0o077 == 0
    played = daily(capsys, server, "london", "--accessible", typed=typed)
    assert played.code == 0, played.err
    assert "The game is over." in played.out
    assert "Place 1 of 1" in played.out
    again = daily(capsys, server, "london", "--accessible")
    assert "Your move" not in again.out and "Place 1 of 1" in again.out
    told = daily(capsys, server, "london", "--json")
    assert json.loads(told.out)["best"][0]["name"] == "Ann"
    practice = daily(capsys, server, "london", "--practice", "--accessible", typed="q\ny\n")
    assert "it does not count" in practice.out


def test_wrong_addresses_and_cities_are_told(capsys: Capture, server: Server) -> None:
    assert "no daily game in toy" in daily(capsys, server, "toy", "--name", "Ben").err
    nobody = ask(capsys, "daily", "--server", "http://127.0.0.1:9", "--name", "Ben")
    assert nobody.code == 1 and "no Fulgence server answers" in nobody.err
    wrong = ask(capsys, "daily", "--server", "nowhere", "--name", "Ben")
    assert "is not the web address of a server" in wrong.err
    assert "Nobody has finished yet." in daily(capsys, server, "berlin", "--results").out
