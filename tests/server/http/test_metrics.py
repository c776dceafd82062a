"""What a server tells of itself in numbers, and whom."""

from __future__ import annotations

import asyncio
import urllib.request
from pathlib import Path

import pytest

from fulgence.server.http.app import make_app
from fulgence.server.metrics import Histogram, watch_loop
from server.asgi_client import WIDE, AsgiClient, asgi_client
from server.local_tables import LocalTables, with_tables
from server.prometheus_text import MetricFamily, parse_exposition
from server.server_process import Server, play_out, serving

TOKEN = "a-token-of-the-operator"


def scraped(server: Server) -> dict[str, MetricFamily]:
    with urllib.request.urlopen(f"{server.url}/api/metrics", timeout=30) as answer:
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        return parse_exposition(answer.read().decode())


def test_all_metrics_can_be_read_and_the_counters_move(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        before = scraped(server)
        [ann] = server.open(city="toy", bots=["greedy"])
        with ann.connect() as player:
            player.say(type="move", ply=0, move="a1-a2")
            assert player.hear()["code"] == "illegal-move"
            during = scraped(server)
            play_out([player])
            moves = player.view["ply"]
        after = scraped(server)
    kinds = {name: family.kind for name, family in after.items()}
    assert kinds == {name: family.kind for name, family in before.items()}
    assert kinds == {
        "fulgence_info": "gauge",
        "fulgence_moves_total": "counter",
        "fulgence_entries_total": "counter",
        "fulgence_refusals_total": "counter",
        "fulgence_store_failures_total": "counter",
        "fulgence_commit_seconds": "histogram",
        "fulgence_acknowledge_seconds": "histogram",
        "fulgence_bot_seconds": "histogram",
        "fulgence_loop_lag_seconds": "histogram",
        "fulgence_pushes_total": "counter",
        "fulgence_read_only": "gauge",
        "fulgence_store_queue": "gauge",
        "fulgence_worker_queue": "gauge",
        "fulgence_workers_busy": "gauge",
        "fulgence_inbox_queue": "gauge",
        "fulgence_tables": "gauge",
        "fulgence_sockets": "gauge",
    }
    assert all(family.help for family in after.values())
    assert before["fulgence_moves_total"].value(by="person") == 0
    assert after["fulgence_moves_total"].value(by="person") == moves
    assert after["fulgence_moves_total"].value(by="bot") >= moves
    assert before["fulgence_tables"].value() == 0
    assert during["fulgence_tables"].value() == 1
    assert [each["fulgence_sockets"].value() for each in (before, during)] == [0, 1]
    assert during["fulgence_refusals_total"].value(code="illegal-move") == 1
    assert after["fulgence_acknowledge_seconds"].value("_count") == moves
    assert 0 < after["fulgence_acknowledge_seconds"].value("_sum") < 60
    assert after["fulgence_bot_seconds"].value("_count") > 0
    commits = after["fulgence_commit_seconds"].value("_count")
    assert 0 < commits <= after["fulgence_entries_total"].value()
    assert after["fulgence_loop_lag_seconds"].value("_count") > 0


def test_refusals_are_counted_wherever_they_come_from(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        local = await tables.open(1)
        await client.call("GET", "/api/tables/none")
        await client.call("GET", "/api/nothing")
        await client.call("POST", "/api/tables", {"wrong": 1})
        await client.call("GET", "/api/version", host="elsewhere.example")
        browser = await client.connect(f"/api/tables/{local.id}/socket")
        assert browser.closed == 4401
        await browser.leave()
        tables.store.failing = ["before"]
        ann = await local.connect(0)
        assert await ann.tell(type="move", ply=0, move="pass") == "storage"
        text = (await client.call("GET", "/api/metrics")).body.decode()
        refusals = parse_exposition(text)["fulgence_refusals_total"]
        for code in ("no-table", "not-found", "bad-request", "host", "no-right", "storage"):
            assert refusals.value(code=code) == 1, code

    with_tables(tmp_path, test)


def test_what_could_not_be_written_is_counted(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.open()
        before = scraped(server)["fulgence_store_failures_total"]
    assert before.samples == {}


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.8.9.1", {}, 200),
        ("::1", {"host": "[::1]:8642"}, 200),
        ("::ffff:127.0.0.1", {"host": "localhost:8642"}, 200),
        ("192.0.2.7", {}, 403),
        ("2001:db8::1", {}, 403),
        ("not an address", {}, 403),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, 403),
        ("127.0.0.1", {"x_forwarded_proto": "https"}, 403),
        ("127.0.0.1", {"x_real_ip": "127.0.0.1"}, 403),
        ("127.0.0.1", {"forwarded": "for=127.0.0.1"}, 403),
        ("127.0.0.1", {"via": "1.1 proxy"}, 403),
        ("127.0.0.1", {"host": "games.example.org"}, 403),
        ("192.0.2.7", {"authorization": f"Bearer {TOKEN}"}, 200),
        ("192.0.2.7", {"authorization": f"Bearer {TOKEN}", "x_forwarded_for": "192.0.2.9"}, 200),
        ("192.0.2.7", {"authorization": "Bearer another"}, 403),
        ("192.0.2.7", {"authorization": "Bearer é"}, 403),
        ("192.0.2.7", {"authorization": TOKEN}, 403),
    ],
)
def test_metrics_are_for_this_machine_or_for_who_has_the_token(
    tmp_path: Path, client: str, headers: dict[str, str], status: int
) -> None:
    async def test(tables: LocalTables) -> None:
        app = make_app(tables.registry, tables.store, WIDE, ["games.example.org"], metrics_token=TOKEN)

        async def from_there(scope: object, receive: object, send: object) -> None:
            await app({**scope, "client": (client, 1)}, receive, send)  # type: ignore[dict-item, arg-type]

        answer = await AsgiClient(from_there).call("GET", "/api/metrics", **headers)
        assert answer.status == status
        assert (b"fulgence_moves_total" in answer.body) == (status == 200)

    with_tables(tmp_path, test)


def test_without_a_token_there_is_none_to_guess(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        headers = {"x_forwarded_for": "192.0.2.1"}
        for bearer in ("", "Bearer ", "Bearer x"):
            answer = await asgi_client(tables).call("GET", "/api/metrics", authorization=bearer, **headers)
            assert (answer.status, answer.json["code"]) == (403, "no-right")

    with_tables(tmp_path, test)


@pytest.mark.parametrize("way", ["option", "environment"])
def test_the_token_is_given_by_an_option_or_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    if way == "environment":
        monkeypatch.setenv("FULGENCE_METRICS_TOKEN", TOKEN)
    options = [f"--metrics-token={TOKEN}"] if way == "option" else []
    with serving(tmp_path, *options) as server:
        request = urllib.request.Request(f"{server.url}/api/metrics", headers={"Via": "1.1 proxy"})
        request.add_header("Authorization", f"Bearer {TOKEN}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert parse_exposition(answer.read().decode())


def test_a_value_lies_in_the_first_bucket_that_is_not_below_it() -> None:
    histogram = Histogram((0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 1.0, 7.0):
        histogram.observe(value)
    assert list(histogram.cumulative()) == [("0.1", 2), ("1.0", 4), ("+Inf", 5)]
    assert histogram.total == pytest.approx(8.65)


def test_a_loop_that_is_held_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fulgence.server.metrics.LAG_INTERVAL", 0.001)

    async def test() -> None:
        lag = Histogram((0.1,))
        watching = asyncio.create_task(watch_loop(lag))
        await asyncio.sleep(0)
        until = asyncio.get_running_loop().time() + 0.2
        while asyncio.get_running_loop().time() < until:
            pass  # nobody else gets a turn
        while not lag.counts[1]:
            await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(asyncio.wait_for(test(), 20))
