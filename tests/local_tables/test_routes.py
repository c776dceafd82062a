"""The API of a browser: what needs no table is answered with the bytes of the server."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fulgence import format_record, make_bot, new_game, play_out, record_of
from fulgence.api.answers import answer_to
from fulgence.api.jobs import AnyJob
from fulgence.browser.host import Host
from fulgence.browser.light_expert import LIGHT
from fulgence.browser.routes import Response, handle
from fulgence.puzzles.shipped import puzzle_set
from fulgence.rules.cityfile.city_reader import city_names
from server.asgi_client import asgi_client
from server.local_tables import LocalTables, with_tables

PUZZLE = puzzle_set("london", with_addons=True)[0]
PURE = [
    "/api/version",
    "/api/choices",
    "/api/lessons",
    "/api/lessons/first/map",
    "/api/lessons/nowhere/map",
    "/api/cities/nowhere",
    "/api/cities/nowhere/rules",
    "/api/puzzles",
    "/api/puzzles/daily/2026-11-18",
    "/api/puzzles/daily/2026-02-30",
    "/api/puzzles/london-00000000",
    f"/api/puzzles/{PUZZLE.id}",
    "/api/languages/de",
    "/api/languages/xx",
    *(f"/api/cities/{city}{page}" for city in city_names() for page in ("", "/rules")),
]


LESSON = "/api/lessons/first"


def asked(method: str, path: str, body: object = None, language: str = "en") -> Response:
    return handle(Host(), method, path, json.dumps(body).encode() if body else b"", "", language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pure_answers_are_those_of_the_server(tmp_path: Path, language: str) -> None:
    async def compare(tables: LocalTables) -> None:
        client = asgi_client(tables)
        for path in PURE:
            there = await client.call("GET", path, accept_language=language)
            here = asked("GET", path, language=language)
            assert (here.status, here.text) == (there.status, there.body), path

    with_tables(tmp_path, compare)


def test_a_lesson_is_answered_as_by_the_server(tmp_path: Path) -> None:
    async def compare(tables: LocalTables) -> None:
        client = asgi_client(tables)
        bodies: list[dict[str, list[list[str]]]] = [{"turns": [[]]}, {"turns": [["nonsense"]]}]
        for body in bodies:
            there = await client.call("POST", LESSON, body)
            here = asked("POST", LESSON, body)
            assert (here.status, here.text) == (there.status, there.body)

    with_tables(tmp_path, compare)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_answer_to_a_puzzle_is_that_of_the_server(tmp_path: Path, language: str) -> None:
    async def compare(tables: LocalTables) -> None:
        client = asgi_client(tables)
        path = f"/api/puzzles/{PUZZLE.id}"
        for move in (PUZZLE.best.move, "pass", "z9-z8", ""):
            there = await client.call("POST", path, {"move": move}, accept_language=language)
            here = asked("POST", path, {"move": move}, language)
            assert (here.status, here.text) == (there.status, there.body), move

    with_tables(tmp_path, compare)


def test_a_review_is_a_plan_then_the_turns_then_the_games_of_others() -> None:
    game = new_game("toy", seed=5)
    play_out(game, [make_bot("greedy", seed=5)])
    response = asked("POST", "/api/review", {"record": format_record(record_of(game))})
    jobs = [msgspec.json.decode(job, type=AnyJob) for job in response.jobs]
    plan = json.loads(answer_to(jobs[0], LIGHT))
    assert plan["type"] == "plan" and plan["parts"] == len(jobs) - 1
    assert plan["total"] == game.pads()[0].total
    assert [json.loads(job)["job"] for job in response.jobs[1:]] == ["turn"] * plan["turns"] + ["game"] * 2
    line = json.loads(answer_to(jobs[1], LIGHT))
    assert (line["type"], line["turn"]) == ("turn", 0)


def test_a_record_that_cannot_be_read_has_no_review() -> None:
    response = asked("POST", "/api/review", {"record": "{}"})
    assert response.status == 422 and not response.jobs


def test_the_rules_of_a_table_have_its_add_ons_only() -> None:
    host = Host()
    body = {"city": "paris", "addons": ["gates"], "seats": [{"kind": "person"}], "name": "Ann"}
    opened = handle(host, "POST", "/api/tables", json.dumps(body).encode(), "", "en")
    table = json.loads(opened.text)["table"]
    rules = json.loads(handle(host, "GET", f"/api/tables/{table}/rules", b"", opened.token, "en").text)
    keys = {section["key"] for section in rules["sections"]}
    assert {"gates", "alone"} <= keys and not {"powers", "objectives"} & keys


TOY = files("fulgence.cities").joinpath("toy.toml").read_text(encoding="utf-8")


def test_the_map_of_a_custom_city_is_drawn_from_its_file() -> None:
    drawn = asked("POST", "/api/maps", {"city_file": TOY})
    known = asked("GET", "/api/cities/toy")
    assert json.loads(drawn.text)["stations"] == json.loads(known.text)["stations"]
    assert asked("POST", "/api/maps", {"city_file": "name = 7"}).status == 422


def thought(response: Response) -> Any:
    """What the thinker makes of it."""
    return json.loads(answer_to(msgspec.json.decode(response.job, type=AnyJob), LIGHT))


def test_the_cards_of_a_link_are_played_at_a_table_of_this_browser() -> None:
    game = new_game("toy", seed=4)
    play_out(game, [make_bot("greedy", 1)])
    record = format_record(record_of(game))
    made = thought(asked("POST", "/api/challenge-links", {"record": record, "name": "Ann"}))
    told = thought(asked("POST", "/api/challenge-links/open", {"link": made["link"]}))
    assert told == {"id": made["id"], "city": "toy", "addons": [], "names": ["Ann"]}
    wish = {"link": made["link"], "name": "Ben", "request": "0" * 32}
    host = Host()
    body = json.dumps(wish).encode()
    first, again = (handle(host, "POST", "/api/challenge-links/play", body, "", "en") for _ in range(2))
    assert (first.status, first.text) == (201, again.text)
    table = host.tables[json.loads(first.text)["table"]].table
    assert table.opened.contest == f"challenge-{made['id']}"
    assert table.playing().deal == game.deal
    damaged = handle(host, "POST", "/api/challenge-links/play", body.replace(b"1e", b"1f"), "", "en")
    assert (damaged.status, json.loads(damaged.text)["code"]) == (422, "bad-link")
