"""`fulgence serve` as a command: starting, errors, stopping."""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.shell import ask, command, environment, without_note
from server.server_process import Server

LIMITS = (
    "body, clients, connections, cpu, entries, frame, loaded, messages, players, queue, requests, reviews, "
    "sockets, tables, thoughts"
)


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """A server writes its log to standard error; in this process it did so for the last time."""
    before, level = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:] = before
    logging.root.setLevel(level)


def started(folder: Path, *options: str) -> Server:
    # Whoever starts the tests in the background may have told them to ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    words = command("serve", "--port=0", f"--database=sqlite:///{folder}/games.db", *options)
    try:
        process = subprocess.Popen(
            words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Fulgence is running on http://")
    assert line.endswith(" (Ctrl-C stops it)\n")
    return Server(line.split()[4], process, [])


def ended(server: Server, number: signal.Signals) -> tuple[int, str]:
    """The exit code after this signal, and all that was written to standard error."""
    server.process.send_signal(number)
    _, err = server.process.communicate(timeout=20)
    return server.process.returncode, without_note(err)


@pytest.mark.parametrize(
    ("number", "code", "words"), [(signal.SIGINT, 130, "\nfulgence: interrupted\n"), (signal.SIGTERM, 0, "")]
)
def test_a_server_that_is_ended_closes_everything_and_says_little(
    tmp_path: Path, number: signal.Signals, code: int, words: str
) -> None:
    server = started(tmp_path)
    (ann,) = server.open(1, ["greedy"])
    with server.socket(ann.table, ann.token) as socket_of_ann:
        assert '"type":"view"' in str(socket_of_ann.recv(20))
        assert ended(server, number) == (code, words)
    assert [file.name for file in tmp_path.iterdir()] == ["games.db"]  # with no log of SQLite beside it


def test_a_port_that_is_taken_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = ask(capsys, "serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/games.db")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: cannot serve on 127.0.0.1:{port}: Address already in use\n"
    assert not any(tmp_path.iterdir())


def test_a_server_for_everybody_says_so_and_keeps_its_database_to_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    server = started(tmp_path, "--host=0.0.0.0")
    assert "//0.0.0.0:" not in server.url  # it tells an address that others can open
    assert server.call("GET", "/api/health")["status"] == "ok"
    address = f"sqlite:///{tmp_path}/games.db"
    answer = ask(capsys, "serve", "--port=0", "--database", address)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: {address}: another server is using this database\n"
    code, words = ended(server, signal.SIGTERM)
    assert (code, words) == (0, "fulgence: anyone who can reach 0.0.0.0 can open tables here\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--workers 0", "argument --workers: '0' is not a whole number of at least 1"),
        ("--workers two", "argument --workers: 'two' is not a whole number of at least 1"),
        ("--port 65536", "argument --port: '65536' is not a port from 0 to 65535"),
        ("--port=-1", "argument --port: '-1' is not a port from 0 to 65535"),
        ("--log-level loud", "argument --log-level: invalid choice: 'loud'"),
        ("games", "unrecognized arguments: games"),
    ],
)
def test_an_option_that_cannot_be_meant_so_is_refused(
    capsys: pytest.CaptureFixture[str], options: str, sentence: str
) -> None:
    answer = ask(capsys, "serve", "--limit=none", *options.split())  # whatever happens, it will not serve
    assert (answer.code, answer.out) == (2, "")
    assert f"error: {sentence}" in answer.err


@pytest.mark.parametrize("limit", ["speed=9", "messages", "messages=", "messages=0", "messages=-1", "=5"])
def test_a_limit_that_there_is_not_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str], limit: str
) -> None:
    answer = ask(capsys, "serve", "--port=0", "--database=nowhere", f"--limit={limit}")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"fulgence: {limit!r} is not a limit: write NAME=NUMBER, with {LIMITS}\n"


NO_DATABASE = "write sqlite:///FILE or postgresql://..."


@pytest.mark.parametrize(
    ("address", "code", "sentence"),
    [
        ("games.db", 2, f"'***' is not a database: {NO_DATABASE}"),
        ("postgresql://ann:s3cret@127.0.0.1:port/x", 2, f"'***' is not a database: {NO_DATABASE}"),
        ("sqlite://", 2, f"'sqlite://' is not a database: {NO_DATABASE}"),
        ("mysql://ann:s3cret@h/x", 2, f"'mysql://ann:***@h/x' is not a database: {NO_DATABASE}"),
        ("sqlite:////dev/null/x/games.db", 1, "sqlite:////dev/null/x/games.db: Not a directory"),
    ],
)
def test_a_database_that_cannot_be_used_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], address: str, code: int, sentence: str
) -> None:
    answer = ask(capsys, "serve", "--port=0", "--database", address)
    assert (answer.code, answer.out, answer.err) == (code, "", f"fulgence: {sentence}\n")


def test_a_file_that_is_no_database_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "shopping.txt"
    file.write_text("milk, bread, a metro map of London\n" * 99)
    answer = ask(capsys, "serve", "--port=0", "--database", f"sqlite:///{file}")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"fulgence: sqlite:///{file}: file is not a database\n"
    assert file.read_text() == "milk, bread, a metro map of London\n" * 99


def test_a_database_that_does_not_answer_is_reported_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    address = f"postgresql://ann:s3cret@127.0.0.1:{port}/games?password=s3cret"
    answer = ask(capsys, "serve", "--port=0", "--database", address)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"fulgence: postgresql://ann:***@127.0.0.1:{port}/games: ")
    assert "s3cret" not in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "redis://ann:s3cret/x@127.0.0.1"])
def test_a_bad_redis_address_is_reported_in_one_sentence(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    options = ["--port=0", "--database=postgresql://ann@127.0.0.1:9/games", f"--redis={address}"]
    answer = ask(capsys, "serve", *options)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "fulgence: not a Redis address; expected redis://HOST:PORT/NUMBER\n"


def test_several_servers_need_a_database_that_they_can_share(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ["--port=0", f"--database=sqlite:///{tmp_path}/games.db", "--redis=redis://127.0.0.1"]
    answer = ask(capsys, "serve", *options)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == ("fulgence: several servers need PostgreSQL: give --database postgresql://... too\n")
