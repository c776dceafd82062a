"""The program as a process: interrupts, closed pipes, full disks, other encodings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from commands.records import TOY, changed
from commands.shell import CITIES, HERE, command, environment, run, without_note

LONG = ("simulate", "toy", "--bot", "random", "--games", "10000000")


def started(*arguments: str) -> subprocess.Popen[bytes]:
    # Whoever starts the tests in the background may have told them to ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            command(*arguments),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # so that `communicate` goes on where `readline` stopped
        )
    finally:
        signal.signal(signal.SIGINT, before)


def shell(line: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """A line of the shell in which $FULGENCE is the program."""
    program = " ".join(f"'{word}'" for word in command())
    return subprocess.run(
        ["sh", "-c", line.replace("$FULGENCE", program)],
        env=environment(**variables),
        capture_output=True,
        check=False,
    )


def test_an_interrupt_ends_a_long_simulation_with_code_130() -> None:
    with started(*LONG) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert without_note(err.decode()) == "\nfulgence: interrupted\n"
    complete = [first, *rest.splitlines(keepends=True)[:-1]]
    assert all(json.loads(line)["city"] == "toy" for line in complete)


def test_a_reader_that_has_enough_is_no_failure() -> None:
    with started(*LONG) as process:
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["city"] == "toy"
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == 0
    assert without_note(err.decode()) == ""


def test_a_replay_into_a_reader_that_has_enough_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes((HERE / "toy_solo.json").read_bytes() * 1000)
    with started("replay", str(file), "--json", "--legal") as process:
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["city"] == "toy"
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (0, b"")


def test_a_pipe_into_head_is_quiet() -> None:
    result = shell(f"$FULGENCE {' '.join(LONG)} | head -1")
    assert (result.returncode, result.stdout.count(b"\n")) == (0, 1)
    assert without_note(result.stderr.decode()) == ""


def test_simulated_games_can_be_piped_into_replay() -> None:
    result = shell("$FULGENCE simulate toy --games 3 | $FULGENCE replay - --json")
    assert result.returncode == 0
    assert [json.loads(line)["finished"] for line in result.stdout.splitlines()] == [True] * 3


def test_a_failure_is_the_exit_code_of_the_process() -> None:
    empty = run("replay", os.devnull)
    assert (empty.returncode, empty.stdout) == (1, b"")
    assert empty.stderr.startswith(
        f"fulgence: {os.devnull}: record 1: this is not a record: the text is empty".encode()
    )
    missing = run("replay", "nowhere.json")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr == b"fulgence: nowhere.json: cannot be read: No such file or directory\n"
    unknown = run("city", "check", "atlantis")
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert unknown.stderr == f"fulgence: unknown city 'atlantis'; choose from {CITIES}\n".encode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", ["doctor", "simulate toy --games 200", "replay - --json"])
def test_an_output_that_cannot_be_written_is_a_failure(arguments: str) -> None:
    result = shell(f"$FULGENCE {arguments} > /dev/full < '{HERE / 'toy_solo.json'}'")
    assert result.returncode == 1
    assert without_note(result.stderr.decode()) == (
        "fulgence: cannot write the output: No space left on device\n"
    )


def test_closed_streams_are_no_reason_to_crash() -> None:
    assert shell("$FULGENCE doctor >&-").returncode == 0
    silent = shell("$FULGENCE simulate toy --games 2 >&-")
    assert (silent.returncode, without_note(silent.stderr.decode())) == (0, "")
    deaf = shell("$FULGENCE replay - <&-")
    assert (deaf.returncode, deaf.stdout) == (1, b"")
    assert deaf.stderr == b"fulgence: -: cannot be read: standard input is closed\n"


def test_names_reach_a_terminal_that_has_no_such_letters(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = changed(TOY, "seats/0/name", "Zoë ★")
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    shown = run("replay", str(file), PYTHONIOENCODING="ascii")
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.splitlines()[1] == rb"Zo\xeb \u2605 - verdict 6 of 6"
    told = run("replay", str(file), "--json", PYTHONIOENCODING="ascii")
    assert json.loads(told.stdout)["seats"][0]["name"] == "Zoë ★"


def test_standard_input_is_utf8_whatever_the_terminal_is() -> None:
    record = json.dumps(changed(TOY, "seats/0/name", "Zoë"), ensure_ascii=False).encode()
    result = subprocess.run(
        command("replay", "-", "--json"),
        env=environment(PYTHONIOENCODING="latin-1"),
        input=record,
        capture_output=True,
        check=False,
    )
    assert json.loads(result.stdout)["seats"][0]["name"] == "Zoë"
