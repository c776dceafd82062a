"""Play a whole game on a running server: `python examples/play_online.py http://127.0.0.1:8642`.

Opens a table with a bot in the second seat, plays the first one, and prints the record. Needs only the
package `websockets`. However often the connection breaks, no move is lost or made twice: every entry of a
seat has a number, its ply, and is sent again until the ply has gone up. Nobody can choose the cards
either: they depend on our salt, which we commit to before the others are known and reveal afterwards.
"""

import hashlib
import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

FINAL = (4401, 4404, 4410)  # the table or our seat is gone; reconnect after any other close code
LINKS = 100  # in the hash chain: one salt for each attempt to collect those of all seats
AGAIN = ("storage", "in-doubt", "moved", "mistake")  # the move may not have been stored: send it again


def call(url: str, body: dict[str, Any] | None = None) -> Any:
    """One API request: POST with a body, GET without."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def hashed(salt: str, times: int) -> str:
    for _ in range(times):
        salt = hashlib.sha256(b"fulgence/salt/1" + bytes.fromhex(salt)).hexdigest()
    return salt


class Salt:
    """Our share in the cards, and what the others had committed to when we revealed it."""

    def __init__(self) -> None:
        self.secret = secrets.token_hex(32)
        self.promise = hashed(self.secret, LINKS)
        self.seen: dict[int, list[Any]] = {}  # by attempt

    def reveal(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a view that waits for our salt. A salt is revealed for one set of promises only."""
        told, attempt = view["promised"], view["promised"]["attempt"]
        if view["you"] not in told["waiting_for"]:
            return None
        seen = [view["commitment"], told["promises"], told["salts"]]
        if attempt < max(self.seen, default=0) or self.seen.setdefault(attempt, seen) != seen:
            raise RuntimeError("the server asks for the salt again, with other promises")
        return {"type": "reveal", "salt": hashed(self.secret, LINKS - attempt), "attempt": attempt}

    def check(self, fair: dict[str, Any]) -> None:
        """Check that all promises were kept. `fulgence verify` also deals the cards again."""
        attempt, salts = fair["attempt"], fair["salts"]
        commitment, promises, added = self.seen[attempt]
        kept = hashlib.sha256(b"fulgence/1" + bytes.fromhex(fair["seed"])).hexdigest() == commitment
        for salt, promise, open_salt in zip(salts, promises, added, strict=True):
            kept = kept and (hashed(salt, attempt) == promise if promise else salt == open_salt)
        if not kept or hashed(self.secret, LINKS - attempt) not in salts:
            raise RuntimeError("the cards do not match the promises")


def farthest(moves: list[str]) -> str:
    """The move that ends farthest from its start. Put your own idea here."""

    def length(move: str) -> int:
        start, _, end = move.partition("-")
        return abs(ord(start[0]) - ord(end[0])) + abs(int(start[1:]) - int(end[1:])) if end else 0

    return max(moves, key=length)


def converse(
    socket: ClientConnection, salt: Salt, said: dict[int, str], choose: Callable[[list[str]], str]
) -> None:
    """Answer every ply once until the game is over. `said`: our moves by ply, including earlier sockets."""
    answered = -1  # the last ply that we answered on this socket
    while True:
        message = json.loads(socket.recv())
        if message["type"] == "error":
            if message["code"] not in AGAIN:
                raise RuntimeError(message["message"])
            answered = -1  # answer the view that follows
        if message["type"] != "view":
            continue
        if message["phase"] in ("over", "closed"):
            return
        if message["phase"] == "waiting":
            if revealed := salt.reveal(message):
                socket.send(json.dumps(revealed))
            continue
        ply, moves = message["ply"], message["game"]["moves"]
        if moves and ply > answered:  # the server waits for this ply
            if ply not in said:
                said[ply] = choose(moves)
            answered = ply
            socket.send(json.dumps({"type": "move", "ply": ply, "move": said[ply]}))


def play(server: str, city: str, choose: Callable[[list[str]], str] = farthest) -> Any:
    """Play a game and return its record."""
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}]
    salt = Salt()
    wish = {"city": city, "seats": seats, "name": "Ann", "promise": salt.promise}
    opened = call(f"{server}/api/tables", wish)
    table = f"{server}/api/tables/{opened['table']}"
    address = table.replace("http", "ws", 1) + "/socket"
    headers = {"Authorization": f"Bearer {opened['token']}"}
    said: dict[int, str] = {}
    while True:
        try:
            with connect(address, additional_headers=headers) as socket:
                converse(socket, salt, said, choose)
            record = call(f"{table}/record")
            salt.check(record["fair"])
            return record
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd.code in FINAL:
                raise
        except (OSError, InvalidStatus):
            pass  # the server is down: try again
        time.sleep(0.5)


def main(server: str = "http://127.0.0.1:8642", city: str = "london") -> None:
    try:
        print(json.dumps(play(server, city)))
    except urllib.error.HTTPError as refused:
        sys.exit(f"{server} refuses: {refused.read().decode()}")
    except (urllib.error.URLError, ValueError) as error:
        reason = getattr(error, "reason", error)
        sys.exit(f"No game server answers at {server} ({reason}). Start one with `fulgence serve`.")


if __name__ == "__main__":
    main(*sys.argv[1:])
