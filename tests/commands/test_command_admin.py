"""`fulgence admin`: the same with a running server and without, with clear words and a question first."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands.shell import Answer, ask
from fulgence.cli import main
from fulgence.server.admin.control_file import control_file
from server.databases import new_database
from server.server_process import Server, serving, start

TOKEN = "0123456789abcdef"
HEAD = ["table", "phase", "city", "opened", "last", "entry", "entries", "here", "seats"]
NO_NETWORK = "'example.org' is not an address or a network like 203.0.113.7 or 203.0.113.0/24"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("admin")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder, f"--admin-token={TOKEN}") as running:
        yield running


def test_an_operator_looks_after_a_running_server(folder: Path, server: Server, capsys: Capture) -> None:
    place = ("--database", f"sqlite:///{folder}/games.db")

    def admin(*words: str) -> Answer:
        return ask(capsys, "admin", *words, *place)

    control = control_file(folder / "games.db")
    assert control.stat().st_mode & 0o777 == 0o600
    ann, _ = server.open(2)
    with ann.connect() as player:
        listed = admin("list").out.splitlines()
        assert listed[0].split() == HEAD
        assert listed[1].startswith(f"{ann.table}  playing  london") and listed[1].endswith(
            "  1     Ann, Ben"
        )
        shown = admin("show", ann.table).out
        assert "seat 1      Ann (host, 1 entries)" in shown and "round       1, turn 1" in shown
        asked = admin("close", ann.table)
        assert (asked.code, asked.out) == (2, "")
        assert asked.err == "fulgence: this needs a terminal that can be asked, or --yes\n"
        assert admin("read-only", "on").out == "the server is read-only.\n"
        player.say(type="move", ply=0, move=player.moves[0])
        assert player.hear()["code"] == "read-only"
        assert "read-only" in admin("stats").out
        assert admin("read-only", "off").out == "the server is writable again.\n"
        assert admin("forget", f"{ann.table}/2", "--yes").out == "the name is erased at this seat.\n"
    with ann.connect() as player:  # the socket was closed, to be opened again
        assert [seat["name"] for seat in player.view["seats"]] == ["Ann", "somebody"]
        assert admin("close", ann.table, "--yes").out == f"table {ann.table} is closed.\n"
        while player.view["phase"] != "closed":
            player.until("view")
    assert admin("delete", ann.table, "--yes").out == f"table {ann.table} is deleted.\n"
    assert admin("list").out == "There are no tables.\n"


def test_a_server_elsewhere_is_asked_with_its_token(server: Server, capsys: Capture) -> None:
    def admin(*words: str, token: str = TOKEN) -> Answer:
        return ask(capsys, "admin", *words, "--server", server.url, "--token", token)

    assert admin("block", "203.0.113.7", "--note", "spam").out == "203.0.113.7 is blocked.\n"
    (blocked,) = admin("blocked", "--json").objects[0]["blocked"]
    assert (blocked["network"], blocked["until"], blocked["note"]) == ("203.0.113.7", None, "spam")
    assert admin("unblock", "203.0.113.7").code == 0
    assert admin("blocked").out == "Nobody is blocked.\n"
    wrong = admin("stats", token="no" + TOKEN)
    assert wrong.err == "fulgence: this is for operators: the token is missing or wrong\n"
    assert "FULGENCE_ADMIN_TOKEN" in admin("stats", token="").err
    nobody = ask(capsys, "admin", "stats", "--server", "http://127.0.0.1:1", "--token", TOKEN)
    assert (nobody.code, nobody.err) == (1, "fulgence: no server answers at http://127.0.0.1:1\n")


def test_after_a_kill_the_database_itself_is_asked(tmp_path: Path, capsys: Capture) -> None:
    place = ("--database", f"sqlite:///{tmp_path}/games.db")
    server = start(tmp_path)
    (ann,) = server.open()
    server.kill()
    assert control_file(tmp_path / "games.db").exists()
    listed = ask(capsys, "admin", "list", "--json", *place)
    assert [table["table"] for table in listed.objects[0]["tables"]] == [ann.table]
    assert "server      none runs" in ask(capsys, "admin", "stats", *place).out
    assert ask(capsys, "admin", "read-only", "on", *place).code == 1
    assert ask(capsys, "admin", "forget", "Ann", "--yes", *place).out == "the name is erased at 1 seats.\n"
    assert (
        ask(capsys, "admin", "forget", "Ann", "--yes", *place).err == "fulgence: nobody has the name 'Ann'\n"
    )
    answer = ask(capsys, "backup", tmp_path / "backup.db", *place)
    assert answer.out.startswith(f"{tmp_path}/backup.db: 1 tables, 2 entries, 0.")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "nowhere"], "there is no such table"),
        (
            ["block", "example.org"],
            NO_NETWORK,
        ),
        (["forget", "nowhere/1", "--yes"], "there is no such table"),
        (["forget", "Ann", "--player"], "--player needs a seat, as TABLE/SEAT"),
    ],
)
def test_bad_input_gets_a_sentence(
    folder: Path, server: Server, capsys: Capture, words: list[str], sentence: str
) -> None:
    answer = ask(capsys, "admin", *words, "--database", f"sqlite:///{folder}/games.db")
    assert answer.code and not answer.out
    assert answer.err == f"fulgence: {sentence}\n"


def test_where_there_is_no_database_none_is_made(tmp_path: Path, capsys: Capture) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    answer = ask(capsys, "admin", "list", "--database", address)
    assert (answer.code, answer.err) == (1, f"fulgence: {address}: there is no such database\n")
    assert not any(tmp_path.iterdir())


def test_a_question_is_answered_by_yes_only(
    folder: Path, server: Server, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = server.open()
    place = ("--database", f"sqlite:///{folder}/games.db")
    for said, code in ((b"perhaps\n", 1), (b"y\n", 0)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Terminal(said)))
        assert main(["admin", "delete", ann.table, *place]) == code
        question = (
            f"Delete table {ann.table} (london, playing, 2 entries: Ann)? This cannot be undone. [y/N] "
        )
        assert capsys.readouterr().err.startswith(question)


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


def test_servers_on_postgresql_are_not_bypassed(tmp_path: Path, capsys: Capture) -> None:
    with new_database("postgresql", tmp_path) as address, serving(tmp_path, database=address) as server:
        (ann,) = server.open()
        place = ("--database", address)
        listed = ask(capsys, "admin", "list", "--json", *place)
        assert [table["table"] for table in listed.objects[0]["tables"]] == [ann.table]
        assert ask(capsys, "admin", "block", "203.0.113.7", *place).code == 0
        refused = ask(capsys, "admin", "delete", ann.table, "--yes", *place)
        assert refused.code == 1 and "another server is using this database" in refused.err
        assert "pg_dump --format=custom" in ask(capsys, "backup", tmp_path / "b.db", *place).err
        assert "pg_restore --clean" in ask(capsys, "restore", __file__, *place).err


def test_a_short_token_is_refused(capsys: Capture) -> None:
    assert ask(capsys, "serve", "--admin-token", "secret").err.endswith("at least 16 characters\n")
