"""Several servers: whichever one is asked, a table is the same table."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fulgence.fair import check_fair, parse_fairness
from fulgence.rules.text.record import parse_record
from server.cluster_servers import OPERATOR, ClusterServers, running_cluster, through
from server.server_process import Player, Seat, Server, play_out


@dataclass
class Three:
    """`home` owns the tables that are opened here."""

    servers: ClusterServers
    home: Server
    away: Server
    other: Server

    def opened(self, people: int, **wishes: Any) -> list[Seat]:
        seats = self.home.open(people, **wishes)
        self.home.call("GET", seats[0].path, token=seats[0].token)
        assert self.servers.owner(seats[0].table) is self.home
        return seats


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Three]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as servers:
        yield Three(servers, *servers.start_all(3))
        assert servers.told("given up", "left to others", "failed", "lost", "traceback") == []


def test_three_people_at_one_table_come_through_three_servers(three: Three) -> None:
    seats = three.opened(3)
    ann = seats[0]
    doors = (three.home, three.away, three.other)
    with contextlib.ExitStack() as stack:
        players = [
            stack.enter_context(through(door, seat).connect())
            for door, seat in zip(doors, seats, strict=True)
        ]
        assert [seat["here"] for seat in players[2].view["seats"]] == [True, True, True]
        watcher = stack.enter_context(Player(three.away.socket(ann.table, ann.opened["watch"])))
        play_out(players)
        while watcher.view["phase"] != "over":
            watcher.until("view")
        assert watcher.view["game"]["sheets"] == players[0].view["game"]["sheets"]
    texts = {json.dumps(through(door, ann).call("GET", "/record")) for door in doors}
    assert len(texts) == 1
    text = texts.pop()
    check_fair(parse_record(text), parse_fairness(json.loads(text)["fair"]))
    assert three.servers.stored(ann.table).phase == "over"
    assert three.servers.owner(ann.table) is three.home


def test_an_operator_reaches_a_table_through_any_server(three: Three) -> None:
    def administer(server: Server, **operation: object) -> str:
        return str(server.call("POST", "/api/admin", operation, token=OPERATOR)["done"])

    ann, ben = three.opened(2)
    with ann.connect() as before:
        administer(three.away, do="forget-name", name="Ben")
        with pytest.raises(ConnectionClosed, match="1012"):
            while True:
                before.hear()
    with ann.connect() as here, through(three.other, ben).connect() as there:
        assert there.view["seats"][1]["name"] == "somebody"
        assert administer(three.away, do="close", table=ann.table) == f"table {ann.table} is closed"
        for player in (here, there):
            while player.view["phase"] != "closed":
                player.until("view")
        assert administer(three.away, do="delete", table=ann.table) == f"table {ann.table} is deleted"
        for player in (here, there):
            while player.hear()["type"] != "error":
                pass
            assert player.heard[-1]["code"] == "no-table"
            with pytest.raises(ConnectionClosed, match="4404"):
                player.hear()
    rows = three.servers.rows(f"select count(*) from entries where table_id = '{ann.table}'")
    assert rows == [(0,)]


def test_an_explanation_is_the_same_through_another_server(three: Three) -> None:
    ann, ben = three.opened(2, city="toy")
    with ann.connect() as first, through(three.away, ben).connect() as second:
        for player in (first, second):
            player.play(player.moves[0])
        told = []
        for player in (first, second):
            player.say(type="explain", seat=0)
            told.append(player.until("explained"))
        assert told[0] == told[1]
        second.say(type="explain", seat=2)
        assert second.hear()["code"] == "no-seat"


def test_a_reaction_is_seen_through_every_server(three: Three) -> None:
    ann, ben = three.opened(2, city="toy")
    shown = {"type": "reaction", "seat": 1, "reaction": "thanks"}
    with ann.connect() as first, through(three.away, ben).connect() as second:
        watcher = Player(three.other.socket(ann.table, ann.opened["watch"]))
        with watcher:
            second.say(type="react", reaction="thanks")
            assert [player.until("reaction") for player in (first, second, watcher)] == [shown] * 3
            second.say(type="react", reaction="wow")
            assert second.hear()["code"] == "rate"


def test_whoever_goes_away_at_another_server_is_seen_to_go(three: Three) -> None:
    ann, ben = three.opened(2)
    with ann.connect() as player:
        with through(three.away, ben).connect():
            assert player.until("presence")["seats"][1]["here"] is True
        assert player.until("presence")["seats"][1]["here"] is False


def test_a_table_that_everybody_comes_to_at_once_has_one_referee(three: Three) -> None:
    opened = [three.home.open(1)[0].opened for _ in range(8)]  # no server has them in memory yet
    urls = [door.url for door in (three.home, three.away, three.other)] * 3
    asyncio.run(asyncio.wait_for(all_see_all(urls, opened), 30))


async def all_see_all(urls: list[str], opened: list[dict[str, Any]]) -> None:
    """Two referees of a table would each count those who came to them."""
    async with contextlib.AsyncExitStack() as stack:

        async def come(url: str, table: dict[str, Any]) -> ClientConnection:
            return await stack.enter_async_context(
                connect(
                    f"{url.replace('http', 'ws', 1)}/api/tables/{table['table']}/socket",
                    additional_headers={"Authorization": f"Bearer {table['watch']}"},
                    proxy=None,
                )
            )

        sockets = await asyncio.gather(*(come(url, table) for url in urls for table in opened))
        await asyncio.gather(*(until_watched_by(socket, len(urls)) for socket in sockets))


async def until_watched_by(socket: ClientConnection, number: int) -> None:
    while json.loads(await socket.recv())["watching"] != number:
        pass


def test_a_socket_at_another_server_is_told_the_same_to_the_letter(three: Three) -> None:
    ann, ben = three.opened(2)
    with through(three.other, ben).connect() as second, ann.connect() as first:
        second.play(second.moves[0])
        first.play(first.moves[0])
    until_alone(ann)
    abroad = through(three.away, ann)
    with_tables = told_to(ann, harmless)
    assert [json.loads(text)["type"] for text in with_tables] == ["view"] + ["error"] * 7 + ["view"]
    assert "pas de station en a2" in with_tables[5]
    assert told_to(abroad, harmless) == with_tables
    with_tables = told_to(ann, and_back)
    kinds = [re.findall(r'"type":"(\w+)"', text)[0] for text in with_tables]
    assert kinds == ["ack", "view", "ack", "ack", "view", "ack", "error"]
    assert told_to(abroad, and_back) == with_tables


def until_alone(seat: Seat) -> None:
    """The others have closed their sockets; wait until the table knows it."""
    while any(other["here"] for other in seat.call("GET", "")["seats"]):
        pass


def told_to(seat: Seat, conversation: Callable[[Player], list[str]]) -> list[str]:
    with seat.connect("?lang=fr") as player:
        return conversation(player)


def harmless(player: Player) -> list[str]:
    """Everything that is told when nothing that is said changes anything."""
    ply = player.view["ply"]
    return [
        *answers(player, '{"type":"view"}'),
        *answers(player, "what?"),
        *answers(player, '{"type":"dance"}'),
        *answers(player, said("move", -1, move="pass")),
        *answers(player, said("move", ply + 7, move="pass")),
        *answers(player, said("move", ply, move="a1-a2")),
        *answers(player, said("move", ply, move="everywhere")),
        *answers(player, said("move", 0, move="pass")),
        *answers(player, '{"type":"view"}'),
    ]


def and_back(player: Player) -> list[str]:
    """Everything that is told around a move that is taken back, counted from its ply."""
    ply, number, move = player.view["ply"], player.view["number"], player.moves[0]
    told = [
        *answers(player, said("move", ply, move=move, ready=False), 2),
        *answers(player, said("move", ply, move=move, ready=False)),
        *answers(player, said("undo", ply + 1), 2),
        *answers(player, said("undo", ply + 1)),
        *answers(player, said("undo", ply + 2)),
    ]
    return [counted_from(text, ply, number) for text in told]


def said(kind: str, ply: int, **more: object) -> str:
    return json.dumps({"type": kind, "ply": ply} | more)


def answers(player: Player, saying: str, number: int = 1) -> list[str]:
    """The next messages, but for those that tell who is here."""
    player.socket.send(saying)
    texts: list[str] = []
    while len(texts) < number:
        text = str(player.socket.recv(20))
        if '"type":"presence"' not in text:
            texts.append(text)
    return texts


def counted_from(text: str, ply: int, number: int) -> str:
    text = re.sub(r'"ply":(\d+)', lambda found: f'"ply":{int(found[1]) - ply:+}', text)
    return re.sub(r'"number":(\d+)', lambda found: f'"number":{int(found[1]) - number:+}', text)


def test_a_socket_at_another_server_is_closed_as_at_home(three: Three) -> None:
    (ann,) = three.opened(1)
    with_tables = ends_of(ann)
    assert [code for code, _, _ in with_tables] == [1003, 1009, 4401, 4404, 4410]
    assert ends_of(through(three.away, ann)) == with_tables


def ends_of(seat: Seat) -> list[tuple[int, str, list[str]]]:
    """Code, reason and last words for those who misbehave, have no right, or come to nothing."""
    nobody = Seat(seat.server, seat.table, 0, "0" * 32, {})
    nowhere = Seat(seat.server, "nowhere", 0, seat.token, {})
    ends = [end_of(seat, b"binary"), end_of(seat, "x" * 10_000), end_of(nobody), end_of(nowhere)]
    with seat.connect() as player:
        seat.token = seat.call("POST", "/seats/0/token")["token"]
        return [*ends, last(player.socket)]


def end_of(seat: Seat, saying: str | bytes = "") -> tuple[int, str, list[str]]:
    with seat.server.socket(seat.table, seat.token) as socket:
        if saying:
            socket.recv(20)
            socket.send(saying)
        return last(socket)


def last(socket: Any) -> tuple[int, str, list[str]]:
    words: list[str] = []
    try:
        while True:
            words.append(socket.recv(20))
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code, closed.rcvd.reason, words


def test_every_request_is_answered_by_another_server_as_at_home(three: Three) -> None:
    with_tables, away = story(three, three.home), story(three, three.away)
    codes = [answer["code"] for _, answer in with_tables if "code" in answer]
    assert (
        " ".join(codes) == "no-right bad-name no-seat refused not-over not-over no-right not-host not-playing"
    )
    assert "y a pas de bot" in str(with_tables)
    assert away == with_tables


def story(three: Three, door: Server) -> list[tuple[int, dict[str, Any]]]:
    """What all kinds of requests through one door answer, without what is never twice the same."""
    wish = {"city": "london", "seats": [{"kind": "person"}] * 3, "name": "Ann", "listed": True}
    opened = three.home.call("POST", "/api/tables", wish)
    path, ann, invite = f"/api/tables/{opened['table']}", opened["token"], opened["invite"]
    three.home.call("GET", path)
    told: list[tuple[int, dict[str, Any]]] = []

    def ask(method: str, rest: str, token: str, body: object = None) -> dict[str, Any]:
        status, answer = request(door, method, path + rest, token, body)
        text = json.dumps(answer).replace(opened["table"], "TABLE")
        text = re.sub(r'"rematch": "[\w-]{12}"', '"rematch": "NEXT"', text)
        text = re.sub(r'"ready": \w+', '"ready": "?"', text)  # a bot may be fast
        text = re.sub(r'"waiting_for": \[[^]]*\], "sheet": \{.*?\}', '"sheet": "?"', text)  # other pencils
        told.append((status, json.loads(re.sub("[0-9a-f]{32,}", "SECRET", text))))
        return answer

    ask("GET", "", ann)
    ask("GET", "", "")
    ask("POST", "/leave", invite, {"bot": None})
    ask("POST", "/join", invite, {"name": " "})
    ben = ask("POST", "/join", invite, {"name": "Ben"})["token"]
    ask("POST", "/enter", "", {"token": ben})
    ask("POST", "/leave", ben, {"bot": None})
    ben = ask("POST", "/join", invite, {"name": "Ben", "salt": "abba"})["token"]
    cleo = ask("POST", "/join", invite, {"name": "Cleo"})["token"]
    ask("POST", "/join", invite, {"name": "Dora"})
    ask("POST", "/seats/1/bot", ann, {"bot": "hal"})
    ask("POST", "/seats/2/bot", ann, {"bot": "greedy"})
    ask("POST", "/seats/2/return", cleo)
    ask("GET", "/record", ann)
    ask("POST", "/rematch", ann)
    old, ben = ben, ask("POST", "/seats/1/token", ben)["token"]
    ask("POST", "/close", old)
    ask("POST", "/close", ben)
    assert opened["table"] in str(request(door, "GET", "/api/tables", "")[1])
    ask("POST", "/close", ann)
    ask("POST", "/close", ann)
    ask("GET", "", "")
    assert opened["table"] not in str(request(door, "GET", "/api/tables", "")[1])
    status, record = request(door, "GET", f"{path}/record", "")
    told.append(
        (status, {"names": [seat["name"] for seat in record["seats"]], "salts": record["fair"]["salts"]})
    )
    told.append(request(door, "GET", f"{path}/city", ""))
    tables = {request(door, "POST", f"{path}/rematch", token)[1]["table"] for token in (ann, ben, cleo)}
    told.append((len(tables), request(door, "GET", f"/api/tables/{tables.pop()}", "")[1]["seats"]))
    return told


def request(
    door: Server, method: str, path: str, token: str, body: object = None
) -> tuple[int, dict[str, Any]]:
    """Status and answer, for a reader of French; a city file is taken as it is."""
    connection = http.client.HTTPConnection(urlsplit(door.url).netloc, timeout=30)
    headers = {"Accept-Language": "fr", "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, {"file": text} if path.endswith("/city") else json.loads(text)
