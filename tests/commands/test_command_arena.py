"""`fulgence arena`: its table, its JSON, resuming from a file, interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from commands.shell import ask, command, environment, run, without_note
from faulty_bots import Raising
from fulgence.bots.bot import BOTS
from fulgence.commands.shared.progress_bar import ProgressBar
from fulgence.rules.cityfile.city_reader import city_text

SHORT = ("arena", "toy", "--deals", "20", "--seed", "7", "--jobs", "1")
LONG = ("arena", "toy", "--deals", "200000", "--seed", "7")
PATIENCE = 60.0

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="the library ray is not installed")


def timeless(text: str | bytes) -> dict[str, Any]:
    """The object that was printed, without the times."""
    found: dict[str, Any] = json.loads(text)
    for bot in found["bots"]:
        assert bot.pop("ms_per_decision") > 0
    return found


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program in a group of processes of its own, as a terminal has it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            command(*arguments),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def until(condition: Callable[[], bool]) -> None:
    """There is no message to wait for: what is asked for happens in a file or to a process."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def nobody_is_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_object_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--addons", "powers,objectives", "--bots", "random, greedy", "--json")
    answer = ask(capsys, *SHORT, *arguments)
    assert (answer.code, answer.err) == (0, "")
    (found,) = answer.objects
    assert list(found) == ["city", "addons", "deals", "bots", "pairs"]
    assert (found["city"], found["addons"], found["deals"]) == ("toy", ["objectives", "powers"], 20)
    assert [list(bot) for bot in found["bots"]] == [["bot", "mean", "se", "ms_per_decision"]] * 2
    assert [bot["bot"] for bot in found["bots"]] == ["random", "greedy"]
    assert {type(bot[key]) for bot in found["bots"] for key in ("mean", "se", "ms_per_decision")} == {float}
    (pair,) = found["pairs"]
    assert list(pair) == ["bot", "against", "difference", "low", "high"]
    assert (pair["bot"], pair["against"]) == ("greedy", "random")
    means = {bot["bot"]: bot["mean"] for bot in found["bots"]}
    assert pair["difference"] == pytest.approx(means["greedy"] - means["random"])
    assert pair["low"] < pair["difference"] < pair["high"]


def test_the_same_seed_gives_the_same_object_with_any_number_of_processes() -> None:
    one = run(*SHORT, "--json", PYTHONHASHSEED="1")
    two = run(*SHORT[:-1], "2", "--json", PYTHONHASHSEED="2")
    bare = run(*SHORT, "--json", FULGENCE_INTERPRETED="1")
    assert (one.returncode, two.returncode, bare.returncode) == (0, 0, 0)
    assert timeless(one.stdout) == timeless(two.stdout) == timeless(bare.stdout)


def test_the_table_has_aligned_columns(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, *SHORT, "--bots", "greedy,random")
    assert (answer.code, answer.err) == (0, "")
    rows = answer.out.splitlines()
    assert rows[0] == "toy, 20 deals, seed 7"
    assert rows[2].split() == ["bot", "mean", "std.", "error", "ms", "per", "decision"]
    assert [row.split()[0] for row in rows[3:5]] == ["greedy", "random"]
    assert len({len(row) for row in rows[2:5]}) == 1
    assert rows[6] == "difference on the same deals, with a 95 % interval (normal approximation)"
    assert rows[8].split() == ["points", "from", "to"]
    assert rows[9].startswith("random - greedy ")
    assert len(rows[8]) == len(rows[9])
    assert len(rows) == 10


def test_one_bot_is_measured_alone(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, *SHORT, "--bots", "greedy")
    assert (answer.code, "difference" in answer.out) == (0, False)
    assert ask(capsys, *SHORT, "--bots", "greedy", "--json").objects[0]["pairs"] == []


def test_one_deal_has_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = ask(capsys, "arena", "toy", "--deals", "1", "--json").objects
    assert [bot["se"] for bot in found["bots"]] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "greedy,greedy"], "--bots names greedy twice"),
        (["--bots", "greedy,random, greedy"], "--bots names greedy twice"),
        (["--bots", ","], "--bots names no bot"),
        (
            ["--bots", "greedy,oracle"],
            f"there is no bot 'oracle'; there are {', '.join(BOTS)}, flat:N, mcts:N (N: 1 to 1000000)",
        ),
        (["--addons", "gates"], "Toy Town has no add-on 'gates'; it allows objectives, powers"),
    ],
)
def test_what_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    answer = ask(capsys, *SHORT, *arguments)
    assert (answer.code, answer.out, answer.err) == (2, "", f"fulgence: {sentence}\n")


@pytest.mark.parametrize("option", ["--deals", "--jobs"])
def test_nothing_is_not_a_number_of_deals_or_processes(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    answer = ask(capsys, "arena", "toy", option, "0")
    assert (answer.code, answer.out) == (2, "")
    assert "'0' is not a whole number of at least 1" in answer.err


def test_a_bot_that_fails_ends_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOTS, "raising", lambda rng: Raising())
        answer = ask(capsys, *SHORT, "--bots", "greedy,raising")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "fulgence: the bot raising failed on deal 0: ZeroDivisionError: no time left\n"


def test_a_city_of_ones_own_is_played_by_other_processes_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(city_text("toy"), encoding="utf-8")
    own = run("arena", str(file), *SHORT[2:-1], "2", "--json")
    assert own.returncode == 0
    assert timeless(own.stdout) == {**timeless(run(*SHORT, "--json").stdout), "city": "mine.toml"}


def test_games_in_the_file_are_not_played_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = ask(capsys, *SHORT, "--out", file, "--json")
    whole = file.read_bytes()
    assert whole.count(b"\n") == 1 + 40
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOTS, "greedy", lambda rng: Raising())
        second = ask(capsys, *SHORT, "--out", file, "--json")
    assert (second.code, file.read_bytes()) == (0, whole)
    assert timeless(second.out) == timeless(first.out)


def test_deals_and_bots_can_be_added_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert ask(capsys, *SHORT, "--deals", "5", "--bots", "random", "--out", file).code == 0
    grown = ask(capsys, *SHORT, "--out", file, "--json")
    assert timeless(grown.out) == timeless(ask(capsys, *SHORT, "--json").out)
    assert lines(file) == 1 + 40
    less = ask(capsys, *SHORT, "--deals", "5", "--out", file, "--json")
    assert timeless(less.out) == timeless(ask(capsys, *SHORT, "--deals", "5", "--json").out)


def test_a_file_of_another_seed_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert ask(capsys, *SHORT, "--out", file).code == 0
    answer = ask(capsys, *SHORT, "--seed", "8", "--out", file)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: {file} has results of other games: seed 7 there, 8 here\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_was_killed_goes_on_to_the_same_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, jobs: str
) -> None:
    file = tmp_path / "games.jsonl"
    with running(*LONG, "--jobs", jobs, "--out", str(file)) as process:
        until(lambda: lines(file) > 5 or process.poll() is not None)
        process.kill()
        process.wait()
        until(lambda: nobody_is_left(process.pid))
    there = lines(file)
    file.write_bytes(file.read_bytes() + b'{"deal": 19, "se')
    deals = str(there)  # more than every bot has played
    resumed = ask(capsys, *SHORT, "--deals", deals, "--out", file, "--json")
    assert timeless(resumed.out) == timeless(ask(capsys, *SHORT, "--deals", deals, "--json").out)
    assert lines(file) > there


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("played", [0, 20])
def test_an_interrupt_keeps_what_was_played_and_leaves_no_process(
    tmp_path: Path, jobs: str, played: int
) -> None:
    file = tmp_path / "games.jsonl"
    with running(*LONG, "--jobs", jobs, "--out", str(file)) as process:
        until(lambda: lines(file) > played or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert without_note(err.decode()) == "\nfulgence: interrupted\n"
    until(lambda: nobody_is_left(process.pid))
    kept = [json.loads(line) for line in file.read_bytes().splitlines(keepends=True)]
    assert len(kept) > played
    assert "arena" in kept[0] and all(game["total"] > 0 for game in kept[1:])


def test_the_bar_shows_on_a_terminal_that_nothing_is_printed_to_meanwhile(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout.isatty", lambda: True)
        patch.setattr("sys.stderr.isatty", lambda: True)
        with ProgressBar("records", 2) as records, ProgressBar("games", 2, prints=False) as games:
            records.step()
            games.step()
    assert capsys.readouterr().err == "\r[###############...............] 1/2 games\r\x1b[K"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nowhere:port", "--ray nowhere:port: not an address; write HOST:PORT"),
        ("127.0.0.1:1", "--ray 127.0.0.1:1: no answer: Connection refused"),
    ],
)
@needs_ray
def test_a_missing_cluster_is_reported(address: str, sentence: str) -> None:
    answer = run(*SHORT, "--ray", address)
    assert (answer.returncode, answer.stdout) == (1, b"")
    assert without_note(answer.stderr.decode()) == f"fulgence: {sentence}\n"


@needs_ray
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    far = run(*SHORT[:-1], "2", "--ray", "local", "--out", str(file), "--json")
    assert (far.returncode, without_note(far.stderr.decode())) == (0, "")
    assert timeless(far.stdout) == timeless(run(*SHORT, "--json").stdout)
    assert lines(file) == 1 + 40


@needs_ray
def test_an_interrupt_ends_a_cluster_of_our_own(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with running(*LONG, "--jobs", "2", "--ray", "local", "--out", str(file)) as process:
        until(lambda: lines(file) > 5 or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert without_note(err.decode()) == "\nfulgence: interrupted\n"
    until(lambda: nobody_is_left(process.pid))
