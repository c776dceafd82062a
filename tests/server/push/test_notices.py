"""Players who are not looking are told once that it is their turn, and once more when time runs out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fulgence.server.push import notices
from fulgence.server.push.notices import PushNotices
from fulgence.server.push.vapid import load_vapid
from fulgence.server.referee.registry import Registry
from fulgence.server.referee.turn_notices import TurnNotice
from fulgence.table import requests
from server.asgi_client import WIDE
from server.databases import ENGINES
from server.local_tables import LocalTables
from server.push.push_server import DAY, PushServer, leave, play_and_leave, said, with_push
from server.push.push_service import verified_claims

TURN = "Toy Town with Ben: your turn"


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_player_who_is_away_is_told_once_a_turn_in_their_language(engine: str, tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        laptop, phone = await server.subscribe(ann, "laptop"), await server.subscribe(ann, "phone", "fr")
        local = await server.open(ann, ben)
        first = await server.arrived(local)
        assert said(laptop, first) == [TURN]
        assert said(phone, first) == ["Villejouet avec Ben\u00a0: c\u2019est ton tour"]
        assert laptop.read(first[[each.path for each in first].index("/push/laptop")]) == {
            "table": local.id,
            "title": TURN,
            "body": "",
            "language": "en",
        }
        await play_and_leave(local, 1)
        assert await server.arrived(local) == []  # it is still the same turn
        await play_and_leave(local, 0)
        assert said(laptop, await server.arrived(local)) == [TURN]

    with_push(engine, tmp_path, test)


def test_a_notice_is_signed_encrypted_and_kept_for_twelve_hours(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        local = await server.open(ann, "")
        [delivery] = await server.arrived(local)
        claims, key = verified_claims(delivery.headers["authorization"])
        assert (claims["aud"], claims["sub"]) == (server.service.url, "mailto:ann@example.org")
        assert {"key": key} == await server.get("/api/push")
        assert (delivery.headers["ttl"], delivery.headers["topic"]) == ("43200", local.id)
        assert b"Ben" not in delivery.body

    with_push("sqlite", tmp_path, test)


def test_who_sees_the_table_on_any_device_is_not_told(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        device = await server.subscribe(ann, "laptop")
        local = await server.open(ann, ben)
        assert len(await server.arrived(local)) == 1
        own, other = await local.connect(0), await local.connect(0)
        rival = await local.connect(1)
        own.say(type="visibility", visible=False)
        await own.play("pass")
        await rival.play("pass")
        assert await server.arrived(local) == []  # the other page is visible
        other.say(type="visibility", visible=False)
        await own.play("pass")
        await rival.play("pass")
        assert said(device, await server.arrived(local)) == [TURN]
        other.say(type="visibility", visible=True)
        await own.play("pass")
        await rival.play("pass")
        assert await server.arrived(local) == []

    with_push("sqlite", tmp_path, test)


def test_nobody_is_told_of_a_game_alone_or_of_a_muted_table(engine: str, tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        await server.subscribe(ann, "laptop")
        alone = await server.open(ann)
        assert await server.arrived(alone) == []
        local = await server.open(ann, ben)
        await server.arrived(local)
        path = f"/api/player/tables/{local.id}/notices"
        assert await server.get(path, ann) == {"muted": False}
        assert await server.get(path) == {"muted": None}
        muted = await server.ask("PUT", path, {"muted": True}, key=ann)
        assert muted.json == await server.get(path, ann) == {"muted": True}
        await play_and_leave(local, 1)
        await play_and_leave(local, 0)
        assert await server.arrived(local) == []
        await server.ask("PUT", path, {"muted": False}, key=ann)
        await play_and_leave(local, 1)
        await play_and_leave(local, 0)
        assert len(await server.arrived(local)) == 1
        nobody = await server.ask("PUT", path, {"muted": True}, key=await server.person("Eve"))
        assert nobody.json == {"muted": None}

    with_push(engine, tmp_path, test)


def test_a_table_that_is_read_again_or_by_two_processes_tells_nobody_twice(
    engine: str, tmp_path: Path
) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        local = await server.open(ann, "")
        assert len(await server.arrived(local)) == 1
        await local.unload()
        assert await server.arrived(local) == []  # read again, as after a restart
        other = Registry(server.tables.store, server.registry.bots, WIDE, now=server.time)
        other.notifier = PushNotices(server.tables.store, server.notices.client, delay=0)
        other.notifier.begin()
        try:
            await other.ask(local.id, requests.Look(local.key(0)))
            await asyncio.gather(*other.referees[local.id].tasks)
            notice = TurnNotice(local.id, 0, 2, False, "Toy Town", ("Ben",), None)
            for each in (server.notices, other.notifier, server.notices, other.notifier):
                each.put(notice)
            await other.notifier.settled()
        finally:
            await other.close()
        assert len(await server.arrived(local)) == 1

    with_push(engine, tmp_path, test)


def test_a_turn_whose_notice_was_lost_with_its_process_is_told_by_the_next(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        device = await server.subscribe(ann, "laptop")
        server.registry.notifier = None  # as if it had died before it could send anything
        local = await server.open(ann, "")
        await local.unload()
        server.registry.notifier = server.notices
        assert said(device, await server.arrived(local)) == [TURN]

    with_push("sqlite", tmp_path, test)


def test_an_old_turn_is_not_told_by_whoever_looks_at_the_table(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        server.registry.notifier = None
        local = await server.open(ann, "")
        await local.unload()
        server.registry.notifier = server.notices
        server.time.now += 61_000
        assert await server.arrived(local) == []

    with_push("sqlite", tmp_path, test)


# Reminders.


def test_who_has_not_played_is_reminded_once_when_a_quarter_of_the_time_is_left(
    engine: str, tmp_path: Path
) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        device, other = await server.subscribe(ann, "laptop"), await server.subscribe(ben, "phone")
        local = await server.open(ann, ben, clock=DAY)
        [delivery] = [each for each in await server.arrived(local) if each.path == "/push/laptop"]
        assert device.read(delivery)["body"] == "24 hours left"
        await play_and_leave(local, 1)
        await local.unload()
        server.time.now += 17 * 3_600_000
        await server.registry.remind()
        assert server.registry.referees == {}
        server.time.now += 3_600_000 + 1
        await server.registry.remind()
        reminded = await server.arrived(local)
        assert said(device, reminded) == ["Toy Town with Ben: still your turn"]
        assert said(other, reminded) == []  # Ben has played
        assert device.read(reminded[0])["body"] == "6 hours left"
        assert reminded[0].headers["ttl"] == str(6 * 3600)
        await server.registry.remind()
        await local.unload()
        await server.registry.remind()
        assert await server.arrived() == []

    with_push(engine, tmp_path, test)


def test_who_looks_or_has_no_time_left_is_not_reminded(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        await server.subscribe(ann, "laptop")
        seen, late, short = [await server.open(ann, ben, clock=clock) for clock in (DAY, DAY, 60)]
        await server.arrived(seen, late, short)
        own = await seen.connect(0)
        server.time.now += 19 * 3_600_000
        await late.unload()
        await server.tables.store.change(late.id, "playing", None, None)
        await server.registry.remind()
        assert await server.arrived(seen) == []
        await server.tables.store.change(late.id, "playing", None, 1)
        server.time.now += 6 * 3_600_000
        await server.registry.remind()
        assert await server.arrived() == []
        await leave(seen, own)

    with_push("sqlite", tmp_path, test)


# Devices that are gone, and services that are busy.


def test_a_device_that_is_gone_is_deleted(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        ann, ben = await server.person("Ann"), await server.person("Ben")
        await server.subscribe(ann, "laptop")
        server.service.statuses = [410]
        local = await server.open(ann, ben)
        assert len(await server.arrived(local)) == 1
        await play_and_leave(local, 1)
        await play_and_leave(local, 0)
        assert await server.arrived(local) == []
        assert server.tables.store.metrics.pushes == {"gone": 1}

    with_push("sqlite", tmp_path, test)


def test_a_busy_service_is_asked_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "RETRY_SECONDS", 0)

    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        server.service.statuses = [503]
        local = await server.open(ann, "")
        await server.arrived(local)
        await asyncio.sleep(0)
        await server.notices.settled()
        assert server.tables.store.metrics.pushes == {"sent": 1}

    with_push("sqlite", tmp_path, test)


def test_a_redirect_is_not_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        server.service.statuses = [307]
        local = await server.open(ann, "")
        assert [each.path for each in await server.arrived(local)] == ["/push/laptop"]
        assert server.tables.store.metrics.pushes == {"failed": 1}

    with_push("sqlite", tmp_path, test)
    assert [line.getMessage() for line in caplog.records] == ["a push service did not take a notice"]


def test_notices_that_pile_up_are_dropped_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MAX_WAITING", 4)

    async def test(server: PushServer) -> None:
        ann = await server.person("Ann")
        await server.subscribe(ann, "laptop")
        local = await server.open(ann, "")
        for number in range(9):
            server.notices.put(TurnNotice(local.id, 3, number, False, "Toy Town", (), None))
        ben = await local.connect(1)
        await ben.play("pass")
        assert server.tables.store.metrics.pushes["dropped"] == 5

    with_push("sqlite", tmp_path, test)


def test_all_processes_have_the_same_key(engine: str, tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        store = server.tables.store
        keys = {(await load_vapid(store, "https://example.org")).public_key for _ in range(3)}
        assert keys == {server.notices.public_key}

    with_push(engine, tmp_path, test)


def test_tables_without_push_send_nothing(tmp_path: Path) -> None:
    async def test(server: PushServer) -> None:
        other = Registry(server.tables.store, server.registry.bots, WIDE, now=server.time)
        local = await LocalTables(server.tables.store, other).open(2, city="toy", clock=DAY)
        await local.quiet()
        server.time.now += 20 * 3_600_000
        await other.remind()
        await other.close()
        assert await server.arrived() == []

    with_push("sqlite", tmp_path, test)
