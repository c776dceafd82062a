"""Servers that lose Redis for a while: no move is lost, and afterwards all is as before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from fulgence.table.entries import Moved, SaidReady, SeatEntry, TookBack
from server.cluster_servers import ClusterServers, running_cluster, through
from server.proxy import Proxy
from server.server_process import Seat, Server, play_out

SAYINGS = {Moved: "move", TookBack: "undo", SaidReady: "ready"}


@dataclass
class Two:
    """Each has a cable of its own to Redis."""

    servers: ClusterServers
    home: Server
    away: Server
    home_cable: Proxy
    away_cable: Proxy


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    with (
        running_cluster(tmp_path_factory.mktemp("redis")) as servers,
        Proxy(6379) as first,
        Proxy(6379) as second,
    ):
        home, away = (
            servers.start(servers.redis.replace("6379", str(proxy.port))) for proxy in (first, second)
        )
        yield Two(servers, home, away, first, second)
        assert servers.told("traceback") == []


class Person:
    """Moves and takes back, until it is time to play the game to its end; comes again when told to.

    `acknowledged`: the entries, by ply.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.player = seat.connect()
        self.comings = 1
        self.acknowledged: dict[int, SeatEntry] = {}
        self.is_decided = False
        self.is_gone = False
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self) -> None:
        while self.player.is_playing and not self.is_gone:
            try:
                self.move()
            except ConnectionClosed as closed:
                if self.is_gone:
                    return
                assert closed.rcvd is not None and closed.rcvd.code == 1012
                self.player.close()
                self.player = self.seat.connect()
                self.comings += 1
        self.player.close()

    def go(self) -> None:
        """However the test has ended."""
        self.is_gone = True
        self.player.close()
        self.thread.join(20)

    def move(self) -> None:
        player, entry = self.player, self.next_entry()
        ply = player.view["ply"]
        assert ply >= len(self.acknowledged)
        if entry is None:
            player.hear()
            return
        words = msgspec.to_builtins(entry)
        del words["entry"], words["seat"]
        player.say(type=SAYINGS[type(entry)], ply=ply, **words)
        while (message := player.hear())["type"] != "ack":
            assert message.get("code", "moved") == "moved"  # and then the socket is closed
        self.acknowledged[ply] = entry
        while player.view["ply"] <= ply:
            player.hear()

    def next_entry(self) -> SeatEntry | None:
        seat, game = self.seat.number, self.player.view["game"]
        if not self.is_decided:
            return TookBack(seat) if game["can_undo"] else Moved(seat, "pass", ready=False)
        if game["moves"]:
            return Moved(seat, game["moves"][0])
        return None if self.player.view["seats"][seat]["ready"] else SaidReady(seat)

    def moves_on(self) -> None:
        """Wait for some moves that are acknowledged."""
        enough = len(self.acknowledged) + 3
        wait_until(lambda: len(self.acknowledged) >= enough)


@contextmanager
def playing(*seats: Seat) -> Iterator[list[Person]]:
    """People who have made some moves."""
    people: list[Person] = []
    try:
        for seat in seats:
            people.append(Person(seat))
        for person in people:
            person.moves_on()
        yield people
    finally:
        for person in people:
            person.go()


@contextmanager
def cut(*cables: Proxy) -> Iterator[None]:
    try:
        for proxy in cables:
            proxy.cut()
        yield
    finally:
        for proxy in cables:
            proxy.mend()


def wait_until(happened: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


def finish(two: Two, people: list[Person]) -> None:
    """Everything works again, and everything that was acknowledged is there."""
    for person in people:
        person.moves_on()
    for person in people:
        person.is_decided = True
    for person in people:
        person.thread.join(20)
    stored = two.servers.stored(people[0].seat.table)
    assert stored.phase == "over"
    for person in people:
        entries = stored.seats[person.seat.number].entries
        assert {ply: entries[ply] for ply in person.acknowledged} == person.acknowledged


@pytest.mark.parametrize("seconds", [2, pytest.param(8, marks=pytest.mark.long)])
def test_while_redis_is_away_people_play_on_where_their_table_is(two: Two, seconds: int) -> None:
    ann, ben = two.home.open(2)
    with playing(ann, through(two.away, ben)) as (with_tables, away):
        begun = time.monotonic()
        with cut(two.home_cable, two.away_cable):
            while time.monotonic() < begun + seconds:
                with_tables.moves_on()
        finish(two, [with_tables, away])
    assert away.comings >= 2
    if seconds < 3:  # nobody counted as dead
        assert with_tables.comings == 1


def test_a_server_that_alone_has_lost_redis_loses_its_tables_to_the_other(two: Two) -> None:
    ann, ben = two.home.open(2)
    with playing(ann, through(two.away, ben)) as (with_tables, away):
        with cut(two.home_cable):
            wait_until(lambda: two.servers.owner(ann.table) is two.away)
            away.moves_on()
        finish(two, [with_tables, away])
    assert min(with_tables.comings, away.comings) >= 2
    assert two.servers.owner(ann.table) is two.away


@pytest.mark.parametrize("whose", ["home", "away"])
def test_somebody_who_only_watches_is_told_to_reconnect_when_something_was_missed(
    two: Two, whose: str
) -> None:
    (ann,) = two.home.open(1)
    proxy = {"home": two.home_cable, "away": two.away_cable}[whose]
    with ann.connect() as player, two.away.socket(ann.table, ann.opened["watch"]) as watching:
        watching.recv(20)
        with cut(proxy):
            play_out([player])
        with pytest.raises(ConnectionClosed, match="1012"):
            while True:
                watching.recv(10)
