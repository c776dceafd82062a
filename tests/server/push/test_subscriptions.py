"""Devices that subscribe: only at push services that are known, and only while their player wants it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fulgence.server.push.client import CheckedResolver
from fulgence.server.push.endpoints import BadPushHost, Endpoints
from fulgence.server.push.vapid import BadContact, checked_contact
from fulgence.server.store.subscriptions import MAX_SUBSCRIPTIONS
from fulgence.table.refusals import Refused
from server.contests.contest_server import ContestServer, with_server
from server.databases import ENGINES
from server.push.push_server import PushServer, with_push
from server.push.push_service import Device, encoded


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:DEF",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
        "https://web.push.apple.com/QAbc",
        "https://FCM.googleapis.com:443/fcm/send/abc",
    ],
)
def test_the_push_services_of_the_usual_browsers_are_known(endpoint: str) -> None:
    Endpoints().check(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "http://wns2.notify.windows.com/w/",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com.example.org/",
        "https://example.org/fcm.googleapis.com",
        "https://fcm.googleapis.com@example.org/",
        "https://ann:pw@fcm.googleapis.com/",
        "https://evilnotify.windows.com/",
        "https://notify.windows.com.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/",
        "file:///etc/passwd",
        "gopher://fcm.googleapis.com/",
        "https://fcm.googleapis.com\\@example.org/",
        "https://fcm.googleapis.com/\r\nHost: example.org",
        "https://fcm.googleapis.com:port/",
        "https://fcm.googleapis.com/" + "a" * 1000,
        "https:///",
        "",
    ],
)
def test_no_other_address_is_called(endpoint: str) -> None:
    with pytest.raises(Refused, match="this push service is not known here"):
        Endpoints().check(endpoint)


def test_the_operator_may_add_hosts() -> None:
    endpoints = Endpoints(["Push.example.org", "http://127.0.0.1:8080/"])
    endpoints.check("https://push.example.org/abc")
    endpoints.check("http://127.0.0.1:8080/abc")
    for other in ("http://push.example.org/", "http://127.0.0.1:8081/", "https://127.0.0.1:8080/"):
        with pytest.raises(Refused):
            endpoints.check(other)


@pytest.mark.parametrize(
    "text", ["", "push example", "ftp://push.example.org", "push.example.org/path", "push.example.org?query"]
)
def test_an_option_that_names_no_host_is_refused(text: str) -> None:
    with pytest.raises(BadPushHost, match="is not a host"):
        Endpoints([text])


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("142.250.74.10", True),
        ("2a00:1450:4001:80b::200a", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("224.0.0.1", False),
    ],
)
def test_the_name_of_a_known_service_leads_to_public_addresses_only(address: str, allowed: bool) -> None:
    assert Endpoints().may_connect("fcm.googleapis.com", address) == allowed
    assert Endpoints(["push.lan"]).may_connect("push.lan", address)


def test_a_name_that_leads_to_this_machine_is_not_connected_to() -> None:
    async def resolve(endpoints: Endpoints) -> int:
        resolver = CheckedResolver(endpoints)
        found = await resolver.resolve("localhost", 80)
        await resolver.close()
        return len(found)

    with pytest.raises(OSError, match="leads to no public address"):
        asyncio.run(resolve(Endpoints()))
    assert asyncio.run(resolve(Endpoints(["localhost"]))) >= 1


@pytest.mark.parametrize(
    ("text", "contact"),
    [
        ("ann@example.org", "mailto:ann@example.org"),
        ("mailto:ann@example.org", "mailto:ann@example.org"),
        ("https://example.org", "https://example.org"),
    ],
)
def test_a_contact_is_an_address_or_a_page(text: str, contact: str) -> None:
    assert checked_contact(text) == contact


@pytest.mark.parametrize(
    "text", ["ann", "http://example.org", "ann@", "ann@home", "mailto:", "ann@example.org, ben"]
)
def test_push_services_want_a_real_contact(text: str) -> None:
    with pytest.raises(BadContact, match="is not a contact"):
        checked_contact(text)


def test_a_device_is_one_players_and_can_be_taken_back(engine: str, tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        device = await server.subscribe(ann, "laptop")
        await server.subscribe(ben, "laptop")  # Ben has taken the device over
        again = await server.ask("POST", "/api/player/subscriptions", device.subscription, key=ben)
        path = f"/api/player/subscriptions/{again.json['id']}"
        assert (await server.ask("DELETE", path, key=ann)).status == 204  # not hers
        local = await server.open(ann, ben)
        [delivery] = await server.arrived(local)
        assert server.service.device("laptop").endpoint.endswith(delivery.path)
        assert (await server.ask("DELETE", path, key=ben)).status == 204
        local = await server.open(ann, ben)
        assert await server.arrived(local) == []

    with_push(engine, tmp_path, test)


def test_who_is_forgotten_is_not_notified(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        local = await server.open(ann, "")
        assert len(await server.arrived(local)) == 1
        assert (await server.ask("DELETE", "/api/player", key=ann)).status == 204
        again = await server.person("Ann")  # the same key, by chance
        local = await server.open(again, "")
        assert await server.arrived(local) == []

    with_push("sqlite", tmp_path, test)


def test_a_player_has_only_so_many_devices(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        for number in range(MAX_SUBSCRIPTIONS + 2):
            await server.subscribe(ann, f"device-{number}")
            server.time.now += 1000
        local = await server.open(ann, "")
        paths = {each.path for each in await server.arrived(local)}
        assert paths == {f"/push/device-{number}" for number in range(2, MAX_SUBSCRIPTIONS + 2)}

    with_push("sqlite", tmp_path, test)


def test_what_is_no_subscription_is_refused(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        good = server.service.device("laptop").subscription

        async def code(body: object, key: str = ann) -> tuple[int, str]:
            answer = await server.ask("POST", "/api/player/subscriptions", body, key=key)
            return answer.status, answer.json["code"]

        elsewhere = Device("https://example.org/push").subscription
        assert await code(elsewhere) == (422, "push-service")
        assert await code(good, key="") == (403, "no-player")
        for keys in (
            {"p256dh": "", "auth": ""},
            {**good["keys"], "auth": encoded(b"too short")},
            {**good["keys"], "p256dh": encoded(b"\4" + b"\0" * 64)},  # not on the curve
            {**good["keys"], "p256dh": "not base64!"},
        ):
            assert await code({**good, "keys": keys}) == (422, "bad-subscription")
        assert await code({**good, "more": 1}) == (422, "bad-request")

    with_push("sqlite", tmp_path, test)


def test_a_server_without_push_says_so_and_keeps_nothing(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        assert await server.get("/api/push") == {"key": None}
        body = Device("https://fcm.googleapis.com/abc").subscription
        answer = await server.ask("POST", "/api/player/subscriptions", body, key=ann)
        assert (answer.status, answer.json["code"]) == (404, "no-push")

    with_server("sqlite", tmp_path, test)
