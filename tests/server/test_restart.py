"""A server that is ended and started again goes on where it was."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fulgence.rules.text.record import parse_record
from server.server_process import Failed, Player, Seat, Server, play_out, serving


def view_text(player: Player) -> str:
    """The view as it is sent, after everybody who is here has been told of everybody else."""
    player.say(type="view")
    while '"type":"view"' not in (text := player.socket.recv(20)):
        pass
    assert isinstance(text, str)
    return text


def views(seats: list[Seat]) -> list[str]:
    """What each of these and a spectator are told, word for word, while all of them are here."""
    with ExitStack() as stack:
        everybody = [*seats, replace(seats[0], token=seats[0].opened["watch"])]
        players = [stack.enter_context(seat.connect()) for seat in everybody]
        return [view_text(player) for player in players]


def play_turns(players: list[Player], turns: int) -> None:
    for _ in range(turns):
        turn = players[0].turn
        for player in players:
            while player.moves and player.turn == turn:
                player.play(player.moves[len(player.moves) // 2])
        for player in players:
            while player.is_playing and player.turn == turn:
                player.until("view")


def between_flips(server: Server) -> list[Seat]:
    """One has moved and taken back and moved, one has not begun."""
    ann, ben = seats = server.open(2, city="london", addons=["objectives", "powers"])
    with ann.connect() as first, ben.connect() as second:
        play_turns([first, second], 3)
        first.play(first.moves[0], ready=False)
        first.say(type="undo", ply=first.view["ply"])
        first.until("view")
        first.play(first.moves[0], ready=False)
    return seats


def waiting_for_the_last(server: Server) -> list[Seat]:
    """One is ready, one has left, a bot plays for the third, and the last has a new token."""
    ann, ben, cleo, dora = server.open(4, city="berlin")
    with ann.connect() as first, ben.connect() as second, cleo.connect() as third, dora.connect() as fourth:
        play_turns([first, second, third, fourth], 2)
        while first.moves:
            first.play(first.moves[0])
    ben.call("POST", "/leave", {})
    ann.call("POST", "/seats/2/bot", {"bot": "greedy"})
    token = ann.call("POST", "/seats/3/token")["token"]
    with ann.connect() as first:
        seats = first.view["seats"]
        while [seat["ready"] for seat in seats] != [True, False, True, False]:
            seats = first.hear()["seats"]
    return [ann, ben, cleo, replace(dora, token=token)]


def in_the_last_round(server: Server) -> list[Seat]:
    seats = server.open(2, city="paris", addons=["objectives"])
    with seats[0].connect() as first, seats[1].connect() as second:
        while first.view["game"]["round"] < 3:
            play_turns([first, second], 1)
    return seats


def closed(server: Server) -> list[Seat]:
    seats = server.open(2, city="toy")
    with seats[0].connect() as first, seats[1].connect() as second:
        play_turns([first, second], 1)
    seats[0].call("POST", "/close")
    return seats


def over(server: Server) -> list[Seat]:
    seats = server.open(2, city="toy")
    with seats[0].connect() as first, seats[1].connect() as second:
        play_out([first, second])
    seats[0].call("POST", "/rematch")
    return seats


def waiting(server: Server) -> list[Seat]:
    opened = server.call("POST", "/api/tables", {"city": "london", "seats": [{}, {}], "name": "Ann"})
    return [Seat(server, opened["table"], 0, opened["token"], opened)]


SITUATIONS: dict[str, Callable[[Server], list[Seat]]] = {
    made.__name__: made
    for made in (between_flips, waiting_for_the_last, in_the_last_round, closed, over, waiting)
}


@dataclass
class Restarted:
    """A server that was ended and started again. `before`: what everybody saw then."""

    server: Server
    tables: dict[str, list[Seat]]
    before: dict[str, list[str]]
    record: Any

    def seats(self, table: str) -> list[Seat]:
        return [replace(seat, server=self.server) for seat in self.tables[table]]


@pytest.fixture(scope="module")
def restarted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restarted]:
    folder = tmp_path_factory.mktemp("server")
    with serving(folder) as server:
        tables = {name: made(server) for name, made in SITUATIONS.items()}
        tables |= {"to play on": between_flips(server), "to join": waiting(server)}
        before = {name: views(seats) for name, seats in tables.items()}
        record = tables["over"][0].call("GET", "/record")
    with serving(folder) as server:
        yield Restarted(server, tables, before, record)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_everybody_sees_byte_for_byte_what_was_there_before(restarted: Restarted, situation: str) -> None:
    assert views(restarted.seats(situation)) == restarted.before[situation]


def test_a_game_is_played_on_to_its_end(restarted: Restarted) -> None:
    ann, ben = restarted.seats("to play on")
    with ann.connect() as first, ben.connect() as second:
        if not first.moves:
            first.say(type="ready", ply=first.view["ply"])
            first.until("ack")
        play_out([first, second])
    assert parse_record(json.dumps(ann.call("GET", "/record"))).is_finished


def test_a_table_that_waits_can_still_be_joined(restarted: Restarted) -> None:
    [ann] = restarted.seats("to join")
    joined = ann.server.call("POST", f"{ann.path}/join", {"name": "Ben"}, token=ann.opened["invite"])
    assert joined["seat"] == 1
    with ann.connect() as player:
        assert player.view["game"]["names"] == ["Ann", "Ben"]


def test_a_finished_game_gives_the_same_record(restarted: Restarted) -> None:
    assert restarted.seats("over")[0].call("GET", "/record") == restarted.record


def test_sockets_are_told_that_the_server_restarts(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with server.open()[0].connect() as player:
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as end:
                while True:
                    player.hear()
        assert end.value.rcvd is not None and end.value.rcvd.code == 1012
    assert server.log == []


# Games that wait for nobody. Nobody may ask for them, or they would be read for that reason.


def written_at(folder: Path) -> list[int]:
    return sorted(file.stat().st_mtime_ns for file in folder.iterdir())


def wait_for_writing(folder: Path) -> None:
    before, limit = written_at(folder), time.monotonic() + 20
    while written_at(folder) == before:
        assert time.monotonic() < limit, "nothing was written"
        time.sleep(0.02)


def rows(folder: Path, question: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "games.db")) as database:
        return database.execute(question).fetchall()


def test_a_clock_runs_although_nobody_is_there(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.open(clock=5)
    assert rows(tmp_path, "select count(*) from entries") == [(2,)]
    with serving(tmp_path):
        wait_for_writing(tmp_path)
    third = rows(tmp_path, "select body from entries where number = 2")
    assert third == [('{"entry":"timed-out","seat":0}',)]


def test_bots_play_on_although_nobody_is_there(tmp_path: Path) -> None:
    seats = [{"kind": "bot", "bot": "greedy"}] * 4
    with serving(tmp_path) as server:
        for _ in range(5):  # more than they can play before the end
            opened = server.call("POST", "/api/tables", {"city": "berlin", "seats": seats})
    assert rows(tmp_path, "select count(*) from tables where phase = 'playing'") != [(0,)]
    last = f"select body from entries where table_id = '{opened['table']}' order by number"
    before = rows(tmp_path, last)
    with serving(tmp_path) as server:
        wait_for_writing(tmp_path)
        with Seat(server, opened["table"], -1, opened["watch"], opened).connect() as watcher:
            while watcher.is_playing:
                watcher.until("view")
    assert rows(tmp_path, last)[: len(before)] == before
    assert len(rows(tmp_path, last)) > len(before)


def test_a_game_that_a_corrected_ruling_forbids_says_so_and_hurts_no_other(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (old,) = server.open(clock=3600, listed=True)
        (other,) = server.open()
    move = '{"entry":"moved","seat":0,"move":"a1-b1"}'
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute("insert into entries values (?, 2, 0, ?)", (old.table, move))
        database.commit()
    with serving(tmp_path) as server:
        assert server.call("GET", "/api/tables")["tables"] == []
        with pytest.raises(Failed, match="a ruling has changed since it was played \\(a1-b1: ") as refused:
            replace(old, server=server).call("GET", "")
        assert (refused.value.status, refused.value.code) == (410, "outdated")
        with server.socket(old.table, old.token) as socket:
            assert json.loads(socket.recv())["code"] == "outdated"
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
            assert closed.value.rcvd and closed.value.rcvd.code == 4404
        assert replace(other, server=server).call("GET", "")["phase"] == "playing"
