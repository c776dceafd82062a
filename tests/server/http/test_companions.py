"""Companions at a server: one card for all phones of a room, kept and deleted; the same in a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob
from fulgence.browser.host import Host
from fulgence.browser.routes import handle
from fulgence.browser.workers import Referee
from fulgence.rules.cityfile.city_reader import load_city
from fulgence.rules.deal import deal
from fulgence.rules.generator import Generator
from fulgence.server.retention import DAY_MS, Retention
from fulgence.table.entries import now
from paper_sheets import played, sheet_of
from random_games import SAMPLER
from server.asgi_client import AsgiClient, asgi_client
from server.local_tables import LocalTables, with_tables
from server.server_process import Failed, Server

OPEN: dict[str, Any] = {"city": "paris", "addons": ["gates"], "names": ["Ann", "Bob"], "clock": 60}


async def ask(client: AsgiClient, method: str, path: str, body: object = None, status: int = 200) -> Any:
    answer = await client.call(method, f"/api/companions{path}", body)
    assert answer.status == status, answer.body
    return answer.json if answer.body else None


def test_phones_of_a_room_see_the_same_card(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        view = await ask(client, "POST", "", OPEN, 201)
        path = f"/{view['companion']}"
        assert await ask(client, "GET", f"{path}?change=0", status=204) is None
        flipped = await ask(client, "POST", f"{path}/step", {"start": 0, "step": 1})
        assert (flipped["phase"], flipped["change"], len(flipped["shown"])) == ("turn", 1, 1)
        other = await ask(client, "POST", f"{path}/step", {"start": 0, "step": 1})  # a moment later
        assert {**other, "elapsed": 0} == {**flipped, "elapsed": 0}
        seen = await ask(client, "GET", f"{path}?change=0")
        assert seen["cards"] == flipped["cards"]
        back = await ask(client, "POST", f"{path}/step", {"start": 1, "step": 0})
        assert (back["phase"], back["cards"], back["change"]) == ("setup", [], 2)
        again = await ask(client, "POST", f"{path}/step", {"start": 0, "step": 1})
        assert again["cards"] == flipped["cards"]
        refused = await ask(client, "POST", f"{path}/step", {"start": 1, "step": 9}, 422)
        assert refused["code"] == "illegal-move"
        assert (await ask(client, "GET", "/nothing", status=404))["code"] == "no-companion"

    with_tables(tmp_path, test)


def test_a_request_that_is_repeated_opens_one_game(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        body = {**OPEN, "request": "0" * 32}
        first = await ask(client, "POST", "", body, 201)
        await ask(client, "POST", f"/{first['companion']}/step", {"start": 0, "step": 1})
        second = await ask(client, "POST", "", body, 201)
        assert (second["companion"], second["step"]) == (first["companion"], 1)

    with_tables(tmp_path, test)


def test_a_custom_city_comes_with_its_map_and_file(tmp_path: Path) -> None:
    text = Path(SAMPLER).read_text(encoding="utf-8")

    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        view = await ask(client, "POST", "", {"city_file": text, "names": ["Ann"]}, 201)
        assert view["custom"] is True
        assert (await ask(client, "GET", f"/{view['companion']}/map"))["key"] == view["city"]
        file = await client.call("GET", f"/api/companions/{view['companion']}/city")
        assert file.body.decode() == text

    with_tables(tmp_path, test)


def test_games_on_paper_are_deleted_some_time_after_the_last_step(tmp_path: Path) -> None:
    async def test(tables: LocalTables) -> None:
        client = asgi_client(tables)
        view = await ask(client, "POST", "", OPEN, 201)
        assert await Retention(tables.store, 30, lambda: now() + 29 * DAY_MS).clean() == 0
        assert await Retention(tables.store, 30, lambda: now() + 31 * DAY_MS).clean() == 1
        await ask(client, "GET", f"/{view['companion']}", status=404)

    with_tables(tmp_path, test)


def here(referee: Referee, method: str, path: str, body: object = None) -> tuple[int, Any, list[Any]]:
    answer = json.loads(referee.request(method, path, json.dumps(body) if body else "", "", "en"))
    return answer["status"], json.loads(answer["text"]), answer["effects"]


def test_a_browser_shows_what_a_server_shows_and_loses_nothing(tmp_path: Path) -> None:
    referee = Referee()
    status, view, [[id, effects]] = here(referee, "POST", "/api/companions", OPEN)
    assert status == 201 and id == view["companion"] and id.startswith("here-paper-")
    written = effects["entries"]

    async def test(tables: LocalTables) -> None:
        there = await ask(asgi_client(tables), "POST", "", OPEN, 201)
        assert there.keys() == view.keys()
        assert {**there, **dict.fromkeys(DEALT, 0)} == {**view, **dict.fromkeys(DEALT, 0)}

    with_tables(tmp_path, test)
    status, flipped, [[_, effects]] = here(
        referee, "POST", f"/api/companions/{id}/step", {"start": 0, "step": 1}
    )
    assert (status, flipped["step"], effects["first"]) == (200, 1, 1)
    written += effects["entries"]
    fresh = Referee()  # after a crash
    assert fresh.load(id, json.dumps(written))
    status, shown, _ = here(fresh, "GET", f"/api/companions/{id}")
    assert {**shown, "elapsed": 0} == {**flipped, "elapsed": 0}
    fresh.drop(id)
    assert here(fresh, "GET", f"/api/companions/{id}")[0] == 404


DEALT = ("companion", "pencils", "orders", "gates", "gate_texts", "said", "unused", "elapsed")


def test_sheets_are_added_up_alike_at_a_server_and_in_a_browser(server: Server) -> None:
    game = played(deal(load_city("paris"), ["gates"], 2, Generator(4)), ("Ann", "Bob"))
    sheets = [sheet_of(game, seat) for seat in range(2)]
    wrong = {**sheets[0], "lines": {"blue": ["a1-b1"]}}
    for body in ({"sheets": sheets}, {"sheets": [wrong]}):
        there = server.call("POST", "/api/paper/score", body, accept_language="de")
        asked = handle(Host(), "POST", "/api/paper/score", json.dumps(body).encode(), "", "de")
        assert json.loads(answer_to(msgspec.json.decode(asked.job, type=AnyJob))) == there
    scored = server.call("POST", "/api/paper/score", {"sheets": sheets})
    pads = game.pads()
    assert [sheet["pad"]["total"] for sheet in scored["sheets"]] == [pad.total for pad in pads]
    assert scored["winners"] == game.winners()
    assert f"total: {pads[0].total}" in scored["sheets"][0]["explained"]["total"]
    refused = server.call("POST", "/api/paper/score", {"sheets": [wrong]})
    assert refused["winners"] == [] and refused["outcome"] == ""
    assert refused["sheets"][0]["problems"] == [
        {
            "kind": "section",
            "pencil": "blue",
            "where": "a1-b1",
            "message": "a1-b1: is not joined to the departure.",
        }
    ]


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("score", {"sheets": []}, "bad-request"),
        ("score", {"sheets": [{"city": "/etc/passwd", "lines": {}}]}, "no-city"),
        ("score", {"sheets": [{"city": "london"}]}, "refused"),
        ("score", {"sheets": [{"city": "london", "lines": {}}, {"city": "paris", "lines": {}}]}, "bad-sheet"),
        ("picture", {"sheet": {"city": "london", "lines": {"pink": ["i5-h6"]}}}, "refused"),
        ("blank", {"city": "atlantis"}, "no-city"),
        ("blank", {"city": "london", "paper": "a0"}, "bad-request"),
    ],
)
def test_what_cannot_be_added_up_is_refused(server: Server, path: str, body: object, code: str) -> None:
    with pytest.raises(Failed) as refused:
        server.call("POST", f"/api/paper/{path}", body)
    assert (refused.value.status, refused.value.code) == (422, code)
