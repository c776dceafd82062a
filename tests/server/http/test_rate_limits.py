"""Nobody takes more than a share: messages, sockets, tables, requests, and what waits for a slow reader."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from itertools import count

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.raw_http import JSON, UPGRADE, bearer, port_of, send, shake_hands
from server.server_process import Player, Seat, Server, serving

LIMITS = {"sockets": 3, "tables": 4, "requests": 20, "queue": 8}
TABLE = b'{"city":"toy","name":"Ann"}'
LOOK = b"\x81\x8f\0\0\0\0" + b'{"type":"view"}'  # as a frame
Address = tuple[str, str]
numbers = count(1)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = [f"--limit={name}={most}" for name, most in LIMITS.items()]
    with serving(tmp_path_factory.mktemp("limits"), "--proxy=127.0.0.1", *limits) as running:
        yield running


@pytest.fixture
def address() -> Address:
    """An address that nobody has come from yet, as the proxy tells it."""
    return ("X-Forwarded-For", f"192.0.2.{next(numbers)}")


@pytest.fixture
def seat(server: Server, address: Address) -> Seat:
    opened = send(server, "POST", "/api/tables", [JSON, address], TABLE).document
    return Seat(server, opened["table"], 0, opened["token"], opened)


def line(seat: Seat, token: str, address: Address) -> contextlib.AbstractContextManager[ClientConnection]:
    place = f"ws://127.0.0.1:{port_of(seat.server)}{seat.path}/socket"
    return connect(place, additional_headers=[bearer(token), address])


def test_the_sixth_message_of_five_ends_a_socket(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("terse"), "--limit=messages=5") as server:
        seat = server.open()[0]
        with seat.connect() as silent, seat.connect() as talking:
            for _ in range(5):
                talking.say(type="view")
                talking.until("view")
            talking.say(type="view")
            assert talking.hear()["code"] == "rate"
            with pytest.raises(ConnectionClosedError) as closed:
                talking.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
            silent.play(silent.moves[0])  # the other socket has five of its own


def test_an_address_has_three_sockets_at_a_time(server: Server, seat: Seat, address: Address) -> None:
    watch, elsewhere = seat.opened["watch"], next(numbers)
    with line(seat, watch, ("X-Forwarded-For", f"192.0.2.{elsewhere}")) as witness:
        with contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(line(seat, seat.token, address))
            with pytest.raises(InvalidStatus) as refused, line(seat, seat.token, address):
                pass
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body)["message"] == (
                "this address has 3 sockets already; close some"
            )
        while json.loads(witness.recv(20))["seats"][0]["here"]:
            pass
        with line(seat, seat.token, address):  # there is room again
            pass


def test_an_address_opens_four_tables_in_a_minute(server: Server, address: Address) -> None:
    answers = [send(server, "POST", "/api/tables", [JSON, address], TABLE) for _ in range(5)]
    assert [answer.status for answer in answers] == [201, 201, 201, 201, 429]
    assert answers[-1].code == "rate"
    elsewhere = ("X-Forwarded-For", "198.51.100.2")
    assert send(server, "POST", "/api/tables", [JSON, elsewhere], TABLE).status == 201


def test_a_rematch_is_a_table_too(server: Server, seat: Seat, address: Address) -> None:
    sent = [bearer(seat.token), address]
    assert send(server, "POST", f"{seat.path}/close", sent).status == 200
    statuses = [send(server, "POST", f"{seat.path}/rematch", sent).status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_an_address_asks_twenty_times_in_a_minute(server: Server, seat: Seat, address: Address) -> None:
    statuses = [send(server, "GET", "/api/version", [address]).status for _ in range(20)]
    assert statuses == [200] * 19 + [429]  # opening the table was the first
    answer = send(server, "GET", "/api/version", [address])
    assert answer.code == "rate"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert shake_hands(server, seat.path, [bearer(seat.token), address]).status == 429
    assert send(server, "GET", "/api/version", [("X-Forwarded-For", "198.51.100.3")]).status == 200


def test_whoever_does_not_listen_is_shut_out_and_the_others_play_on(seat: Seat, address: Address) -> None:
    with deaf(seat, address) as silent, Player(line(seat, seat.token, address)) as player:
        silent.sendall(LOOK * 3000)
        for _ in range(5):
            player.play(player.moves[0])
        assert close_code(silent) == 1013
        player.play(player.moves[0])


def deaf(seat: Seat, address: Address) -> socket.socket:
    """A spectator's socket that is open and never read."""
    raw = socket.socket()
    raw.settimeout(20)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", port_of(seat.server)))
    headers = [("Host", "localhost"), *UPGRADE, bearer(seat.opened["watch"]), address]
    lines = [f"GET {seat.path}/socket HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    raw.sendall("\r\n".join([*lines, "", ""]).encode())
    return raw


def close_code(raw: socket.socket) -> int:
    """Of the close frame, after all that is said before it."""
    with raw.makefile("rb") as heard:
        while heard.readline().strip():
            pass
        while True:
            first, size = heard.read(2)
            size = int.from_bytes(heard.read(2), "big") if size == 126 else size
            payload = heard.read(size)
            if first == 0x88:
                return int.from_bytes(payload[:2], "big")
