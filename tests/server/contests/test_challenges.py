"""The same cards for a friend, whose sheet stays hidden until one has finished."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from fulgence.rules.text.record import parse_record
from fulgence.server.store.days import close_day, pars_of
from server.contests.contest_server import DAY, ContestServer, passing, with_server
from server.databases import ENGINES

SOLO: dict[str, object] = {"city": "london", "addons": ["objectives"], "name": "Ann"}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def made(server: ContestServer, **body: object) -> str:
    answer = await server.ask("POST", "/api/challenges", body)
    assert answer.status == 201, answer.body
    return str(answer.json["challenge"])


def test_two_people_answer_a_challenge_with_the_same_cards(engine: str, tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        own = (await server.ask("POST", "/api/tables", SOLO)).json
        early = await server.ask("POST", "/api/challenges", {"table": own["table"]})
        assert (early.status, early.json["code"]) == (409, "not-over")
        total = await server.play(own)
        id = await made(server, table=own["table"])
        path = f"/api/challenges/{id}"
        ben = (await server.ask("POST", f"{path}/play", {"name": "Ben"})).json
        cleo = await server.person("Cleo")
        hers = (await server.ask("POST", f"{path}/play", {"name": "Cleo"}, key=cleo)).json
        again = (await server.ask("POST", f"{path}/play", {"name": "Cleo"}, key=cleo)).json
        assert hers == again != ben
        hidden = await server.get(f"{path}?table={ben['table']}")
        assert (hidden["names"], hidden["results"], hidden["you"]) == (["Ann"], [], None)
        assert (hidden["city"], hidden["addons"]) == ("london", ["objectives"])
        lost = await server.play(ben, passing)
        shown = await server.get(f"{path}?table={ben['table']}")
        assert [(each["name"], each["total"], each["you"]) for each in shown["results"]] == [
            ("Ann", total, False),
            ("Ben", lost, True),
        ]
        await server.play(hers, passing)
        assert len((await server.get(path, cleo))["results"]) == 3
        assert len((await server.get(f"{path}?table={own['table']}"))["results"]) == 3
        assert (await server.get(path))["results"] == []
        deals = [
            parse_record((await server.ask("GET", f"/api/tables/{table}/record")).body.decode()).deal
            for table in (own["table"], ben["table"], hers["table"])
        ]
        assert deals[0] == deals[1] == deals[2]
        for task in list(server.daily.pars.tasks):
            await task
        bots = (await server.get(path, cleo))["bots"]
        assert {bot["bot"] for bot in bots} == {"greedy", "skilled", "expert"}
        assert len(await pars_of(server.tables.store, f"challenge-{id}")) == 3

    with_server(engine, tmp_path, test)


def test_a_challenge_can_be_made_before_a_game_or_of_a_record(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        fresh = await made(server, city="paris", addons=["gates"])
        games = [
            (await server.ask("POST", f"/api/challenges/{fresh}/play", {"name": name})).json
            for name in ("Ann", "Ben")
        ]
        for game in games:
            await server.play(game, passing)
        texts = [
            (await server.ask("GET", f"/api/tables/{game['table']}/record")).body.decode() for game in games
        ]
        assert parse_record(texts[0]).deal == parse_record(texts[1]).deal
        assert await made(server, table=games[0]["table"]) == fresh
        copied = await made(server, record=texts[0])
        third = (await server.ask("POST", f"/api/challenges/{copied}/play", {"name": "Cleo"})).json
        await server.play(third, passing)
        text = (await server.ask("GET", f"/api/tables/{third['table']}/record")).body.decode()
        assert parse_record(text).deal == parse_record(texts[0]).deal

    with_server("sqlite", tmp_path, test)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "bad-request"),
        ({"city": "atlantis"}, 422, "no-city"),
        ({"record": "{}"}, 422, "refused"),
        ({"table": "nowhere"}, 404, "no-table"),
    ],
)
def test_a_challenge_needs_cards(tmp_path: Path, body: object, status: int, code: str) -> None:
    async def test(server: ContestServer) -> None:
        answer = await server.ask("POST", "/api/challenges", body)
        assert (answer.status, answer.json["code"]) == (status, code)
        nowhere = await server.ask("GET", "/api/challenges/nowhere")
        assert (nowhere.status, nowhere.json["code"]) == (404, "no-challenge")

    with_server("sqlite", tmp_path, test)


def test_the_cards_of_a_day_are_no_challenge_before_it_has_closed(tmp_path: Path) -> None:
    async def test(server: ContestServer) -> None:
        ann = await server.person("Ann")
        opened = await server.begin_daily(ann)
        await server.play(opened, passing)
        answer = await server.ask("POST", "/api/challenges", {"table": opened["table"]})
        assert (answer.status, answer.json["code"]) == (409, "contest")
        server.time.now += 2 * DAY
        await close_day(server.tables.store, server.daily.today - timedelta(days=2), server.time.now)
        assert await made(server, table=opened["table"])

    with_server("sqlite", tmp_path, test)
