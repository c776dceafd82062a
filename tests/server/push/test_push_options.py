"""Servers that are told to push: what they need, and that of several servers only one sends."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fulgence.server.push.endpoints import BadPushHost
from fulgence.server.push.vapid import BadContact
from fulgence.server.run import CannotServe, Settings, notices_in
from server.cluster_servers import ClusterServers, running_cluster, through
from server.databases import in_loop, opened
from server.push.push_service import PushService, push_service
from server.server_process import Seat, Server, start

ANN = {"Fulgence_Player": "0" * 31 + "a"}


def test_push_needs_the_libraries_of_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fulgence.server.push.client", None)  # as if an import there failed
    with pytest.raises(CannotServe, match=r"pywebpush is missing: pip install 'fulgence\[push\]'"):
        asyncio.run(tried(tmp_path, push_contact="ann@example.org"))


@pytest.mark.parametrize(
    ("contact", "hosts", "error", "reason"),
    [
        ("", ("push.example.org",), CannotServe, "push needs a contact"),
        ("nobody", (), BadContact, "'nobody' is not a contact"),
        ("ann@example.org", ("no host",), BadPushHost, "'no host' is not a host"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, contact: str, hosts: tuple[str, ...], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        asyncio.run(tried(tmp_path, push_contact=contact, push_hosts=hosts))


@in_loop
async def test_without_a_contact_there_is_no_push_and_no_key(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/games.db") as store, AsyncExitStack() as stack:
        assert await notices_in(Settings(""), store, stack) is None


async def tried(folder: Path, push_contact: str, push_hosts: tuple[str, ...] = ()) -> None:
    settings = Settings("", push_contact=push_contact, push_hosts=push_hosts)
    async with opened(f"sqlite:///{folder}/games.db") as store, AsyncExitStack() as stack:
        await notices_in(settings, store, stack)


# Several servers.


def started(servers: ClusterServers, service: PushService) -> Server:
    options = ("--push-contact=ann@example.org", f"--push-host={service.url}", f"--redis={servers.redis}")
    server = start(servers.folder, *options, database=servers.database)
    servers.named[servers.name_of(server)] = server
    return server


def play(*seats: Seat) -> None:
    """They come, pass and go, one after the other."""
    for seat in seats:
        with seat.connect() as player:
            player.play("pass")


@pytest.mark.long
def test_a_server_that_takes_a_table_over_tells_nobody_twice(tmp_path: Path) -> None:
    with push_service() as service, running_cluster(tmp_path) as servers:
        one, two = (started(servers, service) for _ in range(2))
        assert one.call("GET", "/api/push") == two.call("GET", "/api/push")
        device = service.device("laptop")
        one.call("POST", "/api/players", {"key": ANN["Fulgence_Player"], "name": "Ann"})
        two.call("POST", "/api/player/subscriptions", device.subscription, **ANN)
        body = {"city": "toy", "name": "Ann", "seats": [{"kind": "person"}] * 2}
        table = one.call("POST", "/api/tables", body, **ANN)
        path = f"/api/tables/{table['table']}"
        joined = two.call("POST", f"{path}/join", {"name": "Ben"}, token=table["invite"])
        ann = Seat(one, table["table"], 0, table["token"], table)
        ben = Seat(two, table["table"], 1, joined["token"], table)
        notices = [service.next()]
        owner = servers.owner(ann.table)
        assert owner is not None
        owner.kill()
        del servers.named[next(name for name, each in servers.named.items() if each is owner)]
        left = two if owner is one else one
        play(through(left, ann), through(left, ben))  # whoever is left has read the table again
        notices.append(service.next())
        play(through(left, ann), through(left, ben))
        notices.append(service.next())
        assert [device.read(each)["title"] for each in notices] == ["Toy Town with Ben: your turn"] * 3
        assert service.arrived() == []
