"""`fulgence doctor`: its findings, its text, and that it hides passwords."""

from __future__ import annotations

import contextlib
import json
import socket
import sqlite3
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from commands.shell import CITIES, ask
from fulgence import __version__
from fulgence.build import is_compiled
from fulgence.commands.shared import doctor_checks
from fulgence.rules.cityfile.city_reader import city_names, city_text, load_city
from fulgence.server.store.schema import REVISION
from random_weights import write_random_weights
from server.databases import new_database
from server.server_process import serving, start

REDIS = "redis://127.0.0.1:6379"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FULGENCE_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@contextlib.contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """A program that answers one caller like this; its port."""

    def answer_once() -> None:
        caller, _ = listening.accept()
        with caller:
            caller.recv(4096)
            caller.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer_once)
        thread.start()
        yield listening.getsockname()[1]
        thread.join(10)


def examined(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, Any]:
    """The exit code and what programs are told; nothing else is said."""
    answer = ask(capsys, "doctor", "--json", *options)
    assert answer.err == ""
    (checkup,) = answer.objects
    return answer.code, checkup


def database(file: Path, *sentences: str) -> str:
    with contextlib.closing(sqlite3.connect(file)) as made, made:
        for sentence in sentences:
            made.execute(sentence)
    return f"sqlite:///{file}"


def revision(number: str) -> tuple[str, str]:
    return "create table alembic_version (version_num)", f"insert into alembic_version values ({number!r})"


def test_the_json_lists_what_is_there(capsys: pytest.CaptureFixture[str], data_folder: Path) -> None:
    code, checkup = examined(capsys)
    assert code == 0
    assert (
        " ".join(checkup)
        == "fulgence python platform compiled cities learned terminal colour pictures libraries sqlite "
        "files data database redis port"
    )
    assert checkup["fulgence"] == __version__
    assert checkup["cities"] == list(city_names())
    assert checkup["learned"] == [
        f"{city}{more}" for city in ("berlin", "london", "paris") for more in ("", "+any")
    ]
    assert checkup["compiled"] is is_compiled()
    assert (checkup["terminal"], checkup["colour"]) == (False, False)
    assert checkup["sqlite"] == sqlite3.sqlite_version
    assert checkup["data"] == {"folder": str(data_folder), "writable": True}
    assert checkup["redis"] is None
    assert checkup["port"]["address"] == "http://127.0.0.1:8642"


def test_the_text_lists_what_is_there(
    capsys: pytest.CaptureFixture[str], data_folder: Path, free_port: int
) -> None:
    answer = ask(capsys, "doctor", "--port", str(free_port))
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    assert lines[0] == f"fulgence     {__version__}"
    assert lines[3] == f"compiled     {'yes' if is_compiled() else 'no'}"
    assert lines[4] == f"cities       {CITIES}"
    assert lines[5].startswith("learned      ") and "london, london+any" in lines[5]
    assert lines[6:8] == ["terminal     no", "colour       no"]
    assert f"sqlite       {sqlite3.sqlite_version}" in lines
    assert f"port         http://127.0.0.1:{free_port}: free" in lines
    folder = f"data folder {data_folder}: writable"
    new = f"database sqlite:///{data_folder}/games.db: new; a server sets it up when it starts"
    assert folder in " ".join(answer.out.split())
    assert new in " ".join(answer.out.split())
    assert ("The rules run uncompiled" in answer.out) is not is_compiled()
    assert ("SQLite before 3.51.3" in answer.out) is (sqlite3.sqlite_version_info < (3, 51, 3))


@pytest.mark.parametrize(("allowed", "is_noted"), [(1024, True), (20_000, False)])
def test_the_files_that_the_system_allows_are_compared_with_what_a_server_may_need(
    allowed: int, is_noted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < allowed:
        pytest.skip("the system allows fewer")
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    try:
        _, checkup = examined(capsys)
        said = ask(capsys, "doctor").out
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert checkup["files"] == {"allowed": allowed, "needed": 10_100}
    assert f"open files   {allowed}; a busy server needs 10100" in said
    assert ("LimitNOFILE" in said) is is_noted


def test_the_text_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\ncompilé       " in ask(capsys, "doctor", "--lang", "fr").out
    assert ask(capsys, "doctor", "--json", "--lang", "fr").objects == ask(capsys, "doctor", "--json").objects


def test_all_libraries_of_the_package_are_looked_for() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = list(project["project"]["dependencies"])
    for extra in ("pg", "redis", "export", "ray", "push"):
        wanted += extras[extra]
    assert sorted(doctor_checks.LIBRARIES + doctor_checks.OPTIONAL) == sorted(
        text.partition(">=")[0].partition("[")[0] for text in wanted
    )


def test_a_missing_library_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor_checks.versions(("msgspec", "no-such-library"))["no-such-library"] is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor_checks, "LIBRARIES", (*doctor_checks.LIBRARIES, "no-such-library"))
        answer = ask(capsys, "doctor")
        _, checkup = examined(capsys)
    assert "no-such-library not installed" in " ".join(answer.out.split())
    assert "The server needs all of its libraries" in answer.out
    assert (checkup["libraries"]["no-such-library"], checkup["data"], checkup["database"]) == (None,) * 3


def test_a_server_is_seen_before_while_and_after_it_runs(
    capsys: pytest.CaptureFixture[str], data_folder: Path
) -> None:
    def state() -> tuple[str, str | None]:
        found = examined(capsys)[1]["database"]
        assert found["address"] == f"sqlite:///{data_folder}/games.db"
        return found["state"], found["version"]

    assert state() == ("new", None)
    server = start(data_folder)
    assert state() == ("in-use", None)
    port = server.url.rpartition(":")[2]
    assert examined(capsys, "--port", port)[1]["port"] == {
        "address": server.url,
        "state": "fulgence",
        "version": __version__,
        "reason": None,
    }
    server.open()
    server.kill()
    assert state() == ("ready", REVISION)
    assert sorted(file.name for file in data_folder.iterdir()) == ["games.db", "games.db.control"]
    with contextlib.closing(sqlite3.connect(data_folder / "games.db")) as written:
        assert written.execute("select count(*) from entries").fetchone() == (2,)
    assert examined(capsys, "--port", port)[1]["port"]["state"] == "free"


@pytest.mark.parametrize(
    ("sentences", "state", "code"),
    [
        ((), "new", 0),
        (revision(REVISION), "ready", 0),
        (revision("0000"), "old", 0),
        (revision("9999"), "newer", 1),
        (("create table recipes (name)",), "unusable", 1),
    ],
)
def test_a_database_is_known_by_its_revision(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, sentences: tuple[str, ...], state: str, code: int
) -> None:
    address = database(tmp_path / "own.db", *sentences)
    found = examined(capsys, "--database", address)
    assert (found[0], found[1]["database"]["state"]) == (code, state)
    assert [file.name for file in tmp_path.iterdir()] == ["own.db"]


def test_what_was_not_asked_for_is_no_failure(capsys: pytest.CaptureFixture[str], data_folder: Path) -> None:
    (data_folder / "games.db").write_text("a shopping list, long enough for a header of SQLite " * 20)
    code, checkup = examined(capsys)
    assert (code, checkup["database"]["reason"]) == (0, "file is not a database")
    assert examined(capsys, "--database", checkup["database"]["address"])[0] == 1


def test_a_database_that_cannot_be_made_is_a_failure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    code, checkup = examined(capsys, "--database", f"sqlite:///{tmp_path}/file/games.db")
    assert (code, checkup["database"]["reason"]) == (1, "the folder is not writable")


def test_postgresql_is_asked_and_left_as_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with new_database("postgresql", tmp_path) as address:
        for _ in range(2):
            code, checkup = examined(capsys, "--database", address)
            assert (code, checkup["database"]["state"]) == (0, "new")
        with serving(tmp_path, database=address):
            code, checkup = examined(capsys, "--database", address)
        assert (code, checkup["database"]["version"]) == (0, REVISION)


def test_a_postgresql_that_does_not_answer_is_a_failure(
    capsys: pytest.CaptureFixture[str], free_port: int
) -> None:
    code, checkup = examined(capsys, "--database", f"postgresql://ann:s3cret@127.0.0.1:{free_port}/games")
    assert (code, checkup["database"]["state"]) == (1, "unusable")
    assert checkup["database"]["address"] == f"postgresql://ann:***@127.0.0.1:{free_port}/games"
    assert (
        "refused" in checkup["database"]["reason"] or "Connect call failed" in checkup["database"]["reason"]
    )


def test_redis_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    with redis.Redis.from_url(REDIS) as connection:
        try:
            version = connection.info("server")["redis_version"]
        except redis.RedisError:
            pytest.skip("no Redis answers on 127.0.0.1")
    code, checkup = examined(capsys, "--redis", REDIS)
    assert code == 0
    assert checkup["redis"] == {"address": REDIS, "state": "ready", "version": version, "reason": None}


def test_a_redis_that_does_not_answer_is_a_failure(
    capsys: pytest.CaptureFixture[str], free_port: int
) -> None:
    code, checkup = examined(capsys, "--redis", f"redis://127.0.0.1:{free_port}")
    assert (code, checkup["redis"]["state"]) == (1, "unusable")
    assert "Connection refused" in checkup["redis"]["reason"]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ann:s3cret@127.0.0.1:9/games", "postgresql://ann:***@127.0.0.1:9/games"),
        ("postgresql://ann@127.0.0.1:9/games?password=s3cret", "postgresql://ann@127.0.0.1:9/games"),
        ("postgresql://ann@127.0.0.1:9/games?nonsense=s3cret", "postgresql://ann@127.0.0.1:9/games"),
        ("redis://:s3cret@127.0.0.1:9/0", "redis://:***@127.0.0.1:9/0"),
        ("postgresql://ann:s3cret/x@127.0.0.1:9/games", "***"),
        ("redis://ann:s3cret/x@127.0.0.1:9", "***"),
        ("postgresql://ann:1/s3cret@127.0.0.1:9/games", "***"),
        ("postgresql://ann:1#s3cret@127.0.0.1:9/games", "***"),
        ("postgresql:/ann:s3cret@127.0.0.1/games", "***"),
        ("postgresql://ann:s3cret@127.0.0.1:port/games", "***"),
        ("mysql://ann:s3cret@127.0.0.1/games", "mysql://ann:***@127.0.0.1/games"),
        ("s3cret", "***"),
        ("postgresql://[::1/s3cret", "***"),
    ],
)
@pytest.mark.parametrize("option", ["--database", "--redis"])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_passwords_are_never_shown(
    capsys: pytest.CaptureFixture[str], option: str, address: str, shown: str, more: list[str]
) -> None:
    answer = ask(capsys, "doctor", option, address, *more)
    assert answer.code == 1
    assert "s3cret" not in answer.out + answer.err
    assert f"{shown}: cannot be used" in " ".join(answer.out.split()) or json.dumps(shown) in answer.out


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"220 mail.example.org\r\n",
        b"HTTP/1.0 404 Not Found\r\n\r\n<p>",
        b'HTTP/1.0 200 OK\r\n\r\n{"version": 1}',
        b"HTTP/1.0 200 OK\r\n\r\n[1]",
    ],
)
def test_another_program_at_the_port_is_reported(capsys: pytest.CaptureFixture[str], answer: bytes) -> None:
    with answering(answer) as port:
        code, checkup = examined(capsys, "--port", str(port))
    assert (code, checkup["port"]["state"]) == (0, "taken")


def test_custom_weights_are_listed_if_they_fit(capsys: pytest.CaptureFixture[str], data_folder: Path) -> None:
    own = data_folder / "weights"
    own.mkdir()
    (own / "toy.weights").write_text("{}\n")
    assert "toy" not in examined(capsys)[1]["learned"]
    assert ask(capsys, "train", "toy", "--minutes", "0.001", "--json").code == 0
    assert "toy" in examined(capsys)[1]["learned"]


def test_weights_of_custom_cities_are_listed_with_the_name_of_their_file(
    capsys: pytest.CaptureFixture[str], data_folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "vienna.toml"
    file.write_text(city_text("toy"), encoding="utf-8")
    city = load_city(str(file))
    write_random_weights(data_folder, city)
    write_random_weights(data_folder, city, ["any"])
    cut = write_random_weights(data_folder, city, ["powers"])
    cut.write_bytes(cut.read_bytes()[:-2])
    (data_folder / "weights" / "odd.weights").write_text("odd", encoding="utf-8")
    learned = examined(capsys)[1]["learned"]
    assert [game for game in learned if "toml" in game or "odd" in game] == ["vienna.toml", "vienna.toml+any"]
