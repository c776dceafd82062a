"""Connections are counted, idle ones too, and whoever has too many is told so."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fulgence.server.http.connection_limits import RESERVE, ConnectionLimits, open_files
from fulgence.server.limits import Limits
from server.raw_http import port_of
from server.server_process import Server, serving

FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150))
from fulgence.cli import main
sys.exit(main())
"""


@contextlib.contextmanager
def idle(server: Server, number: int) -> Iterator[list[socket.socket]]:
    """Connections on which nothing is said."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection(("127.0.0.1", port_of(server)), timeout=8))
            for _ in range(number)
        ]


def is_open(connection: socket.socket) -> bool:
    """Whether a request is answered there."""
    connection.sendall(b"GET /api/version HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return connection.recv(12) == b"HTTP/1.1 200"


def refusal(connection: socket.socket) -> tuple[int, str, str]:
    """What is said before anything was asked: within seconds, or the test fails."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    problem = json.load(answer)
    assert answer.headers["connection"] == "close"
    return answer.status, problem["code"], problem["message"]


def test_an_address_has_five_connections_at_a_time_although_nothing_is_said_on_them(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit=connections=5") as server:
        with idle(server, 6) as held:
            assert refusal(held[5]) == (429, "rate", "this address has 5 connections already; close some")
            assert all(map(is_open, held[:5]))
        with idle(server, 5) as held:  # there is room again
            assert all(map(is_open, held))


def test_a_connection_that_becomes_a_socket_counts_as_that(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit=connections=2") as server:
        (ann,) = server.open(city="toy")
        with ann.connect(), ann.connect(), ann.connect() as player, idle(server, 2) as held:
            assert all(map(is_open, held))
            player.play("pass")


def test_a_proxy_brings_as_many_connections_as_it_likes(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit=connections=2", "--proxy=127.0.0.1") as server, idle(server, 9) as held:
        assert all(map(is_open, held))


def test_all_together_have_as_many_connections_as_the_server_allows(tmp_path: Path) -> None:
    with serving(tmp_path, "--limit=clients=4") as server:
        (ann,) = server.open(city="toy")
        with ann.connect() as player, idle(server, 4) as held:
            sentence = "this server has too many connections; try again later"
            assert refusal(held[3]) == (503, "busy", sentence)
            assert all(map(is_open, held[:3]))
            player.play("pass")


def test_a_server_with_few_files_refuses_connections_and_plays_on(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    with serving(tmp_path, "--workers=1", program=("-c", FEW_FILES)) as server:
        (ann,) = server.open(bots=["random"], city="toy")
        with ann.connect() as player, idle(server, 120) as held:
            answers = [refusal(connection)[:2] for connection in held[60:]]
            assert answers == [(503, "busy")] * 60
            player.play(player.moves[0])
    assert server.log == []


def test_there_are_never_more_connections_than_files() -> None:
    assert ConnectionLimits(Limits(clients=10**7)).most == open_files() - RESERVE
    assert ConnectionLimits(Limits(clients=7)).most == 7


def has_room(server: Server) -> bool:
    """For two connections."""
    with idle(server, 2) as held:
        return all(map(is_open, held))


IMPATIENT = """
import sys
from fulgence.server.http import slow_clients
slow_clients.HEAD_SECONDS = slow_clients.READ_SECONDS = 0.2
from fulgence.cli import main
sys.exit(main())
"""


def test_connections_on_which_nothing_is_said_or_read_are_ended(tmp_path: Path) -> None:
    with (
        serving(tmp_path, "--limit=connections=2", program=("-c", IMPATIENT)) as server,
        idle(server, 1) as (silent,),
        socket.socket() as deaf,
    ):
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", port_of(server)))
        deaf.sendall(b"GET /api/languages/fr HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40)
        assert silent.recv(1) == b""  # the end
        limit = time.monotonic() + 20
        while not has_room(server):  # until the other one has been ended too
            assert time.monotonic() < limit
