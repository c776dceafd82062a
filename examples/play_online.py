"""Play a whole game at a table of a running server: `python examples/play_online.py http://127.0.0.1:8642`.

Opens a table with a bot at the second seat, plays the first one, and prints the record. Needs only
the package `websockets`. However often the connection breaks, no move is lost and none is made twice:
whatever a seat says has a number, its ply, and is said again until the ply has gone up.
"""

import json
import sys
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

FINAL = (4401, 4404, 4410)  # the table or our seat is gone; every other end of a socket is an accident
AGAIN = ("storage", "in-doubt", "moved", "mistake")  # it may not have happened: say it again


def call(url: str, body: dict[str, Any] | None = None) -> Any:
    """One request of the API: POST with a body, GET without."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def farthest(moves: list[str]) -> str:
    """The move whose end is farthest from its start. Put your own idea here."""

    def length(move: str) -> int:
        start, _, end = move.partition("-")
        return abs(ord(start[0]) - ord(end[0])) + abs(int(start[1:]) - int(end[1:])) if end else 0

    return max(moves, key=length)


def converse(socket: ClientConnection, said: dict[int, str], choose: Callable[[list[str]], str]) -> None:
    """Answer every ply once until the game is over. `said`: our moves by ply, also over earlier sockets."""
    answered = -1  # the last ply that we have spoken of here
    while True:
        message = json.loads(socket.recv())
        if message["type"] == "error":
            if message["code"] not in AGAIN:
                raise RuntimeError(message["message"])
            answered = -1  # with the view that follows
        if message["type"] != "view":
            continue
        if message["phase"] in ("over", "closed"):
            return
        ply, moves = message["ply"], message["game"]["moves"]
        if moves and ply > answered:  # the server waits for this ply
            if ply not in said:
                said[ply] = choose(moves)
            answered = ply
            socket.send(json.dumps({"type": "move", "ply": ply, "move": said[ply]}))


def play(server: str, city: str, choose: Callable[[list[str]], str] = farthest) -> Any:
    """The record of the game."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    opened = call(f"{server}/api/tables", {"city": city, "seats": seats, "name": "Ann"})
    table = f"{server}/api/tables/{opened['table']}"
    address = table.replace("http", "ws", 1) + "/socket"
    headers = {"Authorization": f"Bearer {opened['token']}"}
    said: dict[int, str] = {}
    while True:
        try:
            with connect(address, additional_headers=headers) as socket:
                converse(socket, said, choose)
            return call(f"{table}/record")
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code in FINAL:
                raise
        except (OSError, InvalidStatus):
            pass  # nobody answers there now
        time.sleep(0.5)


if __name__ == "__main__":
    _, server, *rest = sys.argv
    print(json.dumps(play(server, rest[0] if rest else "london")))
