"""Which requests are answered at all, and what every answer tells the browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from fulgence.server.http import middleware
from fulgence.server.http.middleware import SecurityMiddleware, address_of
from fulgence.server.limits import Limits
from server.raw_http import JSON, Headers, bearer, port_of, send, shake_hands
from server.server_process import Seat, Server, serving

BODY = 65_536  # bytes at most


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("safety"), "--allow-host=games.example.org") as running:
        yield running


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Behind a proxy that tells it about TLS."""
    with serving(tmp_path_factory.mktemp("proxied"), "--proxy=127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def seat(server: Server) -> Seat:
    return server.open()[0]


# Hosts.


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:{port}",
        "127.0.0.1",
        "localhost:{port}",
        "LocalHost",
        "[::1]:{port}",
        "[::1]",
        "games.example.org",
        "GAMES.example.org:443",
    ],
)
def test_the_server_answers_to_its_own_names(server: Server, seat: Seat, host: str) -> None:
    hosts = [host.format(port=port_of(server))]
    assert send(server, "GET", "/api/health", hosts=hosts).status == 200
    assert shake_hands(server, seat.path, [bearer(seat.token)], hosts).status == 101


@pytest.mark.parametrize(
    "host",
    [
        "",
        "example.org",
        "127.0.0.1.example.org",
        "example.org:{port}",
        "x.games.example.org",
        "games.example.org.",
        "example.org@127.0.0.1",
        "127.0.0.1@example.org",
        "127.0.0.1/example.org",
        "127.0.0.1#",
        "127.0.0.1:port",
        "127.0.0.1:123456",
        "127.1",
        "0.0.0.0",
        "[::1",
        "[::2]",
        "127.0.0.1, example.org",
    ],
)
def test_the_server_does_not_answer_to_other_names(server: Server, seat: Seat, host: str) -> None:
    hosts = [host.format(port=port_of(server))]
    answer = send(server, "GET", "/api/health", hosts=hosts)
    assert (answer.status, answer.code) == (421, "host")
    handshake = shake_hands(server, seat.path, [bearer(seat.token)], hosts)
    assert (handshake.status, handshake.code) == (421, "host")


@pytest.mark.parametrize("hosts", [[], ["127.0.0.1", "127.0.0.1"], ["127.0.0.1", "example.org"]])
def test_a_request_has_one_host(server: Server, hosts: list[str]) -> None:
    assert send(server, "GET", "/api/health", hosts=hosts).status == 421


def test_the_host_header_counts_where_the_address_is_written_in_full(server: Server) -> None:
    path = "http://127.0.0.1/api/health"
    assert send(server, "GET", path, hosts=["127.0.0.1"]).status == 200
    assert send(server, "GET", path, hosts=["example.org"]).status == 421


# Origins. Cookies come with every request of a browser, tokens only with those of our own page.

OWN = "http://127.0.0.1:{port}"
COOKIE = ("Cookie", "seat={token}")
BEARER = ("Authorization", "Bearer {token}")
GOOD: list[Headers] = [
    [BEARER],
    [BEARER, COOKIE],
    [COOKIE, ("Origin", OWN)],
    [COOKIE, ("Origin", "https://127.0.0.1:{port}")],  # TLS ended before the server
    [COOKIE, ("Origin", "HTTP://127.0.0.1:{port}")],
    [BEARER, ("Origin", OWN)],
]
BAD: list[Headers] = [
    [COOKIE],
    [COOKIE, ("Authorization", "Basic YTpi")],
    [COOKIE, ("Authorization", "Bearer")],
    [COOKIE, ("Authorization", "Bearer nothing")],
    [COOKIE, ("Origin", "")],
    [COOKIE, ("Origin", "null")],
    [COOKIE, ("Origin", "http://example.org")],
    [COOKIE, ("Origin", "http://127.0.0.1")],
    [COOKIE, ("Origin", "http://127.0.0.1:1")],
    [COOKIE, ("Origin", "http://localhost:{port}")],
    [COOKIE, ("Origin", OWN + "/")],
    [COOKIE, ("Origin", OWN + ".example.org")],
    [COOKIE, ("Origin", "http://example.org@127.0.0.1:{port}")],
    [COOKIE, ("Origin", "ftp://127.0.0.1:{port}")],
    [COOKIE, ("Origin", "127.0.0.1:{port}")],
    [BEARER, ("Origin", "http://example.org")],
]


def filled(headers: Headers, seat: Seat) -> Headers:
    port = port_of(seat.server)
    return [(name, value.format(port=port, token=seat.token)) for name, value in headers]


@pytest.mark.parametrize("headers", GOOD, ids=str)
def test_a_player_is_known_by_token_or_by_cookie_and_own_origin(seat: Seat, headers: Headers) -> None:
    sent = filled(headers, seat)
    assert send(seat.server, "POST", f"{seat.path}/seats/0/return", sent).status == 200
    assert shake_hands(seat.server, seat.path, sent).status == 101


@pytest.mark.parametrize("headers", BAD, ids=str)
def test_other_sites_can_do_nothing_with_a_cookie(seat: Seat, headers: Headers) -> None:
    sent = filled(headers, seat)
    assert send(seat.server, "POST", f"{seat.path}/seats/0/return", sent).status == 403
    with_socket = shake_hands(seat.server, seat.path, sent)
    # A socket without a valid token opens only to be told why it is closed.
    assert with_socket.status == (101 if ("Authorization", "Bearer nothing") in sent else 403)


def test_two_origins_are_none(seat: Seat) -> None:
    sent = filled([COOKIE, ("Origin", OWN), ("Origin", "http://example.org")], seat)
    assert send(seat.server, "POST", f"{seat.path}/seats/0/return", sent).status == 403
    assert shake_hands(seat.server, seat.path, sent).status == 400


def test_behind_tls_a_page_without_it_is_another_site(proxied: Server) -> None:
    seat = proxied.open()[0]
    secure = ("X-Forwarded-Proto", "https")
    for scheme, post, handshake in (("https", 200, 101), ("http", 403, 403)):
        origin = ("Origin", f"{scheme}://127.0.0.1:{port_of(proxied)}")
        sent = filled([COOKIE, origin, secure], seat)
        assert send(proxied, "POST", f"{seat.path}/seats/0/return", sent).status == post
        assert shake_hands(proxied, seat.path, sent).status == handshake


def test_other_sites_cannot_read_answers(server: Server) -> None:
    answer = send(server, "GET", "/api/tables", [("Origin", "http://example.org")])
    assert "access-control-allow-origin" not in answer.headers
    asked = [("Origin", "http://example.org"), ("Access-Control-Request-Method", "POST")]
    answer = send(server, "OPTIONS", "/api/tables", asked)
    assert answer.status == 405
    assert "access-control-allow-origin" not in answer.headers


# Bodies.


def padded(size: int) -> bytes:
    return b'{"city":"toy"}'.ljust(size)


def test_a_body_has_at_most_64_kilobytes(server: Server) -> None:
    assert send(server, "POST", "/api/tables", [JSON], padded(BODY)).status == 201
    answer = send(server, "POST", "/api/tables", [JSON], padded(BODY + 1))
    assert (answer.status, answer.code) == (413, "too-large")


def test_a_body_in_chunks_has_at_most_64_kilobytes(server: Server) -> None:
    for size, status in ((BODY, 201), (BODY + 1, 413)):
        body = padded(size)
        parts = [body[start : start + 5000] for start in range(0, size, 5000)]
        assert send(server, "POST", "/api/tables", [JSON], parts).status == status


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("Application/JSON; charset=utf-8", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
        ("", 415),
    ],
)
def test_only_json_is_read(server: Server, kind: str, status: int) -> None:
    """A form of another site cannot send JSON as such."""
    headers = [("Content-Type", kind)] if kind else []
    assert send(server, "POST", "/api/tables", headers, padded(20)).status == status


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.05)
    sent: list[Message] = []

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("the request is not whole")

    async def one_part() -> Message:
        if sent:
            await asyncio.Event().wait()
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def keep(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/tables",
        "scheme": "http",
        "headers": [(b"host", b"localhost"), (b"content-length", b"100")],
        "client": ("127.0.0.1", 1),
    }
    asyncio.run(asyncio.wait_for(SecurityMiddleware(nothing, (), Limits())(scope, one_part, keep), 10))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


# What browsers are told.

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "manifest-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@pytest.mark.parametrize(
    ("status", "method", "path", "headers", "body"),
    [
        (200, "GET", "/api/health", [], b""),
        (201, "POST", "/api/tables", [JSON], padded(20)),
        (400, "POST", "/api/tables", [JSON], b"[" * 20_000),
        (403, "POST", "/api/tables", [("Origin", "null")], b""),
        (404, "GET", "/api/tables/nobody", [], b""),
        (404, "GET", "/api/nothing", [], b""),
        (404, "GET", "/api/tables/", [], b""),
        (405, "DELETE", "/api/tables", [], b""),
        (413, "POST", "/api/tables", [JSON], padded(BODY + 1)),
        (415, "POST", "/api/tables", [], padded(20)),
        (422, "POST", "/api/tables", [JSON], b"{"),
    ],
)
def test_every_answer_has_the_headers_that_protect_browsers(
    server: Server, status: int, method: str, path: str, headers: Headers, body: bytes
) -> None:
    answer = send(server, method, path, headers, body)
    assert answer.status == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["content-type"] == "application/json"
    assert status < 300 or set(answer.document) == {"code", "message"}


def test_answers_to_other_names_have_them_too(server: Server) -> None:
    answer = send(server, "GET", "/api/health", hosts=["example.org"])
    assert answer.status == 421
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_a_method_that_is_not_taken_is_told_which_are(server: Server) -> None:
    assert send(server, "DELETE", "/api/tables").headers["allow"] == "GET, POST"


# Cookies.


def test_cookies_are_for_one_table_and_not_for_scripts(server: Server, seat: Seat) -> None:
    body = json.dumps({"token": seat.token}).encode()
    answer = send(server, "POST", f"{seat.path}/enter", [JSON], body)
    assert answer.headers.get_all("set-cookie") == [
        f"seat={seat.token}; HttpOnly; Max-Age=2592000; Path={seat.path}; SameSite=lax"
    ]


def test_cookies_keep_to_tls_where_there_is_tls(server: Server, proxied: Server) -> None:
    body = b'{"city":"toy","name":"Ann"}'
    for forwarded, is_secure in (([("X-Forwarded-Proto", "https")], True), ([], False)):
        answer = send(proxied, "POST", "/api/tables", [JSON, *forwarded], body)
        assert answer.headers["set-cookie"].endswith("; Secure") == is_secure
    # Whoever is no proxy of ours is not believed.
    answer = send(server, "POST", "/api/tables", [JSON, ("X-Forwarded-Proto", "https")], body)
    assert not answer.headers["set-cookie"].endswith("; Secure")


# Whom the limits count for.


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown:name", "unknown:name"),
    ],
)
def test_limits_count_a_network_of_ipv6_as_one(address: str, counted: str) -> None:
    assert address_of({"type": "http", "client": (address, 1234)}) == counted
