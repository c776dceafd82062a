"""Who may do what at a table, and what a token is worth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosedError

from fulgence.table.seats import hashed
from server.server_process import Failed, Seat, Server, serving

TOKEN = re.compile("[0-9a-f]{32}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rights")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running


def tokens_at(seats: list[Seat]) -> dict[str, str]:
    """Of a table whose host is Ann; the owner is Ben, whose seat things are done to."""
    opened = seats[0].opened
    return {
        "host": seats[0].token,
        "owner": seats[1].token,
        "other": seats[2].token,
        "invite": opened["invite"],
        "watch": opened["watch"],
        "nobody": "",
        "stranger": seats[0].server.open(city="toy")[0].token,
    }


WHO = ["host", "owner", "other", "invite", "watch", "nobody", "stranger"]
REQUESTS: dict[str, tuple[str, str, object]] = {
    "look": ("GET", "", None),
    "city": ("GET", "/city", None),
    "record": ("GET", "/record", None),
    "join": ("POST", "/join", {"name": "Dora"}),
    "leave": ("POST", "/leave", {}),
    "leave to a bot": ("POST", "/leave", {"bot": "greedy"}),
    "hand": ("POST", "/seats/1/bot", {"bot": "greedy"}),
    "return": ("POST", "/seats/1/return", None),
    "token": ("POST", "/seats/1/token", None),
    "close": ("POST", "/close", None),
    "rematch": ("POST", "/rematch", None),
}
PLAYING = """
                 host owner other invite watch nobody stranger
look              200  200   200   200    200   403    403
city              200  200   200   200    200   403    403
record            409  409   409   409    409   409    409
join              403  403   403   409    403   403    403
leave             200  200   200   403    403   403    403
leave to a bot    200  200   200   403    403   403    403
hand              200  200   403   403    403   403    403
return            403  200   403   403    403   403    403
token             200  200   403   403    403   403    403
close             200  403   403   403    403   403    403
rematch           409  409   409   403    403   403    403
"""
CLOSED = """
                 host owner other invite watch nobody stranger
look              200  200   200   200    200   200    200
city              200  200   200   200    200   200    200
record            200  200   200   200    200   200    200
join              403  403   403   409    403   403    403
leave             409  409   409   403    403   403    403
leave to a bot    409  409   409   403    403   403    403
hand              409  409   403   403    403   403    403
return            403  409   403   403    403   403    403
token             409  409   403   403    403   403    403
close             409  403   403   403    403   403    403
rematch           200  200   200   403    403   403    403
"""


def cases(table: str) -> list[tuple[str, str, int]]:
    rows = [re.split(r"\s{2,}", line) for line in table.strip().splitlines()[1:]]
    return [(row[0], who, int(status)) for row in rows for who, status in zip(WHO, row[1:], strict=True)]


def status_of(seats: list[Seat], what: str, token: str) -> int:
    method, path, body = REQUESTS[what]
    try:
        seats[0].server.call(method, seats[0].path + path, body, token)
    except Failed as failed:
        assert failed.status != 403 or failed.code in ("no-right", "not-host")
        return failed.status
    except json.JSONDecodeError:  # the city file is none
        assert what == "city"
    return 200


@pytest.mark.parametrize(("what", "who", "status"), cases(PLAYING))
def test_rights_while_a_game_is_on(server: Server, what: str, who: str, status: int) -> None:
    seats = server.open(3, city="toy")
    assert status_of(seats, what, tokens_at(seats)[who]) == status


@pytest.mark.parametrize(("what", "who", "status"), cases(CLOSED))
def test_rights_when_a_game_was_closed(server: Server, what: str, who: str, status: int) -> None:
    seats = server.open(3, city="toy")
    seats[0].call("POST", "/close")
    assert status_of(seats, what, tokens_at(seats)[who]) == status


def test_there_is_no_right_to_a_seat_that_is_not_there(server: Server) -> None:
    ann = server.open(city="toy")[0]
    for path, status in (("/seats/1/token", 404), ("/seats/3/bot", 404), ("/seats/4/token", 422)):
        with pytest.raises(Failed) as failed:
            ann.call("POST", path, {"bot": "greedy"} if path.endswith("bot") else None)
        assert failed.value.status == status


@pytest.mark.parametrize(
    ("who", "role"),
    [
        ("host", ("player", 0)),
        ("owner", ("player", 1)),
        ("invite", ("guest", None)),
        ("watch", ("spectator", None)),
    ],
)
def test_a_token_is_exchanged_for_what_it_is_worth(
    server: Server, who: str, role: tuple[str, int | None]
) -> None:
    seats = server.open(3, city="toy")
    entered = server.call("POST", f"{seats[0].path}/enter", {"token": tokens_at(seats)[who]})
    assert (entered["role"], entered["seat"]) == role


@pytest.mark.parametrize("token", ["", "0" * 31, "0" * 33, "G" * 32, "0" * 32])
def test_a_token_that_is_none_is_worth_nothing(server: Server, token: str) -> None:
    table = server.open(city="toy")[0]
    with pytest.raises(Failed) as failed:
        server.call("POST", f"{table.path}/enter", {"token": token})
    assert failed.value.status == (403 if token == "0" * 32 else 422)


# Sockets.


@pytest.mark.parametrize(("who", "you"), [("host", 0), ("owner", 1), ("other", 2), ("watch", None)])
def test_a_socket_shows_the_table_as_its_token_allows(server: Server, who: str, you: int | None) -> None:
    seats = server.open(3, city="toy")
    with server.socket(seats[0].table, tokens_at(seats)[who]) as line:
        view = json.loads(line.recv(20))
    assert view["you"] == you
    assert bool(view["game"]["moves"]) == (you is not None)
    assert view["fair"] is None


def test_an_invitation_lets_watch_once_all_seats_are_taken(server: Server) -> None:
    [ann] = server.open(1, city="toy", seats=[{"kind": "person"}] * 2)
    invite = ann.opened["invite"]
    assert last_words(server, ann.table, invite) == ("no-right", 4401)
    server.call("POST", f"{ann.path}/join", {"name": "Ben"}, token=invite)
    with server.socket(ann.table, invite) as line:
        view = json.loads(line.recv(20))
        assert (view["you"], view["game"]["moves"]) == (None, [])
        line.send(json.dumps({"type": "move", "ply": 0, "move": "pass"}))
        assert json.loads(line.recv(20))["code"] == "not-your-seat"


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_socket_without_right_is_closed(server: Server, who: str) -> None:
    seats = server.open(3, city="toy")
    assert last_words(server, seats[0].table, tokens_at(seats)[who]) == ("no-right", 4401)


@pytest.mark.parametrize("table", ["nobody", "a" * 32, "constructor", "-"])
def test_a_socket_of_no_table_makes_none(server: Server, table: str) -> None:
    assert last_words(server, table, "0" * 32) == ("no-table", 4404)
    with pytest.raises(Failed) as failed:
        server.call("GET", f"/api/tables/{table}")
    assert failed.value.status == 404


def last_words(server: Server, table: str, token: str) -> tuple[str, int]:
    with server.socket(table, token) as line:
        error = json.loads(line.recv(20))
        with pytest.raises(ConnectionClosedError) as closed:
            line.recv(20)
    assert closed.value.rcvd is not None
    return error["code"], closed.value.rcvd.code


# Tokens.


def test_tokens_are_long_and_always_new(server: Server) -> None:
    tokens = [token for _ in range(10) for token in tokens_at(server.open(3, city="toy")).values() if token]
    assert all(TOKEN.fullmatch(token) for token in tokens)
    assert len(set(tokens)) == len(tokens) == 60


def test_a_replaced_token_is_worth_nothing(server: Server) -> None:
    ann, ben = server.open(2, city="toy")
    with ben.connect() as old, ann.connect() as unconcerned:
        fresh = ann.call("POST", "/seats/1/token")["token"]
        assert TOKEN.fullmatch(fresh)
        with pytest.raises(ConnectionClosedError) as closed:
            while True:
                old.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4410
        unconcerned.play(unconcerned.moves[0])
    assert last_words(server, ben.table, ben.token) == ("no-right", 4401)
    with pytest.raises(Failed) as failed:
        ben.call("GET", "")
    assert failed.value.status == 403
    renewed = Seat(server, ben.table, 1, fresh, ben.opened)
    with renewed.connect() as player:
        assert player.view["you"] == 1


def test_a_replaced_token_leads_to_no_rematch(server: Server) -> None:
    """Not even to one that everybody may look at."""
    ann = server.open(city="toy", listed=True)[0]
    ann.call("POST", "/close")
    again = ann.call("POST", "/rematch")["table"]
    server.call("POST", f"/api/tables/{again}/seats/0/token", token=ann.token)
    with pytest.raises(Failed) as failed:
        ann.call("POST", "/rematch")
    assert failed.value.status == 403


def test_the_database_holds_no_token(server: Server, folder: Path) -> None:
    seats = server.open(3, city="toy")
    fresh = seats[0].call("POST", "/seats/1/token")["token"]
    tokens = {**tokens_at(seats), "fresh": fresh}
    del tokens["nobody"]
    written = b"".join(file.read_bytes() for file in folder.glob("games.db*"))
    for token in tokens.values():
        assert hashed(token).encode() in written
        assert token.encode() not in written
        assert bytes.fromhex(token) not in written


# Lists.


def test_only_listed_tables_are_listed_and_only_while_they_are_on(server: Server) -> None:
    private = server.open(2, city="toy")[0]
    listed = server.open(2, city="toy", listed=True)[0]
    waiting = server.open(city="toy", listed=True, seats=[{"kind": "person"}] * 2)[0]

    def names() -> set[str]:
        return {table["table"] for table in server.call("GET", "/api/tables")["tables"]}

    assert {listed.table, waiting.table} <= names()
    assert private.table not in names()
    listed.call("POST", "/close")
    private.call("POST", "/close")
    assert waiting.table in names()
    assert not {listed.table, private.table} & names()


def test_anybody_may_look_at_and_join_a_listed_table(server: Server) -> None:
    table = server.open(city="toy", listed=True, seats=[{"kind": "person"}] * 2)[0]
    assert server.call("GET", table.path)["phase"] == "waiting"
    with server.socket(table.table) as line:
        assert json.loads(line.recv(20))["you"] is None
    assert server.call("POST", f"{table.path}/join", {"name": "Ben"})["seat"] == 1


def test_tables_cannot_be_guessed(server: Server) -> None:
    ids = [server.open(city="toy")[0].table for _ in range(5)]
    assert all(re.fullmatch("[0-9A-Za-z_-]{12}", id) for id in ids)
    assert all(a[:4] != b[:4] for a, b in pairwise(ids))
