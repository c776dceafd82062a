"""Servers that die, end or stall while people play: the others go on with their tables."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from websockets.exceptions import ConnectionClosed

from fulgence.fair import check_fair, parse_fairness, promise_of
from fulgence.rules.text.record import parse_record
from server.cluster_servers import ClusterServers, running_cluster, through
from server.repeated_kills import Tally
from server.repeated_takeovers import ServerPair
from server.server_process import Player, Seat, Server, play_out

RESTART = 1012


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterServers]:
    with running_cluster(tmp_path_factory.mktemp("deaths")) as found:
        yield found


@pytest.fixture(scope="module")
def two(servers: ClusterServers) -> list[Server]:
    return servers.start_all(2)


def test_tables_of_a_killed_server_go_on_at_another_and_nothing_is_lost(servers: ClusterServers) -> None:
    tally = Tally()
    tables = ServerPair(servers, tally)
    asyncio.run(tables.run(1))
    assert (tally.kills, tally.lost, tally.twice, tally.errors) == (1, 0, 0, 0)
    assert tally.acknowledged > 50
    assert tables.slowest > 1  # a table was really taken over; how soon is for the benchmark


def closing(player: Player) -> int:
    """The code with which the socket is closed; what is told before is heard."""
    try:
        while True:
            player.hear()
    except ConnectionClosed as closed:
        player.close()
        assert closed.rcvd is not None
        return closed.rcvd.code


def wait_until(happened: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


def owned_by(server: Server, people: int, servers: ClusterServers) -> list[Seat]:
    seats = server.open(people)
    server.call("GET", seats[0].path, token=seats[0].token)
    assert servers.owner(seats[0].table) is server
    return seats


def test_a_server_that_is_ended_leaves_its_tables_to_others_at_once(
    servers: ClusterServers, two: list[Server]
) -> None:
    ending, staying = servers.start(), two[0]
    (ann,) = owned_by(ending, 1, servers)
    (asleep,) = ending.open(1, clock=100)  # nobody asks for it, but its clock runs
    player = through(staying, ann).connect()
    player.play(player.moves[0])
    begun = time.monotonic()
    ending.process.terminate()
    assert closing(player) == RESTART
    with through(staying, ann).connect() as player:
        assert player.view["ply"] == 1
        player.play(player.moves[0])
    wait_until(lambda: servers.owner(asleep.table) not in (None, ending), 2)
    assert time.monotonic() - begun < 2
    ending.wait()
    assert ending.log == []
    assert servers.stored(ann.table).seats[0].ply == 2


def test_a_table_that_waits_for_a_salt_goes_on_at_the_server_that_takes_it_over(
    servers: ClusterServers, two: list[Server]
) -> None:
    ending, staying = servers.start(), two[0]
    salts = ["a" * 64, "b" * 64]
    promises = [promise_of(salt) for salt in salts]
    wish = {"city": "toy", "seats": [{}, {}], "name": "Ann", "promise": promises[0]}
    opened = ending.call("POST", "/api/tables", wish)
    ann = Seat(ending, opened["table"], 0, opened["token"], opened)
    ann.call("GET", "")
    assert servers.owner(ann.table) is ending
    told = staying.call("POST", f"{ann.path}/join", {"name": "Ben", "promise": promises[1]}, opened["invite"])
    ben = Seat(staying, opened["table"], 1, told["token"], opened)
    player = ben.connect()
    revealed = ann.call("POST", "/reveal", {"salt": salts[0]})
    assert revealed["promised"]["waiting_for"] == [1]
    while player.view["promised"]["waiting_for"] != [1]:
        player.until("view")
    ending.process.terminate()
    ending.wait()
    assert closing(player) == RESTART
    player = ben.connect()
    assert player.view["promised"] == {**revealed["promised"], "promises": promises}
    with through(staying, ann).connect() as first, player as second:
        second.say(type="reveal", salt=salts[1])
        for each in (first, second):
            while not each.is_playing:
                each.until("view")
        play_out([first, second])
    assert servers.owner(ann.table) is staying
    record = json.dumps(ben.call("GET", "/record"))
    fairness = parse_fairness(json.loads(record)["fair"])
    check_fair(parse_record(record), fairness)
    assert (fairness.promises, fairness.salts) == (tuple(promises), tuple(salts))


def test_a_server_that_stalls_finds_its_tables_taken_and_leaves_them(
    servers: ClusterServers, two: list[Server]
) -> None:
    stalled, awake = two
    ann, ben = owned_by(stalled, 2, servers)
    dora, emil = owned_by(stalled, 2, servers)
    quiet = [ann.connect(), through(awake, ben).connect()]  # nobody moves there meanwhile but Ann
    busy = [dora.connect(), through(awake, emil).connect()]
    for player in (*quiet, *busy):
        player.play(player.moves[0])
    (fred,) = owned_by(stalled, 1, servers)
    asleep = fred.connect()
    stalled.process.send_signal(signal.SIGSTOP)
    begun = time.monotonic()
    for player in (quiet[0], busy[0]):  # they reach a server that cannot read them
        player.say(type="move", ply=1, move="pass")
    assert [closing(quiet[1]), closing(busy[1])] == [RESTART, RESTART]
    quiet[1], busy[1] = through(awake, ben).connect(), through(awake, emil).connect()
    assert [quiet[1].view["ply"], busy[1].view["ply"]] == [1, 1]
    busy[1].play(busy[1].moves[0])
    through(awake, fred).call("GET", "")
    assert time.monotonic() - begun < 6
    wait_until(lambda: time.monotonic() - begun > 6, 6)
    stalled.process.send_signal(signal.SIGCONT)
    assert [closing(player) for player in (quiet[0], busy[0], asleep)] == [RESTART] * 3
    assert [quiet[0].acknowledged, busy[0].acknowledged] == [[0], [0]]
    quiet[0], busy[0] = ann.connect(), dora.connect()
    assert [quiet[0].view["ply"], busy[0].view["ply"]] == [1, 1]
    assert [servers.owner(seat.table) for seat in (ann, dora, fred)] == [awake] * 3
    for players, seat in ((quiet, ann), (busy, dora)):
        play_out(players)
        stored = servers.stored(seat.table)
        assert stored.phase == "over"
        assert [owner.ply for owner in stored.seats] == [player.view["ply"] for player in players]
        for player in players:
            player.close()


def test_a_request_that_a_slow_server_answers_too_late_happens_once(
    servers: ClusterServers, two: list[Server]
) -> None:
    slow, awake = two
    opened = slow.call(
        "POST", "/api/tables", {"city": "london", "seats": [{"kind": "person"}] * 4, "name": "Ann"}
    )
    path = f"/api/tables/{opened['table']}"
    slow.call("GET", path, token=opened["token"])
    life = f"fulgence:process:{servers.name_of(slow)}"
    wait_until(lambda: servers.eye.pttl(life) > 3900, 2)  # as slow as one can be and not count as dead
    slow.process.send_signal(signal.SIGSTOP)
    with ThreadPoolExecutor() as pool:
        joining = pool.submit(awake.call, "POST", f"{path}/join", {"name": "Ben"}, opened["invite"])
        assert wait([joining], 3.5).not_done
        slow.process.send_signal(signal.SIGCONT)
        ben = joining.result()
    assert ben["seat"] == 1
    seats = awake.call("GET", path, token=ben["token"])["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Ben", None, None]
