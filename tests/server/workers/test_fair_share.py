"""One address cannot keep the bots from the others, and is told when it has had more than its share."""

from __future__ import annotations

import gzip
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.http.test_reviews import LONG, TOY_TEXT
from server.local_tables import LocalTables, first_move, with_tables
from server.local_tables import play_out as sit_out
from server.raw_http import JSON, send
from server.server_process import Server, play_out, serving

CROWD, ANN = ("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-For", "192.0.2.2")
COSTLY = [{"kind": "bot", "bot": "mcts:5000"}] * 4


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ["--proxy=127.0.0.1", "--workers=1", "--limit=cpu=1"]
    with serving(tmp_path_factory.mktemp("share"), *options) as running:
        yield running
        assert not [line for line in running.log if "raceback" in line]


def workers(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.call("GET", "/api/health")["workers"]
    return found


def open_table(
    server: Server, address: tuple[str, str], seats: object, city: str = "berlin"
) -> tuple[int, str]:
    """The status, and the code of a refusal."""
    body = json.dumps({"city": city, "addons": ["objectives"], "seats": seats}).encode()
    answer = send(server, "POST", "/api/tables", [JSON, address], body)
    return answer.status, answer.document.get("code", "")


def test_the_opponent_of_a_person_is_served_before_many_tables_of_bots(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        crowd = [
            await tables.open(0, ["mcts:5000"] * 4, city="berlin", address="192.0.2.1") for _ in range(10)
        ]
        local = await tables.open(1, ["greedy"], address="192.0.2.2")
        players = await local.everybody()
        await sit_out(players, first_move)
        turns = players[0].turn
        assert turns > 30
        moved = sum([len(await table.history()) for table in crowd])
        assert moved < 40 * turns / 4  # one after the other, each turn would have let all forty go first
        assert tables.registry.bots.workers.queue.lengths()[2] > 0  # and they still wait

    with_tables(tmp_path, test)


def test_a_table_of_bots_thinks_on_the_account_of_whoever_opened_it(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        alone = await tables.open(0, ["random"] * 2, city="toy", address="192.0.2.1")
        local = await tables.open(1, ["random"], city="toy", address="192.0.2.2")
        ann = await tables.connect(local.id, local.tokens[0], address="192.0.2.3")
        referees = tables.registry.referees
        assert referees[alone.id].address == "192.0.2.1"
        assert referees[local.id].address == "192.0.2.3"  # who plays there
        await local.unload()
        watcher = await tables.connect(local.id, local.watch, address="192.0.2.4")
        assert referees[local.id].address == ""  # who only watches does not pay for it
        assert watcher.views and ann.closed

    with_tables(tmp_path, test)


def test_whoever_uses_most_is_refused_costly_bots_while_others_wait(server: Server) -> None:
    for _ in range(4):
        assert open_table(server, CROWD, COSTLY) == (201, "")
    while not workers(server)["over_budget"]:
        pass
    is_refused = threading.Event()
    reader = threading.Thread(target=read_review, args=(server, ANN, is_refused))
    reader.start()
    while (found := open_table(server, CROWD, COSTLY)) == (201, ""):  # until she has had to wait
        pass
    is_refused.set()
    assert found == (429, "busy")
    assert open_table(server, CROWD, [{"kind": "bot", "bot": "casual"}]) == (201, "")
    assert open_table(server, ANN, COSTLY[:1], "toy") == (201, "")
    reader.join()
    [told] = [json.loads(line) for line in server.log if "more than its share" in line][:1]
    assert (told["level"], told["address"]) == ("warning", "192.0.2.1")


def read_review(server: Server, address: tuple[str, str], is_enough: threading.Event) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=60)
    connection.request("POST", "/api/review", json.dumps({"record": LONG}), dict([JSON, address]))
    answer = connection.getresponse()
    while not is_enough.is_set() and answer.readline():
        pass
    connection.close()


def test_health_tells_who_waits_and_what_it_cost(server: Server) -> None:
    assert open_table(server, ANN, [{"kind": "bot", "bot": "casual"}] * 2, "toy") == (201, "")
    while not (found := workers(server))["cpu_seconds"]["alone"]:
        pass
    kinds = ["quick", "people", "alone", "patient"]
    assert list(found) == ["processes", "busy", "waiting", "cpu_seconds", "over_budget"]
    assert list(found["waiting"]) == list(found["cpu_seconds"]) == kinds
    assert 0 < found["processes"] <= 2


def test_replays_pictures_and_explanations_are_made_by_the_workers(server: Server) -> None:
    def cost() -> float:
        seconds: float = workers(server)["cpu_seconds"]["quick"]
        return seconds

    costs = [cost()]
    server.call("POST", "/api/replay", {"record": TOY_TEXT})
    costs.append(cost())
    server.call("POST", "/api/analysis", {"record": TOY_TEXT, "moves": [[]]})
    costs.append(cost())
    [ann] = server.open(1, city="toy")
    with ann.connect() as player:
        player.say(type="explain", seat=0)
        assert player.until("explained")["parts"]["total"]
        costs.append(cost())
        play_out([player])
    assert send(server, "GET", f"{ann.path}/sheets/0.svg").body.startswith(b"<svg")
    costs.append(cost())
    assert costs == sorted(set(costs))


def test_a_replay_is_the_same_compressed(server: Server) -> None:
    body = json.dumps({"record": TOY_TEXT}).encode()
    plain = send(server, "POST", "/api/replay", [JSON], body)
    packed = send(server, "POST", "/api/replay", [JSON, ("Accept-Encoding", "gzip")], body)
    assert (plain.headers["content-encoding"], packed.headers["content-encoding"]) == (None, "gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["vary"] == "Accept-Encoding"
