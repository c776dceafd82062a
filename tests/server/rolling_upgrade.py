"""A rolling upgrade: older servers are replaced one by one while people play, and nothing is lost.

`make rolling-upgrade OLD=/path/to/python`, where that Python has the older version installed.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from server.cluster_servers import OPERATOR, ClusterServers, running_cluster, through
from server.server_process import Player, Seat, Server, start

# Becomes the other Python, so that a signal ends the server itself.
OTHER = "import os, sys; os.execv({python!r}, [{python!r}, '-m', 'fulgence', *sys.argv[1:]])"


class Game:
    """Two people, each at a server of their own, who notice every entry that is lost."""

    def __init__(self, servers: ClusterServers, home: Server) -> None:
        self.servers = servers
        self.seats = home.open(2)

    def play_turn(self, *doors: Server) -> None:
        """One turn through these servers; who is cut off comes back, as browsers do."""
        with contextlib.ExitStack() as stack:
            players = [
                stack.enter_context(entered(door, seat)) for door, seat in zip(doors, self.seats, strict=True)
            ]
            turn = players[0].turn
            for player in players:
                while player.moves and player.turn == turn:
                    player.play(player.moves[0])
            for player in players:
                while player.is_playing and player.turn == turn:
                    player.until("view")
            plies = [player.view["ply"] for player in players]
        stored = self.servers.stored(self.seats[0].table)
        assert [seat.ply for seat in stored.seats] == plies, "an acknowledged entry is lost"


def entered(door: Server, seat: Seat) -> Player:
    for _ in range(20):
        with contextlib.suppress(ConnectionClosed):
            return through(door, seat).connect()
    raise AssertionError("nobody is let in")


def start_older(servers: ClusterServers, python: str) -> Server:
    program = ("-c", OTHER.format(python=python))
    server = start(servers.folder, f"--redis={servers.redis}", program=program, database=servers.database)
    servers.named[servers.name_of(server)] = server
    return server


def end(server: Server) -> None:
    server.process.terminate()
    server.wait()
    assert server.process.returncode == 0, "it did not end by itself"


def upgrade(servers: ClusterServers, python: str) -> None:
    first, second = start_older(servers, python), start_older(servers, python)
    print("revision before:", servers.rows("select version_num from alembic_version"))
    older = Game(servers, first)
    older.play_turn(first, second)
    third = servers.start()
    print("revision with a new server beside:", servers.rows("select version_num from alembic_version"))
    newer = Game(servers, third)
    for game in (older, newer):
        game.play_turn(first, third)
        game.play_turn(third, second)
    end(first)
    for game in (older, newer):
        game.play_turn(third, second)
    end(second)
    fourth = servers.start()
    for game in (older, newer):
        game.play_turn(third, fourth)
    for game in (older, newer):
        table = game.seats[0].table
        print(fourth.call("POST", "/api/admin", {"do": "close", "table": table}, token=OPERATOR)["done"])
    assert servers.told("traceback", "given up", "cannot be read") == []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", help="a Python with the older version")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_cluster(Path(folder)) as servers:
        upgrade(servers, options.python)
    print("nothing was lost")


if __name__ == "__main__":
    main()
