"""A missing file is a usage error: exit code 2, in every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.shell import ask

READING = ["replay", "verify", "review", "draw", "score", "perft"]
CITIES = ["city check", "play", "simulate", "arena", "bench", "perft", "train", "draw --blank"]


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("reason", ["No such file or directory", "Is a directory"])
def test_a_file_that_does_not_exist_is_a_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, reason: str
) -> None:
    file = tmp_path / "game.json"
    if reason == "Is a directory":
        file.mkdir()
    answer = ask(capsys, command, file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {file}: cannot be read: {reason}\n"


@pytest.mark.parametrize("command", CITIES)
def test_a_city_file_that_does_not_exist_is_a_wrong_usage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "vienna.toml"
    answer = ask(capsys, *command.split(), file)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {file}: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("command", READING)
def test_a_file_that_holds_something_else_is_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"\xff")
    answer = ask(capsys, command, file)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: {file}: cannot be read: it is not UTF-8 text\n"
