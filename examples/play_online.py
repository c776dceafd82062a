"""Play a whole game at a table of a running server: `python examples/play_online.py http://127.0.0.1:8642`.

Opens a table with a bot at the second seat and plays the first one with the move whose end is
farthest from where it starts. Needs only the package `websockets`.
"""

import json
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def call(url: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """One request of the API: POST with a body, GET without."""
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choose(moves: list[str]) -> str:
    def length(move: str) -> int:
        start, _, end = move.partition("-")
        return abs(ord(start[0]) - ord(end[0])) + abs(int(start[1:]) - int(end[1:])) if end else 0

    return max(moves, key=length)


def play(server: str, city: str = "london") -> Any:
    """The record of the game."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    opened = call(f"{server}/api/tables", {"city": city, "seats": seats, "name": "Ann"})
    table = f"{server}/api/tables/{opened['table']}"
    address = table.replace("http", "ws", 1) + "/socket"
    asked = -1  # the number of the entry that we have sent last
    with connect(address, additional_headers={"Authorization": f"Bearer {opened['token']}"}) as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                raise RuntimeError(message["message"])
            if message["type"] != "view" or message["game"] is None:
                continue
            if message["phase"] == "over":
                break
            moves = message["game"]["moves"]
            if moves and message["ply"] > asked:
                asked = message["ply"]
                socket.send(json.dumps({"type": "move", "ply": asked, "move": choose(moves)}))
    return call(f"{table}/record")


if __name__ == "__main__":
    print(json.dumps(play(*sys.argv[1:])))
