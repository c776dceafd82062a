"""Requests made by hand, with headers that no decent client sends, twice or not at all."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from server.server_process import Server

Headers = Sequence[tuple[str, str]]
JSON = ("Content-Type", "application/json")
UPGRADE = (
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", base64.b64encode(bytes(16)).decode()),
)


@dataclass
class RawAnswer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.document["code"])


def port_of(server: Server) -> int:
    return urlsplit(server.url).port or 0


def bearer(token: str) -> tuple[str, str]:
    return ("Authorization", f"Bearer {token}")


def send(
    server: Server,
    method: str,
    path: str,
    headers: Headers = (),
    body: bytes | Iterable[bytes] = b"",
    *,
    hosts: Sequence[str] | None = None,
) -> RawAnswer:
    """One request, sent at once. A body in parts goes in chunks; `hosts` are its Host headers."""
    port = port_of(server)
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"Host: {host}" for host in ([f"127.0.0.1:{port}"] if hosts is None else hosts)]
    lines += [f"{name}: {value}" for name, value in headers]
    if not isinstance(body, bytes):
        lines.append("Transfer-Encoding: chunked")
        body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in [*body, b""])
    elif body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        with http.client.HTTPResponse(connection, method=method) as answer:
            answer.begin()
            return RawAnswer(answer.status, answer.headers, b"" if answer.status == 101 else answer.read())


def shake_hands(
    server: Server, path: str, headers: Headers = (), hosts: Sequence[str] | None = None
) -> RawAnswer:
    """The beginning of a socket: status 101 if it opens."""
    return send(server, "GET", f"{path}/socket", [*UPGRADE, *headers], hosts=hosts)
