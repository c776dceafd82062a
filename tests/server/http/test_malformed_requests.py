"""What is no request is answered, or ended, and does not fill the log."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator

import pytest

from fulgence.server.run import ComplaintLimit
from server.raw_http import UPGRADE, port_of
from server.server_process import Server, serving

HANDSHAKE = b"".join(f"{name}: {value}\r\n".encode() for name, value in UPGRADE)
SOCKET = b"GET /api/tables/x/socket HTTP/1.1\r\nHost: localhost\r\n" + HANDSHAKE
MALFORMED = {
    "noise": b"\x00\x01\x02noise\r\n\r\n",
    "a version that there is not": b"GET / HTTP/9.9\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n",
    "letters in an address": b"GET /api/\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a chunk without a size": b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "two lengths": b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "an upgrade to something else": b"GET /api/version HTTP/1.1\r\nHost: localhost\r\n"
    b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "a handshake of another host": SOCKET.replace(b"localhost", b"example.org") + b"\r\n",
    "a handshake without a key": SOCKET.replace(b"Sec-WebSocket-Key", b"X-Key") + b"\r\n",
    "a handshake with a body": SOCKET + b"Content-Length: 3\r\n\r\nabc",
    "a handshake with too many headers": SOCKET + b"".join(b"X-%d: 1\r\n" % n for n in range(200)) + b"\r\n",
    "a handshake with a long line": SOCKET + b"X-Long: " + b"a" * 20_000 + b"\r\n\r\n",
    "no text in a text": SOCKET + b"\r\n\x81\x82\0\0\0\0\xff\xff",
    "no frame": SOCKET + b"\r\n\xff\xff\xff\xff\xff",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("malformed")) as running:
        yield running
    assert len(running.log) == 1
    line = json.loads(running.log[0])
    assert (line["level"], line["message"], line["number"]) == ("warning", "malformed requests", 1)
    assert "traceback" not in line


@pytest.mark.parametrize("kind", MALFORMED)
def test_what_is_no_request_is_answered_at_once(server: Server, kind: str) -> None:
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", port_of(server)), timeout=8) as connection:
            connection.sendall(MALFORMED[kind])
            assert connection.recv(9) == b"HTTP/1.1 "


def test_the_next_line_tells_how_many_there_were(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = ComplaintLimit()
    lines = [
        logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, text, (), None)
        for text in ["Invalid HTTP request received."] * 3 + ["Application startup failed"]
    ]
    assert [limit.filter(line) for line in lines] == [True, False, False, True]
    monkeypatch.setattr(limit, "SPAN", 0.0)
    assert limit.filter(lines[1])
    assert vars(lines[1])["number"] == 3
